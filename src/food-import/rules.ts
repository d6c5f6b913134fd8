// entities: HTML has over two thousand named entities, too many to keep here.
import { decodeHTMLStrict } from "entities"
import { Kept, LeftOut, type Outcome, type Reason } from "./importer.ts"

/**
 * A number as the source states it: null when absent, NaN when the text is not a finite number. NaN stays NaN in
 * arithmetic, so that the row is left out in the end; a 0 would be taken for a fact.
 */
export type Stated = number | null

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

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
}

/** Whether energy and the three macronutrients are there; alcohol may be absent. */
export const isComplete = (nutrition: StatedNutrition): boolean =>
  nutrition.calories !== null && nutrition.protein !== null && nutrition.carbs !== null && nutrition.fat !== null

/** kcal by the general Atwater factors 4, 4, 9 and 7; null unless all three macronutrients are there. */
export const atwater = (protein: Stated, carbs: Stated, fat: Stated, alcohol: Stated): Stated =>
  protein === null || carbs === null || fat === null ? null : 4 * protein + 4 * carbs + 9 * fat + 7 * (alcohol ?? 0)

/** kJ in one (thermochemical) kcal. */
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

/** The serving, if its size is over 0 and at most 10,000 g or ml; else null. The label is cut at 100 code points. */
export const serving = (size: Stated, unit: "g" | "ml", label: string): Serving | null =>
  size !== null && size > 0 && size <= SERVING_MAX ? { size, unit, text: cut(clean(label), LABEL_MAX) || null } : null

/**
 * Text as a person should read it: HTML entities decoded once (with their semicolon, so that "Salt&notes" stays),
 * runs of white space and control characters (U+0000 among them) made one space, halves of surrogate pairs removed, trimmed.
 */
export const clean = (text: string): string =>
  (text.includes("&") ? decodeHTMLStrict(text) : text)
    .replace(/\p{Cs}/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()

/** The first `length` code points. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : Array.from(text).slice(0, length).join("").trimEnd()

/** A row of any source, read but not yet judged. Texts are as the source has them. */
export interface Candidate {
  readonly id: string
  readonly source: string
  readonly sourceId: string
  readonly name: string
  readonly brandName: string
  readonly serving: Serving
  readonly nutrition: StatedNutrition
}

const ID = /^[A-Za-z0-9_-]{1,128}$/
const NAME_MAX = 200
const BRAND_MAX = 100
/** Decimal fractions do not add up exactly in binary: 35.1 + 35.1 + 34.8 comes out above 105. */
const SUM_MAX = 105 + 1e-9
const NOTHING_TO_READ = /^[\p{C}\p{Z}]*$/u

/**
 * The rules of every source. A name over 200 code points or a brand over 100 is cut rather than left out: the nutrition
 * is as good, and the beginning of a name is what people search for.
 */
export const judge = (row: Candidate): Outcome => {
  if (!ID.test(row.id)) return LeftOut({ reason: "code_unusable" })
  const name = cut(clean(row.name), NAME_MAX)
  if (NOTHING_TO_READ.test(name)) return LeftOut({ reason: "name_empty" })
  const { calories, protein, carbs, fat } = row.nutrition
  const alcohol = row.nutrition.alcohol ?? 0
  if (calories === null || protein === null || carbs === null || fat === null) {
    return LeftOut({ reason: "nutrient_missing" })
  }
  const reason = implausible(calories, [protein, carbs, fat, alcohol])
  if (reason !== null) return LeftOut({ reason })
  return Kept({
    food: {
      id: row.id,
      source: row.source,
      sourceId: row.sourceId,
      name,
      brandName: cut(clean(row.brandName), BRAND_MAX) || null,
      servingSize: row.serving.size,
      servingUnit: row.serving.unit,
      servingText: row.serving.text,
      calories: rounded(calories),
      protein: rounded(protein),
      carbs: rounded(carbs),
      fat: rounded(fat),
      alcohol: rounded(alcohol)
    }
  })
}

/** To 4 decimals: finer than any source measures, coarse enough that 255.224 kJ are 61 kcal and not 60.99999999999999. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const implausible = (calories: number, macros: ReadonlyArray<number>): Reason | null => {
  const sum = macros.reduce((total, grams) => total + grams, 0)
  if (!Number.isFinite(calories + sum)) return "number_unreadable"
  if (calories < 0 || macros.some((grams) => grams < 0)) return "negative_value"
  if (calories > 902) return "energy_too_high"
  if (macros.some((grams) => grams > 100)) return "macro_too_high"
  if (sum > SUM_MAX) return "sum_too_high"
  if (calories === 0 && sum > 5) return "energy_zero"
  return null
}
