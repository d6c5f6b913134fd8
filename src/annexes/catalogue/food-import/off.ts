import { LeftOut, type Outcome, type Reason } from "./importer.ts"
import {
  atwater,
  clean,
  gtin14,
  hundred,
  judge,
  KILOJOULES,
  kilocalories,
  type Serving,
  type Stated,
  type StatedDetails,
  type StatedNutrition,
  serving,
  stated
} from "./rules.ts"
import { UNITS, unitNamed, withoutCodes } from "./units.ts"

/** Rules shared by Open Food Facts' TSV and JSONL. */
export interface OffFood {
  readonly code: string
  readonly productName: string
  readonly genericName: string
  readonly brands: string
  readonly energyKcal: Stated
  /** kJ. */
  readonly energyKj: Stated
  readonly protein: Stated
  readonly carbs: Stated
  readonly fat: Stated
  /** Grams per 100 g or 100 ml. */
  readonly alcohol: Stated
  readonly fibre: Stated
  readonly sugars: Stated
  readonly saturatedFat: Stated
  /** Grams per 100 g or 100 ml. */
  readonly sodium: Stated
  readonly salt: Stated
  /** Whether nutrition is per 100 g or per 100 ml, if the row states it. */
  readonly basis: "g" | "ml" | null
  readonly servingQuantity: Stated
  readonly servingUnit: string
  readonly servingSize: string
}

/** Grams per millilitre of ethanol. */
const ETHANOL = 0.789

export const alcoholGrams = (percentByVolume: Stated): Stated =>
  percentByVolume === null ? null : percentByVolume * ETHANOL

/** The relative tolerance around 4.184 for stated ÷ computed energy: labels are rounded, and fibre varies. */
const KILOJOULE_TOLERANCE = 0.07

/** kcal. A value about 4.18 times that of the macronutrients was kJ, entered in the wrong field. */
const energyOf = (food: OffFood): Stated => {
  const value = food.energyKcal ?? kilocalories(food.energyKj)
  const computed = atwater(food.protein, food.carbs, food.fat, food.alcohol)
  if (food.energyKcal === null || value === null || computed === null) return value
  const isKilojoules = Math.abs(value / computed / KILOJOULES - 1) <= KILOJOULE_TOLERANCE
  return isKilojoules ? kilocalories(value) : value
}

/** Grams of salt that labels state for a gram of sodium (Regulation (EU) No 1169/2011, annex I). */
const SALT_FACTOR = 2.5

const MILLIGRAMS = 1000

const detailsOf = ({ fibre, sugars, saturatedFat, sodium, salt }: OffFood): StatedDetails => {
  const grams = sodium ?? (salt === null ? null : salt / SALT_FACTOR)
  return { fiber: fibre, sugars, saturatedFat, sodium: grams === null ? null : grams * MILLIGRAMS }
}

const servingOf = (food: OffFood): Serving => {
  const named = unitNamed(food.servingUnit)
  const unit = named?.factor === 1 ? named.unit : unitInText(food.servingSize, food.servingQuantity)
  // Percent by volume refers to 100 ml, unless the row states grams.
  const basis = food.basis ?? unit ?? (food.alcohol !== null && food.alcohol > 0 ? "ml" : "g")
  if (unit !== null && unit !== basis) return hundred(basis)
  const found = serving(food.servingQuantity, basis, food.servingSize)
  return found ?? hundred(food.basis ?? (food.alcohol !== null && food.alcohol > 0 ? "ml" : "g"))
}

const MEASURE = /(?<!\d)(\d+(?:[.,]\d+)?)\s*(fl\.?\s*oz|gr|kg|mg|oz|ml|cl|dl|g|l)(?![a-z])/gi

/** The unit in a text such as `1 cup (240 ml)`: that of the measure equal to `quantity`, else of the first measure. */
export const unitInText = (text: string, quantity: Stated): "g" | "ml" | null => {
  let first: "g" | "ml" | null = null
  for (const [, number = "", name = ""] of withoutCodes(text).matchAll(MEASURE)) {
    const measure = UNITS.get(name.toLowerCase().replace(/^fl\.?\s*oz$/, "fl oz"))
    if (measure === undefined) continue
    const amount = Number(number.replace(",", ".")) * measure.factor
    if (quantity !== null && Math.abs(amount - quantity) <= quantity / 50) return measure.unit
    first ??= measure.unit
  }
  return first
}

/** Open Food Facts has its own codes for products without a barcode. Some are shorter than any barcode. */
const SHORTEST_GTIN = /^\d{8}/

const YES = new Set(["1", "on", "yes", "true"])

/** The reason to leave a product out: not a food, or obsolete. Null for a wanted product. */
export const unwanted = (productType: string, obsolete: unknown): Reason | null => {
  const type = productType.trim().toLowerCase()
  if (type !== "" && type !== "food") return "not_food"
  return YES.has(String(obsolete).trim().toLowerCase()) ? "obsolete" : null
}

export const judgeOff = (food: OffFood): Outcome => {
  const code = food.code.trim()
  if (code === "") return LeftOut({ reason: "code_unusable" })
  const nutrition: StatedNutrition = {
    calories: energyOf(food),
    protein: food.protein,
    carbs: food.carbs,
    fat: food.fat,
    alcohol: food.alcohol,
    fibre: food.fibre
  }
  return judge({
    id: `food_off_${code}`,
    source: "off",
    sourceId: code,
    name: clean(food.productName) === "" ? food.genericName : food.productName,
    brandName: food.brands,
    gtin: SHORTEST_GTIN.test(code) ? gtin14(code) : null,
    serving: servingOf(food),
    nutrition,
    details: detailsOf(food)
  })
}

/** The nutrients per 100 g or 100 ml, by the names shared by the TSV's columns and the older JSON rows. */
export const PER_100 = {
  energyKcal: "energy-kcal_100g",
  energyKj: "energy-kj_100g",
  energy: "energy_100g",
  protein: "proteins_100g",
  carbs: "carbohydrates_100g",
  fat: "fat_100g",
  alcohol: "alcohol_100g",
  fibre: "fiber_100g",
  sugars: "sugars_100g",
  saturatedFat: "saturated-fat_100g",
  sodium: "sodium_100g",
  salt: "salt_100g"
} as const

type Nutrients = Omit<
  OffFood,
  "code" | "productName" | "genericName" | "brands" | "basis" | "servingQuantity" | "servingUnit" | "servingSize"
>

export type Per100 = (typeof PER_100)[keyof typeof PER_100]

export const nutrientsPer100 = (value: (name: Per100) => unknown): Nutrients => ({
  energyKcal: stated(value(PER_100.energyKcal)),
  energyKj: stated(value(PER_100.energyKj)) ?? stated(value(PER_100.energy)),
  protein: stated(value(PER_100.protein)),
  carbs: stated(value(PER_100.carbs)),
  fat: stated(value(PER_100.fat)),
  alcohol: alcoholGrams(stated(value(PER_100.alcohol))),
  fibre: stated(value(PER_100.fibre)),
  sugars: stated(value(PER_100.sugars)),
  saturatedFat: stated(value(PER_100.saturatedFat)),
  sodium: stated(value(PER_100.sodium)),
  salt: stated(value(PER_100.salt))
})
