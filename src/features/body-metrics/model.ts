import { Schema } from "effect"
import type { BrokenRule, Fault } from "../../contract/broken-rule.ts"
import { present } from "../../contract/fields.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { round } from "../../values/round.ts"
import {
  type DistanceUnit,
  fromCentimetres,
  fromKilograms,
  type LengthUnit,
  toCentimetres,
  toKilograms,
  type WeightUnit
} from "../../values/units.ts"

/** The metrics of which readings count for streaks, badges and goals. */
export const COUNTED = ["weight", "body_fat", "steps"] as const
export type CountedMetric = (typeof COUNTED)[number]

/** Girths of the body, measured with a tape. */
export const GIRTHS = [
  "waist",
  "abdomen",
  "hips",
  "chest",
  "neck",
  "shoulders",
  "left_arm",
  "right_arm",
  "left_forearm",
  "right_forearm",
  "left_thigh",
  "right_thigh",
  "left_calf",
  "right_calf"
] as const
export type Girth = (typeof GIRTHS)[number]

export const Metric = Schema.Literal(...COUNTED, ...GIRTHS, "resting_heart_rate", "sleep")
export type Metric = typeof Metric.Type

export const MetricUnit = Schema.Literal("kg", "lb", "percent", "steps", "cm", "in", "bpm", "minutes")
export type MetricUnit = typeof MetricUnit.Type
const isUnit = Schema.is(MetricUnit)

/** The units in which readings are stored. */
const CanonicalUnit = Schema.Literal("kg", "percent", "steps", "cm", "bpm", "minutes")

interface Canonical {
  readonly unit: typeof CanonicalUnit.Type
  readonly decimals: number
  readonly min: number
  readonly max: number
}

/** To 4 decimals, so that inches with two come back unchanged. */
const GIRTH: Canonical = { unit: "cm", decimals: 4, min: 5, max: 300 }

const girths: ReadonlySet<Metric> = new Set(GIRTHS)
export const isGirth = (metric: Metric): metric is Girth => girths.has(metric)

/** Each metric's canonical unit and stored decimals, and the bounds of its canonical value, inclusive. */
const OTHERS: Readonly<Record<Exclude<Metric, Girth>, Canonical>> = {
  weight: { unit: "kg", decimals: 4, min: 20, max: 500 },
  body_fat: { unit: "percent", decimals: 2, min: 2, max: 80 },
  steps: { unit: "steps", decimals: 0, min: 0, max: 100_000 },
  resting_heart_rate: { unit: "bpm", decimals: 2, min: 20, max: 200 },
  sleep: { unit: "minutes", decimals: 2, min: 0, max: 1440 }
}

/** A metric's canonical unit and stored decimals, and the bounds of its canonical value, inclusive. */
export const canonicalOf = (metric: Metric): Canonical => (isGirth(metric) ? GIRTH : OTHERS[metric])

/** The other unit in which readings of a metric may be given; such a metric's unit must be named. */
const OTHER_UNIT: Readonly<Record<Canonical["unit"], "lb" | "in" | undefined>> = {
  kg: "lb",
  cm: "in",
  percent: undefined,
  steps: undefined,
  bpm: undefined,
  minutes: undefined
}

/** A user's units of readings. */
export interface ReadingUnits {
  readonly bodyWeightUnit: WeightUnit
  readonly distanceUnit: DistanceUnit
}

/** Who walks in miles measures in inches. */
export const lengthUnitOf = ({ distanceUnit }: Pick<ReadingUnits, "distanceUnit">): LengthUnit =>
  distanceUnit === "mi" ? "in" : "cm"

/** The unit in which a user sees a metric. */
export const unitFor = (metric: Metric, units: ReadingUnits): MetricUnit => {
  const { unit } = canonicalOf(metric)
  return unit === "kg" ? units.bodyWeightUnit : unit === "cm" ? lengthUnitOf(units) : unit
}

/** A stored value in the metric's canonical unit. */
export interface Reading {
  readonly date: ActivityDay
  readonly value: number
}

/** Readings by metric, oldest first. */
export type Histories = Readonly<Record<CountedMetric, ReadonlyArray<Reading>>> & {
  readonly [Each in Metric]?: ReadonlyArray<Reading>
}

/** Readings, which are oldest first, by metric. */
export const historiesOf = (readings: ReadonlyArray<Reading & { readonly metric: Metric }>): Histories => {
  const found = Map.groupBy(readings, ({ metric }) => metric)
  const none = { weight: [], body_fat: [], steps: [] }
  return { ...none, ...Object.fromEntries(found) }
}

/** The fields of a reading's value as shown in answers. */
export const valueFields = {
  value: Schema.Number.annotations({ description: "In unit." }),
  unit: CanonicalUnit.annotations({ description: "Canonical unit." }),
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
  previous: Schema.NullOr(ShownValue).annotations({ description: "The day's previous value; null if none." }),
  given: present(
    Schema.Struct({
      value: Schema.Number.annotations({ description: "As given." }),
      unit: MetricUnit.annotations({ description: "Its unit." })
    }).annotations({ description: "The value as it was given, where that is in neither of the two units." })
  )
})

export const LatestReadings = Schema.Struct({
  weight: Schema.NullOr(ShownReading).annotations({ description: "Latest by date." }),
  bodyFat: Schema.NullOr(ShownReading).annotations({ description: "Latest by date." })
}).annotations({ description: "Latest readings up to today." })

/** A canonical value in the user's unit, to 2 decimals. */
const displayOf = (metric: Metric, value: number, units: ReadingUnits): ShownReading["display"] => ({
  value: shownIn(metric, value, units),
  unit: unitFor(metric, units)
})

/** A canonical value, or the difference of two, in the user's unit, to 2 decimals. */
export const shownIn = (metric: Metric, value: number, units: ReadingUnits): number => {
  const { unit } = canonicalOf(metric)
  return unit === "kg"
    ? fromKilograms(value, units.bodyWeightUnit, 2)
    : unit === "cm"
      ? fromCentimetres(value, lengthUnitOf(units), 2)
      : round(value, 2)
}

/** A canonical value as shown to the user. */
export const showValue = (metric: Metric, value: number, units: ReadingUnits): typeof ShownValue.Type => ({
  value,
  unit: canonicalOf(metric).unit,
  display: displayOf(metric, value, units)
})

/** A reading as shown to the user. */
export const show = (metric: Metric, { date, value }: Reading, units: ReadingUnits): ShownReading => ({
  date,
  value,
  unit: canonicalOf(metric).unit,
  display: displayOf(metric, value, units)
})

/** A value as it was given, if its unit is neither the canonical nor the user's. */
export const asGiven = (
  metric: Metric,
  { value, unit }: { readonly value: number; readonly unit?: MetricUnit },
  units: ReadingUnits
) =>
  unit === undefined || unit === canonicalOf(metric).unit || unit === unitFor(metric, units)
    ? {}
    : { given: { value, unit } }

/** What readings of a range come to, as shown in answers; absent without readings. */
export const ShownSummary = {
  mean: present(ShownValue.annotations({ description: "Of the readings." })),
  first: present(ShownReading.annotations({ description: "The first reading." })),
  last: present(ShownReading.annotations({ description: "The last reading." })),
  change: present(ShownValue.annotations({ description: "From the first to the last." }))
}

/** A mean of whole steps is no whole number. */
const MEAN_DECIMALS = 2

/** What readings, which are oldest first, come to. */
export const summaryOf = (metric: Metric, readings: ReadonlyArray<Reading>, units: ReadingUnits) => {
  const [first, last] = [readings[0], readings.at(-1)]
  if (first === undefined || last === undefined) return {}
  const { decimals } = canonicalOf(metric)
  const shown = (value: number) => showValue(metric, round(value, Math.max(decimals, MEAN_DECIMALS)), units)
  const sum = readings.reduce((sum, { value }) => sum + value, 0)
  return {
    mean: shown(sum / readings.length),
    first: show(metric, first, units),
    last: show(metric, last, units),
    change: shown(last.value - first.value)
  }
}

/** The bounds of readings in other units than the canonical ones. */
const IN_OTHER_UNIT = { lb: "44.1 to 1102.31", in: "1.97 to 118.11" } as const

/**
 * The faults of a reading's value and unit. Non-numeric values and unknown units are reported by their own fields; a
 * value in an unknown unit is not checked.
 */
export const valueFaults = (metric: Metric, value: unknown, unit: unknown): ReadonlyArray<Fault> => {
  const { unit: own, min, max } = canonicalOf(metric)
  const other = OTHER_UNIT[own]
  const allowed = other === undefined ? own : `${own} or ${other}`
  const fault = (field: "value" | "unit", rule: BrokenRule) => [{ field, rule }]
  const ofUnit =
    other !== undefined && (unit === undefined || unit === null)
      ? fault("unit", { is: "unit", allowed, metric })
      : isUnit(unit) && unit !== own && unit !== other
        ? fault("unit", { is: "unit", allowed, metric, received: unit })
        : []
  const isUnknown = unit !== undefined && unit !== null && !isUnit(unit)
  if (typeof value !== "number" || isUnknown) return ofUnit
  if (metric === "steps" && !Number.isInteger(value))
    return [...ofUnit, ...fault("value", { is: "said", text: "must be whole steps", received: value })]
  const stored = canonical(metric, value, other !== undefined && unit === other ? other : undefined)
  if (stored >= min && stored <= max) return ofUnit
  const inOther = other !== undefined && unit === other ? { inOther: `${IN_OTHER_UNIT[other]} ${other}` } : {}
  const received = String(value)
  return [...ofUnit, ...fault("value", { is: "out of bounds", min, max, unit: own, ...inOther, metric, received })]
}

/**
 * Converts to the canonical value: kilograms and centimetres to 4 decimals; percent, beats and minutes to 2; whole
 * steps.
 */
export const canonical = (metric: Metric, value: number, unit: MetricUnit | undefined): number =>
  round(
    unit === "lb" ? toKilograms(value, "lb") : unit === "in" ? toCentimetres(value, "in") : value,
    canonicalOf(metric).decimals
  )
