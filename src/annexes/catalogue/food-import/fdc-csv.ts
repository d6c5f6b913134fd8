import type { Database } from "bun:sqlite"
import { stat } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import { csvRows } from "./csv.ts"
import { inFile, Unfit } from "./failure.ts"
import { type FdcType, fdcIdOf, nutrientOf, portionServing, UNDETERMINED } from "./fdc.ts"
import { FdcTables } from "./fdc-tables.ts"
import { chunks, type FileIdentity, identify } from "./file.ts"
import { expecting } from "./format.ts"
import { type Batch, type Importer, importer, LeftOut, type Outcome } from "./importer.ts"
import { stated } from "./rules.ts"
import { latestOfEachBarcode, withScratch } from "./scratch.ts"

/** The files read from a download. Only the first two are required, as not every download has the others. */
const FILES = [
  "food.csv",
  "food_nutrient.csv",
  "foundation_food.csv",
  "branded_food.csv",
  "measure_unit.csv",
  "food_portion.csv"
] as const
type FileName = (typeof FILES)[number]
const NEEDED: ReadonlyArray<FileName> = ["food.csv", "food_nutrient.csv"]

const TYPES: ReadonlyMap<string, FdcType> = new Map([
  ["foundation_food", "foundation"],
  ["sr_legacy_food", "sr-legacy"],
  ["survey_fndds_food", "survey"],
  ["branded_food", "branded"]
])

/** USDA FoodData Central, the folder of an unpacked CSV download. The report counts the rows of food.csv. */
export const fdcCsv: Importer = importer(
  "fdc-csv",
  (path) => identifyFolder(path),
  (path, totalBytes) => withScratch((database) => pieces(path, totalBytes, database))
)

const identifyFolder = async (path: string): Promise<FileIdentity> => {
  if (!(await stat(path)).isDirectory())
    throw new Unfit("is not a folder", "Unpack the download, and give the folder that holds food.csv")
  const found = await Promise.all(FILES.map((name) => find(path, name)))
  const files = found.filter((file) => file !== null)
  return {
    name: basename(resolve(path)),
    size: files.reduce((sum, file) => sum + file.size, 0),
    modifiedAt: Math.max(...files.map((file) => file.modifiedAt))
  }
}

const find = async (folder: string, name: FileName): Promise<FileIdentity | null> => {
  try {
    return await identify(join(folder, name))
  } catch (cause) {
    if (NEEDED.includes(name)) throw new Error(`has no readable ${name}`, { cause })
    return null
  }
}

type RowsOf = <Column extends string>(
  name: FileName,
  columns: ReadonlyArray<Column>,
  required: ReadonlyArray<Column>
) => AsyncGenerator<
  { readonly rows: ReadonlyArray<Readonly<Record<Column, string>> | null>; readonly position: number },
  void,
  undefined
>

type Batches = AsyncGenerator<Batch, void, undefined>

/** Reads the rows of a folder's files one after another; a missing file has none. */
const rowsIn = (folder: string): RowsOf => {
  let before = 0
  return async function* <Column extends string>(
    name: FileName,
    columns: ReadonlyArray<Column>,
    required: ReadonlyArray<Column>
  ) {
    const file = await find(folder, name)
    if (file === null) return
    try {
      const source = expecting("fdc-csv", ["csv"], chunks(join(folder, name)))
      for await (const read of csvRows(source, columns, required)) {
        yield { rows: read.rows, position: (before + read.position) / 2 }
      }
    } catch (cause) {
      throw inFile(name, cause)
    }
    before += file.size
  }
}

/** For foods with several versions, records which are current. */
async function* readCurrent(rowsOf: RowsOf, tables: FdcTables): Batches {
  for await (const { rows, position } of rowsOf("foundation_food.csv", ["fdc_id"], ["fdc_id"])) {
    for (const row of rows) {
      const fdcId = row === null ? null : fdcIdOf(row.fdc_id)
      if (fdcId !== null) tables.addCurrent(fdcId)
    }
    yield { outcomes: [], position }
  }
}

/** Reads the foods' names; invalid rows are left out. */
async function* readFoods(rowsOf: RowsOf, tables: FdcTables, hasCurrent: boolean): Batches {
  const food = ["fdc_id", "data_type", "description"] as const
  for await (const { rows, position } of rowsOf("food.csv", food, food)) {
    const outcomes: Array<Outcome> = []
    for (const row of rows) {
      if (row === null) {
        outcomes.push(LeftOut({ reason: "row_malformed" }))
        continue
      }
      const type = TYPES.get(row.data_type)
      const fdcId = fdcIdOf(row.fdc_id)
      if (type === undefined) outcomes.push(LeftOut({ reason: "data_type_unused" }))
      else if (fdcId === null) outcomes.push(LeftOut({ reason: "code_unusable" }))
      else if (hasCurrent && type === "foundation" && !tables.isCurrent(fdcId)) {
        outcomes.push(LeftOut({ reason: "not_current" }))
      } else if (!tables.addFood(fdcId, type, row.description)) outcomes.push(LeftOut({ reason: "duplicate" }))
    }
    yield { outcomes, position }
  }
}

/** Reads the producers' data on branded foods. */
async function* readBranded(rowsOf: RowsOf, tables: FdcTables): Batches {
  const branded = [
    "fdc_id",
    "brand_owner",
    "brand_name",
    "gtin_upc",
    "serving_size",
    "serving_size_unit",
    "household_serving_fulltext",
    "modified_date",
    "available_date"
  ] as const
  for await (const { rows, position } of rowsOf("branded_food.csv", branded, ["fdc_id", "gtin_upc"])) {
    for (const row of rows) {
      const fdcId = row === null ? null : fdcIdOf(row.fdc_id)
      if (row === null || fdcId === null) continue
      tables.addBranded(fdcId, {
        brandOwner: row.brand_owner,
        brandName: row.brand_name,
        gtin: row.gtin_upc,
        servingSize: row.serving_size,
        servingSizeUnit: row.serving_size_unit,
        household: row.household_serving_fulltext,
        modified: row.modified_date,
        available: row.available_date
      })
    }
    yield { outcomes: [], position }
  }
}

/** The names of units, by id. */
const readUnits = async (rowsOf: RowsOf): Promise<ReadonlyMap<string, string>> => {
  const units = new Map<string, string>()
  for await (const { rows } of rowsOf("measure_unit.csv", ["id", "name"], ["id", "name"])) {
    for (const row of rows) if (row !== null) units.set(row.id, row.name)
  }
  return units
}

/** Reads the portions of foods that are not branded. */
async function* readPortions(rowsOf: RowsOf, tables: FdcTables, units: ReadonlyMap<string, string>): Batches {
  const portion = [
    "fdc_id",
    "seq_num",
    "amount",
    "measure_unit_id",
    "portion_description",
    "modifier",
    "gram_weight"
  ] as const
  for await (const { rows, position } of rowsOf("food_portion.csv", portion, ["fdc_id", "gram_weight"])) {
    for (const row of rows) {
      const fdcId = row === null ? null : fdcIdOf(row.fdc_id)
      const type = fdcId === null ? null : tables.typeOf(fdcId)
      if (row === null || fdcId === null || type === null || type === "branded") continue
      const found = portionServing(type, {
        amount: row.amount,
        unit: row.measure_unit_id === UNDETERMINED.id ? "" : (units.get(row.measure_unit_id) ?? ""),
        modifier: row.modifier,
        description: row.portion_description,
        grams: row.gram_weight
      })
      if (found !== null) tables.addPortion(fdcId, stated(row.seq_num), found)
    }
    yield { outcomes: [], position }
  }
}

/** Reads the amounts of the nutrients that are stored. */
async function* readNutrients(rowsOf: RowsOf, tables: FdcTables): Batches {
  const nutrient = ["fdc_id", "nutrient_id", "amount"] as const
  for await (const { rows, position } of rowsOf("food_nutrient.csv", nutrient, nutrient)) {
    for (const row of rows) {
      const known = row === null ? undefined : nutrientOf(row.nutrient_id)
      const fdcId = row === null || known === undefined ? null : fdcIdOf(row.fdc_id)
      if (row === null || known === undefined || fdcId === null) continue
      tables.addAmount(fdcId, known, row.amount)
    }
    yield { outcomes: [], position }
  }
}

/** Every food in the tables with its outcome, using the latest version of each barcode. */
async function* judge(tables: FdcTables, totalBytes: number, database: Database): Batches {
  const barcodes = latestOfEachBarcode(database)
  const half = totalBytes / 2
  const total = tables.countFoods()
  let done = 0
  for (const judged of tables.judgedFoods()) {
    done += 1
    const outcome = "_tag" in judged ? judged : barcodes.offer(judged)
    yield { outcomes: outcome === null ? [] : [outcome], position: half + (half / 2) * (done / total) }
  }
  const winners = barcodes.count()
  done = 0
  for (const outcome of barcodes.rest()) {
    done += 1
    yield { outcomes: [outcome], position: half + (half / 2) * (1 + done / winners) }
  }
  yield { outcomes: [], position: totalBytes }
}

/**
 * For progress, reading the files into tables is half of the work, and reading foods from the tables the other half.
 */
async function* pieces(folder: string, totalBytes: number, database: Database): Batches {
  const tables = new FdcTables(database)
  const rowsOf = rowsIn(folder)
  // food.csv also contains the versions that these foods replace.
  const hasCurrent = (await find(folder, "foundation_food.csv")) !== null
  yield* readCurrent(rowsOf, tables)
  yield* readFoods(rowsOf, tables, hasCurrent)
  yield* readBranded(rowsOf, tables)
  const units = await readUnits(rowsOf)
  yield* readPortions(rowsOf, tables, units)
  yield* readNutrients(rowsOf, tables)
  yield* judge(tables, totalBytes, database)
}
