import { Effect, HashMap, Layer } from "effect"
import { bodyMetrics, readingsOf } from "../body-metrics/store.memory.ts"
import { keepAnswer } from "../call/idempotency.memory.ts"
import { MemoryDatabase, table } from "../database/memory.ts"
import { diaryEntries, entriesOf } from "../diary/store.memory.ts"
import { type ActivityDay, daysBetween, plusDays } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { workouts, workoutsOf } from "../workouts/store.memory.ts"
import { Achievements } from "./facts.ts"
import { type BadgeId, badgeIds, type EarnedBadges, listBadges, runsOf, STREAK_BADGES } from "./model.ts"

const kept = table<UserId, EarnedBadges>("badges", (userId) => userId)

/** Computed afresh from the facts whenever asked: nothing to bring up to date. */
export const layer = Layer.effect(
  Achievements,
  Effect.map(MemoryDatabase, (memory) => {
    const facts = (userId: UserId, today: ActivityDay) => {
      const readings = (metric: "weight" | "body_fat" | "steps") =>
        readingsOf(memory.rows(bodyMetrics), userId, metric).filter(({ date }) => date <= today)
      const [weights, bodyFats, steps] = [readings("weight"), readings("body_fat"), readings("steps")]
      const entries = entriesOf(memory.rows(diaryEntries), userId).filter(({ date }) => date <= today)
      const trained = workoutsOf(memory.rows(workouts), userId).filter(({ date }) => date <= today)
      const dated = [...weights, ...bodyFats, ...steps, ...entries, ...trained]
      return { weights, steps, entries, trained, days: dated.map(({ date }) => date) }
    }

    const earned = (userId: UserId, today: ActivityDay): EarnedBadges => {
      const { weights, steps, entries, trained, days } = facts(userId, today)
      const runs = runsOf(days)
      const streakOf = (length: number) => {
        const run = runs.find(({ first, last }) => daysBetween(first, last) + 1 >= length)
        return run && plusDays(run.first, length - 1)
      }
      const candidates: ReadonlyMap<BadgeId, ActivityDay | undefined> = new Map<BadgeId, ActivityDay | undefined>([
        ["first_weigh_in", weights[0]?.date],
        ["streak_7", streakOf(STREAK_BADGES.streak_7)],
        ["streak_30", streakOf(STREAK_BADGES.streak_30)],
        ["streak_100", streakOf(STREAK_BADGES.streak_100)],
        ["streak_365", streakOf(STREAK_BADGES.streak_365)],
        ["steps_10000", steps.find(({ value }) => value >= 10_000)?.date],
        ["diary_100", entries[99]?.date],
        ["first_workout", trained[0]?.date],
        ["workouts_100", trained[99]?.date]
      ])
      return new Map(
        badgeIds.flatMap((id) => {
          const day = candidates.get(id)
          return day === undefined ? [] : [[id, day] as const]
        })
      )
    }

    const keptOf = (userId: UserId): EarnedBadges =>
      HashMap.get(memory.rows(kept), userId).pipe((found) => (found._tag === "Some" ? found.value : new Map()))

    const badgesOf = (userId: UserId, today: ActivityDay): EarnedBadges =>
      new Map([...keptOf(userId), ...earned(userId, today)])

    const keepBadges = (userId: UserId, today: ActivityDay) =>
      memory.update(kept, (rows) => HashMap.set(rows, userId, badgesOf(userId, today)))

    return Achievements.of({
      add: (userId, addition, { today, replaces, answer }) =>
        Effect.gen(function* () {
          if (addition._tag !== "Memory") return yield* Effect.dieMessage("An addition to SQL is not one to the memory")
          if (replaces) keepBadges(userId, today)
          const result = addition.apply()
          keepBadges(userId, today)
          if (answer !== undefined) yield* keepAnswer(memory, userId, answer)
          return result
        }).pipe(memory.transaction),

      keepBadges: (userId, today) => Effect.sync(() => keepBadges(userId, today)),
      settle: (userId, today) => Effect.sync(() => keepBadges(userId, today)),

      summary: (userId, today) =>
        Effect.sync(() => {
          const runs = runsOf(facts(userId, today).days)
          const lengths = runs.map(({ first, last }) => daysBetween(first, last) + 1)
          const isOpen = (runs.at(-1)?.last ?? "") >= plusDays(today, -1)
          return {
            streak: { current: isOpen ? (lengths.at(-1) ?? 0) : 0, longest: Math.max(0, ...lengths) },
            badges: listBadges(badgesOf(userId, today))
          }
        })
    })
  })
)
