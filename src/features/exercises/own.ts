import { type DateTime, Schema } from "effect"
import { ItemId, itemIds } from "../../values/item-id.ts"
import { trimmed } from "../../values/text.ts"
import type { CatalogueExercise } from "./model.ts"

export const ownExerciseIds = itemIds("ownex")
const OWN = `${ownExerciseIds.prefix}_`

/** Most own exercises that imports and the page create for a user. */
export const MOST_OWN = 2000

/** Longest name of an own exercise, in Unicode code points. */
export const LONGEST_OWN_NAME = 200

export const OwnExerciseId = ItemId.pipe(Schema.pattern(new RegExp(`^${OWN}[0-9a-z]+$`)))
export const ExerciseName = trimmed({ min: 1, max: LONGEST_OWN_NAME })

/** A user's exercise under a name that the catalogue does not have, created by an import or on the page. */
export interface OwnExercise extends Pick<CatalogueExercise, "id" | "name" | "category" | "trackingType"> {
  readonly createdAt: DateTime.Utc
}

/** Whether an id belongs to an own exercise rather than the catalogue. */
export const isOwnExerciseId = (id: string): boolean => id.startsWith(OWN)

/** Whether one of these ids belongs to an own exercise. The ids are one text, separated by spaces. */
export const hasOwnExercise = (ids: string): boolean => ids.includes(OWN)

/** A name as compared: no two own exercises of a user share it. */
export const nameKey = (name: string): string => name.trim().toLowerCase()

/** Rows of the 2024 Adult Compendium for exercises of which only the category is known. */
const COMPENDIUM_OF_CATEGORY = {
  strength: "02054",
  bodyweight: "02056",
  flexibility: "02101",
  cardio: "02035"
} as const satisfies Record<CatalogueExercise["category"], string>

/** An own exercise with all the fields of a catalogue exercise. */
export const asExercise = ({ id, name, category, trackingType }: Omit<OwnExercise, "createdAt">) => ({
  id,
  name,
  category,
  trackingType,
  muscleGroups: [],
  equipment: "",
  weightIs: "" as const,
  aliases: [],
  formerNames: [],
  compendium: COMPENDIUM_OF_CATEGORY[category],
  popularity: 0 as const,
  appNames: [],
  abroad: []
})
