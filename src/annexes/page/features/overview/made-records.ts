import { exerciseById } from "../../../../features/exercises/exercises.ts"
import { type Records, recordsIn, type ShownRecords, showRecords } from "../../../../features/workouts/records.ts"
import type { Performed } from "../../../../features/workouts/store.ts"
import type { WeightUnit } from "../../../../values/units.ts"

/**
 * The records set in a workout, for each of its exercises in order: what exceeded everything of its kind before it. The
 * first of a kind is no record. `performed` has the history of its exercises, oldest first; later workouts do not count.
 * Empty if the workout does not exist.
 */
export const recordsMadeBy = (
  workoutId: string,
  performed: ReadonlyArray<Performed>,
  unit: WeightUnit
): ReadonlyArray<ShownRecords> => {
  const place = performed.findIndex(({ id }) => id === workoutId)
  const workout = performed[place]
  if (workout === undefined) return []
  const own = new Map(workout.own.map((exercise) => [exercise.id, exercise]))
  const byExercise = Map.groupBy(
    performed
      .slice(0, place + 1)
      .flatMap(({ id, date, exercises }) => exercises.map((exercise) => ({ ...exercise, workoutId: id, date }))),
    ({ exerciseId }) => exerciseId
  )
  const records = new Map(
    [...new Set(workout.exercises.map(({ exerciseId }) => exerciseId))].map((id): readonly [string, Records] => {
      const exercise = exerciseById(id) ?? own.get(id)
      const done = byExercise.get(id) ?? []
      if (exercise === undefined) return [id, {}]
      const before = recordsIn(
        exercise,
        done.filter((each) => each.workoutId !== workoutId)
      )
      const kinds = Object.entries(recordsIn(exercise, done)).filter(([kind]) => kind in before)
      return [id, Object.fromEntries(kinds)]
    })
  )
  return workout.exercises.map(({ exerciseId, sets }) => {
    const inSets = Object.entries(records.get(exerciseId) ?? {}).filter(([, { set }]) => sets.includes(set))
    return showRecords(Object.fromEntries(inSets), unit)
  })
}
