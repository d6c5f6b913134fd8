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

/** What this process knows of a user's buckets, of one revision of the account. */
export interface Known {
  readonly revision: number
  /** As the store last told them, or full. */
  told: Buckets
  /** Calls that are asking the store now: each may take one. */
  readonly asking: { read: number; write: number }
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

type Access = "read" | "write"

/** What this process knows of users' buckets, so that it need not ask the store to refuse a call. */
export interface KnownBuckets {
  /** What is known of the user's buckets. */
  readonly of: (userId: UserId, revision: number, taking: Taking) => Known
  /** Refuses a call that finds no room. Undefined if the store must be asked; then `answered` must follow. */
  readonly refuse: (known: Known, access: Access, taking: Taking) => Refused | undefined
  /** The store has answered with these buckets, or has not. */
  readonly answered: (known: Known, access: Access, buckets: Buckets | undefined) => void
  /** The account has changed. */
  readonly forget: (userId: UserId) => void
}

const isOld = (since: number, now: number, millis: number) => Math.abs(now - since) >= millis

/** Refilled up to now, and without what the calls under way may take. */
const leftOf = ({ told, asking }: Known, taking: Taking): Buckets => {
  const { buckets } = takeFrom(told, { ...taking, access: "nothing" })
  return {
    ...buckets,
    reads: Math.max(0, buckets.reads - asking.read),
    writes: Math.max(0, buckets.writes - asking.write),
    writesToday: buckets.writesToday + asking.write
  }
}

const pauseOf = (known: Known): number => {
  const now = performance.now()
  const pause = Math.max(0, known.refusedUntil - now)
  if (pause >= LONGEST_PAUSE) return LONGEST_PAUSE
  known.refusedUntil = Math.max(known.refusedUntil, now - REFUSED_AT_ONCE * REFUSAL_MILLIS) + REFUSAL_MILLIS
  return pause
}

/**
 * Nobody has more than full buckets, and other processes only take from them. So a call that finds no room in what the store last
 * told, once the calls under way have taken theirs, would find none in the store. Changed limits come with another revision of the
 * account. Even such a refusal takes this process's time: in a flood, refusals are held back so that 200 a second are answered.
 */
export const makeKnownBuckets = (): KnownBuckets => {
  const byUser = new Map<UserId, Known>()
  let sweptAt = 0

  const sweep = (now: number) => {
    sweptAt = now
    for (const [userId, { askedAt }] of byUser) if (isOld(askedAt, now, SWEEP_MILLIS)) byUser.delete(userId)
  }

  return {
    of: (userId, revision, taking) => {
      if (isOld(sweptAt, taking.now, SWEEP_MILLIS)) sweep(taking.now)
      const known = byUser.get(userId)
      if (known !== undefined && known.revision === revision) return known
      const told = fullBuckets(taking)
      const anew = { revision, told, asking: { read: 0, write: 0 }, askedAt: taking.now, refusedUntil: 0 }
      byUser.set(userId, anew)
      return anew
    },
    refuse: (known, access, taking) => {
      const left = leftOf(known, taking)
      const isRefused = !takeFrom(left, taking).allowed && !isOld(known.askedAt, taking.now, ASK_AGAIN_MILLIS)
      if (isRefused) return { buckets: left, pause: pauseOf(known) }
      known.askedAt = taking.now
      known.asking[access]++
      return undefined
    },
    answered: (known, access, buckets) => {
      known.asking[access]--
      // Answers may overtake each other: at one instant, the lower one is the later.
      if (buckets === undefined || buckets.at < known.told.at) return
      const isLater = buckets.at > known.told.at || buckets[`${access}s`] <= known.told[`${access}s`]
      if (isLater) known.told = buckets
    },
    forget: (userId) => {
      byUser.delete(userId)
    }
  }
}
