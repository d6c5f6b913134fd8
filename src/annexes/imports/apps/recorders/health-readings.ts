import type { Metric } from "../../../../features/body-metrics/model.ts"
import { centimetresIn, kilogramsIn } from "../../formats/amounts.ts"
import type { Sleep } from "../../formats/measures/nights.ts"
import type { LocalClock } from "../../formats/zones.ts"
import type { Moment } from "../../rows/rows.ts"
import { healthInstant } from "./health-values.ts"

interface Measured {
  readonly metric: Exclude<Metric, "steps" | "sleep">
  /** What a unit is of the one in which readings are stored; null if it is none of the metric's. */
  readonly factorOf: (unit: string) => number | null
}

/** The measurements that are kept, by their types without the prefix. */
const MEASURED: ReadonlyMap<string, Measured> = new Map<string, Measured>([
  ["BodyMass", { metric: "weight", factorOf: kilogramsIn }],
  ["BodyFatPercentage", { metric: "body_fat", factorOf: () => 100 }],
  ["WaistCircumference", { metric: "waist", factorOf: centimetresIn }],
  ["RestingHeartRate", { metric: "resting_heart_rate", factorOf: (unit) => (unit === "count/min" ? 1 : null) }]
])

/** Whether records of this type are measurements to keep. */
export const isMeasured = (type: string): boolean => MEASURED.has(type)

/** What a record measured, in the unit in which readings are stored; or why it cannot be read. */
export const measuredIn = (
  type: string,
  value: number,
  unit: string
): { readonly metric: Metric; readonly value: number } | string => {
  const measured = MEASURED.get(type)
  // Some apps write body fat in percent rather than as a share.
  const factor = type === "BodyFatPercentage" && value > 1 ? 1 : (measured?.factorOf(unit) ?? null)
  if (measured === undefined || factor === null) {
    return `"${unit.slice(0, 40)}" is not a unit of ${type === "BodyMass" ? "weight" : "it"}`
  }
  // Multiplying 0.162 by 100 leaves an error in the last digit.
  const exact = type === "BodyMass" ? value * factor : Number((value * factor).toPrecision(12))
  return { metric: measured.metric, value: exact }
}

const ASLEEP = /^HKCategoryValueSleepAnalysisAsleep(Core|Deep|REM)?/

/** A record of sleep; null for one of being in bed or awake; or why it cannot be read. */
export const sleepIn = (
  { value, source, endDate }: { readonly value: string; readonly source: string; readonly endDate: string },
  start: Moment,
  clock: LocalClock,
  isOwn: boolean
): Sleep | string | null => {
  const asleep = ASLEEP.exec(value)
  if (asleep === null) return null
  const end = healthInstant(endDate)
  const at = Number.isNaN(end) ? null : clock.momentAt(end, isOwn)
  if (at === null || start.instant === null) return `"${endDate.slice(0, 40)}" is not a time`
  if (end <= start.instant) return "it ends before it starts"
  const minutes = (end - start.instant) / 60_000
  return { source, start: start.instant, end, minutes, at, isStaged: asleep[1] !== undefined }
}
