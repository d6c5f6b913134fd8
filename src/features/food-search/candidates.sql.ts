import type { Statement } from "@effect/sql"
import type { Builder } from "../../platform/database/builder.ts"
import { once } from "../../values/once.ts"
import { copyOf } from "../../values/text/copies.ts"
import { asFood, type Food, type Known, type MeasuredFood } from "../foods/model.ts"
import { endingOf, mostCandidates } from "./candidates.ts"
import { NAMING, type Question, type Term, unproven, type Word } from "./query.ts"
import type { FromCatalogue } from "./rank.ts"
import { correctedAs } from "./spelling.ts"

/** The placeholder for a band's letter in templates of text search queries. No word contains it. */
const BAND = "~"

const whole = ({ stem }: Word) => `'${BAND}${stem}'`

/** Variants may differ in their words but not in their stems. */
const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]

/** A text search query for foods that have the term in whole words, with placeholders for the band. */
const template = ({ ways }: Term): string => {
  const all = distinct(ways.map((way) => way.map(whole).join(" & ")))
  return all.length === 1 ? all.join("") : `(${all.join(" | ")})`
}

/** The stems of each variant of the term. */
const stemsOfWays = ({ ways }: Term): string =>
  distinct(ways.map((way) => way.map(({ stem }) => stem).join(" "))).join("|")

/** A call of the function `search_catalogue` for a question. */
export const catalogueSearch = (sql: Builder, { terms }: Question, limit: number): Statement.Fragment => {
  const all = <A>(column: (term: Term) => A) => terms.map(column)
  const words = terms.map(unproven)
  const { beginning, everyday } = endingOf(terms)
  return sql`search_catalogue(
    most => ${mostCandidates(limit)}, naming => ${NAMING}, beginning => ${beginning},
    everyday => ${everyday ? null : []}::text[], words => ${words.map((word) => word?.word ?? "")}::text[],
    stems => ${words.map((word) => word?.stem ?? "")}::text[],
    open => ${words.map((word) => word?.open ?? false)}::boolean[],
    correctable => ${all(({ correctable }) => correctable)}::boolean[], wholes => ${all(template)}::text[],
    ways => ${all(stemsOfWays)}::text[], weights => ${all(({ weight }) => weight)}::integer[],
    telling => ${all(({ telling }) => telling)}::boolean[])`
}

/** A row of the function `search_catalogue`; see its file. */
export interface CatalogueRow {
  readonly revision: string
  /** In the first row only: for each term, separated by spaces, = as asked, - not at all, or a corrected word. */
  readonly lookedFor: string | null
  readonly foods: string | null
}

/** A food found by a search. */
export interface Found extends Known {
  readonly kind: "found"
  readonly id: string
  readonly name: string
  readonly brandName: string | null
  /** The complete food, parsed only if it is shown. */
  readonly food: () => Food
}

const BETWEEN_FOODS = "\u001e"
const BETWEEN_COLUMNS = "\u001f"

const known = (amount: string): number | null => (amount === "" ? null : Number(amount))

const measuredFood = (columns: string): MeasuredFood => {
  const [
    id = "",
    name = "",
    brand = "",
    description = "",
    also = "",
    sameAs = "",
    size,
    unit = "",
    text = "",
    calories,
    protein,
    carbs,
    fat,
    alcohol,
    measures = "",
    fiber = "",
    sugars = "",
    saturatedFat = "",
    sodium = ""
  ] = columns.split(BETWEEN_COLUMNS)
  return {
    id,
    name,
    brandName: brand || null,
    description: description || null,
    also: also || null,
    sameAs: sameAs || null,
    servingSize: Number(size),
    servingUnit: unit,
    servingText: text || null,
    calories: Number(calories),
    protein: Number(protein),
    carbs: Number(carbs),
    fat: Number(fat),
    alcohol: Number(alcohol),
    measures,
    fiber: known(fiber),
    sugars: known(sugars),
    saturatedFat: known(saturatedFat),
    sodium: known(sodium)
  }
}

/** Most found foods cached: more than ship with Fettle. When the cache is full, it is emptied. */
const MOST_REMEMBERED = 16_000

const remembered = new Map<string, { readonly columns: string; readonly found: Found }>()

/** The same foods are found again and again, so parsed columns are cached until they change. */
const foundIn = (part: string): Found => {
  const known = remembered.get(part.slice(0, part.indexOf(BETWEEN_COLUMNS)))
  if (known?.columns === part) return known.found
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const columns = copyOf(part)
  const [id = "", name = "", brand = "", description = "", also = "", sameAs = ""] = columns.split(BETWEEN_COLUMNS, 6)
  const found: Found = {
    kind: "found",
    id,
    name,
    brandName: brand || null,
    description: description || null,
    also: also || null,
    sameAs: sameAs || null,
    food: once(() => asFood("food", measuredFood(columns)))
  }
  remembered.set(id, { columns, found })
  return found
}

/** The foods of all levels searched, each once, and how each term was searched. */
export const fromCatalogue = ({ terms }: Question, rows: ReadonlyArray<CatalogueRow>): FromCatalogue<Found> => {
  const words = rows[0]?.lookedFor?.split(" ") ?? []
  return {
    lookedFor: terms.map((term, index) => {
      const word = words[index] ?? "="
      return word === "=" ? term : word === "-" ? undefined : correctedAs(term, word)
    }),
    foods: [...new Set(rows.flatMap(({ foods }) => foods?.split(BETWEEN_FOODS).map(foundIn) ?? []))]
  }
}
