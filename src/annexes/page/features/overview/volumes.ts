import { exerciseById } from "../../../../features/exercises/exercises.ts"
import type { Workout } from "../../../../features/workouts/model.ts"
import type { Performed } from "../../../../features/workouts/store.ts"
import { volumeOf } from "../../../../features/workouts/volume.ts"
import type { ActivityDay } from "../../../../values/activity-day.ts"
import { fromKilograms, type WeightUnit } from "../../../../values/units.ts"
import { titleOf } from "../lately/next.ts"

/** Volumes in the user's strength unit, as `get_recorded_workout` returns them. */
interface Volumes {
  readonly volume?: number
  readonly before?: { readonly date: ActivityDay; readonly volume: number }
}

const volumeIn = ({ exercises }: Pick<Workout, "exercises">): number =>
  exercises.reduce((sum, { exerciseId, sets }) => sum + volumeOf(sets, exerciseById(exerciseId) ?? {}), 0)

/**
 * The volume of a workout, and that of the last one before it with the same name. `performed` has the workouts with one
 * of its exercises, oldest first.
 */
export const volumesOf = (workout: Workout, performed: ReadonlyArray<Performed>, unit: WeightUnit): Volumes => {
  const volume = volumeIn(workout)
  if (volume === 0) return {}
  const earlier = performed.slice(
    0,
    Math.max(
      0,
      performed.findIndex(({ id }) => id === workout.id)
    )
  )
  const last = earlier.findLast((each) => titleOf(each) === titleOf(workout))
  const before = last === undefined ? 0 : volumeIn(last)
  return {
    volume: fromKilograms(volume, unit, 0),
    ...(last === undefined || before === 0
      ? {}
      : { before: { date: last.date, volume: fromKilograms(before, unit, 0) } })
  }
}
