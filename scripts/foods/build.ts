import { fileURLToPath } from "node:url"
import type { CatalogueFood } from "../../src/features/foods/catalogue-food.ts"
import { writeMeasures } from "../../src/features/foods/measures.ts"
import { COLUMNS } from "../../src/features/foods/table.ts"
import { householdOf } from "./household.ts"
import { RESTORED } from "./restored.ts"
import { type Row, readSr28, rowsOf } from "./sr28.ts"
import { readTitle } from "./titles.ts"
import { readWeights, type Weight } from "./weights.ts"

/** Positions of the columns used. Nutrients are per 100 g. */
const COLUMN = {
  ndb: 0,
  title: 1,
  water: 2,
  kcal: 3,
  protein: 4,
  fat: 5,
  ash: 6,
  carbohydrate: 7
} as const

/** Alcoholic products whose titles do not begin with "ALCOHOLIC BEV": two vanilla extracts and malt liquor. */
const ALSO_ALCOHOLIC: ReadonlySet<string> = new Set(["02050", "02051", "14252"])

const known = (row: Row, column: keyof typeof COLUMN): number => {
  const cell = row[COLUMN[column]]
  if (typeof cell !== "number") throw new Error(`SR28 ${row[0]}: ${column} is ${JSON.stringify(cell)}, not a number`)
  return cell
}

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

const foodOf = (row: Row, weights: ReadonlyArray<Weight>): CatalogueFood => {
  const ndb = textOf(row, "ndb")
  const { name, brandName } = readTitle(RESTORED[ndb] ?? textOf(row, "title"))
  const [serving, ...others] = householdOf(ndb, name, weights)
  return {
    id: `food_sr28_${ndb}`,
    source: "usda-sr28",
    sourceId: ndb,
    name,
    brandName,
    servingSize: serving?.grams ?? 100,
    servingUnit: "g",
    servingText: serving?.label ?? null,
    ...(others.length === 0 ? {} : { measures: others.map(({ label, grams }) => ({ text: label, size: grams })) }),
    calories: known(row, "kcal"),
    protein: known(row, "protein"),
    carbs: known(row, "carbohydrate"),
    fat: known(row, "fat"),
    alcohol: alcoholOf(row)
  }
}

const byNdb = (a: CatalogueFood, b: CatalogueFood): number =>
  a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : 0

/** Builds the catalogue's table, sorted by NDB number, from the rows of SR28 and its weights by NDB number. */
export const buildFoods = (rows: unknown, weights: ReadonlyMap<string, ReadonlyArray<Weight>>): string => {
  const foods = rowsOf(rows)
    .map((row) => foodOf(row, weights.get(textOf(row, "ndb")) ?? []))
    .sort(byNdb)
  const lines = foods.map((food) =>
    COLUMNS.map((column) => (column === "measures" ? writeMeasures(food.measures ?? []) : (food[column] ?? ""))).join(
      "\t"
    )
  )
  return `${[COLUMNS.join("\t"), ...lines].join("\n")}\n`
}

/** The path of the built table. */
export const TABLE = fileURLToPath(new URL("../../src/features/foods/foods.tsv", import.meta.url))

if (import.meta.main) {
  const table = buildFoods(await readSr28(), await readWeights())
  await Bun.write(TABLE, table)
  console.log(`${table.split("\n").length - 2} foods, ${Buffer.byteLength(table)} bytes`)
}
