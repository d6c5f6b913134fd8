import { fold } from "../../values/text/words.ts"

/** A unit of weight in grams, or of volume in millilitres. */
export interface MeasureUnit {
  readonly of: "g" | "ml"
  readonly size: number
  /** Volumes of one measure are written alike: a portion of 100 ml is one for litres, and none for cups. */
  readonly measure: string
}

const weight = (size: number): MeasureUnit => ({ of: "g", size, measure: "g" })
const volume = (size: number, measure: string): MeasureUnit => ({ of: "ml", size, measure })

/** Volumes as food labels count them (21 CFR 101.9(b)(5)(viii)), and avoirdupois weights, each with its spellings. */
const UNITS: ReadonlyArray<readonly [unit: MeasureUnit, spellings: string]> = [
  [weight(1), "g|gr|gs|gram|grams|gramme|grammes"],
  [weight(1000), "kg|kgs|kilo|kilos|kilogram|kilograms|kilogramme|kilogrammes"],
  [weight(28.3495), "oz|ozs|ounce|ounces"],
  [weight(453.592), "lb|lbs|pound|pounds"],
  [volume(1, "ml"), "ml|mls|milliliter|milliliters|millilitre|millilitres"],
  [volume(1000, "ml"), "l|ls|liter|liters|litre|litres"],
  [volume(30, "fl oz"), "fl oz|fl ozs|floz|flozs|fluid oz|fluid ounce|fluid ounces"],
  [volume(240, "cup"), "cup|cups"],
  [volume(15, "tbsp"), "tbsp|tbsps|tbs|tablespoon|tablespoons"],
  [volume(5, "tsp"), "tsp|tsps|teaspoon|teaspoons"]
]

const BY_SPELLING: ReadonlyMap<string, MeasureUnit> = new Map(
  UNITS.flatMap(([unit, spellings]) => spellings.split("|").map((spelling) => [spelling, unit] as const))
)

/** A text as units are compared: folded, without full stops, with single spaces. */
export const plainUnit = (text: string): string => fold(text).replace(/\./g, "").trim().replace(/\s+/g, " ")

/** The unit of weight or volume with this name, plural and case aside. */
export const measureUnit = (text: string): MeasureUnit | undefined => BY_SPELLING.get(plainUnit(text))

/** The unit of weight or volume with which a text begins: `cup` of `cup, chopped`. */
export const unitBefore = (text: string): MeasureUnit | undefined => {
  const [, two = "", one = ""] = /^((\p{L}+)\.?(?: \p{L}+\.?)?)(?![\p{L}\p{N}/-])/u.exec(text) ?? []
  return measureUnit(two) ?? measureUnit(one)
}
