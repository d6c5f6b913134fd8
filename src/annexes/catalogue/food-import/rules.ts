// entities: HTML has over two thousand named entities, too many to keep here.
import { decodeHTMLStrict } from "entities"
import { MOST_GRAMS, MOST_SODIUM } from "../../../features/custom-foods/model.ts"
import type { CatalogueFood } from "../../../features/foods/catalogue-food.ts"
import { detailFaults } from "../../../features/foods/detail-faults.ts"
import { DETAILS, type Detail } from "../../../features/foods/nutrition.ts"
import { isMarked } from "../../../platform/files/utf8.ts"
import { Kept, LeftOut, type Outcome, type Reason } from "./importer.ts"
import { rounded, withoutCodes } from "./units.ts"

/**
 * A number as stated by the source: null if absent, NaN if the text is not a finite number. NaN stays NaN in
 * arithmetic, so that the row is left out in the end; a 0 would pass as a fact.
 */
export type Stated = number | null

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

export const stated = (value: unknown): Stated => {
  if (value === null || value === undefined) return null
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "unreadable"
  if (text === "") return null
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  // The addition turns -0 into 0.
  return Number.isFinite(number) ? number + 0 : Number.NaN
}

/** Nutrition as stated per 100 g or 100 ml: kcal and grams. */
export interface StatedNutrition {
  readonly calories: Stated
  readonly protein: Stated
  readonly carbs: Stated
  readonly fat: Stated
  readonly alcohol: Stated
  /** Used to judge the energy. */
  readonly fibre: Stated
}

/** Details as stated per 100 g or 100 ml: sodium in milligrams, the others in grams. */
export type StatedDetails = { readonly [Each in Detail]?: Stated }

/** Whether energy and the three macronutrients are present; alcohol may be absent. */
export const isComplete = (nutrition: StatedNutrition): boolean =>
  nutrition.calories !== null && nutrition.protein !== null && nutrition.carbs !== null && nutrition.fat !== null

/** kcal by the general Atwater factors 4, 4, 9 and 7; null unless all three macronutrients are present. */
export const atwater = (protein: Stated, carbs: Stated, fat: Stated, alcohol: Stated): Stated =>
  protein === null || carbs === null || fat === null ? null : 4 * protein + 4 * carbs + 9 * fat + 7 * (alcohol ?? 0)

/** kJ per (thermochemical) kcal. */
export const KILOJOULES = 4.184

export const kilocalories = (kilojoules: Stated): Stated => (kilojoules === null ? null : kilojoules / KILOJOULES)

export interface Serving {
  readonly size: number
  readonly unit: "g" | "ml"
  readonly text: string | null
}

/** The serving of a food whose source states none. */
export const hundred = (unit: "g" | "ml"): Serving => ({ size: 100, unit, text: null })

const SERVING_MAX = 10_000
const LABEL_MAX = 100

/**
 * The serving if its size, rounded to 4 decimals, is over 0 and at most 10,000 g or ml; otherwise null. The label has
 * units instead of codes, and is cut at 100 code points.
 */
export const serving = (size: Stated, unit: "g" | "ml", label: string): Serving | null => {
  const measured = rounded(size ?? 0)
  if (!(measured > 0 && measured <= SERVING_MAX)) return null
  return { size: measured, unit, text: cut(withoutCodes(clean(label)), LABEL_MAX) || null }
}

/** A barcode as 14 digits. Null if it contains other characters, is too long, or is all zeros, which means none. */
export const gtin14 = (code: string): string | null => {
  const digits = code.trim()
  return /^\d{1,14}$/.test(digits) && /[1-9]/.test(digits) ? digits.padStart(14, "0") : null
}

/**
 * Text for people: HTML entities decoded once (with their semicolon, so that "Salt&notes" stays), runs of white space
 * and control characters (including U+0000) replaced by one space, unpaired surrogates removed, trimmed.
 */
export const clean = (text: string): string =>
  (text.includes("&") ? decodeHTMLStrict(text) : text)
    .replace(/\p{Cs}/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()

/** The first `length` code points. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : Array.from(text).slice(0, length).join("").trimEnd()

/** A row from any source, read but not yet judged. Texts are as in the source. */
export interface Candidate {
  readonly id: string
  readonly source: string
  readonly sourceId: string
  readonly name: string
  readonly brandName: string
  /** The barcode as 14 digits. */
  readonly gtin: string | null
  readonly serving: Serving
  /** Its other household measures, in the unit of the serving and the source's order. */
  readonly measures?: ReadonlyArray<Serving>
  readonly nutrition: StatedNutrition
  readonly details?: StatedDetails
}

/** Answers show at most six portions: the serving and five others. */
const MEASURES_MAX = 5

/** The first five measures with distinct texts. */
const measuresOf = ({ serving, measures = [] }: Candidate): Pick<CatalogueFood, "measures"> => {
  const sizes = new Map<string, number>()
  for (const { size, text } of measures) {
    if (text !== null && text !== serving.text && !sizes.has(text) && sizes.size < MEASURES_MAX) sizes.set(text, size)
  }
  return sizes.size === 0 ? {} : { measures: Array.from(sizes, ([text, size]) => ({ text, size })) }
}

/** The details that are possible. Foods without them are usual, so an impossible one is left out, and its food is kept. */
const detailsIn = (
  stated: StatedDetails,
  whole: { readonly carbs: number; readonly fat: number }
): { readonly [Each in Detail]?: number } => {
  const kept = new Map<Detail, number>()
  for (const detail of DETAILS) {
    const amount = stated[detail]
    if (amount == null || !(amount >= 0 && amount <= (detail === "sodium" ? MOST_SODIUM : MOST_GRAMS.g))) continue
    kept.set(detail, rounded(amount))
  }
  // European labels state carbohydrates without fibre, so that fibre and sugars may exceed them: then fibre goes first.
  for (const detail of ["fiber", "sugars", "saturatedFat"] as const) {
    const faults = detailFaults({ ...whole, ...Object.fromEntries(kept) })
    if (faults.some(({ field }) => field === detail)) kept.delete(detail)
  }
  return Object.fromEntries(kept)
}

const ID = /^[A-Za-z0-9_-]{1,128}$/
const NAME_MAX = 200
const BRAND_MAX = 100
/** Decimal fractions do not add up exactly in binary: 35.1 + 35.1 + 34.8 comes out above 105. */
const SUM_MAX = 105 + 1e-9
const NOTHING_TO_READ = /^[\p{C}\p{Z}]*$/u

/**
 * Applies the rules for every source. A name over 200 code points or a brand over 100 is cut: the row is still useful,
 * and people search for the start of a name.
 */
export const judge = (row: Candidate): Outcome => {
  const texts = [row.serving, ...(row.measures ?? [])].map(({ text }) => text ?? "")
  if ([row.id, row.name, row.brandName, ...texts].some(isMarked)) return LeftOut({ reason: "not_utf8" })
  if (!ID.test(row.id)) return LeftOut({ reason: "code_unusable" })
  const name = cut(clean(row.name), NAME_MAX)
  if (NOTHING_TO_READ.test(name)) return LeftOut({ reason: "name_empty" })
  const { calories, protein, carbs, fat } = row.nutrition
  const alcohol = row.nutrition.alcohol ?? 0
  if (calories === null || protein === null || carbs === null || fat === null) {
    return LeftOut({ reason: "nutrient_missing" })
  }
  const reason = implausible(calories, { protein, carbs, fat, alcohol }, row.nutrition.fibre)
  if (reason !== null) return LeftOut({ reason })
  return Kept({
    food: {
      id: row.id,
      source: row.source,
      sourceId: row.sourceId,
      name,
      brandName: cut(clean(row.brandName), BRAND_MAX) || null,
      ...(row.gtin === null ? {} : { gtin: row.gtin }),
      servingSize: row.serving.size,
      servingUnit: row.serving.unit,
      servingText: row.serving.text,
      ...measuresOf(row),
      calories: rounded(calories),
      protein: rounded(protein),
      carbs: rounded(carbs),
      fat: rounded(fat),
      alcohol: rounded(alcohol),
      ...detailsIn(row.details ?? {}, { carbs, fat })
    }
  })
}

interface Macros {
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
}

const implausible = (calories: number, macros: Macros, fibre: Stated): Reason | null => {
  const grams = [macros.protein, macros.carbs, macros.fat, macros.alcohol]
  const sum = grams.reduce((total, one) => total + one, 0)
  if (!Number.isFinite(calories + sum)) return "number_unreadable"
  if (calories < 0 || grams.some((one) => one < 0)) return "negative_value"
  if (calories > 902) return "energy_too_high"
  if (grams.some((one) => one > 100)) return "macro_too_high"
  if (sum > SUM_MAX) return "sum_too_high"
  if (calories === 0 && sum > 5) return "energy_zero"
  if (calories > 50 && sum <= 1) return "energy_without_macros"
  return isFarOff(calories, macros, fibre !== null && fibre > 0 ? fibre : 0) ? "energy_far_off" : null
}

/** kcal per gram of fibre, where a label counts it at all (Regulation (EU) No 1169/2011, annex XIV). */
const FIBRE_FACTOR = 2
const FAR = 0.6
/**
 * The difference in kcal that rounding on labels explains. Brewed tea, vinegar and diet drinks differ greatly in
 * percent, but not in kcal.
 */
const ROUNDING = 20

/**
 * Whether the energy differs from that of the macronutrients by more than 60 % and by more than rounding explains.
 * Fibre widens the range: American labels count it among the carbohydrates, where it gives little energy, European
 * labels separately.
 */
const isFarOff = (calories: number, { protein, carbs, fat, alcohol }: Macros, fibre: number): boolean => {
  const rest = 4 * protein + 9 * fat + 7 * alcohol
  const least = rest + 4 * Math.max(0, carbs - fibre)
  const most = rest + 4 * carbs + FIBRE_FACTOR * fibre
  return (
    calories < Math.min(least * (1 - FAR), least - ROUNDING) || calories > Math.max(most * (1 + FAR), most + ROUNDING)
  )
}
