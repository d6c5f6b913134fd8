import { round } from "../../../values/round.ts"
import type { DistanceUnit, WeightUnit } from "../../../values/units.ts"
import { quantityFault, typedQuantity } from "../frame/typed-quantity.ts"
import { metresIn } from "./sets.ts"

/** A load in the unit in which it was typed. */
export interface Load {
  readonly value: number
  readonly unit: WeightUnit
}

/** A load as typed: in the person's unit, unless it names another. Or what is wrong with it. */
export const loadIn = (text: string, own: WeightUnit): Load | string => {
  const typed = typedQuantity(text, "weight", own)
  if (typeof typed !== "object") return quantityFault(typed, "weight")
  return { value: typed.value, unit: typed.unit === "lb" ? "lb" : "kg" }
}

/** A distance as typed, in metres: in the person's unit, unless it names another. Or what is wrong with it. */
export const distanceIn = (text: string, own: DistanceUnit): number | string => {
  const typed = typedQuantity(text, "distance", own)
  if (typeof typed !== "object") return quantityFault(typed, "distance")
  return typed.unit === own ? metresIn(typed.value, own) : round(typed.value, 3)
}
