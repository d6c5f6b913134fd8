import { Schema } from "effect"
import { ActivityDay, plusDays } from "../values/activity-day.ts"
import { Count } from "../values/number.ts"

export const Streak = Schema.Struct({
  current: Count.annotations({
    description: "In days; yesterday still counts while today is empty."
  }),
  longest: Count.annotations({ description: "The longest run so far." })
}).annotations({ description: "Days in a row with a reading, entry or workout." })
export type Streak = typeof Streak.Type

/** Every badge, in the order of display. */
const BADGES = {
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

/*
 * The thresholds of the badges. `badge_day` and others in migrations/functions have the same numbers; tests check one
 * against the other.
 */

/** Consecutive days. */
export const STREAK_BADGES = { streak_7: 7, streak_30: 30, streak_100: 100, streak_365: 365 } as const
/** Steps in one day. */
export const STEPS_BADGE_STEPS = 10_000
/** The position of the diary entry, and of the workout, that earns the badge. */
export const DIARY_BADGE_ENTRIES = 100
export const WORKOUTS_BADGE_WORKOUTS = 100

export const Badge = Schema.Struct({
  id: Schema.String.annotations({ description: "Stable id, such as streak_7." }),
  name: Schema.String.annotations({ description: "Name to show." }),
  earnedOn: ActivityDay.annotations({ description: "Day of the fact that earned it." })
})
export type Badge = typeof Badge.Type

export type EarnedBadges = ReadonlyMap<BadgeId, ActivityDay>

/** The badges in the order of display. */
export const listBadges = (earned: EarnedBadges): ReadonlyArray<Badge> =>
  badgeIds.flatMap((id) => {
    const earnedOn = earned.get(id)
    return earnedOn === undefined ? [] : [{ id, name: BADGES[id], earnedOn }]
  })

/** A run of consecutive active days; first and last day inclusive. */
export interface StreakRun {
  readonly first: ActivityDay
  readonly last: ActivityDay
}

/** Groups days into runs. */
export const runsOf = (days: Iterable<ActivityDay>): ReadonlyArray<StreakRun> => {
  const runs: Array<{ first: ActivityDay; last: ActivityDay }> = []
  for (const day of [...new Set(days)].sort()) {
    const run = runs.at(-1)
    if (run !== undefined && plusDays(run.last, 1) === day) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}
