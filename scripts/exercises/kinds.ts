import type { CompendiumCode } from "../../src/features/exercises/compendium.ts"
import type { Category, MuscleGroup, TrackingType } from "../../src/features/exercises/model.ts"

/** An exercise that the source lacks. */
export interface Addition {
  readonly name: string
  readonly category: Category
  readonly trackingType: TrackingType
  readonly compendium: CompendiumCode
  readonly equipment: string
  readonly muscleGroups: ReadonlyArray<MuscleGroup>
}

const kind =
  (category: Category, trackingType: TrackingType) =>
  (
    name: string,
    compendium: CompendiumCode,
    equipment: string,
    ...muscleGroups: ReadonlyArray<MuscleGroup>
  ): Addition => ({ name, category, trackingType, compendium, equipment, muscleGroups })

export const distance = kind("cardio", "distance_duration")
export const loaded = kind("cardio", "weight_distance")
export const activity = kind("cardio", "duration")
export const practice = kind("flexibility", "duration")
export const pose = kind("flexibility", "hold")
export const mobility = kind("flexibility", "reps")
export const hold = kind("bodyweight", "hold")
export const move = kind("bodyweight", "reps")
export const drill = kind("bodyweight", "duration")
export const lift = kind("strength", "weight_reps")
export const carry = kind("strength", "weight_distance")
export const banded = kind("strength", "reps")
export const session = kind("strength", "duration")
