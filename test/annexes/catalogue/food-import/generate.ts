import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"

type Dice = (limit: number) => number

/** Whole numbers from 0 to below `limit`, the same for the same seed (mulberry32). */
export const dice = (seed: number): Dice => {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit)
  }
}

/** Writes pieces of text to a file, holding only a little of it in memory. */
export const write = async (path: string, pieces: Iterable<string>): Promise<void> => {
  const file = createWriteStream(path)
  let held = ""
  for (const piece of pieces) {
    held += piece
    if (held.length < 65_536) continue
    if (!file.write(held)) await once(file, "drain")
    held = ""
  }
  file.end(held)
  await once(file, "close")
}

interface Made {
  readonly name: string
  readonly brand: string
  readonly kcal: string
  readonly protein: string
  readonly carbs: string
  readonly fat: string
  readonly alcohol: string
  readonly gtin: string
  readonly date: string
  readonly quantity: number
  readonly unit: "g" | "ml"
}

const WORDS = [
  "Crème",
  "oat",
  "rice",
  "“Extra”",
  "bar",
  "日本茶",
  "with &amp; salt",
  'size 5"',
  "milk",
  "soup, hot",
  "🍫"
]

/** Mostly valid foods; one in ten has one of the faults that the rules leave out. Barcodes repeat. */
const makeFood = (roll: Dice, index: number, rows: number): Made => {
  const pick = () => WORDS[roll(WORDS.length)] ?? ""
  const protein = roll(300) / 10
  const carbs = roll(400) / 10
  const fat = roll(250) / 10
  const food: Made = {
    name: `${pick()} ${pick()} ${index}`,
    brand: roll(3) === 0 ? "" : `Brand ${roll(500)}`,
    kcal: String(Math.round(4 * protein + 4 * carbs + 9 * fat)),
    protein: String(protein),
    carbs: String(carbs),
    fat: String(fat),
    alcohol: roll(20) === 0 ? "0.0" : "",
    gtin: String(10_000_000 + roll(Math.ceil(rows * 0.8))),
    date: `20${10 + roll(15)}-0${1 + roll(9)}-1${roll(10)}`,
    quantity: 5 + roll(400),
    unit: roll(4) === 0 ? "ml" : "g"
  }
  switch (roll(70)) {
    case 0:
      return { ...food, name: " &nbsp; " }
    case 1:
      return { ...food, kcal: "" }
    case 2:
      return { ...food, protein: "-1" }
    case 3:
      return { ...food, kcal: "3700" }
    case 4:
      return { ...food, fat: "120" }
    case 5:
      return { ...food, carbs: "" }
    case 6:
      return { ...food, kcal: "0" }
    default:
      return food
  }
}

const foods = function* (rows: number, seed: number): Generator<readonly [Made, number, Dice]> {
  const roll = dice(seed)
  for (let index = 0; index < rows; index++) yield [makeFood(roll, index, rows), index, roll]
}

const cells = (...values: ReadonlyArray<string | number>): string =>
  `${values.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(",")}\n`

const FIRST_FDC_ID = 1_000_000
const TYPES = ["foundation_food", "sr_legacy_food", "survey_fndds_food", "sub_sample_food"]
const typeOf = (index: number): string => (index % 10 < 7 ? "branded_food" : (TYPES[index % 4] ?? ""))

const fdcCsvFiles = (rows: number, seed: number): Record<string, () => Iterable<string>> => ({
  "food.csv": function* () {
    yield cells("fdc_id", "data_type", "description", "food_category_id", "publication_date")
    for (const [food, index] of foods(rows, seed)) {
      yield cells(FIRST_FDC_ID + index, typeOf(index), food.name, "", "2025-04-24")
    }
  },
  "branded_food.csv": function* () {
    yield cells(
      ...["fdc_id", "brand_owner", "brand_name", "gtin_upc", "ingredients", "serving_size", "serving_size_unit"],
      ...["household_serving_fulltext", "data_source", "modified_date", "available_date", "discontinued_date"]
    )
    for (const [food, index] of foods(rows, seed)) {
      if (typeOf(index) !== "branded_food") continue
      yield cells(
        ...[FIRST_FDC_ID + index, "Owner", food.brand, food.gtin, "WATER,\nSALT", food.quantity, food.unit],
        ...["1 piece", "LI", food.date, food.date, ""]
      )
    }
  },
  "measure_unit.csv": function* () {
    yield cells("id", "name")
    yield cells("1000", "cup")
    yield cells("9999", "undetermined")
  },
  "food_portion.csv": function* () {
    yield cells(
      ...["id", "fdc_id", "seq_num", "amount", "measure_unit_id", "portion_description", "modifier", "gram_weight"]
    )
    for (const [food, index] of foods(rows, seed)) {
      if (typeOf(index) === "branded_food") continue
      yield cells(index, FIRST_FDC_ID + index, 1, "1.0", "1000", "1 bowl", "chopped", food.quantity)
    }
  },
  "food_nutrient.csv": function* () {
    yield cells("id", "fdc_id", "nutrient_id", "amount", "data_points", "derivation_id")
    let id = 0
    for (const [food, index] of foods(rows, seed)) {
      const amounts = [
        ["1003", food.protein],
        ["1004", food.fat],
        ["1005", food.carbs],
        ["1008", food.kcal],
        ["1018", food.alcohol],
        ...["1051", "1079", "1087", "1089", "1093", "1104", "1162", "1253"].map((other) => [other, "0.5"])
      ]
      for (const [nutrient = "", amount = ""] of amounts) {
        yield cells(id++, FIRST_FDC_ID + index, nutrient, amount, "", "71")
      }
    }
  }
})

const fdcJsonText = function* (rows: number, seed: number): Generator<string> {
  yield '{"BrandedFoods": ['
  for (const [food, index] of foods(rows, seed)) {
    const [year, month, day] = food.date.split("-")
    const others = [1051, 1079, 1087, 1089, 1093, 1104, 1253].map((id): readonly [number, string] => [id, "0.5"])
    const amounts: ReadonlyArray<readonly [number, string]> = [
      ...others,
      [1003, food.protein],
      [1004, food.fat],
      [1005, food.carbs],
      [1008, food.kcal]
    ]
    yield index === 0 ? "\n" : ",\n"
    yield index % 997 === 500
      ? "null"
      : JSON.stringify({
          foodClass: "Branded",
          description: food.name,
          foodNutrients: amounts.map(([id, amount], place) => ({
            type: "FoodNutrient",
            id: place,
            nutrient: { id, number: "", name: "A nutrient", rank: place, unitName: "g" },
            foodNutrientDerivation: { code: "LCCS", description: "Calculated from value per serving size measure" },
            ...(amount === "" ? {} : { amount: Number(amount) })
          })),
          brandOwner: "Owner",
          brandName: food.brand,
          dataSource: "LI",
          gtinUpc: food.gtin,
          householdServingFullText: "1 piece",
          modifiedDate: `${Number(month)}/${day}/${year}`,
          availableDate: `${Number(month)}/${day}/${year}`,
          servingSize: food.quantity,
          servingSizeUnit: food.unit,
          fdcId: FIRST_FDC_ID + index
        })
  }
  yield "\n]}\n"
}

/** One code in a thousand appears twice. */
const codeOf = (index: number, roll: Dice): string => String(3_000_000_000_000 + (roll(1000) === 0 ? 0 : index))

const OTHER_COLUMNS = Array.from({ length: 195 }, (_, index) => `other_${index}_100g`)

const offTsvText = function* (rows: number, seed: number): Generator<string> {
  const names = ["code", "url", "product_name", "generic_name", "brands", "serving_size", "serving_quantity"]
  const nutrients = ["energy-kj_100g", "energy-kcal_100g", "energy_100g"]
  const macros = ["fat_100g", "carbohydrates_100g", "proteins_100g", "alcohol_100g"]
  yield `${[...names, ...nutrients, ...macros, ...OTHER_COLUMNS].join("\t")}\n`
  const blank = "\t".repeat(OTHER_COLUMNS.length)
  for (const [food, index, roll] of foods(rows, seed)) {
    const kj = food.kcal === "" ? "" : String(Number(food.kcal) * 4.184)
    const named = [codeOf(index, roll), "https://example.org/", food.name, "", food.brand]
    const rest = [`${food.quantity} ${food.unit}`, food.quantity, kj, food.kcal, kj, food.fat, food.carbs, food.protein]
    yield `${[...named, ...rest, food.alcohol].join("\t")}${blank}\n`
  }
}

const offJsonlText = function* (rows: number, seed: number): Generator<string> {
  for (const [food, index, roll] of foods(rows, seed)) {
    const amounts = { "energy-kcal": food.kcal, proteins: food.protein, carbohydrates: food.carbs, fat: food.fat }
    const given = Object.entries(amounts).filter(([, amount]) => amount !== "")
    const older = {
      schema_version: 998,
      nutrition_data_per: "100g",
      nutriments: Object.fromEntries(given.map(([name, amount]) => [`${name}_100g`, Number(amount)]))
    }
    const newer = {
      schema_version: 1003,
      nutrition: {
        aggregated_set: {
          per: `100${food.unit}`,
          preparation: "as_sold",
          nutrients: Object.fromEntries(
            given.map(([name, amount]) => [
              name,
              { value: Number(amount), unit: name === "energy-kcal" ? "kcal" : "g", source: "packaging" }
            ])
          )
        }
      }
    }
    yield `${JSON.stringify({
      code: codeOf(index, roll),
      product_name: food.name,
      brands: food.brand,
      serving_size: `${food.quantity} ${food.unit}`,
      serving_quantity: String(food.quantity),
      serving_quantity_unit: food.unit,
      ingredients_text: "water, salt, ".repeat(80),
      images: { front: { sizes: { 100: { w: 100, h: 100 }, 400: { w: 400, h: 400 } } } },
      ...(roll(2) === 0 ? older : newer)
    })}\n`
  }
}

/** The path that each kind of importer receives. */
export interface Generated {
  readonly "fdc-csv": string
  readonly "fdc-json": string
  readonly "off-tsv": string
  readonly "off-jsonl": string
}

/** Writes `rows` made-up foods in each of the four formats into the folder, the same for the same seed. */
export const generate = async (folder: string, rows: number, seed: number): Promise<Generated> => {
  const paths: Generated = {
    "fdc-csv": join(folder, "fdc"),
    "fdc-json": join(folder, "fdc.json"),
    "off-tsv": join(folder, "off.tsv"),
    "off-jsonl": join(folder, "off.jsonl")
  }
  await mkdir(paths["fdc-csv"], { recursive: true })
  for (const [name, text] of Object.entries(fdcCsvFiles(rows, seed))) await write(join(paths["fdc-csv"], name), text())
  await write(paths["fdc-json"], fdcJsonText(rows, seed))
  await write(paths["off-tsv"], offTsvText(rows, seed))
  await write(paths["off-jsonl"], offJsonlText(rows, seed))
  return paths
}
