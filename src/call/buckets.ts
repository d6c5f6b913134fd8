import type { Limits } from "../contract/handler/limits.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import { areApart, isAhead } from "../values/clock.ts"
import type { UserId } from "../values/ids.ts"

/** A user's token buckets as stored: their levels at one time, and the number of writes on one day. */
export interface Buckets {
  readonly reads: number
  readonly writes: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly day: ActivityDay
  readonly writesToday: number
}

/** What to take, and the limits that apply. */
export interface Taking {
  readonly access: "read" | "write" | "nothing"
  readonly limits: Limits
  readonly now: number
  readonly day: ActivityDay
}

/** Levels are sums of fractions, so a call is allowed slightly below 1. */
export const ENOUGH = 1 - 1e-9

/** How many calls a bucket regains per millisecond. */
export const perMillisecond = (perMinute: number): number => perMinute / 60_000

/** The full buckets of a user's first call. */
export const fullBuckets = ({ limits, now, day }: Taking): Buckets => ({
  reads: limits.readsBurst,
  writes: limits.writesBurst,
  at: now,
  day,
  writesToday: 0
})

/**
 * Refills the buckets up to now, and takes one call if they allow it. Every store follows this rule. If the clock was
 * set back, so that the buckets are dated ahead of it, they are taken as of now.
 */
export const takeFrom = (kept: Buckets, taking: Taking): { readonly buckets: Buckets; readonly allowed: boolean } => {
  const { access, limits, now, day } = taking
  const elapsed = Math.max(0, now - kept.at)
  const reads = Math.min(limits.readsBurst, kept.reads + elapsed * perMillisecond(limits.readsPerMinute))
  const writes = Math.min(limits.writesBurst, kept.writes + elapsed * perMillisecond(limits.writesPerMinute))
  const writesToday = kept.day === day ? kept.writesToday : 0
  const allowed =
    access === "read"
      ? reads >= ENOUGH
      : access === "write"
        ? writes >= ENOUGH && writesToday < limits.writesPerDay
        : true
  const one = allowed ? 1 : 0
  return {
    allowed,
    buckets: {
      reads: access === "read" ? reads - one : reads,
      writes: access === "write" ? writes - one : writes,
      at: isAhead(kept.at, now) ? now : Math.max(kept.at, now),
      day,
      writesToday: access === "write" ? writesToday + one : writesToday
    }
  }
}

/** How long calls are refused without asking the store again, in milliseconds. */
const ASK_AGAIN_MILLIS = 1000

/** How often inactive users are forgotten, in milliseconds. */
const SWEEP_MILLIS = 10_000

/** Milliseconds between two refusals of one user, after a burst of REFUSED_AT_ONCE. */
const REFUSAL_MILLIS = 5
const REFUSED_AT_ONCE = 50

/** Longest delay of a refusal, in milliseconds. */
const LONGEST_PAUSE = 4000

/** What this process knows of a user's buckets, at one revision of the account. */
export interface Known {
  readonly revision: number
  /** The buckets in the last answer of the store, or full ones. */
  stored: Buckets
  /** Calls that are waiting for the store now. Each may take one. */
  readonly asking: { read: number; write: number }
  /** When the store was last asked, in epoch milliseconds. */
  askedAt: number
  /** When all refusals of the user so far will have been answered, by performance.now(). */
  refusedUntil: number
}

/** A refusal made without asking the store. */
export interface Refused {
  /** The user's buckets, refilled up to now. */
  readonly buckets: Buckets
  /** How long to delay the answer, in milliseconds. */
  readonly pause: number
}

type Access = "read" | "write"

/** The users' last known buckets, used to refuse calls without asking the store. */
export interface KnownBuckets {
  /** The user's last known buckets. */
  readonly of: (userId: UserId, revision: number, taking: Taking) => Known
  /**
   * Refuses a call that the known buckets do not allow. If it returns undefined, ask the store, then call `answered`.
   */
  readonly refuse: (known: Known, access: Access, taking: Taking) => Refused | undefined
  /** Records the store's answer; undefined if it gave none. */
  readonly answered: (known: Known, access: Access, buckets: Buckets | undefined) => void
  /** Forgets a user whose account has changed. */
  readonly forget: (userId: UserId) => void
}

/** The buckets refilled up to now, less what the waiting calls may take. */
const leftOf = ({ stored, asking }: Known, taking: Taking): Buckets => {
  const { buckets } = takeFrom(stored, { ...taking, access: "nothing" })
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
 * Refuses calls that the store would refuse too. Buckets are never more than full, and other processes only take from
 * them; so if the last known buckets, less the waiting calls, do not allow a call, the store would not either. Changed
 * limits come with another revision of the account. Refusals cost time as well: in a flood they are delayed, so that
 * one user gets at most 200 a second.
 */
export const makeKnownBuckets = (): KnownBuckets => {
  const byUser = new Map<UserId, Known>()
  let sweptAt = 0

  const sweep = (now: number) => {
    sweptAt = now
    for (const [userId, { askedAt }] of byUser) if (areApart(askedAt, now, SWEEP_MILLIS)) byUser.delete(userId)
  }

  return {
    of: (userId, revision, taking) => {
      if (areApart(sweptAt, taking.now, SWEEP_MILLIS)) sweep(taking.now)
      const known = byUser.get(userId)
      if (known !== undefined && known.revision === revision) return known
      const stored = fullBuckets(taking)
      const fresh = { revision, stored, asking: { read: 0, write: 0 }, askedAt: taking.now, refusedUntil: 0 }
      byUser.set(userId, fresh)
      return fresh
    },
    refuse: (known, access, taking) => {
      const left = leftOf(known, taking)
      // The store must learn that the clock was set back; otherwise the reported wait would be too short.
      const isSettled = !isAhead(known.stored.at, taking.now) && !areApart(known.askedAt, taking.now, ASK_AGAIN_MILLIS)
      if (isSettled && !takeFrom(left, taking).allowed) return { buckets: left, pause: pauseOf(known) }
      known.askedAt = taking.now
      known.asking[access]++
      return undefined
    },
    answered: (known, access, buckets) => {
      known.asking[access]--
      // Answers may arrive out of order. Of two with the same time, the one with the lower level is the later.
      if (buckets === undefined) return
      const { stored } = known
      const isSetBack = isAhead(stored.at, buckets.at)
      if (buckets.at < stored.at && !isSetBack) return
      const isLater = buckets.at > stored.at || buckets[`${access}s`] <= stored[`${access}s`]
      if (isLater || isSetBack) known.stored = buckets
    },
    forget: (userId) => {
      byUser.delete(userId)
    }
  }
}
