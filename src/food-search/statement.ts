import type { MeasuredFood } from "../foods/model.ts"
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
  readonly kind: "catalogue"
  readonly revision: string
  readonly lookedFor: string | null
  readonly level: number | null
  readonly dropped: number | null
  readonly wanted: boolean
  readonly foods: string | null
}

/** A food that a search found. Its other columns are read only if it is shown. */
export interface Found {
  readonly kind: "food"
  readonly id: string
  readonly name: string
  readonly brandName: string | null
  /** The columns after the brand. */
  readonly columns: string
}

const BETWEEN_FOODS = "\u001e"
const BETWEEN_COLUMNS = "\u001f"

const foundIn = (food: string): Found => {
  const name = food.indexOf(BETWEEN_COLUMNS) + 1
  const brand = food.indexOf(BETWEEN_COLUMNS, name) + 1
  const columns = food.indexOf(BETWEEN_COLUMNS, brand) + 1
  return {
    kind: "food",
    id: food.slice(0, name - 1),
    name: food.slice(name, brand - 1),
    brandName: food.slice(brand, columns - 1) || null,
    columns: food.slice(columns)
  }
}

/** All columns of a food that a search found. */
export const measuredFood = ({ id, name, brandName, columns }: Found): MeasuredFood => {
  const [size, unit = "", text = "", calories, protein, carbs, fat, alcohol, measures = ""] =
    columns.split(BETWEEN_COLUMNS)
  return {
    id,
    name,
    brandName,
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
