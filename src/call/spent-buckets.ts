import type { UserId } from "../values/ids.ts"
import { type Buckets, hasRoom, type Taking, takeFrom } from "./buckets.ts"

/** How long refusals go by what the store last said, in milliseconds. */
const ASK_AGAIN_MILLIS = 1000

/** How often users who do not call any more are looked for, in milliseconds. */
const SWEEP_MILLIS = 60_000

/** Milliseconds between two refusals of one user, once more than REFUSED_AT_ONCE have come without a pause. */
const REFUSAL_MILLIS = 2
const REFUSED_AT_ONCE = 50

/** Most that a refusal is held back, in milliseconds. */
const LONGEST_PAUSE = 2000

interface Spent {
  readonly revision: number
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

/** The users who have a bucket without room for another call, as far as this process knows. */
export interface SpentBuckets {
  /** Refuses a call that finds no room. Undefined if the store must be asked; then `learn` or `forget` must follow. */
  readonly refuse: (userId: UserId, revision: number, taking: Taking) => Refused | undefined
  /** The store has answered. */
  readonly learn: (userId: UserId, revision: number, taking: Taking, buckets: Buckets) => void
  /** The store has not answered, or the account is at another revision. */
  readonly forget: (userId: UserId) => void
}

const isOld = (since: number, now: number, millis: number) => Math.abs(now - since) >= millis

/**
 * Calls that other processes let through only take from the buckets. So a call that finds no room in what the store said last would
 * find none in the store. Changed limits come with another revision of the account. Even such a refusal takes this process's time:
 * in a flood, refusals are held back so that 500 a second are answered.
 */
export const makeSpentBuckets = (): SpentBuckets => {
  const known = new Map<UserId, Spent>()
  let sweptAt = 0

  const sweep = (now: number) => {
    if (!isOld(sweptAt, now, SWEEP_MILLIS)) return
    sweptAt = now
    for (const [userId, { askedAt }] of known) if (isOld(askedAt, now, SWEEP_MILLIS)) known.delete(userId)
  }

  const pauseOf = (spent: Spent): number => {
    const now = performance.now()
    const pause = Math.max(0, spent.refusedUntil - now)
    if (pause < LONGEST_PAUSE) {
      spent.refusedUntil = Math.max(spent.refusedUntil, now - REFUSED_AT_ONCE * REFUSAL_MILLIS) + REFUSAL_MILLIS
    }
    return Math.min(pause, LONGEST_PAUSE)
  }

  return {
    refuse: (userId, revision, taking) => {
      const spent = known.get(userId)
      if (spent === undefined || spent.revision !== revision) return undefined
      const { allowed, buckets } = takeFrom(spent.buckets, taking)
      if (!allowed && !isOld(spent.askedAt, taking.now, ASK_AGAIN_MILLIS)) return { buckets, pause: pauseOf(spent) }
      // This call asks the store. Until the answer comes, others go by what will be left if it is let through.
      spent.buckets = buckets
      spent.askedAt = taking.now
      return undefined
    },
    learn: (userId, revision, taking, buckets) => {
      if (hasRoom(buckets, taking)) {
        known.delete(userId)
        return
      }
      const refusedUntil = known.get(userId)?.refusedUntil ?? 0
      known.set(userId, { revision, buckets, askedAt: taking.now, refusedUntil })
      sweep(taking.now)
    },
    forget: (userId) => {
      known.delete(userId)
    }
  }
}
