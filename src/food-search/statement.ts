import { asFood, type Food, type MeasuredFood } from "../foods/model.ts"
import { once } from "../values/once.ts"
import type { FromCatalogue, LookedFor } from "./results.ts"
import type { Term, Word } from "./terms.ts"

/** The placeholder for a band's letter in templates of text search queries. No word contains it. */
const BAND = "~"

const whole = ({ stem }: Word) => `'${BAND}${stem}'`

/** A text search query for foods that have the term in whole words, with placeholders for the band. */
export const template = ({ ways }: Term): string => {
  const all = ways.map((way) => way.map(whole).join(" & "))
  return all.length === 1 ? all.join("") : `(${all.join(" | ")})`
}

/** The stems of each way to say the term. */
export const stemsOfWays = ({ ways }: Term): string =>
  ways.map((way) => way.map(({ stem }) => stem).join(" ")).join("|")

/** A row of the function `search_catalogue`, whose migration describes it. */
export interface CatalogueRow {
  readonly revision: string
  readonly lookedFor: string | null
  readonly level: number | null
  readonly dropped: number | null
  readonly wanted: boolean
  readonly foods: string | null
}

/** A food that a search found. */
export interface Found {
  readonly kind: "found"
  readonly id: string
  readonly name: string
  readonly brandName: string | null
  /** All of it, which is read only if it is shown. */
  readonly food: () => Food
}

const BETWEEN_FOODS = "\u001e"
const BETWEEN_COLUMNS = "\u001f"

const measuredFood = (columns: string): MeasuredFood => {
  const [
    id = "",
    name = "",
    brand = "",
    size,
    unit = "",
    text = "",
    calories,
    protein,
    carbs,
    fat,
    alcohol,
    measures = ""
  ] = columns.split(BETWEEN_COLUMNS)
  return {
    id,
    name,
    brandName: brand || null,
    servingSize: Number(size),
    servingUnit: unit,
    servingText: text || null,
    calories: Number(calories),
    protein: Number(protein),
    carbs: Number(carbs),
    fat: Number(fat),
    alcohol: Number(alcohol),
    measures
  }
}

/** How many foods that were found are remembered: more than come with Fettle. When there are as many, all are forgotten. */
const MOST_REMEMBERED = 10_000

const remembered = new Map<string, { readonly columns: string; readonly found: Found }>()

/** A copy: a slice would keep the whole answer in memory. */
const apart = (part: string): string => Buffer.from(part).toString()

/** Foods are found again and again: what is read of their columns is remembered until these change. */
const foundIn = (part: string): Found => {
  const known = remembered.get(part.slice(0, part.indexOf(BETWEEN_COLUMNS)))
  if (known?.columns === part) return known.found
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const columns = apart(part)
  const [id = "", name = "", brand = ""] = columns.split(BETWEEN_COLUMNS, 3)
  const found: Found = {
    kind: "found",
    id,
    name,
    brandName: brand || null,
    food: once(() => asFood("food", measuredFood(columns)))
  }
  remembered.set(id, { columns, found })
  return found
}

/** How each term was searched, as the function writes it. */
const lookedForIn = (text: string): ReadonlyArray<LookedFor> =>
  text.split(" ").map((word) => (word === "=" ? "as asked" : word === "-" ? undefined : { correction: word }))

/**
 * The foods of the level to show: the one with foods that are what the query names, if there is one, or else the first. The
 * subsets of a level are counted from the first term that it may drop.
 */
export const fromCatalogue = (rows: ReadonlyArray<CatalogueRow>): FromCatalogue<Found> => {
  const level = (rows.find(({ wanted }) => wanted) ?? rows[0])?.level ?? 0
  const foods: Array<ReadonlyArray<Found>> = []
  for (const row of rows) {
    if (row.level !== level || row.foods === null) continue
    const place = (row.dropped ?? level) - level
    while (foods.length < place) foods.push([])
    foods.push(row.foods.split(BETWEEN_FOODS).map(foundIn))
  }
  return { lookedFor: lookedForIn(rows[0]?.lookedFor ?? ""), level, foods }
}
