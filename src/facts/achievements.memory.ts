import { type Context, Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase, table } from "../platform/database/memory.ts"
import { type ActivityDay, daysBetween, plusDays } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { Achievements } from "./achievements.ts"
import {
  type BadgeId,
  badgeIds,
  DIARY_BADGE_ENTRIES,
  type EarnedBadges,
  listBadges,
  runsOf,
  STEPS_BADGE_STEPS,
  STREAK_BADGES,
  type StreakRun,
  WORKOUTS_BADGE_WORKOUTS
} from "./model.ts"
import { entryFactsOf, readingsOf, workoutDaysOf } from "./tables.memory.ts"

type Memory = Context.Tag.Service<MemoryDatabase>

export const badges = table<UserId, EarnedBadges>("badges", (userId) => userId)

/** The user's facts up to today by kind, oldest first, and their days. */
const factsOf = (memory: Memory, userId: UserId, today: ActivityDay) => {
  const readings = (metric: "weight" | "body_fat" | "steps") =>
    readingsOf(memory, userId, metric).filter(({ date }) => date <= today)
  const [weights, bodyFats, steps] = [readings("weight"), readings("body_fat"), readings("steps")]
  const entries = entryFactsOf(memory, userId).filter(({ date }) => date <= today)
  const trained = workoutDaysOf(memory, userId).filter((date) => date <= today)
  const days = [...weights, ...bodyFats, ...steps, ...entries].map(({ date }) => date)
  return { weights, bodyFats, steps, entries, trained, days: [...days, ...trained] }
}

/** The badges earned by the facts up to today, computed from all of them. */
const earnedBadges = (memory: Memory, userId: UserId, today: ActivityDay): EarnedBadges => {
  const { weights, steps, entries, trained, days } = factsOf(memory, userId, today)
  const runs = runsOf(days)
  const streakOf = (length: number) => {
    const run = runs.find(({ first, last }) => daysBetween(first, last) + 1 >= length)
    return run && plusDays(run.first, length - 1)
  }
  const candidates: Readonly<Record<BadgeId, ActivityDay | undefined>> = {
    first_weigh_in: weights[0]?.date,
    streak_7: streakOf(STREAK_BADGES.streak_7),
    streak_30: streakOf(STREAK_BADGES.streak_30),
    streak_100: streakOf(STREAK_BADGES.streak_100),
    streak_365: streakOf(STREAK_BADGES.streak_365),
    steps_10000: steps.find(({ value }) => value >= STEPS_BADGE_STEPS)?.date,
    diary_100: entries[DIARY_BADGE_ENTRIES - 1]?.date,
    first_workout: trained[0],
    workouts_100: trained[WORKOUTS_BADGE_WORKOUTS - 1]
  }
  return new Map(
    badgeIds.flatMap((id) => {
      const day = candidates[id]
      return day === undefined ? [] : [[id, day] as const]
    })
  )
}

/** The badges that the facts earn now, and those earned before. */
const badgesOf = (memory: Memory, userId: UserId, today: ActivityDay): EarnedBadges =>
  new Map([
    ...Option.getOrElse(HashMap.get(memory.rows(badges), userId), (): EarnedBadges => new Map()),
    ...earnedBadges(memory, userId, today)
  ])

/** Changes the user's facts in a transaction, and stores the badges earned before and after it. */
export const changeFacts = <A, E>(
  memory: Memory,
  userId: UserId,
  today: ActivityDay,
  change: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const keepBadges = Effect.sync(() => {
    const earned = badgesOf(memory, userId, today)
    memory.update(badges, HashMap.set(userId, earned))
  })
  return keepBadges.pipe(Effect.zipRight(change), Effect.zipLeft(keepBadges), memory.transaction)
}

/** Computes everything from the facts at every call. */
export const layer = Layer.effect(
  Achievements,
  Effect.map(MemoryDatabase, (memory) =>
    Achievements.of({
      summary: (charge, userId, today) =>
        charge.before(
          Effect.sync(() => {
            const { days, weights, bodyFats } = factsOf(memory, userId, today)
            const runs = runsOf(days)
            const lengthOf = ({ first, last }: StreakRun) => daysBetween(first, last) + 1
            const open = runs.filter(({ last }) => last >= plusDays(today, -1))
            return {
              streak: { current: Math.max(0, ...open.map(lengthOf)), longest: Math.max(0, ...runs.map(lengthOf)) },
              badges: listBadges(badgesOf(memory, userId, today)),
              latest: { weight: Option.fromNullable(weights.at(-1)), bodyFat: Option.fromNullable(bodyFats.at(-1)) }
            }
          })
        )
    })
  )
)
