import { assetText } from "../../platform/assets/assets.ts"
import { once } from "../../values/once.ts"
import { fold, singular, stem, wordsOf } from "../../values/text/words.ts"
import { readNamesAbroad } from "./catalogue/abroad.ts"
import { type App, readAppNames } from "./catalogue/app-names.ts"
import { readCatalogue } from "./catalogue/read.ts"
import { closestNames } from "./closest-names.ts"
import type { CatalogueExercise } from "./model.ts"
import { exerciseSearch, type SearchInput, type SearchResult } from "./search.ts"

export interface Exercise extends CatalogueExercise {
  readonly appNames: ReadonlyArray<string>
  /** Its names in other languages. */
  readonly abroad: ReadonlyArray<string>
}

const tableOf = (file: string) => assetText(`src/features/exercises/catalogue/${file}`)

type Named = Pick<CatalogueExercise, "name" | "formerNames">

/** The names that mean exactly this exercise: its name, and those that it had before. */
const namesOf = ({ name, formerNames }: Named): ReadonlyArray<string> => [name, ...formerNames]

/**
 * The catalogue. It is read-only and small, so each process holds all of it in memory. It is read on first use, because
 * most commands never need it.
 */
const catalogue = once(() => {
  const appNames = readAppNames(tableOf("app-names.tsv"))
  const abroad = readNamesAbroad(tableOf("names-abroad.tsv"))
  const namesById = Map.groupBy(appNames, ({ id }) => id)
  const exercises: ReadonlyArray<Exercise> = readCatalogue(tableOf("exercises.tsv")).map((exercise) => ({
    ...exercise,
    appNames: [...new Set((namesById.get(exercise.id) ?? []).map(({ name }) => name))],
    abroad: abroad.get(exercise.id) ?? []
  }))
  return {
    exercises,
    byId: new Map(exercises.map((exercise) => [exercise.id, exercise])),
    byName: new Map(exercises.flatMap((exercise) => namesOf(exercise).map((name) => [fold(name), exercise]))),
    idByAppName: new Map(appNames.map(({ app, name, id }) => [`${app} ${fold(name)}`, id]))
  }
})

/** A name without hyphens, spaces, punctuation and plural endings, for comparison: `pullup` for Pull-Ups. */
export const looseName = (name: string): string =>
  wordsOf(name)
    .map((word) => singular(stem(word)))
    .join("")

/** Exercises by the loose forms of their names. A loose name shared by several is left out. */
export const byLooseName = <E extends Named>(exercises: ReadonlyArray<E>): ReadonlyMap<string, E> => {
  const spelt = exercises.flatMap((exercise) =>
    [...new Set(namesOf(exercise).map(looseName))].map((key) => ({ key, exercise }))
  )
  return new Map(
    [...Map.groupBy(spelt, ({ key }) => key)].flatMap(([key, [only, ...others]]) =>
      only === undefined || others.length > 0 || key === "" ? [] : [[key, only.exercise]]
    )
  )
}

const loose = once(() => byLooseName(exercises()))

export const exercises = (): ReadonlyArray<Exercise> => catalogue().exercises

export const exerciseById = (id: string): Exercise | undefined => catalogue().byId.get(id)

/** The exercise that has or had exactly this name, ignoring case, accents, trademark signs and compatibility characters. */
export const exerciseByName = (name: string): Exercise | undefined => catalogue().byName.get(fold(name))

/** The only exercise with this name, also ignoring hyphens, spaces, punctuation and plural endings. */
export const exerciseByLooseName = (name: string): Exercise | undefined => loose().get(looseName(name))

/**
 * The exercise that an app calls exactly this, ignoring case, accents, trademark signs and compatibility characters.
 * Another app may use the name for another exercise.
 */
export const exerciseByAppName = (app: App, name: string): Exercise | undefined =>
  exerciseById(catalogue().idByAppName.get(`${app} ${fold(name)}`) ?? "")

const search = once(() => exerciseSearch(exercises()))

/**
 * Finds exercises by words, by category or by both. The index is built at the first search, because most commands never
 * search.
 */
export const searchExercises = (input: SearchInput): SearchResult<Exercise> => search()(input)

/** How many exercises a message suggests. */
const MOST_SUGGESTED = 3

/**
 * The exercises that an unknown name or id most likely means, as message text: `Barbell Squat (exr_…), …`. First those
 * that a search finds by all words as they are, then those that are spelt most similarly.
 */
export const likelyMeant = (nameOrId: string): ReadonlyArray<Pick<Exercise, "id" | "name">> => {
  const query = nameOrId.replace(/^exr_/, "").replaceAll("_", " ")
  const { exercises: found, searchedFor } = searchExercises({ query, limit: MOST_SUGGESTED })
  const similar = closestNames(exercises(), nameOrId, MOST_SUGGESTED)
  return [...new Set([...(searchedFor === undefined ? found : []), ...similar])].slice(0, MOST_SUGGESTED)
}
