import { Schema } from "effect"
import type { FieldError } from "../../contract/errors.ts"
import { present } from "../../contract/operation.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { round } from "../../values/round.ts"
import { fromKilograms, toKilograms, type WeightUnit } from "../../values/units.ts"

export const Metric = Schema.Literal("weight", "body_fat", "steps")
export type Metric = typeof Metric.Type

export const MetricUnit = Schema.Literal("kg", "lb", "percent", "steps")
export type MetricUnit = typeof MetricUnit.Type
const isUnit = Schema.is(MetricUnit)

/** Each metric's canonical unit and stored decimals, and the bounds of its canonical value, inclusive. */
export const CANONICAL = {
  weight: { unit: "kg", decimals: 4, min: 20, max: 500 },
  body_fat: { unit: "percent", decimals: 2, min: 2, max: 80 },
  steps: { unit: "steps", decimals: 0, min: 0, max: 100_000 }
} as const satisfies Record<Metric, { unit: MetricUnit; decimals: number; min: number; max: number }>

/** A stored value in the metric's canonical unit. */
export interface Reading {
  readonly date: ActivityDay
  readonly value: number
}

/** The fields of a reading's value as shown in answers. */
export const valueFields = {
  value: Schema.Number.annotations({ description: "In kg, percent or steps." }),
  unit: Schema.Literal("kg", "percent", "steps").annotations({ description: "Canonical unit." }),
  display: Schema.Struct({
    value: Schema.Number.annotations({ description: "To 2 decimals." }),
    unit: MetricUnit.annotations({ description: "The user's unit." })
  }).annotations({ description: "The same in the user's unit." })
}
const ShownValue = Schema.Struct(valueFields)
const Shown = { date: ActivityDay.annotations({ description: "Day of the reading." }), ...valueFields }

/** A reading as shown in answers. */
export const ShownReading = Schema.Struct(Shown)
export type ShownReading = typeof ShownReading.Type

/** A reading that has been set. */
export const SetReading = Schema.Struct({
  ...Shown,
  changed: Schema.Boolean.annotations({ description: "False if the day already had this value." }),
  previous: present(ShownValue.annotations({ description: "The day's previous value; absent if none." }))
})

export const LatestReadings = Schema.Struct({
  weight: Schema.NullOr(ShownReading).annotations({ description: "Latest by date." }),
  bodyFat: Schema.NullOr(ShownReading).annotations({ description: "Latest by date." })
}).annotations({ description: "Latest readings up to today." })

/** A canonical value in the user's unit, to 2 decimals. */
const displayOf = (metric: Metric, value: number, weightUnit: WeightUnit): ShownReading["display"] =>
  metric === "weight"
    ? { value: fromKilograms(value, weightUnit, 2), unit: weightUnit }
    : { value: round(value, 2), unit: CANONICAL[metric].unit }

/** A canonical value as shown to the user. */
export const showValue = (metric: Metric, value: number, weightUnit: WeightUnit): typeof ShownValue.Type => ({
  value,
  unit: CANONICAL[metric].unit,
  display: displayOf(metric, value, weightUnit)
})

/** A reading as shown to the user. */
export const show = (metric: Metric, { date, value }: Reading, weightUnit: WeightUnit): ShownReading => ({
  date,
  value,
  unit: CANONICAL[metric].unit,
  display: displayOf(metric, value, weightUnit)
})

/**
 * The faults of a reading's value and unit. Non-numeric values and unknown units are reported by their own fields; a
 * value in an unknown unit is not checked.
 */
export const valueFaults = (metric: Metric, value: unknown, unit: unknown): ReadonlyArray<FieldError> => {
  const { unit: own, decimals, min, max } = CANONICAL[metric]
  const isPounds = metric === "weight" && unit === "lb"
  const fault = (field: "value" | "unit", message: string) => [{ field, message }]
  const ofUnit =
    metric === "weight" && (unit === undefined || unit === null)
      ? fault("unit", "is required for weight: kg or lb")
      : isUnit(unit) && unit !== own && !isPounds
        ? fault("unit", `must be ${metric === "weight" ? "kg or lb" : own} for ${metric}; received ${unit}`)
        : []
  const isUnknown = unit !== undefined && unit !== null && !isUnit(unit)
  if (typeof value !== "number" || isUnknown) return ofUnit
  if (metric === "steps" && !Number.isInteger(value))
    return [...ofUnit, ...fault("value", `must be whole steps; received ${value}`)]
  const canonical = round(isPounds ? toKilograms(value, "lb") : value, decimals)
  if (canonical >= min && canonical <= max) return ofUnit
  const bounds = isPounds ? `44.1 to 1102.31 lb (${min} to ${max} kg)` : `${min} to ${max} ${own}`
  return [...ofUnit, ...fault("value", `must be ${bounds} for ${metric}; received ${value}`)]
}

/** Converts to the canonical value: kilograms to 4 decimals, body fat in percent to 2 decimals, whole steps. */
export const canonical = (metric: Metric, value: number, unit: MetricUnit | undefined): number =>
  round(unit === "lb" ? toKilograms(value, "lb") : value, CANONICAL[metric].decimals)
