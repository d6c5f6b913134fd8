import type { User } from "../../../../contract/handler/user.ts"
import { LEAST_DEVIATION } from "../../../../features/body-metrics/analysis.ts"
import { exerciseById } from "../../../../features/exercises/exercises.ts"
import { exercisesIn } from "../../../../features/workouts/exercise-lists.ts"
import { type ActivityDay, plusDays } from "../../../../values/activity-day.ts"
import { round } from "../../../../values/round.ts"
import { periodOf } from "../../../../values/trends/periods.ts"
import { SETTLING_DAYS } from "../../../../values/trends/weight-trend.ts"
import { fromKilograms } from "../../../../values/units.ts"
import { likelyNext, titleOf } from "../lately/next.ts"
import type { Days, DoneWorkout, Lately } from "../lately/store.ts"
import type { Today } from "./definition.ts"
import { smoothedMetric } from "./figures.ts"

/** How many days back Today judges what a person records. */
export const LATELY_DAYS = 60

/** The days of weight that Today draws; more for somebody who records nothing else. */
const [WEIGHT_DAYS, WEIGHT_DAYS_ALONE] = [30, 84]

/** Most workouts offered as the next one. */
const MOST_NEXT = 3

/** The days that Today needs, up to `today`. */
export const latelyDays = (today: ActivityDay): Days => ({
  from: plusDays(today, 1 - LATELY_DAYS),
  weightsFrom: plusDays(today, 1 - WEIGHT_DAYS_ALONE - SETTLING_DAYS),
  to: today
})

/** The middle one of the known lengths; undefined without one. */
const usualSeconds = (workouts: ReadonlyArray<DoneWorkout>): number | undefined => {
  const known = workouts.flatMap(({ durationSeconds }) => durationSeconds ?? []).toSorted((one, other) => one - other)
  return known[Math.floor(known.length / 2)]
}

/** The workouts that are likely next. One with the name of a routine starts from the routine. */
const nextOf = ({ workouts, routines, ownNames }: Lately): Today["lately"]["next"] => {
  const byTitle = Map.groupBy(workouts, titleOf)
  return likelyNext(workouts.map(titleOf), MOST_NEXT).flatMap((title) => {
    const done = byTitle.get(title) ?? []
    const last = done.at(-1)
    if (last === undefined) return []
    const routine = routines.find((each) => titleOf(each) === title)
    const { exerciseIds } = routine ?? last
    const exercises = exercisesIn(exerciseIds.join(" "), (id) => exerciseById(id)?.name ?? ownNames[id] ?? id)
    const seconds = usualSeconds(done)
    return [
      {
        name: routine?.name ?? last.name,
        ...(routine === undefined ? { workoutId: last.id } : { routineId: routine.id }),
        exercises: exercises.map(({ name }) => name),
        ...(seconds === undefined ? {} : { seconds })
      }
    ]
  })
}

/** The days from Monday to Sunday, with their workouts. */
const weekOf = ({ workouts }: Lately, today: ActivityDay): Today["lately"]["week"] =>
  Array.from({ length: 7 }, (_, index) => plusDays(periodOf(today, "week"), index)).map((date) => ({
    date,
    workouts: workouts.filter((workout) => workout.date === date).map(({ id, name }) => ({ id, name }))
  }))

/** What a person records, and the figures of it that Today shows. */
export const shownLately = (
  lately: Lately,
  { bodyWeightUnit: unit }: Pick<User, "bodyWeightUnit">,
  today: ActivityDay
): Today["lately"] => {
  const { workouts, food, weights } = lately
  const { from } = latelyDays(today)
  const days = {
    trained: new Set(workouts.map(({ date }) => date)).size,
    ate: food.length,
    weighed: weights.filter(({ date }) => date >= from).length
  }
  const last = workouts.at(-1)
  const isAlone = days.trained + days.ate === 0
  const weightFrom = plusDays(today, 1 - (isAlone ? WEIGHT_DAYS_ALONE : WEIGHT_DAYS))
  const shown = weights.map(({ date, value }) => ({ date, value: fromKilograms(value, unit, 4) }))
  return {
    days,
    ...(last === undefined ? {} : { last: { name: last.name, date: last.date } }),
    next: nextOf(lately),
    week: weekOf(lately, today),
    eaten: food
      .filter(({ date }) => date > plusDays(today, -7))
      .map(({ date, calories }) => ({ date, calories: round(calories, 0) })),
    weight: {
      from: weightFrom,
      ...smoothedMetric(shown, unit, fromKilograms(LEAST_DEVIATION.weight, unit, 4), weightFrom, today, [])
    }
  }
}
