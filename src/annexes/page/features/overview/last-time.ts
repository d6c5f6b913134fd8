import type { Exercise } from "../../../../features/exercises/exercises.ts"
import type { Measured, SetsOfWorkout } from "../../../../features/workouts/best-set.ts"
import { showSet } from "../../../../features/workouts/model.ts"
import { recordsIn, showRecords } from "../../../../features/workouts/records.ts"
import type { Performed } from "../../../../features/workouts/store.ts"
import type { WeightUnit } from "../../../../values/units.ts"
import type { LastTime } from "./model.ts"

/**
 * Each exercise with its last time and records in `performed`, whose workouts are oldest first. With `before`, a
 * workout's id, only earlier workouts count.
 */
export const lastTimesOf = (
  exercises: ReadonlyArray<Pick<Exercise, "id" | "name"> & Measured>,
  performed: ReadonlyArray<Performed>,
  unit: WeightUnit,
  before?: string
): ReadonlyArray<LastTime> => {
  const end = performed.findIndex(({ id }) => id === before)
  const parts = (end === -1 ? performed : performed.slice(0, end)).flatMap(({ id, date, exercises }) =>
    exercises.map(({ exerciseId, sets }) => ({ exerciseId, workoutId: id, date, sets }))
  )
  const byExercise: ReadonlyMap<string, ReadonlyArray<SetsOfWorkout>> = Map.groupBy(
    parts,
    ({ exerciseId }) => exerciseId
  )
  return exercises.map((exercise) => {
    const { id, name, trackingType } = exercise
    const all = byExercise.get(id) ?? []
    const last = all.at(-1)
    const sets = all.filter(({ workoutId }) => workoutId === last?.workoutId).flatMap(({ sets }) => sets)
    return {
      exerciseId: id,
      name,
      trackingType,
      ...(last === undefined
        ? {}
        : {
            last: {
              date: last.date,
              workoutId: last.workoutId,
              sets: sets.map((set, index) => showSet(set, index + 1, unit))
            }
          }),
      records: showRecords(recordsIn(exercise, all), unit)
    }
  })
}
