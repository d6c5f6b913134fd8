import type { UserId } from "../values/ids.ts"
import { type Buckets, fullBuckets, type Taking, takeFrom } from "./buckets.ts"

/** How long calls are refused by what the store last said, in milliseconds. */
const ASK_AGAIN_MILLIS = 1000

/** How often users who do not call any more are looked for, in milliseconds. */
const SWEEP_MILLIS = 10_000

/** Milliseconds between two refusals of one user, once more than REFUSED_AT_ONCE have come without a pause. */
const REFUSAL_MILLIS = 5
const REFUSED_AT_ONCE = 50

/** Most that a refusal is held back, in milliseconds. */
const LONGEST_PAUSE = 4000

interface Known {
  readonly revision: number
  /** No less than the store has, once the calls under way have taken theirs. */
  buckets: Buckets
  /** When the store was last asked, in epoch milliseconds. */
  askedAt: number
  /** When all refusals of the user so far have been answered, by performance.now(). */
  refusedUntil: number
}

/** A refusal without asking the store. */
export interface Refused {
  /** The user's buckets, refilled up to now. */
  readonly buckets: Buckets
  /** How long the answer is to be held back, in milliseconds. */
  readonly pause: number
}

/** What this process knows of users' buckets, so that it need not ask the store to refuse a call. */
export interface KnownBuckets {
  /** Refuses a call that finds no room. Undefined if the store must be asked; then `learn` or `forget` must follow. */
  readonly refuse: (userId: UserId, revision: number, taking: Taking) => Refused | undefined
  /** The store has answered. */
  readonly learn: (
    userId: UserId,
    taking: Taking,
    taken: { readonly buckets: Buckets; readonly allowed: boolean }
  ) => void
  /** The store has not answered, or the account is at another revision. */
  readonly forget: (userId: UserId) => void
}

const isOld = (since: number, now: number, millis: number) => Math.abs(now - since) >= millis

/** The lower levels of both, at the instant of `told`. */
const lower = (known: Buckets, told: Buckets, taking: Taking): Buckets => {
  const { at, day } = told
  const { reads, writes, writesToday } =
    known.at < at ? takeFrom(known, { ...taking, access: "nothing", now: at, day }).buckets : known
  return {
    reads: Math.min(reads, told.reads),
    writes: Math.min(writes, told.writes),
    at,
    day,
    writesToday: known.day === day ? Math.max(writesToday, told.writesToday) : told.writesToday
  }
}

/**
 * What is known is never less than what the store has: nobody has more than full buckets, calls under way take theirs, and other
 * processes only take too. So a call that finds no room here would find none in the store. Changed limits come with another
 * revision of the account. Even such a refusal takes this process's time: in a flood, refusals are held back so that 200 a
 * second are answered.
 */
export const makeKnownBuckets = (): KnownBuckets => {
  const byUser = new Map<UserId, Known>()
  let sweptAt = 0

  const sweep = (now: number) => {
    sweptAt = now
    for (const [userId, { askedAt }] of byUser) if (isOld(askedAt, now, SWEEP_MILLIS)) byUser.delete(userId)
  }

  const pauseOf = (known: Known): number => {
    const now = performance.now()
    const pause = Math.max(0, known.refusedUntil - now)
    if (pause >= LONGEST_PAUSE) return LONGEST_PAUSE
    known.refusedUntil = Math.max(known.refusedUntil, now - REFUSED_AT_ONCE * REFUSAL_MILLIS) + REFUSAL_MILLIS
    return pause
  }

  const knownOf = (userId: UserId, revision: number, taking: Taking): Known => {
    const known = byUser.get(userId)
    if (known !== undefined && known.revision === revision) return known
    const anew = { revision, buckets: fullBuckets(taking), askedAt: taking.now, refusedUntil: 0 }
    byUser.set(userId, anew)
    return anew
  }

  return {
    refuse: (userId, revision, taking) => {
      if (isOld(sweptAt, taking.now, SWEEP_MILLIS)) sweep(taking.now)
      const known = knownOf(userId, revision, taking)
      const { allowed, buckets } = takeFrom(known.buckets, taking)
      if (!allowed && !isOld(known.askedAt, taking.now, ASK_AGAIN_MILLIS)) return { buckets, pause: pauseOf(known) }
      known.buckets = buckets
      known.askedAt = taking.now
      return undefined
    },
    learn: (userId, taking, { buckets, allowed }) => {
      const known = byUser.get(userId)
      if (known !== undefined) known.buckets = allowed ? lower(known.buckets, buckets, taking) : buckets
    },
    forget: (userId) => {
      byUser.delete(userId)
    }
  }
}
