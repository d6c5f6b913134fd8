import { Schema } from "effect"
import { round } from "./round.ts"

export const WeightUnit = Schema.Literal("kg", "lb")
export type WeightUnit = typeof WeightUnit.Type

export const DistanceUnit = Schema.Literal("km", "mi")
export type DistanceUnit = typeof DistanceUnit.Type

export const LengthUnit = Schema.Literal("cm", "in")
export type LengthUnit = typeof LengthUnit.Type

/** Centimetres in one inch, exact by the international yard and pound agreement of 1959. */
const CENTIMETRES_PER_INCH = 2.54

/** A length in centimetres, unrounded. */
export const toCentimetres = (value: number, unit: LengthUnit): number =>
  unit === "cm" ? value : value * CENTIMETRES_PER_INCH

/** Centimetres shown in `unit`, rounded to `decimals` places. */
export const fromCentimetres = (centimetres: number, unit: LengthUnit, decimals: number): number =>
  round(unit === "cm" ? centimetres : centimetres / CENTIMETRES_PER_INCH, decimals)

/** Kilograms in one avoirdupois pound, exact by the international yard and pound agreement of 1959. */
export const KILOGRAMS_PER_POUND = 0.45359237

/** A weight in kilograms, unrounded. */
export const toKilograms = (value: number, unit: WeightUnit): number =>
  unit === "kg" ? value : value * KILOGRAMS_PER_POUND

/** Kilograms shown in `unit`, rounded to `decimals` places. */
export const fromKilograms = (kilograms: number, unit: WeightUnit, decimals: number): number =>
  round(unit === "kg" ? kilograms : kilograms / KILOGRAMS_PER_POUND, decimals)
