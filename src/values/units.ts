import { Schema } from "effect"
import { round } from "./round.ts"

export const WeightUnit = Schema.Literal("kg", "lb")
export type WeightUnit = typeof WeightUnit.Type

export const DistanceUnit = Schema.Literal("km", "mi")
export type DistanceUnit = typeof DistanceUnit.Type

/** Kilograms in one avoirdupois pound, exact by the international yard and pound agreement of 1959. */
export const KILOGRAMS_PER_POUND = 0.45359237

/** A weight in kilograms, unrounded. */
export const toKilograms = (value: number, unit: WeightUnit): number =>
  unit === "kg" ? value : value * KILOGRAMS_PER_POUND

/** Kilograms shown in `unit`, rounded to `decimals` places. */
export const fromKilograms = (kilograms: number, unit: WeightUnit, decimals: number): number =>
  round(unit === "kg" ? kilograms : kilograms / KILOGRAMS_PER_POUND, decimals)
