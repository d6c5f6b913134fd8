import { Effect, Option } from "effect"
import { NotFound } from "../../../../contract/errors.ts"
import { NOTHING_DUE } from "../../../../contract/handler/charge.ts"
import { implement } from "../../../../contract/handler/handlers.ts"
import { Achievements } from "../../../../facts/achievements.ts"
import { show as showReading } from "../../../../features/body-metrics/model.ts"
import { type DiaryEntry, eaten, type MealType, show as showEntry } from "../../../../features/diary/model.ts"
import { DiaryStore, type LikelyFoods } from "../../../../features/diary/store.ts"
import { knownExercises } from "../../../../features/exercises/known.ts"
import { OwnExercises } from "../../../../features/exercises/store.ts"
import { isDueOn } from "../../../../features/goals/model.ts"
import { showDay } from "../../../../features/goals/progress.ts"
import { GoalStore } from "../../../../features/goals/store.ts"
import { lateEstimates } from "../../../../features/workouts/late-estimates.ts"
import { WorkoutStore } from "../../../../features/workouts/store.ts"
import { ActivityDay, FIRST_DAY, plusDays } from "../../../../values/activity-day.ts"
import { periodOf } from "../../../../values/trends/periods.ts"
import { firstOf } from "../../../../values/trends/range.ts"
import { SETTLING_DAYS } from "../../../../values/trends/weight-trend.ts"
import { LatelyStore } from "../lately/store.ts"
import { OverviewApi } from "./definition.ts"
import { ENERGY_DAYS } from "./energy.ts"
import { historyOf } from "./exercise.ts"
import { figuresOf } from "./figures.ts"
import { latelyDays, shownLately } from "./today.ts"
import { lastMonday } from "./weeks.ts"
import { workoutReads } from "./workout-reads.ts"

/** How many foods are looked at for what is likely now. */
const MOST_LIKELY = 40

const EVER_BEFORE = ActivityDay.make(FIRST_DAY)

const noExercise = new NotFound({ message: "There is no such exercise. If it was your own, it was deleted." })

const earlier = (one: ActivityDay, other: ActivityDay): ActivityDay => (one < other ? one : other)

/**
 * Likely foods that today's meal does not contain yet, and the meal of the day before, unless today's has all of it. The
 * likely entry of a food is its latest at this meal.
 */
const notEaten = ({ likely, dayBefore }: LikelyFoods, today: ActivityDay, meal: MealType) => {
  const isEaten = ({ date, mealType }: DiaryEntry) => date === today && mealType === meal
  const eaten = new Set(likely.filter(isEaten).map(({ food }) => food.name))
  return {
    likely: likely.filter((entry) => !isEaten(entry)).map(showEntry),
    dayBefore: dayBefore.every(({ food }) => eaten.has(food.name)) ? [] : dayBefore.map(showEntry)
  }
}

export const implementation = implement(
  OverviewApi,
  Effect.gen(function* () {
    const diary = yield* DiaryStore
    const goals = yield* GoalStore
    const workouts = yield* WorkoutStore
    const achievements = yield* Achievements
    const known = yield* knownExercises
    const lately = yield* LatelyStore

    return {
      get_today: Effect.fnUntraced(function* ({ mealType }, { user, today }) {
        const [day, offered, summary, recorded] = yield* Effect.all(
          [
            goals.day(user.id, today),
            mealType === undefined ? Effect.succeed(undefined) : diary.likely(user.id, today, mealType, MOST_LIKELY),
            achievements.summary(NOTHING_DUE, user.id, today),
            lately.find(user.id, latelyDays(today))
          ],
          { concurrency: "unbounded" }
        )
        const { streak, latest } = summary.value
        const due = day.goals.filter(({ goal }) => isDueOn(goal, today))
        return {
          date: today,
          timezone: user.timezone,
          goals: showDay(due, day.facts),
          hasGoals: day.goals.length > 0,
          total: day.facts.entries.length,
          totals: eaten(day.facts.entries),
          steps: day.facts.steps,
          latest: {
            weight: Option.match(latest.weight, {
              onNone: () => null,
              onSome: (reading) => showReading("weight", reading, user)
            }),
            bodyFat: Option.match(latest.bodyFat, {
              onNone: () => null,
              onSome: (reading) => showReading("body_fat", reading, user)
            })
          },
          streak,
          ...(offered === undefined || mealType === undefined ? {} : { likely: notEaten(offered, today, mealType) }),
          lately: shownLately(recorded, user, today)
        }
      }),

      get_trends: Effect.fnUntraced(function* ({ range = "90" }, { user, today }) {
        const from = firstOf(range, today) ?? EVER_BEFORE
        const [{ histories, goals: held }, days, performed] = yield* Effect.all(
          [
            goals.withReadings(user.id, plusDays(from, -SETTLING_DAYS), today),
            diary.daily(user.id, plusDays(from, -ENERGY_DAYS), today),
            // Whole weeks, because sessions are counted per week, and the last one.
            workouts.performed(user.id, earlier(periodOf(from, "week"), lastMonday(today)), today)
          ],
          { concurrency: "unbounded" }
        )
        return yield* figuresOf({ range, today, user, histories, days, performed, goals: held })
      }),

      get_exercise: Effect.fnUntraced(function* ({ id, skip = 0, range = "all" }, { user, today }) {
        const exercise = (yield* known(user.id, { ids: [id] })).byId(id)
        if (exercise === undefined) return yield* noExercise
        const sets = yield* workouts.setsOf(user.id, { exerciseId: id })
        return historyOf(exercise, sets, user.strengthUnit, skip, firstOf(range, today))
      }),

      ...workoutReads(workouts, yield* OwnExercises, known, yield* lateEstimates)
    }
  })
)
