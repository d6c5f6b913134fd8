import { Schema } from "effect"
import { present } from "../../contract/fields.ts"
import { Count } from "../../values/number.ts"
import { round } from "../../values/round.ts"
import { fromKilograms, WeightUnit } from "../../values/units.ts"
import type { Weighed } from "./best-set.ts"
import type { WorkoutSet } from "./model.ts"
import { volumeOfSet } from "./volume.ts"

const ShownVolume = present(
  Schema.Struct({
    value: Schema.Number.annotations({ description: "To 2 decimals." }),
    unit: WeightUnit.annotations({ description: "The user's strength unit." })
  }).annotations({ description: "Weight as logged × reps, without assistance." })
)

/** What a whole workout adds up to, as shown in answers. */
export const ShownTotals = {
  sets: Count.annotations({ description: "How many; warm-ups are not counted." }),
  volume: ShownVolume
}

/** Sums over the working sets of one exercise, as shown in answers. A sum is absent if no set has its field. */
export const ShownSums = Schema.Struct({
  reps: present(Schema.Int.annotations({ description: "Repetitions." })),
  distanceMeters: present(Schema.Number.annotations({ description: "Metres." })),
  durationSeconds: present(Schema.Number.annotations({ description: "Seconds, held ones included." })),
  volume: ShownVolume
})
export type ShownSums = typeof ShownSums.Type

const sumOf = (values: ReadonlyArray<number | undefined>): number | undefined => {
  const given = values.filter((value) => value !== undefined)
  return given.length === 0 ? undefined : given.reduce((sum, value) => sum + value, 0)
}

/** An exercise with the sets that were done of it. */
interface Done {
  readonly exercise: Weighed
  readonly sets: ReadonlyArray<WorkoutSet>
}

const workingIn = (sets: ReadonlyArray<WorkoutSet>) => sets.filter(({ setType }) => setType === "working")

const showVolume = (exercises: ReadonlyArray<Done>, unit: WeightUnit) => {
  const volume = sumOf(exercises.flatMap(({ exercise, sets }) => sets.map((set) => volumeOfSet(set, exercise))))
  return volume === undefined ? {} : { volume: { value: fromKilograms(volume, unit, 2), unit } }
}

/** The sums over sets, without warm-ups. */
export const showSums = (exercise: Weighed, sets: ReadonlyArray<WorkoutSet>, strengthUnit: WeightUnit): ShownSums => {
  const working = workingIn(sets)
  const reps = sumOf(working.map(({ reps }) => reps))
  const distance = sumOf(working.map(({ distanceMeters }) => distanceMeters))
  const seconds = sumOf(working.map(({ durationSeconds, holdSeconds }) => durationSeconds ?? holdSeconds))
  return {
    ...(reps === undefined ? {} : { reps }),
    ...(distance === undefined ? {} : { distanceMeters: round(distance, 2) }),
    ...(seconds === undefined ? {} : { durationSeconds: round(seconds, 2) }),
    ...showVolume([{ exercise, sets: working }], strengthUnit)
  }
}

/** The working sets of a workout and their volume, counted as for each of its exercises. */
export const showTotals = (exercises: ReadonlyArray<Done>, strengthUnit: WeightUnit) => {
  const working = exercises.map(({ exercise, sets }) => ({ exercise, sets: workingIn(sets) }))
  return {
    sets: working.reduce((sum, { sets }) => sum + sets.length, 0),
    ...showVolume(working, strengthUnit)
  }
}
