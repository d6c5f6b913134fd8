import { Predicate } from "effect"
import {
  type Branded,
  type FdcType,
  fdcIdOf,
  judgeBranded,
  judgeGeneric,
  type Nutrient,
  nutrientOf,
  nutritionOf,
  portionServing,
  UNDETERMINED,
  type Version
} from "./fdc.ts"
import { chunks } from "./file.ts"
import { expecting } from "./format.ts"
import { type Batch, fileImporter, type Importer, LeftOut, type Outcome } from "./importer.ts"
import { type Element, listElements } from "./json-stream.ts"
import { field, listField, parseObject, textField } from "./record.ts"
import { type Serving, type Stated, type StatedNutrition, stated } from "./rules.ts"
import { firstOfEachId, latestOfEachBarcode, withScratch } from "./scratch.ts"

const BRANDED = "BrandedFoods"

const LISTS: ReadonlyMap<string, FdcType> = new Map([
  ["FoundationFoods", "foundation"],
  ["SRLegacyFoods", "sr-legacy"],
  ["SurveyFoods", "survey"],
  [BRANDED, "branded"]
])

/** USDA FoodData Central, a JSON download (plain or gzip). */
export const fdcJson: Importer = fileImporter("fdc-json", (path, totalBytes) => pieces(path, totalBytes))

const content = (path: string) => expecting("fdc-json", ["json-document", "json", "json-lines"], chunks(path))

/** For progress, reading a branded file is half of the work, and returning the best versions the other half. */
const pieces = (path: string, totalBytes: number): AsyncIterable<Batch> =>
  withScratch(async function* (database) {
    const barcodes = latestOfEachBarcode(database)
    const first = firstOfEachId(database)
    let share = 1
    for await (const { elements, position } of listElements(content(path), [...LISTS.keys()])) {
      const outcomes: Array<Outcome> = []
      for (const element of elements) {
        if (element.list === BRANDED) share = 0.5
        const judged = judgeElement(element)
        if ("_tag" in judged) outcomes.push(first(judged))
        else {
          const loser = barcodes.offer(judged)
          if (loser !== null) outcomes.push(loser)
        }
      }
      yield { outcomes, position: position * share }
    }
    const total = barcodes.count()
    let done = 0
    for (const outcome of barcodes.rest()) {
      done += 1
      yield { outcomes: [outcome], position: totalBytes * (0.5 + done / total / 2) }
    }
    yield { outcomes: [], position: totalBytes }
  })

/** The outcome of an element. For a branded food, a version to compare with others of its barcode. */
const judgeElement = ({ list, json }: Element): Outcome | Version => {
  if (json === "null") return LeftOut({ reason: "row_empty" })
  const food = parseObject(json)
  const type = LISTS.get(list)
  if (food === null || type === undefined) return LeftOut({ reason: "row_malformed" })
  const fdcId = fdcIdOf(textField(food, "fdcId"))
  if (fdcId === null) return LeftOut({ reason: "code_unusable" })
  const description = textField(food, "description")
  const nutrition = readNutrition(food)
  if (type !== "branded") {
    return judgeGeneric({ type, fdcId, description, nutrition, portions: readPortions(type, food) })
  }
  return judgeBranded(fdcId, description, readBranded(food), nutrition) ?? LeftOut({ reason: "code_unusable" })
}

const readNutrition = (food: object): StatedNutrition => {
  const amounts = new Map<Nutrient, Stated>()
  for (const entry of listField(food, "foodNutrients")) {
    const nutrient = field(entry, "nutrient")
    const known = nutrientOf(textField(nutrient, "id")) ?? nutrientOf(textField(nutrient, "number"))
    const amount = stated(field(entry, "amount"))
    if (known !== undefined && amount !== null && !amounts.has(known)) amounts.set(known, amount)
  }
  return nutritionOf((nutrient) => amounts.get(nutrient) ?? null)
}

/** The portions that can be servings, by sequence number. */
const readPortions = (type: FdcType, food: object): ReadonlyArray<Serving> =>
  listField(food, "foodPortions")
    .filter(Predicate.isNotNullable)
    .map((portion) => ({ portion, order: stated(field(portion, "sequenceNumber")) ?? Number.POSITIVE_INFINITY }))
    .sort((one, other) => (one.order === other.order ? 0 : one.order - other.order))
    .flatMap(({ portion }) => {
      const unit = textField(field(portion, "measureUnit"), "name")
      const found = portionServing(type, {
        amount: field(portion, "amount") ?? field(portion, "value"),
        unit: unit === UNDETERMINED.name ? "" : unit,
        modifier: textField(portion, "modifier"),
        description: textField(portion, "portionDescription"),
        grams: field(portion, "gramWeight")
      })
      return found === null ? [] : [found]
    })

const readBranded = (food: object): Branded => ({
  brandOwner: textField(food, "brandOwner"),
  brandName: textField(food, "brandName"),
  gtin: textField(food, "gtinUpc"),
  servingSize: field(food, "servingSize"),
  servingSizeUnit: textField(food, "servingSizeUnit"),
  household: textField(food, "householdServingFullText"),
  modified: textField(food, "modifiedDate"),
  available: textField(food, "availableDate")
})
