import { Schema } from "effect"
import { ActivityDay, plusDays } from "../values/activity-day.ts"
import { Count } from "../values/number.ts"

export const Streak = Schema.Struct({
  current: Count.annotations({
    description: "Consecutive days up to today, or up to yesterday while nothing is logged today."
  }),
  longest: Count.annotations({ description: "Most consecutive days there have been." })
}).annotations({ description: "Consecutive Activity Days with a reading, a diary entry or a workout." })
export type Streak = typeof Streak.Type

/** Every badge there is, in the order in which they are listed. */
export const BADGES = {
  first_weigh_in: "First weigh-in",
  streak_7: "7-day streak",
  streak_30: "30-day streak",
  streak_100: "100-day streak",
  streak_365: "365-day streak",
  steps_10000: "10,000 steps in a day",
  diary_100: "100th diary entry",
  first_workout: "First workout",
  workouts_100: "100th workout"
} as const
export type BadgeId = keyof typeof BADGES
export const badgeIds = Object.keys(BADGES).filter((id): id is BadgeId => id in BADGES)

/** Days in a row that earn a badge. */
export const STREAK_BADGES = { streak_7: 7, streak_30: 30, streak_100: 100, streak_365: 365 } as const

export const Badge = Schema.Struct({
  id: Schema.String.annotations({ description: "Stable id, such as streak_7." }),
  name: Schema.String.annotations({ description: "Name to show." }),
  earnedOn: ActivityDay.annotations({ description: "Day of the fact that earned it." })
})
export type Badge = typeof Badge.Type

export type EarnedBadges = ReadonlyMap<BadgeId, ActivityDay>

/** What the facts earn now stands; what they no longer earn stays as it was kept. */
export const listBadges = (kept: EarnedBadges, fresh: EarnedBadges): ReadonlyArray<Badge> =>
  badgeIds.flatMap((id) => {
    const earnedOn = fresh.get(id) ?? kept.get(id)
    return earnedOn === undefined ? [] : [{ id, name: BADGES[id], earnedOn }]
  })

/** Consecutive active days, from the first to the last, both included. */
export interface StreakRun {
  readonly first: ActivityDay
  readonly last: ActivityDay
}

const contains = (run: StreakRun, day: ActivityDay): boolean => run.first <= day && day <= run.last

const withDay = (runs: ReadonlyArray<StreakRun>, day: ActivityDay): ReadonlyArray<StreakRun> => {
  if (runs.some((run) => contains(run, day))) return runs
  const before = runs.find((run) => plusDays(run.last, 1) === day)
  const after = runs.find((run) => run.first === plusDays(day, 1))
  const joined = { first: before?.first ?? day, last: after?.last ?? day }
  return [...runs.filter((run) => run !== before && run !== after), joined]
}

const withoutDay = (runs: ReadonlyArray<StreakRun>, day: ActivityDay): ReadonlyArray<StreakRun> =>
  runs.flatMap((run) => {
    if (!contains(run, day)) return [run]
    const before = run.first < day ? [{ first: run.first, last: plusDays(day, -1) }] : []
    const after = day < run.last ? [{ first: plusDays(day, 1), last: run.last }] : []
    return [...before, ...after]
  })

/**
 * `runs` as they are once each of `days` is active or not. `runs` must hold every run that contains a day of `days` or
 * lies directly beside one.
 */
export const rederiveRuns = (
  runs: ReadonlyArray<StreakRun>,
  days: Iterable<ActivityDay>,
  isActive: (day: ActivityDay) => boolean
): ReadonlyArray<StreakRun> => {
  let derived = runs
  for (const day of days) derived = isActive(day) ? withDay(derived, day) : withoutDay(derived, day)
  return derived
}

/** The runs of a set of days, computed afresh. */
export const runsOf = (days: Iterable<ActivityDay>): ReadonlyArray<StreakRun> => {
  const runs: Array<{ first: ActivityDay; last: ActivityDay }> = []
  for (const day of [...new Set(days)].sort()) {
    const run = runs.at(-1)
    if (run !== undefined && plusDays(run.last, 1) === day) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}
