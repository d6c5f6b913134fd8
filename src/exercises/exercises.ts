import { readFileSync } from "node:fs"
import { type CatalogueExercise, readCatalogue } from "./catalogue/read.ts"
import { closestNames, type SearchTexts, searchTexts } from "./search.ts"

export type Exercise = CatalogueExercise & SearchTexts

/** The catalogue: everybody's, read-only and small, so each process holds it whole. */
export const exercises: ReadonlyArray<Exercise> = readCatalogue(
  readFileSync(new URL("./catalogue/exercises.tsv", import.meta.url), "utf8")
).map((exercise) => ({ ...exercise, ...searchTexts(exercise) }))

const byId = new Map(exercises.map((exercise) => [exercise.id, exercise]))
const byName = new Map(exercises.map((exercise) => [exercise.name.toLowerCase(), exercise]))

export const exerciseById = (id: string): Exercise | undefined => byId.get(id)

/** The exercise of exactly this name, but for case. */
export const exerciseByName = (name: string): Exercise | undefined => byName.get(name.toLowerCase())

/** The exercises that a name or id which is not in the catalogue most likely means, in words: `Barbell Squat (exr_…), …`. */
export const likelyMeant = (nameOrId: string): string =>
  closestNames(exercises, nameOrId, 3)
    .map(({ name, id }) => `${name} (${id})`)
    .join(", ")
