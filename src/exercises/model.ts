import { Schema } from "effect"
import { present } from "../contract/operation.ts"
import { CATEGORIES, TRACKING_TYPES } from "./catalogue/read.ts"
import type { Exercise } from "./exercises.ts"

export const Category = Schema.Literal(...CATEGORIES)

/** An exercise as an answer shows it. */
export const ShownExercise = Schema.Struct({
  id: Schema.String.annotations({ description: "Pass as exerciseId in workouts." }),
  name: Schema.String.annotations({ description: "Name in the catalogue." }),
  category: Category.annotations({ description: "Kind of exercise." }),
  trackingType: Schema.Literal(...TRACKING_TYPES).annotations({ description: "What a set of it records." }),
  muscleGroups: Schema.Array(Schema.String).annotations({ description: "Trained most first." }),
  equipment: present(Schema.String.annotations({ description: "Absent where none is needed." }))
})
export type ShownExercise = typeof ShownExercise.Type

export const show = ({ id, name, category, trackingType, muscleGroups, equipment }: Exercise): ShownExercise => ({
  id,
  name,
  category,
  trackingType,
  muscleGroups,
  ...(equipment === "" ? {} : { equipment })
})
