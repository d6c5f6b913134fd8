import { type DateTime, Schema } from "effect"
import { ItemId, itemIds } from "../../values/item-id.ts"
import { trimmed } from "../../values/text.ts"
import type { CatalogueExercise } from "./model.ts"

export const ownExerciseIds = itemIds("ownex")
const OWN = `${ownExerciseIds.prefix}_`

/** Most own exercises that imports and the page make for a user. */
export const MOST_OWN = 2000

/** Longest name of an own exercise, in Unicode code points. */
export const LONGEST_OWN_NAME = 200

export const OwnExerciseId = ItemId.pipe(Schema.pattern(new RegExp(`^${OWN}[0-9a-z]+$`)))
export const ExerciseName = trimmed({ min: 1, max: LONGEST_OWN_NAME })

/** An exercise of one user, for a name that the catalogue does not have. Imports make them, and people on the page. */
export interface OwnExercise extends Pick<CatalogueExercise, "id" | "name" | "category" | "trackingType"> {
  readonly createdAt: DateTime.Utc
}

/** Whether an id is that of somebody's own exercise, not of the catalogue. */
export const isOwnExerciseId = (id: string): boolean => id.startsWith(OWN)

/** Whether one of these ids is that of somebody's own exercise. They are one text, with a space between two. */
export const hasOwnExercise = (ids: string): boolean => ids.includes(OWN)

/** By what names are compared: no two own exercises of a user have the same. */
export const nameKey = (name: string): string => name.trim().toLowerCase()

/** Rows of the 2024 Adult Compendium for an exercise whose category alone is known. */
const COMPENDIUM_OF_CATEGORY = {
  strength: "02054",
  bodyweight: "02056",
  flexibility: "02101",
  cardio: "02035"
} as const satisfies Record<CatalogueExercise["category"], string>

/** An own exercise with everything that the catalogue states about one. */
export const asExercise = ({ id, name, category, trackingType }: OwnExercise) => ({
  id,
  name,
  category,
  trackingType,
  muscleGroups: [],
  equipment: "",
  aliases: [],
  compendium: COMPENDIUM_OF_CATEGORY[category],
  popularity: 0 as const,
  appNames: []
})
