import type { Outcome } from "./importer.ts"
import {
  atwater,
  type Candidate,
  clean,
  gtin14,
  hundred,
  isComplete,
  judge,
  kilocalories,
  type Serving,
  type Stated,
  type StatedNutrition,
  serving,
  stated
} from "./rules.ts"
import { rounded, unitNamed } from "./units.ts"

/** Rules shared by FoodData Central's CSV and JSON. Nutrients are per 100 g, or per 100 ml of foods sold by volume. */
export type FdcType = "foundation" | "sr-legacy" | "survey" | "branded"

/** The nutrients that are read, by id. */
export const NUTRIENTS = [
  "1008",
  "2048",
  "2047",
  "1062",
  "1003",
  "1004",
  "1085",
  "1005",
  "1050",
  "2039",
  "1018",
  "1079",
  "2033"
] as const
export type Nutrient = (typeof NUTRIENTS)[number]

/** Older files contain the nutrient's number instead of its id. Ids start at 1001, so the two cannot be confused. */
const BY_NUMBER: ReadonlyMap<string, Nutrient> = new Map([
  ["208", "1008"],
  ["958", "2048"],
  ["957", "2047"],
  ["268", "1062"],
  ["203", "1003"],
  ["204", "1004"],
  ["298", "1085"],
  ["205", "1005"],
  ["205.2", "1050"],
  ["956", "2039"],
  ["221", "1018"],
  ["291", "1079"],
  ["293", "2033"]
])
const READ: ReadonlyMap<string, Nutrient> = new Map([
  ...NUTRIENTS.map((nutrient) => [nutrient, nutrient] as const),
  ...BY_NUMBER
])

/** The nutrient with this id or number, if it is one that is read. */
export const nutrientOf = (idOrNumber: string): Nutrient | undefined => READ.get(idOrNumber)

/**
 * Selects the nutrients to use. Energy: kcal (1008), Atwater specific (2048), Atwater general (2047), kJ (1062), else
 * from the macronutrients. Fat: total (1004), else by the labelling law's definition (1085). Carbohydrate: by
 * difference (1005), by summation (1050), other (2039). Fibre: total dietary (1079), else by the newer method (2033).
 */
export const nutritionOf = (amount: (nutrient: Nutrient) => Stated): StatedNutrition => {
  const protein = amount("1003")
  const fat = amount("1004") ?? amount("1085")
  const carbs = amount("1005") ?? amount("1050") ?? amount("2039")
  const alcohol = amount("1018")
  const calories =
    amount("1008") ??
    amount("2048") ??
    amount("2047") ??
    kilocalories(amount("1062")) ??
    atwater(protein, carbs, fat, alcohol)
  return { calories, protein, carbs, fat, alcohol, fibre: amount("1079") ?? amount("2033") }
}

export interface Portion {
  readonly amount: unknown
  /** The unit's name; empty if there is none. */
  readonly unit: string
  readonly modifier: string
  readonly description: string
  readonly grams: unknown
}

const NO_PORTION = /^(?:quantity not specified|guideline amount)/i

/** The portion as a serving; null if it has no weight or no useful text. */
export const portionServing = (type: FdcType, portion: Portion): Serving | null => {
  const label = type === "survey" ? clean(portion.description) : measureLabel(portion)
  return label === "" || NO_PORTION.test(label) ? null : serving(stated(portion.grams), "g", label)
}

const measureLabel = (portion: Portion): string => {
  const measure = clean(`${portion.unit} ${portion.modifier}`)
  const amount = stated(portion.amount)
  return measure === "" || amount === null || !(rounded(amount) > 0) ? measure : `${rounded(amount)} ${measure}`
}

/** The id (in CSV) and name (in JSON) of the unit that stands for none. */
export const UNDETERMINED = { id: "9999", name: "undetermined" } as const

/** The additional fields of branded foods. */
export interface Branded {
  readonly brandOwner: string
  readonly brandName: string
  readonly gtin: string
  readonly servingSize: unknown
  readonly servingSizeUnit: string
  readonly household: string
  readonly modified: string
  readonly available: string
}

/** The serving in g or ml. Sizes in mg or IU belong to drops and pills, and are not servings. */
export const brandedServing = (branded: Branded): Serving => {
  const measure = unitNamed(branded.servingSizeUnit)
  if (measure === undefined || measure.factor < 1) return hundred("g")
  const size = stated(branded.servingSize)
  const measured = size === null ? null : size * measure.factor
  return serving(measured, measure.unit, branded.household) ?? hundred(measure.unit)
}

/** The later of the two dates as the number YYYYMMDD; a missing or unreadable date is 0. */
export const versionDate = (branded: Branded): number =>
  Math.max(dateNumber(branded.modified), dateNumber(branded.available))

const dateNumber = (text: string): number => {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text)
  if (iso !== null) return Number(iso[1]) * 10_000 + Number(iso[2]) * 100 + Number(iso[3])
  const american = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text)
  return american === null ? 0 : Number(american[3]) * 10_000 + Number(american[1]) * 100 + Number(american[2])
}

/** A food's id at FoodData Central as a number; null if it is not one. */
export const fdcIdOf = (text: string): number | null => (/^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : null)

interface GenericFood {
  readonly type: Exclude<FdcType, "branded">
  readonly fdcId: number
  readonly description: string
  readonly nutrition: StatedNutrition
  /** The first one is the serving. */
  readonly portions: ReadonlyArray<Serving>
}

export const judgeGeneric = ({ portions: [serving = hundred("g"), ...others], ...food }: GenericFood): Outcome =>
  judge({
    id: `food_fdc_${food.fdcId}`,
    source: `fdc-${food.type}`,
    sourceId: String(food.fdcId),
    name: food.description,
    brandName: "",
    gtin: null,
    serving,
    measures: others,
    nutrition: food.nutrition
  })

/** One version of a branded food, to be compared with others of its barcode. */
export interface Version {
  readonly gtin: string
  readonly complete: boolean
  readonly date: number
  readonly fdcId: number
  readonly outcome: Outcome
}

/** Null if there is no usable barcode. */
export const judgeBranded = (
  fdcId: number,
  description: string,
  branded: Branded,
  nutrition: StatedNutrition
): Version | null => {
  const gtin = gtin14(branded.gtin)
  if (gtin === null) return null
  const candidate: Candidate = {
    id: `food_gtin_${gtin}`,
    source: "fdc-branded",
    sourceId: String(fdcId),
    name: description,
    brandName: clean(branded.brandName) === "" ? branded.brandOwner : branded.brandName,
    gtin,
    serving: brandedServing(branded),
    nutrition
  }
  return { gtin, complete: isComplete(nutrition), date: versionDate(branded), fdcId, outcome: judge(candidate) }
}
