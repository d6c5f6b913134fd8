import { Schema } from "effect"
import { present } from "../../contract/fields.ts"

const CATEGORIES = ["strength", "cardio", "flexibility", "bodyweight"] as const
export const TRACKING_TYPES = [
  "weight_reps",
  "weight_distance",
  "reps",
  "distance_duration",
  "duration",
  "hold"
] as const
export const MUSCLE_GROUPS = [
  "abdominals",
  "abductors",
  "adductors",
  "biceps",
  "calves",
  "chest",
  "forearms",
  "glutes",
  "hamstrings",
  "lats",
  "lower back",
  "middle back",
  "neck",
  "quadriceps",
  "shoulders",
  "traps",
  "triceps"
] as const

/** What a weight can be, other than the load moved. */
export const WEIGHT_MEANINGS = ["assistance", "added_bodyweight"] as const
export type WeightMeaning = (typeof WEIGHT_MEANINGS)[number]

/** An exercise of the catalogue. */
export const CatalogueExercise = Schema.Struct({
  id: Schema.String.pipe(Schema.pattern(/^exr_[a-z0-9_]+$/)),
  name: Schema.NonEmptyTrimmedString,
  category: Schema.Literal(...CATEGORIES),
  /** The values that a set of this exercise records. */
  trackingType: Schema.Literal(...TRACKING_TYPES),
  /** What its weight is when a set does not say; empty: the load moved. */
  weightIs: Schema.Literal("", ...WEIGHT_MEANINGS),
  /** In descending order of training effect. */
  muscleGroups: Schema.Array(Schema.Literal(...MUSCLE_GROUPS)),
  /** Empty if none is needed. */
  equipment: Schema.Trimmed,
  /** Other names that people use. */
  aliases: Schema.Array(Schema.NonEmptyTrimmedString),
  /** Names that it had in earlier releases, still accepted as exact names. */
  formerNames: Schema.Array(Schema.NonEmptyTrimmedString),
  /** The row of the 2024 Adult Compendium of Physical Activities for moderate effort. */
  compendium: Schema.String.pipe(Schema.pattern(/^\d{5}$/)),
  /** How common the exercise is: 3 very common, 2 common, 1 known, 0 rare. */
  popularity: Schema.transformLiterals(["0", 0], ["1", 1], ["2", 2], ["3", 3])
})
export type CatalogueExercise = typeof CatalogueExercise.Type
export type TrackingType = CatalogueExercise["trackingType"]
export type MuscleGroup = (typeof MUSCLE_GROUPS)[number]

export const Category = Schema.Literal(...CATEGORIES)
export type Category = typeof Category.Type

export const WeightIs = Schema.Literal(...WEIGHT_MEANINGS).annotations({
  description: "What weight is where a set has no loadIntent; absent: the load moved."
})

/** An exercise as shown in answers. */
export const ShownExercise = Schema.Struct({
  id: Schema.String.annotations({ description: "Pass as exerciseId in workouts." }),
  name: Schema.String.annotations({ description: "Its name." }),
  category: Category.annotations({ description: "Kind of exercise." }),
  trackingType: Schema.Literal(...TRACKING_TYPES).annotations({
    description:
      "Fields of a set that it takes. weight_reps: weight, reps. weight_distance: weight, distanceMeters, durationSeconds: a carry. reps: reps; weight is optional, for added load. distance_duration: distanceMeters, durationSeconds. duration: durationSeconds. hold: holdSeconds."
  }),
  muscleGroups: Schema.Array(Schema.String).annotations({ description: "Trained most first." }),
  equipment: present(Schema.String.annotations({ description: "Absent where none is needed." })),
  weightIs: present(WeightIs),
  kcalPerHour: present(
    Schema.Number.annotations({ description: "At the user's weight and moderate effort; absent without a weight." })
  )
})
export type ShownExercise = typeof ShownExercise.Type

export const show = ({
  id,
  name,
  category,
  trackingType,
  muscleGroups,
  equipment,
  weightIs
}: CatalogueExercise): ShownExercise => ({
  id,
  name,
  category,
  trackingType,
  muscleGroups,
  ...(equipment === "" ? {} : { equipment }),
  ...(weightIs === "" ? {} : { weightIs })
})
