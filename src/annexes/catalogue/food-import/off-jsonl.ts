import { CutShort } from "../../../platform/files/cut-short.ts"
import { chunks } from "./file.ts"
import { expecting } from "./format.ts"
import { type Batch, fileImporter, type Importer, LeftOut, type Outcome } from "./importer.ts"
import { lines } from "./lines.ts"
import { alcoholGrams, judgeOff, nutrientsPer100, type OffFood, type Per100, unwanted } from "./off.ts"
import { field, parseObject, textField } from "./record.ts"
import { type Stated, stated } from "./rules.ts"
import { firstOfEachId, withScratch } from "./scratch.ts"

/** Open Food Facts, the download with one JSON object per line (plain or gzip). */
export const offJsonl: Importer = fileImporter("off-jsonl", (path) => pieces(path))

const pieces = (path: string): AsyncIterable<Batch> =>
  withScratch(async function* (database) {
    const first = firstOfEachId(database)
    for await (const read of lines(expecting("off-jsonl", ["json-lines", "json"], chunks(path)))) {
      if (read.unended && read.lines.some(isCut)) throw new CutShort("ends in the middle of a row")
      yield { outcomes: read.lines.map((line) => first(judgeLine(line))), position: read.position }
    }
  })

const isCut = (line: string): boolean => line.trimStart().startsWith("{") && parseObject(line) === null

export const judgeLine = (line: string): Outcome => {
  if (line.trim() === "null") return LeftOut({ reason: "row_empty" })
  const product = parseObject(line)
  return product === null ? LeftOut({ reason: "row_malformed" }) : judgeProduct(product)
}

/** Judges a product, as a row of the download or as the API returns it. */
export const judgeProduct = (product: object): Outcome => {
  const reason = unwanted(textField(product, "product_type"), field(product, "obsolete"))
  if (reason !== null) return LeftOut({ reason })
  const set = field(field(product, "nutrition"), "aggregated_set")
  return set === undefined || set === null ? judgeOlder(product) : judgeNewer(product, set)
}

/** The value per 100 g, or else, on a label per serving of a known size, the one per serving as one per 100 g. */
const per100In =
  (nutriments: unknown, servingQuantity: Stated) =>
  (name: Per100): unknown => {
    const value = field(nutriments, name)
    const ofServing = stated(field(nutriments, name.replace("_100g", "_serving")))
    if (stated(value) !== null || ofServing === null || servingQuantity === null || !(servingQuantity > 0)) return value
    // Percent by volume are the same in any amount.
    return name === "alcohol_100g" ? ofServing : (ofServing * 100) / servingQuantity
  }

/**
 * Rows before schema version 1003. `nutrition_data_per` states how the label was entered: values per 100 g exist as
 * well, calculated from those per serving, if the serving's size is known. Values per 100 g may in fact be per 100 ml, so only 100 ml is trusted.
 */
const judgeOlder = (product: object): Outcome => {
  const per = textField(product, "nutrition_data_per").toLowerCase()
  const nutriments = field(product, "nutriments")
  const outcome = judgeOff({
    ...described(product),
    ...nutrientsPer100(per100In(nutriments, per === "serving" ? stated(field(product, "serving_quantity")) : null)),
    basis: per === "100ml" ? "ml" : null
  })
  const isIncomplete = outcome._tag === "LeftOut" && outcome.reason === "nutrient_missing"
  return per === "serving" && isIncomplete ? LeftOut({ reason: "not_per_100" }) : outcome
}

/** Rows of schema version 1003 and newer: units are normalised to g, kJ and kcal, and the basis is stated. */
const judgeNewer = (product: object, set: unknown): Outcome => {
  const per = textField(set, "per").toLowerCase()
  if (per !== "100g" && per !== "100ml") return LeftOut({ reason: "not_per_100" })
  if (textField(set, "preparation") === "prepared") return LeftOut({ reason: "prepared" })
  const nutrients = field(set, "nutrients")
  const nutrient = (name: string): unknown => field(nutrients, name)
  const [kcal, kj, energy] = [nutrient("energy-kcal"), nutrient("energy-kj"), nutrient("energy")]
  const [protein, carbs, fat, alcohol] = [
    nutrient("proteins"),
    nutrient("carbohydrates"),
    nutrient("fat"),
    nutrient("alcohol")
  ]
  const energyKcal = valueIn("kcal", kcal)
  const energyKj = valueIn("kj", kj) ?? valueIn("kj", energy)
  const used = [energyKcal === null ? (valueIn("kj", kj) === null ? energy : kj) : kcal, protein, carbs, fat, alcohol]
  if (used.some((one) => textField(one, "source") === "estimate")) return LeftOut({ reason: "estimated" })
  return judgeOff({
    ...described(product),
    energyKcal,
    energyKj,
    protein: valueIn("g", protein),
    carbs: valueIn("g", carbs),
    fat: valueIn("g", fat),
    alcohol: textField(alcohol, "unit") === "g" ? valueIn("g", alcohol) : alcoholGrams(stated(field(alcohol, "value"))),
    fibre: unlessEstimated(nutrient("fiber")),
    sugars: unlessEstimated(nutrient("sugars")),
    saturatedFat: unlessEstimated(nutrient("saturated-fat")),
    sodium: unlessEstimated(nutrient("sodium")),
    salt: unlessEstimated(nutrient("salt")),
    basis: per === "100ml" ? "ml" : "g"
  })
}

/** The value, if its unit is the expected one or not stated; NaN for any other unit. */
const valueIn = (unit: "kcal" | "kj" | "g", nutrient: unknown): Stated => {
  const value = stated(field(nutrient, "value"))
  const named = textField(nutrient, "unit").trim().toLowerCase()
  return value === null || named === "" || named === unit ? value : Number.NaN
}

const unlessEstimated = (nutrient: unknown): Stated =>
  textField(nutrient, "source") === "estimate" ? null : valueIn("g", nutrient)

type Described = Pick<
  OffFood,
  "code" | "productName" | "genericName" | "brands" | "servingQuantity" | "servingUnit" | "servingSize"
>

const described = (product: object): Described => ({
  code: textField(product, "code"),
  productName: textField(product, "product_name"),
  genericName: textField(product, "generic_name"),
  brands: textField(product, "brands"),
  servingQuantity: stated(field(product, "serving_quantity")),
  servingUnit: textField(product, "serving_quantity_unit"),
  servingSize: textField(product, "serving_size")
})
