import type { CatalogueFood } from "../../src/features/foods/catalogue-food.ts"
import { householdOf } from "./household.ts"
import { RESTORED } from "./restored.ts"
import type { Row } from "./sr28.ts"
import { hundredMillilitres } from "./survey-portions.ts"
import { readTitle } from "./titles.ts"
import type { Weight } from "./weights.ts"

/** Positions of the columns used. Nutrients are per 100 g: sodium in milligrams, the others in grams. */
const COLUMN = {
  ndb: 0,
  title: 1,
  water: 2,
  kcal: 3,
  protein: 4,
  fat: 5,
  ash: 6,
  carbohydrate: 7,
  fiber: 8,
  sugars: 9,
  sodium: 15,
  saturatedFat: 44
} as const

/** Alcoholic products whose titles do not begin with "ALCOHOLIC BEV": two vanilla extracts and malt liquor. */
const ALSO_ALCOHOLIC: ReadonlySet<string> = new Set(["02050", "02051", "14252"])

const known = (row: Row, column: keyof typeof COLUMN): number => {
  const cell = row[COLUMN[column]]
  if (typeof cell !== "number") throw new Error(`SR28 ${row[0]}: ${column} is ${JSON.stringify(cell)}, not a number`)
  return cell
}

/** A nutrient that SR28 does not know for every food. */
const perhaps = (row: Row, column: keyof typeof COLUMN): number | null =>
  row[COLUMN[column]] === "" ? null : known(row, column)

const textOf = (row: Row, column: "ndb" | "title"): string => String(row[COLUMN[column]])

/**
 * SR28 has no alcohol column here. In an alcoholic drink, alcohol is 100 g minus water, protein, fat, ash and
 * carbohydrate.
 */
const alcoholOf = (row: Row): number => {
  if (!/^ALCOHOLIC BEV/.test(textOf(row, "title")) && !ALSO_ALCOHOLIC.has(textOf(row, "ndb"))) return 0
  const rest = (["water", "protein", "fat", "ash", "carbohydrate"] as const).reduce(
    (sum, column) => sum + known(row, column),
    0
  )
  return Math.max(0, Math.round((100 - rest) * 100) / 100)
}

/** A food of SR28 without its name on a menu. Its description is the USDA's, with abbreviations written out. */
export type StandardFood = Omit<CatalogueFood, "name" | "description"> & { readonly description: string }

const foodOf = (row: Row, weights: ReadonlyArray<Weight>): StandardFood => {
  const ndb = textOf(row, "ndb")
  const { name: description, brandName } = readTitle(RESTORED[ndb] ?? textOf(row, "title"))
  const [serving, ...others] = householdOf(ndb, description, weights)
  const measures = others.map(({ label, grams }) => ({ text: label, size: grams }))
  const liquid = hundredMillilitres(
    weights.filter(({ amount }) => amount === "1").map(({ measure, grams }) => ({ text: `1 ${measure}`, size: grams })),
    false
  )
  const portions = liquid === undefined ? measures : [...measures.slice(0, 4), liquid]
  return {
    id: `food_sr28_${ndb}`,
    source: "usda-sr28",
    sourceId: ndb,
    brandName,
    description,
    servingSize: serving?.grams ?? 100,
    servingUnit: "g",
    servingText: serving?.label ?? null,
    ...(portions.length === 0 ? {} : { measures: portions }),
    calories: known(row, "kcal"),
    protein: known(row, "protein"),
    carbs: known(row, "carbohydrate"),
    fat: known(row, "fat"),
    alcohol: alcoholOf(row),
    fiber: perhaps(row, "fiber"),
    sugars: perhaps(row, "sugars"),
    saturatedFat: perhaps(row, "saturatedFat"),
    sodium: perhaps(row, "sodium")
  }
}

/** The foods of SR28 by NDB number, from its rows and its weights by NDB number. */
export const standardFoods = (
  rows: ReadonlyArray<Row>,
  weights: ReadonlyMap<string, ReadonlyArray<Weight>>
): ReadonlyArray<StandardFood> =>
  rows
    .map((row) => foodOf(row, weights.get(textOf(row, "ndb")) ?? []))
    .sort((a, b) => (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : 0))
