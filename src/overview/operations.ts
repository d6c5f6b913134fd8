import { Effect, Option } from "effect"
import { show as showReading } from "../body-metrics/model.ts"
import { BodyMetricStore } from "../body-metrics/store.ts"
import { implement } from "../caller/handlers.ts"
import { eaten, show as showEntry } from "../diary/model.ts"
import { DiaryStore } from "../diary/store.ts"
import { Achievements } from "../facts/facts.ts"
import { isDueOn } from "../goals/model.ts"
import { showDay } from "../goals/progress.ts"
import { GoalStore } from "../goals/store.ts"
import { periodOf } from "../trends/periods.ts"
import { firstOf } from "../trends/range.ts"
import { SETTLING_DAYS } from "../trends/weight-trend.ts"
import { ActivityDay, FIRST_DAY, plusDays } from "../values/activity-day.ts"
import { WorkoutStore } from "../workouts/store.ts"
import { OverviewApi } from "./definition.ts"
import { figuresOf } from "./figures.ts"

const MOST_ENTRIES = 100

const EVER_BEFORE = ActivityDay.make(FIRST_DAY)

export const implementation = implement(
  OverviewApi,
  Effect.gen(function* () {
    const readings = yield* BodyMetricStore
    const diary = yield* DiaryStore
    const goals = yield* GoalStore
    const workouts = yield* WorkoutStore
    const achievements = yield* Achievements

    return {
      get_today: Effect.fnUntraced(function* (_input, { user, today }) {
        const [day, entries, { streak, latest }] = yield* Effect.all(
          [
            goals.day(user.id, today),
            diary.page(user.id, { from: today, to: today }, Option.none(), MOST_ENTRIES),
            achievements.summary(user.id, today)
          ],
          { concurrency: "unbounded" }
        )
        const due = day.goals.filter(({ goal }) => isDueOn(goal, today))
        return {
          date: today,
          timezone: user.timezone,
          goals: showDay(due, day.facts),
          entries: entries.map(showEntry),
          total: day.facts.entries.length,
          totals: eaten(day.facts.entries),
          steps: day.facts.steps,
          latest: {
            weight: Option.match(latest.weight, {
              onNone: () => null,
              onSome: (reading) => showReading("weight", reading, user.bodyWeightUnit)
            }),
            bodyFat: Option.match(latest.bodyFat, {
              onNone: () => null,
              onSome: (reading) => showReading("body_fat", reading, user.bodyWeightUnit)
            })
          },
          streak
        }
      }),

      get_trends: Effect.fnUntraced(function* ({ range = "90" }, { user, today }) {
        const from = firstOf(range, today) ?? EVER_BEFORE
        const [histories, days, performed] = yield* Effect.all(
          [
            readings.histories(user.id, plusDays(from, -SETTLING_DAYS), today),
            diary.daily(user.id, from, today),
            // Whole weeks, of which sessions are counted.
            workouts.performed(user.id, periodOf(from, "week"), today)
          ],
          { concurrency: "unbounded" }
        )
        return figuresOf({ range, today, user, histories, days, performed })
      })
    }
  })
)
