import type { Limits } from "../caller/limits.ts"
import type { ActivityDay } from "../values/activity-day.ts"

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

/** Refills the buckets up to now, and takes one call if they allow it: the rule that every store follows. */
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
      at: Math.max(kept.at, now),
      day,
      writesToday: access === "write" ? writesToday + one : writesToday
    }
  }
}
