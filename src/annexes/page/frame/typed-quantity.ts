import { A_NUMBER, faultOf, type Typed, typedNumber } from "./typed-number.ts"

/** A unit that a field knows: how many of which unit one is. */
type Known = readonly [factor: number, unit: string]

/** The units that a field knows, by their spellings. */
export type Units = Readonly<Record<string, Known>>

const spelled = (factor: number, unit: string, spellings: string): Units =>
  Object.fromEntries(spellings.split(" ").map((spelling) => [spelling, [factor, unit]]))

const TIME = {
  ...spelled(1, "minutes", "min mins minute minutes"),
  ...spelled(60, "minutes", "h hr hrs hour hours")
}

/** Volumes as food labels count them (21 CFR 101.9(b)(5)(viii)). */
const VOLUMES = {
  ...spelled(1, "ml", "ml millilitre millilitres milliliter milliliters"),
  ...spelled(10, "ml", "cl"),
  ...spelled(100, "ml", "dl"),
  ...spelled(1000, "ml", "l litre litres liter liters"),
  ...spelled(30, "ml", "floz"),
  ...spelled(240, "ml", "cup cups"),
  ...spelled(15, "ml", "tbsp"),
  ...spelled(5, "ml", "tsp")
}

/** The units of fields, by what they measure. */
export const UNITS = {
  weight: {
    ...spelled(1, "kg", "kg kgs kilo kilos kilogram kilograms"),
    ...spelled(1, "lb", "lb lbs pound pounds"),
    ...spelled(14, "lb", "st stone stones")
  },
  length: {
    ...spelled(1, "cm", "cm"),
    ...spelled(0.1, "cm", "mm"),
    ...spelled(100, "cm", "m"),
    ...spelled(1, "in", `in inch inches " ″ ”`),
    ...spelled(12, "in", "ft foot feet ' ′ ’")
  },
  distance: {
    ...spelled(1, "m", "m metre metres meter meters"),
    ...spelled(1000, "m", "km kms kilometre kilometres kilometer kilometers k"),
    ...spelled(1609.344, "m", "mi mile miles"),
    ...spelled(0.9144, "m", "yd yds yard yards"),
    ...spelled(0.3048, "m", "ft feet")
  },
  percent: spelled(1, "percent", "% percent"),
  steps: spelled(1, "steps", "step steps"),
  bpm: spelled(1, "bpm", "bpm"),
  minutes: TIME,
  volume: VOLUMES,
  dish: {
    ...spelled(1, "g", "g gram grams"),
    ...spelled(1000, "g", "kg kilo kilos"),
    ...spelled(28.3495, "g", "oz ounce ounces"),
    ...spelled(453.592, "g", "lb lbs pound pounds"),
    ...VOLUMES
  },
  grams: {
    ...spelled(1, "g", "g gram grams"),
    ...spelled(0.001, "g", "mg"),
    ...spelled(28.3495, "g", "oz ounce ounces")
  },
  milligrams: { ...spelled(1, "mg", "mg"), ...spelled(1000, "mg", "g gram grams") },
  energy: { ...spelled(1, "kcal", "kcal cal kcals calories"), ...spelled(1 / 4.184, "kcal", "kj kilojoule kilojoules") }
} as const satisfies Record<string, Units>

export type Measured = keyof typeof UNITS

/** What a unit is followed by without saying so: 13 st 1, 7 h 30, 5 ft 11. */
const NEXT: Readonly<Record<string, string>> = {
  st: "lb",
  stone: "lb",
  stones: "lb",
  h: "min",
  hr: "min",
  hrs: "min",
  hour: "min",
  hours: "min",
  ft: "in",
  "'": '"'
}

/** A number in a unit that a field knows. */
export interface Quantity {
  readonly value: number
  readonly unit: string
}

const PART = /^\s*([+-]?[\d.,'’\u00a0\u202f ]*\d[.,]?)\s*((?:[\p{L}]+|[%"″”'′’])?)\.?/u

/** The one unit that is two words. */
const inOneWord = (text: string): string => text.replace(/fl\.?\s*oz/i, "floz")

/** Hours and minutes with a colon. */
const CLOCK = /^(\d{1,3}):([0-5]\d)$/

/** The numbers of a text with their units, in order; undefined if it is anything else. */
const partsOf = (text: string): ReadonlyArray<readonly [number: string, unit: string]> | undefined => {
  const parts: Array<readonly [string, string]> = []
  let rest = inOneWord(text).trim()
  while (rest !== "") {
    const [whole, number = "", unit = ""] = PART.exec(rest) ?? []
    if (whole === undefined) return undefined
    parts.push([number.trim(), unit.toLowerCase()])
    rest = rest.slice(whole.length).trim()
  }
  return parts
}

/** Rounds away the errors of binary fractions. */
const exact = (value: number): number => Number(value.toPrecision(12))

/**
 * Reads a number that may be followed by a unit, such as `82.4 kg`, `13 st 1` or `1,5 l`. Without a unit, it is in `own`.
 * A time may have a colon: 1:15 is an hour and a quarter.
 */
export const typedQuantity = (
  text: string,
  measured: Measured,
  own: string,
  read: (text: string) => Typed = typedNumber
): Quantity | Exclude<Typed, number> => {
  const plain = read(text)
  if (plain === "unclear") return plain
  if (plain !== undefined) return { value: plain, unit: own }
  const clock = measured === "minutes" ? CLOCK.exec(text.trim()) : null
  if (clock !== null) return { value: Number(clock[1]) * 60 + Number(clock[2]), unit: "minutes" }
  const units: Units = UNITS[measured]
  let sum: Quantity | undefined
  let before = ""
  for (const [number, unit] of partsOf(text) ?? []) {
    const name = unit === "" ? (NEXT[before] ?? "") : unit
    const known = Object.hasOwn(units, name) ? units[name] : undefined
    const value = read(number)
    if (value === "unclear") return value
    if (known === undefined || value === undefined || (sum !== undefined && sum.unit !== known[1])) return undefined
    sum = { value: exact((sum?.value ?? 0) + value * known[0]), unit: known[1] }
    before = name
  }
  return sum
}

/** The units that are named where a text has another. */
const NAMED: Readonly<Record<Measured, string>> = {
  weight: "kg, lb or st",
  length: "cm or in",
  distance: "km, m or mi",
  percent: "%",
  steps: "steps",
  bpm: "bpm",
  minutes: "min or h",
  volume: "ml, l or fl oz",
  dish: "g, kg, oz, lb, ml, l or fl oz",
  grams: "g, mg or oz",
  milligrams: "mg or g",
  energy: "kcal or kilojoules"
}

/** What to say of a text that is no clear number, or has a unit that the field does not know. */
export const quantityFault = (typed: Exclude<Typed, number>, measured: Measured): string =>
  typed === undefined ? `${A_NUMBER}; it may be followed by ${NAMED[measured]}` : faultOf(typed)

/** How many of the first unit of its kind one is: kilograms, centimetres, metres. */
const SIZES: Readonly<Record<string, number>> = { kg: 1, lb: 0.45359237, cm: 1, in: 2.54, m: 1, km: 1000, mi: 1609.344 }

/** To 4 decimals. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4

/** A quantity in another unit of its kind, to 4 decimals. */
export const valueIn = ({ value, unit }: Quantity, own: string): number =>
  unit === own ? value : Math.round((value * (SIZES[unit] ?? 1) * 1e4) / (SIZES[own] ?? 1)) / 1e4

/**
 * Reads a number that may be followed by a unit, converted to `own`, a unit that people may have written themselves: 1.5 l
 * is 1500 of ml, and 6 glasses are 6 of glasses. Without a unit, it counts `own`.
 */
export const typedIn = (
  text: string,
  measured: Measured | undefined,
  own: string,
  read: (text: string) => Typed = typedNumber
): Typed => {
  const bare = text.trim()
  const name = own.trim().toLowerCase()
  const isOwn = name !== "" && bare.toLowerCase().endsWith(name)
  const plain = read(isOwn ? bare.slice(0, -name.length) : bare)
  if (plain !== undefined || measured === undefined) return plain
  const typed = typedQuantity(bare, measured, "", read)
  if (typeof typed !== "object") return typed
  const units: Units = UNITS[measured]
  const spelling = inOneWord(name)
  const [factor, unit] = (Object.hasOwn(units, spelling) ? units[spelling] : undefined) ?? []
  if (factor === undefined || unit === undefined) return undefined
  return typed.unit === unit && factor === 1 ? typed.value : rounded(valueIn(typed, unit) / factor)
}
