import { assetText } from "../assets/assets.ts"
import { once } from "../values/once.ts"
import { type App, readAppNames } from "./catalogue/app-names.ts"
import { readCatalogue } from "./catalogue/read.ts"
import { closestNames } from "./closest-names.ts"
import type { CatalogueExercise } from "./model.ts"
import { exerciseSearch, type SearchInput, type SearchResult } from "./search.ts"

export interface Exercise extends CatalogueExercise {
  readonly appNames: ReadonlyArray<string>
}

const tableOf = (file: string) => assetText(`src/exercises/catalogue/${file}`)

/**
 * The catalogue. It is read-only and small, so each process holds all of it in memory. It is read when it is first asked
 * for, because most commands never ask.
 */
const catalogue = once(() => {
  const appNames = readAppNames(tableOf("app-names.tsv"))
  const namesById = Map.groupBy(appNames, ({ id }) => id)
  const exercises: ReadonlyArray<Exercise> = readCatalogue(tableOf("exercises.tsv")).map((exercise) => ({
    ...exercise,
    appNames: [...new Set((namesById.get(exercise.id) ?? []).map(({ name }) => name))]
  }))
  return {
    exercises,
    byId: new Map(exercises.map((exercise) => [exercise.id, exercise])),
    byName: new Map(exercises.map((exercise) => [exercise.name.toLowerCase(), exercise])),
    idByAppName: new Map(appNames.map(({ app, name, id }) => [`${app} ${name.toLowerCase()}`, id]))
  }
})

export const exercises = (): ReadonlyArray<Exercise> => catalogue().exercises

export const exerciseById = (id: string): Exercise | undefined => catalogue().byId.get(id)

/** The exercise with exactly this name, ignoring case. */
export const exerciseByName = (name: string): Exercise | undefined => catalogue().byName.get(name.toLowerCase())

/** The exercise with exactly this name in an app, ignoring case. The name may mean another exercise in another app. */
export const exerciseByAppName = (app: App, name: string): Exercise | undefined =>
  exerciseById(catalogue().idByAppName.get(`${app} ${name.toLowerCase()}`) ?? "")

const search = once(() => exerciseSearch(exercises()))

/**
 * Finds exercises by words, by category or by both. The index is built at the first search: most commands never search.
 */
export const searchExercises = (input: SearchInput): SearchResult<Exercise> => search()(input)

/** The exercises most similar to an unknown name or id, as message text: `Barbell Squat (exr_…), …`. */
export const likelyMeant = (nameOrId: string): string =>
  closestNames(exercises(), nameOrId, 3)
    .map(({ name, id }) => `${name} (${id})`)
    .join(", ")
