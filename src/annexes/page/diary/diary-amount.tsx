/** @jsxImportSource hono/jsx */
import { Effect, Either, Schema } from "effect"
import type { ValidationFailed } from "../../../contract/errors.ts"
import { present } from "../../../contract/fields.ts"
import { type Amount as Said, servingsIn, writeAmount } from "../../../features/foods/amounts.ts"
import { measureUnit } from "../../../features/foods/measure-units.ts"
import type { Measure } from "../../../features/foods/measures.ts"
import { isCalledAlike, type Portioned, portionsIn } from "../../../features/foods/portions.ts"
import { MOST_SERVINGS } from "../../../features/foods/recipe.ts"
import { number } from "../../../values/charts/format.ts"
import { round } from "../../../values/round.ts"
import { type FormState, SelectField, TextField } from "../frame/form.tsx"
import { fieldFault, type OutputOf } from "../frame/page.ts"

/** The fields of a food that its amounts depend on. */
export interface Measured extends Pick<OutputOf<"search_foods">["foods"][number], "serving"> {
  readonly portions?: ReadonlyArray<{ readonly text: string; readonly size: number }>
}

/** A unit for amounts of a food. */
interface Unit {
  /** How many servings one unit is, as a fraction: 1/50 for g of a serving of 50 g. */
  readonly fraction: string
  readonly name: string
  readonly servings: number
}

export interface Amount {
  readonly value: number
  readonly unit: Unit
}

const WHOLE: Unit = { fraction: "1", name: "servings", servings: 1 }

/** Measures that only liquids have. */
const OF_LIQUIDS: ReadonlySet<string> = new Set(["100 ml", "1 fl oz", "1 pint", "1 quart"])

/** The unit ml of a liquid that is weighed, as an amount in ml is converted; undefined if it cannot be, or is no liquid. */
const millilitresOf = (food: Measured): Unit | undefined => {
  const { serving, portions = [] } = food
  const measures = [...(serving.text === undefined ? [] : [serving.text]), ...portions.map(({ text }) => text)]
  if (serving.unit !== "g" || !measures.some((text) => OF_LIQUIDS.has(text))) return undefined
  const servings = Either.getOrUndefined(servingsIn(portionedOf(food), { value: 1, unit: "ml" }))
  return servings === undefined ? undefined : { fraction: String(servings), name: "ml", servings }
}

const sized = (text: string, size: number, unit: string): string => `${text} (${number(size, 1)} ${unit})`

/** The units for amounts of a food: weight or volume, servings, other household measures. */
const unitsOf = (food: Measured): ReadonlyArray<Unit> => {
  const {
    serving: { size, unit, text },
    portions = []
  } = food
  if (unit !== "g" && unit !== "ml") return [{ ...WHOLE, name: unit === "meal" ? "meals" : WHOLE.name }]
  const millilitres = millilitresOf(food)
  return [
    { fraction: `1/${size}`, name: unit, servings: 1 / size },
    ...(millilitres === undefined ? [] : [millilitres]),
    { ...WHOLE, name: sized(text ?? "serving", size, unit) },
    ...portions
      .filter((portion) => portion.size !== size && (millilitres === undefined || portion.text !== "100 ml"))
      .map((portion) => ({
        fraction: `${portion.size}/${size}`,
        name: sized(portion.text, portion.size, unit),
        servings: portion.size / size
      }))
  ]
}

const isQuarters = (value: number): boolean => Math.abs(value * 4 - Math.round(value * 4)) < 1e-6

/** Most household measures that an amount of a round weight was probably counted in. */
const MOST_COUNTED = 10

/** Whether an amount of weight or volume looks typed: a multiple of 5. */
const isTyped = (value: number): boolean => Math.abs(value / 5 - Math.round(value / 5)) < 1e-3

/**
 * Converts servings to the unit that they were probably counted in: quarters of a household measure, else weight, or
 * volume if that is the rounder amount. The device remembers the unit that was used (`islands/units.ts`).
 */
export const amountOf = (food: Measured, servings: number): Amount => {
  const units = unitsOf(food)
  const [weight = WHOLE, ...others] = units
  const [measures, volumes] = [others.filter(({ name }) => name !== "ml"), others.filter(({ name }) => name === "ml")]
  const isVolume = (each: Unit) => isTyped(servings / each.servings) && !isTyped(servings / weight.servings)
  const named = food.serving.text === undefined && units.length > 1 ? measures.slice(1) : measures
  const isWeighed = isTyped(servings / weight.servings)
  const isCounted = (each: Unit) =>
    isQuarters(servings / each.servings) && !(isWeighed && servings / each.servings > MOST_COUNTED)
  const unit = named.find(isCounted) ?? volumes.find(isVolume) ?? weight
  return { value: Number((servings / unit.servings).toPrecision(6)), unit }
}

/** Servings in weight or volume. */
export const weightOf = (food: Measured, servings: number): Amount => {
  const [unit = WHOLE] = unitsOf(food)
  return { value: Number((servings / unit.servings).toPrecision(6)), unit }
}

/** The first amount suggested for a food that was never eaten: one serving, in weight or volume. */
export const firstAmountOf = (food: Measured): Amount => weightOf(food, 1)

/** Servings in words: 2 × 1 large (50 g), or 150 g. */
export const amountText = (food: Measured, servings: number): string => amountInWords(food, amountOf(food, servings))

/** An amount in words. */
export const amountInWords = (food: Measured, { value, unit }: Amount): string => {
  const one = unit.name === "servings" ? "serving" : unit.name === "meals" ? "meal" : unit.name
  const isCount = unit.fraction === "1" && (unit.name === "servings" || unit.name === "meals")
  if (isCount) return `${number(value, 2)} ${value === 1 ? one : unit.name}`
  return unit.name === food.serving.unit || unit.name === "ml"
    ? `${number(value, 1)} ${unit.name}`
    : value === 1
      ? unit.name
      : `${number(value, 2)} × ${unit.name}`
}

const FRACTION = /^(\d+(?:\.\d+)?(?:e-?\d+)?)(?:\/(\d+(?:\.\d+)?(?:e-?\d+)?))?$/

const partsOf = (fraction: string): readonly [number, number] => {
  const [, above = "", below = "1"] = FRACTION.exec(fraction) ?? []
  return [Number(above), Number(below)]
}

/** A unit with what one of it is said as, if anything: `5/14.2 1 pat`. */
const SAID_UNIT = /^(\S+)(?: (\d\S*) (\S.{0,99}))?$/su

/** The fraction of a unit, and what one of it is said as. */
export const saidUnit = (text: string): { readonly fraction: string; readonly said: Said | undefined } => {
  const [, fraction = "", value, unit] = SAID_UNIT.exec(text) ?? []
  return { fraction, said: value === undefined || unit === undefined ? undefined : { value: Number(value), unit } }
}

const isUnit = (text: string): boolean => {
  const { fraction, said } = saidUnit(text)
  const [above, below] = partsOf(fraction)
  return above > 0 && below > 0 && Number.isFinite(above / below) && (said === undefined || said.value > 0)
}

/** A unit as sent by a form. Without one, an amount counts servings. */
export const UnitText = present(
  Schema.String.pipe(Schema.filter(isUnit, { message: () => "must be one of the units to choose from" }))
)

/**
 * Converts an amount to servings. Fails with a fault in the unit in which it was typed if an entry cannot have as many.
 */
export const servingsOf = (amount: number, unitText = "1"): Effect.Effect<number, ValidationFailed> => {
  const [above, below] = partsOf(saidUnit(unitText).fraction)
  const servings = (amount * above) / below
  if (amount <= 0) return fieldFault("servings", "must be more than 0")
  if (servings > MOST_SERVINGS)
    return fieldFault("servings", `must be at most ${number((MOST_SERVINGS * below) / above)} in this unit`)
  return Effect.succeed(servings)
}

/** Whether two numbers of servings differ by rounding only. */
const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-6 * other

/** A food's serving and portions, as the service's rules take them. */
export const portionedOf = ({ serving: { text, ...size }, portions = [] }: Measured): Portioned => ({
  serving: { ...size, text: text ?? null },
  measures: portions
})

/** What one of each unit is said as, by its name: `1 pat`. A unit that the service converts otherwise has none. */
const saidOf = (food: Measured): ReadonlyMap<string, Said> => {
  const { serving } = food
  const portioned = portionedOf(food)
  const counted = portionsIn(portioned).map(({ text, words, size }) => ({ text, words, size }))
  const isTaken = (unit: Unit, said: Said) =>
    Either.match(servingsIn(portioned, said), {
      onLeft: () => false,
      onRight: (servings) => isSame(servings, unit.servings)
    })
  return new Map(
    unitsOf(food).flatMap((unit): ReadonlyArray<readonly [string, Said]> => {
      const portion = counted.find(({ text }) => unit.name.startsWith(`${text} (`))
      const own = unit.name === serving.unit || unit.name === "ml" ? { value: 1, unit: unit.name } : undefined
      const said = portion && { value: round((unit.servings * serving.size) / portion.size, 6), unit: portion.words }
      const found = own ?? said
      return found === undefined || !isTaken(unit, found) ? [] : [[unit.name, found]]
    })
  )
}

/** An amount as the value of a button or a choice: its servings, and how it is said. */
const unitValue = (fraction: string, said: Said | undefined): string =>
  said === undefined ? fraction : `${fraction} ${writeAmount(said)}`

/** The value of a button that logs a portion of a food, such as `5/14.2 1 pat`. */
export const portionValues = (food: Measured): ((portion: Measure) => string) => {
  const said = saidOf(food)
  return ({ text, size }) => unitValue(`${size}/${food.serving.size}`, said.get(sized(text, size, food.serving.unit)))
}

/** The value of a button that logs an amount that is so many servings. */
export const amountValue = (food: Measured, { value, unit }: Amount, servings: number): string => {
  const one = saidOf(food).get(unit.name)
  return unitValue(String(servings), one && { value: round(value * one.value, 6), unit: one.unit })
}

/** The fields of a form for an amount: its number, and its unit. */
export const amountFields = (
  food: Measured,
  { value, unit }: Amount
): { readonly servings: string; readonly unit: string } => ({
  servings: String(value),
  unit: unitValue(unit.fraction, saidOf(food).get(unit.name))
})

/** An amount as it was said, in the unit of its food that is this, or has its size; undefined if none has. */
export const namedAmountOf = (food: Measured, said: Said, servings: number): Amount | undefined => {
  const units = unitsOf(food).filter((unit) => isSame(unit.servings, servings / said.value))
  const names = saidOf(food)
  const unit = units.find(({ name }) => isCalledAlike(names.get(name)?.unit ?? "", said.unit)) ?? units[0]
  return unit && { value: said.value, unit }
}

/** The amount of an entry as it was said, and the unit of that: one of those of its food, or one more. */
export const saidAmountOf = (food: Measured, said: Said, servings: number): Amount => {
  const one = servings / said.value
  const size = food.serving.unit === "g" || food.serving.unit === "ml" ? one * food.serving.size : undefined
  const name = size === undefined ? said.unit : `${said.unit} (${number(size, 1)} ${food.serving.unit})`
  const other = { value: said.value, unit: { fraction: String(one), name, servings: one } }
  return namedAmountOf(food, said, servings) ?? other
}

/** An amount as it was said, with what it weighs or holds, if known: 1 pat, 7 g. */
export const saidText = ({ value, unit }: Said, amount: Said | undefined): string =>
  amount === undefined || measureUnit(unit)?.of === amount.unit
    ? `${number(value, 2)} ${unit}`
    : `${number(value, 2)} ${unit}, ${number(amount.value, 1)} ${amount.unit}`

/** Fields for an amount and its unit. A script shows its kcal at once. */
export const AmountFields = ({
  state,
  food,
  amount,
  said,
  row
}: {
  readonly state: FormState
  readonly food: Measured
  readonly amount: Amount
  /** How the amount was said. */
  readonly said?: Said | undefined
  readonly row: string
}) => {
  const known = unitsOf(food)
  const isKnown = known.length === 1 || known.some(({ fraction }) => fraction === amount.unit.fraction)
  const units = isKnown ? known : [...known, amount.unit]
  const named = saidOf(food)
  const valueIn = ({ fraction, name }: Unit) =>
    unitValue(
      fraction,
      named.get(name) ??
        (said !== undefined && fraction === amount.unit.fraction ? { value: 1, unit: said.unit } : undefined)
    )
  return (
    <>
      <TextField
        state={state}
        name="servings"
        label={units.length === 1 ? "Servings" : "Amount"}
        value={String(amount.value)}
        inputmode="decimal"
        row={row}
      />
      {units.length === 1 ? null : (
        <SelectField
          state={state}
          name="unit"
          label="Unit"
          value={valueIn(amount.unit)}
          options={units.map((unit) => [valueIn(unit), unit.name] as const)}
          row={row}
        />
      )}
    </>
  )
}
