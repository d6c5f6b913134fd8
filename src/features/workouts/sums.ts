import { Schema } from "effect"
import { present } from "../../contract/operation.ts"
import { round } from "../../values/round.ts"
import { fromKilograms, WeightUnit } from "../../values/units.ts"
import type { Weighed } from "./best-set.ts"
import type { WorkoutSet } from "./model.ts"
import { volumeOfSet } from "./volume.ts"

/** Sums over the working sets of one exercise, as shown in answers. A sum is absent if no set has its field. */
export const ShownSums = Schema.Struct({
  reps: present(Schema.Int.annotations({ description: "Repetitions." })),
  distanceMeters: present(Schema.Number.annotations({ description: "Metres." })),
  durationSeconds: present(Schema.Number.annotations({ description: "Seconds, held ones included." })),
  volume: present(
    Schema.Struct({
      value: Schema.Number.annotations({ description: "To 2 decimals." }),
      unit: WeightUnit.annotations({ description: "The user's strength unit." })
    }).annotations({ description: "Weight as logged × reps, without assistance." })
  )
})
export type ShownSums = typeof ShownSums.Type

const sumOf = (values: ReadonlyArray<number | undefined>): number | undefined => {
  const given = values.filter((value) => value !== undefined)
  return given.length === 0 ? undefined : given.reduce((sum, value) => sum + value, 0)
}

/** The sums over sets, without warm-ups. */
export const showSums = (exercise: Weighed, sets: ReadonlyArray<WorkoutSet>, strengthUnit: WeightUnit): ShownSums => {
  const working = sets.filter(({ setType }) => setType === "working")
  const reps = sumOf(working.map(({ reps }) => reps))
  const distance = sumOf(working.map(({ distanceMeters }) => distanceMeters))
  const seconds = sumOf(working.map(({ durationSeconds, holdSeconds }) => durationSeconds ?? holdSeconds))
  const volume = sumOf(working.map((set) => volumeOfSet(set, exercise)))
  return {
    ...(reps === undefined ? {} : { reps }),
    ...(distance === undefined ? {} : { distanceMeters: round(distance, 2) }),
    ...(seconds === undefined ? {} : { durationSeconds: round(seconds, 2) }),
    ...(volume === undefined ? {} : { volume: { value: fromKilograms(volume, strengthUnit, 2), unit: strengthUnit } })
  }
}
