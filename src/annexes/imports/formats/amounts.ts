import type { Metric } from "../../../features/body-metrics/model.ts"
import { type DistanceUnit, KILOGRAMS_PER_POUND, type WeightUnit } from "../../../values/units.ts"
import type { KnownNutrition } from "../rows/rows.ts"
import { brief } from "./brief.ts"
import { entryOf } from "./fields.ts"

const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
/** `1.250,5` and `1.234.567`: either separator alone could be a decimal point. */
const POINTED = /^[+-]?\d{1,3}(?:(?:\.\d{3})+,\d*|(?:\.\d{3}){2,})$/
const DECIMAL_COMMA = /^[+-]?\d+,\d*$/
/** `1 250,5` and `1'250.5`: neither spaces nor apostrophes are decimal separators. */
const SPACED = /^[+-]?\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d*)?$/

/**
 * Parses a finite number as exports write it; null for anything else. A comma is a decimal separator if the file's
 * fields are separated by semicolons; otherwise it separates thousands where it can, as in `1,000.0`. Points separate
 * thousands if nothing else is possible, as in `1.000,5`; spaces and apostrophes always do.
 */
export const numberOf = (written: string, delimiter: string): number | null => {
  const text = brief(written)
  const plain = PLAIN.test(text)
    ? text
    : delimiter !== ";" && THOUSANDS.test(text)
      ? text.replaceAll(",", "")
      : DECIMAL_COMMA.test(text)
        ? text.replace(",", ".")
        : POINTED.test(text)
          ? text.replaceAll(".", "").replace(",", ".")
          : SPACED.test(text)
            ? text.replaceAll(/[ '’]/g, "").replace(",", ".")
            : null
  if (plain === null) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

const WHOLE_POINTED = /^\d{1,3}(?:\.\d{3})+$/

/**
 * Parses a number of whole things, such as steps; like `numberOf`, except that `1.000` is a thousand in files whose
 * fields are separated by semicolons.
 */
export const wholeOf = (text: string, delimiter: string): number | null =>
  delimiter === ";" && WHOLE_POINTED.test(brief(text)) ? Number(text.replaceAll(".", "")) : numberOf(text, delimiter)

const GROUPED = /^\d{1,3}(?:[., '’]\d{3})+$/

/** A whole number with any thousands separator; null if it has none. */
export const groupedOf = (text: string): number | null =>
  GROUPED.test(brief(text)) ? Number(text.replaceAll(/\D/g, "")) : null

const METRES: Readonly<Record<string, number>> = {
  m: 1,
  meter: 1,
  meters: 1,
  metres: 1,
  km: 1000,
  kms: 1000,
  kilometer: 1000,
  kilometers: 1000,
  mi: 1609.344,
  mile: 1609.344,
  miles: 1609.344,
  ft: 0.3048,
  feet: 0.3048,
  yd: 0.9144,
  yds: 0.9144,
  yards: 0.9144,
  cm: 0.01,
  centimeter: 0.01,
  centimeters: 0.01,
  mm: 0.001,
  in: 0.0254,
  inch: 0.0254,
  inches: 0.0254,
  '"': 0.0254
}

/** The size of a unit as exports write it, in any case and with a point; null if the table has none of that name. */
const sizeOf = (sizes: Readonly<Record<string, number>>, unit: string): number | null =>
  entryOf(sizes, unit.toLowerCase().replace(/\.$/, "")) ?? null

/** Metres per unit, as exports name it; null if it is unknown. */
export const metresIn = (unit: string): number | null => sizeOf(METRES, unit)

const KILOGRAMS: Readonly<Record<string, number>> = {
  kg: 1,
  kgs: 1,
  kilogram: 1,
  kilograms: 1,
  lb: KILOGRAMS_PER_POUND,
  lbs: KILOGRAMS_PER_POUND,
  pound: KILOGRAMS_PER_POUND,
  pounds: KILOGRAMS_PER_POUND,
  st: 14 * KILOGRAMS_PER_POUND,
  oz: KILOGRAMS_PER_POUND / 16,
  g: 0.001,
  gram: 0.001,
  grams: 0.001,
  mg: 0.000_001,
  mcg: 0.000_000_001
}

/** Kilograms per unit, as exports name it; null if it is unknown. */
export const kilogramsIn = (unit: string): number | null => sizeOf(KILOGRAMS, unit)

/** Centimetres per unit of a girth, as exports name it; null if it is unknown. */
export const centimetresIn = (unit: string): number | null => {
  const metres = metresIn(unit)
  return metres === null ? null : metres * 100
}

/** Grams per unit, as exports name it; null if it is unknown. */
export const gramsIn = (unit: string): number | null => {
  const kilograms = kilogramsIn(unit)
  return kilograms === null ? null : kilograms * 1000
}

export const kilogramsInUnit = (unit: WeightUnit): number => (unit === "kg" ? 1 : KILOGRAMS_PER_POUND)
export const metresInUnit = (unit: DistanceUnit): number => (unit === "km" ? 1000 : 1609.344)

/**
 * What a unit, in lower case, is of the one in which readings of a metric are stored; null if it is none of the metric's. A
 * weight and a girth need one.
 */
export const unitOfMetric = (metric: Metric, unit: string): number | null => {
  switch (metric) {
    case "weight":
      return kilogramsIn(unit)
    case "body_fat":
      return ["percent", "%", ""].includes(unit) ? 1 : null
    case "steps":
      return ["steps", "count", ""].includes(unit) ? 1 : null
    case "resting_heart_rate":
      return ["bpm", ""].includes(unit) ? 1 : null
    case "sleep":
      return ["minutes", "min", ""].includes(unit) ? 1 : ["hours", "h"].includes(unit) ? 60 : null
    default:
      return centimetresIn(unit)
  }
}

/** How much of a nutrient a unit is: kcal, milligrams of sodium, else grams; null if it is unknown. */
export const nutrientIn = (nutrient: keyof KnownNutrition, unit: string): number | null => {
  if (nutrient === "calories") return kilocaloriesIn(unit)
  const grams = gramsIn(unit)
  return grams === null || nutrient !== "sodium" ? grams : grams * 1000
}

/** Kilocalories per unit, as exports name it; null if it is unknown. */
export const kilocaloriesIn = (unit: string): number | null => {
  switch (unit.toLowerCase()) {
    case "kcal":
    case "cal":
      return 1
    case "kj":
      return 1 / 4.184
    default:
      return null
  }
}

/**
 * Reverses an app's conversion of a load from pounds, which leaves many decimals: 61.234969941 is 135 lb. The same set
 * exported in pounds then has the same load.
 */
export const unconverted = (kilograms: number): number => {
  if (Number.isInteger(kilograms * 10_000)) return kilograms
  const pounds = Math.round((kilograms / KILOGRAMS_PER_POUND) * 100) / 100
  return Math.abs(pounds * KILOGRAMS_PER_POUND - kilograms) < 1e-6 ? pounds * KILOGRAMS_PER_POUND : kilograms
}

/** The unit in a column's name: `kg` in `Weight (kg)`; null if there is none. */
export const unitInName = (name: string): string | null => /\(([^()]*)\)\s*$/.exec(brief(name))?.[1]?.trim() ?? null

/** Units of time as apps abbreviate them, in the languages that they come in. */
const UNITS_OF_TIME = {
  days: "d|days?|tage?|j|jours?|días?|dias?|giorni|dni|dzień|gün|dagen|дн|дня|дней|天|日",
  hours: "h|hr|hrs|hours?|std|heures?|horas?|ore|ora|godz|saat|sa|uur|u|ч|час|小时|小時|时|時間",
  minutes: "m|min|mins|minutes?|minuten?|minutos?|minuto|minuti|dk|мин|м|分钟|分鐘|分",
  seconds: "s|sec|secs|seconds?|sek|sekunden?|secondes?|seconden|segundos?|secondo|secondi|sn|сек|с|秒钟|秒"
}
const NAMED_LENGTH = new RegExp(
  `^${Object.values(UNITS_OF_TIME)
    .map((units) => `(?:(\\d+) ?(?:${units})\\.?)?`)
    .join(" ?")}$`,
  "i"
)

/**
 * The seconds in a duration as exports write it: `38min`, `1h 20min`, `264h 1m`, `1小时 4分钟`, `1:01:48`, `30:00`, `4440`;
 * null for anything else.
 */
export const secondsOf = (written: string): number | null => {
  const text = brief(written)
  const clock = /^(?:(\d+):)?(\d{1,3}):(\d{2}(?:\.\d+)?)$/.exec(text)
  if (clock !== null) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  if (PLAIN.test(text)) return Number(text) >= 0 ? Number(text) : null
  const named = NAMED_LENGTH.exec(text)
  if (named === null || text === "") return null
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = named
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
