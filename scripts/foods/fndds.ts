/**
 * The foods of FNDDS in the build's own form, `fndds.tsv`. `bun scripts/foods/fndds.ts FOODS.tsv PORTIONS.tsv` rewrites
 * it from the workbooks of a release, saved as tables with the columns that {@link FOODS} and {@link PORTIONS} name.
 *
 * Data: US Department of Agriculture, Agricultural Research Service, Food Surveys Research Group. USDA Food and Nutrient
 * Database for Dietary Studies 2021–2023 (2024); public domain. Tables "FNDDS Nutrient Values", "Foods and Beverages"
 * and "Portions and Weights". Left out: portions without a weight, and amounts in or on other foods ("Guideline amount
 * per cup of hot cereal").
 */
import { fileURLToPath } from "node:url"
import { type Measure, readMeasures, writeMeasures } from "../../src/features/foods/measures.ts"

/** A food of FNDDS. Nutrients are per 100 g: sodium in milligrams, the others in grams. */
export interface SurveyFood {
  readonly code: string
  readonly name: string
  /** Other names, and foods that it includes, separated by semicolons. */
  readonly also: string
  readonly category: string
  readonly nutrients: Readonly<Record<SurveyNutrient, number>>
  readonly portions: ReadonlyArray<Measure>
}

/** Nutrients as the columns of the tables name them, calories in kcal. */
const NUTRIENTS = [
  "calories_kcal",
  "protein_g",
  "carbs_g",
  "fat_g",
  "alcohol_g",
  "fiber_g",
  "sugars_g",
  "saturated_fat_g",
  "sodium_mg"
] as const
type SurveyNutrient = (typeof NUTRIENTS)[number]

/** The columns that the table of foods must have. */
const FOODS = ["food_code", "name", "also", "category", ...NUTRIENTS]

/** The columns that the table of portions must have. */
const PORTIONS = ["food_code", "seq", "portion", "grams"]

const TABLE = fileURLToPath(new URL("./fndds.tsv", import.meta.url))
const COLUMNS = [...FOODS, "portions"]

/** The amount that the survey assumes if nobody said how much. */
export const UNSPECIFIED = "Quantity not specified"

const IN_OTHER_FOODS = /^Guideline amount/

type Cells = Readonly<Record<string, string>>

const rowsOf = (table: string, columns: ReadonlyArray<string>): ReadonlyArray<Cells> => {
  const [header = "", ...lines] = table.trimEnd().split("\n")
  const names = header.split("\t")
  const missing = columns.filter((column) => !names.includes(column))
  if (missing.length > 0) throw new Error(`The table has no column ${missing.join(", ")}`)
  return lines.map((line) => {
    const cells = line.split("\t")
    return Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ""]))
  })
}

const cellOf = (row: Cells, column: string): string => (row[column] ?? "").replace(/\s+/g, " ").trim()

/** The lines of `fndds.tsv`, from the tables of foods and of portions. */
export const tableOf = (foods: string, portions: string): string => {
  const byFood = Map.groupBy(rowsOf(portions, PORTIONS), (row) => cellOf(row, "food_code"))
  const lines = rowsOf(foods, FOODS).map((food) => {
    const measures = (byFood.get(cellOf(food, "food_code")) ?? [])
      .toSorted((a, b) => Number(a.seq) - Number(b.seq))
      .map((row) => ({ text: cellOf(row, "portion"), size: Number(cellOf(row, "grams")) }))
      .filter(({ text, size }) => size > 0 && !IN_OTHER_FOODS.test(text))
    return [...FOODS.map((column) => cellOf(food, column)), writeMeasures(measures)].join("\t")
  })
  return `${[COLUMNS.join("\t"), ...lines].join("\n")}\n`
}

const nutrientsOf = (row: Cells): SurveyFood["nutrients"] => {
  const amount = (column: SurveyNutrient): number => {
    const cell = cellOf(row, column)
    if (cell === "" || !Number.isFinite(Number(cell))) throw new Error(`FNDDS ${row.food_code}: no ${column}`)
    return Number(cell)
  }
  return {
    calories_kcal: amount("calories_kcal"),
    protein_g: amount("protein_g"),
    carbs_g: amount("carbs_g"),
    fat_g: amount("fat_g"),
    alcohol_g: amount("alcohol_g"),
    fiber_g: amount("fiber_g"),
    sugars_g: amount("sugars_g"),
    saturated_fat_g: amount("saturated_fat_g"),
    sodium_mg: amount("sodium_mg")
  }
}

/** The foods of FNDDS, sorted by code. */
export const readFndds = async (): Promise<ReadonlyArray<SurveyFood>> =>
  rowsOf(await Bun.file(TABLE).text(), COLUMNS).map((row) => ({
    code: cellOf(row, "food_code"),
    name: cellOf(row, "name"),
    also: cellOf(row, "also"),
    category: cellOf(row, "category"),
    nutrients: nutrientsOf(row),
    portions: readMeasures(cellOf(row, "portions"))
  }))

if (import.meta.main) {
  const [foods, portions] = process.argv.slice(2)
  if (foods === undefined || portions === undefined) throw new Error("Pass the tables of foods and of portions")
  const table = tableOf(await Bun.file(foods).text(), await Bun.file(portions).text())
  await Bun.write(TABLE, table)
  console.log(`${table.split("\n").length - 2} foods, ${Buffer.byteLength(table)} bytes`)
}
