import { Either, Schema } from "effect"
import { type Fault, said } from "../../contract/broken-rule.ts"
import { quote } from "../../contract/faults.ts"
import type { Given } from "../../contract/rule.ts"
import { positiveUpTo } from "../../values/positive.ts"
import { round } from "../../values/round.ts"
import { trimmed } from "../../values/text.ts"
import { type MeasureUnit, measureUnit, plainUnit } from "./measure-units.ts"
import { isWeighed } from "./model.ts"
import { isCalledAlike, type Portion, type Portioned, portionCalled, portionsIn, unitsTaken } from "./portions.ts"
import { MOST_SERVINGS } from "./recipe.ts"

const MOST_OF_A_UNIT = 1_000_000

/** How much of a food, in a unit as people say it. */
export const Amount = Schema.Struct({
  value: positiveUpTo(MOST_OF_A_UNIT).annotations({ description: "How many." }),
  unit: trimmed({ min: 1, max: 100 }).annotations({
    description: "g, kg, oz, lb, ml, l, fl oz, cup, tbsp, tsp, serving, or a portion: slice."
  })
})
export type Amount = typeof Amount.Type

/** An amount in stored form: `0.5 cup, chopped`. */
export const writeAmount = ({ value, unit }: Amount): string => `${value} ${unit}`

/** An amount of its stored form; undefined if it is none. */
export const readAmount = (stored: string): Amount | undefined => {
  const [, value = "", unit = ""] = /^(\d\S*) (.+)$/s.exec(stored) ?? []
  return Number(value) > 0 && Number.isFinite(Number(value)) ? { value: Number(value), unit } : undefined
}

/** What is wrong with a part of an amount. */
export interface AmountFault {
  readonly part: keyof Amount
  readonly text: string
  readonly received: string | number
}

/** A fault as that of a field of an input. */
export const faultIn = (field: string, { part, text, received }: AmountFault): Fault =>
  said(`${field}.${part}`, text, { received })

/** The faults of an input that has none or several of these fields, each under its name after `at`. */
export const choiceFaults = (
  fields: ReadonlyArray<string>,
  received: string,
  at = "",
  how: "exactly one" | "at most one" = "exactly one"
): ReadonlyArray<Fault> =>
  fields.map((field) => ({ field: `${at}${field}`, rule: { is: "choice", how, fields, received } }))

/** The faults of an input in which an amount stands in place of servings. `at` precedes the names of the fields. */
export const eitherFaults = (given: Given, isRequired: boolean, at = ""): ReadonlyArray<Fault> => {
  const named = ["servings", "amount"].filter((field) => given[field] !== undefined && given[field] !== null)
  if (named.length === 1 || (named.length === 0 && !isRequired)) return []
  const received = named.length === 0 ? "none" : "both"
  return choiceFaults(["servings", "amount"], received, at, isRequired ? "exactly one" : "at most one")
}

/** One unit of a food: its size in the unit of the food's serving, and whether it is a portion. */
interface FoodUnit {
  readonly size: number
  readonly isPortion: boolean
}

/** What a text in brackets states is of the food itself only between these: `packet (6 fl oz)` of dry soup makes as much. */
const LEAST_DENSITY = 0.4
const MOST_DENSITY = 2.5

/** How much of the food's own unit one g or ml of the other is, by a portion that states both; its own measure first. */
const densityBy = (portions: ReadonlyArray<Portion>, { of, measure }: MeasureUnit): number | undefined => {
  const stated = portions.filter(({ stated }) => stated?.of === of)
  const inMeasure = stated.filter(({ stated }) => stated?.measure === measure)
  const plain = (all: ReadonlyArray<Portion>) => all.find(({ isPlain }) => isPlain) ?? all[0]
  const portion = plain(inMeasure) ?? plain(stated)
  if (portion?.stated !== undefined) return portion.size / portion.stated.size
  const other = portions.find(({ beside }) => beside?.of === of && beside.amount > 0)
  const density = other?.beside && other.size / other.beside.amount
  return density !== undefined && density > LEAST_DENSITY && density < MOST_DENSITY ? density : undefined
}

const COUNTED: ReadonlySet<string> = new Set(["cup", "tbsp", "tsp"])

const unitOf = (food: Portioned, name: string): FoodUnit | undefined => {
  const { size, unit } = food.serving
  if (isCalledAlike(name, "serving")) return { size, isPortion: true }
  const portions = portionsIn(food)
  const measure = measureUnit(name)
  if (measure === undefined || !isWeighed(unit)) {
    const portion = portionCalled(portions, name)
    if (portion !== undefined) return { size: portion.size, isPortion: true }
    return isCalledAlike(name, unit) ? { size: 1, isPortion: true } : undefined
  }
  const isPortion = COUNTED.has(measure.measure)
  const isOwn = measure.of === unit && !portions.some(({ stated }) => isPortion && stated?.measure === measure.measure)
  const density = isOwn ? 1 : densityBy(portions, measure)
  return density === undefined ? undefined : { size: density * measure.size, isPortion }
}

/** Ten digits say any amount, and leave out the errors of binary fractions. */
const DIGITS = 10

/**
 * The servings of a food that an amount is. A volume of a food in grams is converted by a portion in that measure, else by
 * the density of another portion by volume; a weight of a food in millilitres likewise. Fails with what the food takes if
 * neither is known, and with the most that it may be in this unit.
 */
export const servingsIn = (food: Portioned, { value, unit }: Amount): Either.Either<number, AmountFault> => {
  const one = unitOf(food, unit)
  if (one === undefined) {
    return Either.left({
      part: "unit",
      text: `must be a unit of this food, which takes ${unitsTaken(food)}`,
      received: quote(unit)
    })
  }
  const servings = Number(((value * one.size) / food.serving.size).toPrecision(DIGITS))
  if (servings > 0 && servings <= MOST_SERVINGS) return Either.right(servings)
  const most = (MOST_SERVINGS * food.serving.size) / one.size
  const text = servings > 0 ? `must be at most ${round(most, 2)} in this unit` : "must be more"
  return Either.left({ part: "value", text, received: value })
}

/** Amounts above these are more likely slips: in g or ml, and of a portion. */
const MUCH = 5000
const MANY = 20

/** What to say of an amount that is hardly meant; undefined if it is usual. */
const hintOf = (food: Portioned, { value, unit }: Amount): string | undefined => {
  const one = unitOf(food, unit)
  if (one === undefined) return undefined
  const size = isWeighed(food.serving.unit) ? round(value * one.size, 2) : undefined
  const isMuch = size !== undefined && size > MUCH
  if (!isMuch && !(one.isPortion && value > MANY)) return undefined
  const weight = size === undefined || plainUnit(unit) === food.serving.unit ? "" : ` (${size} ${food.serving.unit})`
  return `${value} ${unit}${weight} is unusually much: check that it is meant, or correct it.`
}

/** How much of a food an input names: one of both. */
export interface Named {
  readonly servings?: number
  readonly amount?: Amount
}

/** The servings of a food that an input names, with what to say of an amount that is hardly meant. */
export const countedIn = (
  food: Portioned,
  { servings = 0, amount }: Named
): Either.Either<{ readonly servings: number; readonly hint?: string }, AmountFault> =>
  amount === undefined
    ? Either.right({ servings })
    : Either.map(servingsIn(food, amount), (servings) => {
        const hint = hintOf(food, amount)
        return { servings, ...(hint === undefined ? {} : { hint }) }
      })
