import type { Metric } from "../../../features/body-metrics/model.ts"
import { bodyOfPoints, type Part, recordKeyOf } from "../devices/record.ts"
import { centimetresIn, kilogramsIn, nutrientIn } from "../formats/amounts.ts"
import {
  AMOUNT,
  amountIn,
  entryOf,
  isJson,
  isNot,
  type Json,
  listIn,
  noListIn,
  notARecord,
  Times,
  textIn
} from "../formats/fields.ts"
import { digest } from "../rows/keys.ts"
import type { KnownNutrition, Moment } from "../rows/rows.ts"
import { minutesPer, sleepParts } from "./health-auto-export-sleep.ts"
import { APP, DATE, NO_STAMP, workoutParts, wrongUnit } from "./health-auto-export-workouts.ts"
import type { OtherFields } from "./other-fields.ts"
import { eatenPart, leftOut, type Reader, readingPart, sortOfValue } from "./parts.ts"

const SLEEP = "sleep_analysis"

/** Nutrients. The values of one time are combined into one food. */
const NUTRIENTS: Readonly<Record<string, keyof KnownNutrition>> = {
  dietary_energy: "calories",
  protein: "protein",
  carbohydrates: "carbs",
  total_fat: "fat",
  fiber: "fiber",
  dietary_fiber: "fiber",
  dietary_sugar: "sugars",
  sugar: "sugars",
  saturated_fat: "saturatedFat",
  sodium: "sodium",
  dietary_sodium: "sodium"
}

/** Metrics of which the last value of a day is its reading. */
const READINGS: Readonly<Record<string, Metric>> = {
  weight_body_mass: "weight",
  body_fat_percentage: "body_fat",
  waist_circumference: "waist",
  resting_heart_rate: "resting_heart_rate"
}

/** The factor from a unit to the metric's own; null for an impossible unit. */
const factorOf = (name: string, unit: string): number | null => {
  if (name === "weight_body_mass") return kilogramsIn(unit)
  if (name === "body_fat_percentage") return unit === "%" ? 1 : null
  if (name === "step_count") return /^(?:count|steps)$/i.test(unit) ? 1 : null
  if (name === "waist_circumference") return centimetresIn(unit)
  if (name === "resting_heart_rate") return /^(?:count\/min|bpm)$/i.test(unit) ? 1 : null
  if (name === SLEEP) return minutesPer(unit)
  const nutrient = entryOf(NUTRIENTS, name)
  return nutrient === undefined ? null : nutrientIn(nutrient, unit)
}

interface Point {
  readonly at: Moment
  readonly value: number
  readonly source: string
}

const OF_POINTS = new Set(["date", "qty", "source"])
const pointsIn = function* (
  what: string,
  records: ReadonlyArray<unknown>,
  factor: number,
  times: Times,
  others: OtherFields
): Generator<Part | Point> {
  for (const record of records) {
    if (!isJson(record)) {
      yield leftOut(what, notARecord(record))
      continue
    }
    others.note(what, record, OF_POINTS)
    const at = times.spaced(record.date)
    const qty = amountIn(record, "qty")
    if (at === undefined) yield leftOut(what, isNot(record, "date", DATE))
    else if (qty === undefined) yield leftOut(`${what} of ${at.day}`, isNot(record, "qty", AMOUNT))
    else yield { at, value: qty * factor, source: textIn(record, "source") ?? "" }
  }
}

const isPart = (each: Part | Point): each is Part => "_tag" in each

/** Most step values per day of a body: more than one in ten seconds. */
const MOST_OF_DAY = 10_000

interface StepsOfDay {
  readonly at: Moment
  readonly points: Record<string, number>
  count: number
  rows: number
}

/** Steps come by minute, hour or day, with fractions. One record per day holds all values and adds them up. */
const gatherSteps = function* (
  days: Map<string, StepsOfDay>,
  given: Iterable<Part | Point>,
  { today }: Reader
): Generator<Part> {
  for (const each of given) {
    if (isPart(each)) {
      yield each
      continue
    }
    const { at, value } = each
    if (at.day > today) {
      yield leftOut(`steps of ${at.day}`, `${at.day} is in the future`)
      continue
    }
    const day = days.get(at.day) ?? { at, points: {}, count: 0, rows: 0 }
    const time = String(at.instant)
    const before = day.points[time]
    if (before === undefined && day.count >= MOST_OF_DAY) {
      yield leftOut(`steps of ${at.day}`, `more than ${MOST_OF_DAY} values: choose the aggregation Days`)
      continue
    }
    if (before === undefined) day.count += 1
    day.points[time] = Math.max(before ?? 0, value)
    day.rows += 1
    days.set(at.day, day)
  }
}

const stepParts = function* (days: ReadonlyMap<string, StepsOfDay>, aggregation: string): Generator<Part> {
  for (const [day, { at, points, rows }] of days) {
    const body = bodyOfPoints(points)
    const record = {
      key: recordKeyOf("steps", [APP, day, aggregation]),
      factKey: `steps ${day}`,
      kind: "steps",
      date: at.day,
      sort: "",
      ...NO_STAMP,
      digest: digest([body]),
      body
    } as const
    yield { _tag: "Record", rows, what: `steps of ${day}`, record }
  }
}

/**
 * A nutrient of a food. Each comes as its own metric, perhaps in another body; those of one time and source make one
 * food.
 */
const nutrientPart = (nutrient: keyof KnownNutrition, { at, value, source }: Point, reader: Reader): Part => {
  const nutrition = { calories: null, protein: null, carbs: null, fat: null, alcohol: null, [nutrient]: value }
  const food = eatenPart(
    { at, meal: null, name: source || "Food", nutrition },
    [APP, at.instant, source],
    NO_STAMP,
    reader
  )
  return food._tag === "LeftOut"
    ? food
    : {
        ...food,
        record: {
          ...food.record,
          key: recordKeyOf("entry", [APP, at.instant, source, nutrient]),
          sort: `${nutrient} ${sortOfValue(value)}`
        }
      }
}

/**
 * The parts of a body from Health Auto Export. `aggregation` is its header `automation-aggregation`; `others` collects
 * the fields of its records that are not kept.
 */
export const readHealthAutoExport = function* (
  data: Json,
  aggregation: string,
  reader: Reader,
  others: OtherFields
): Generator<Part> {
  const times = new Times(reader.clock)
  const steps = new Map<string, StepsOfDay>()
  for (const name of ["metrics", "workouts"]) {
    const reason = noListIn(data, name)
    if (reason !== undefined) yield leftOut(name, reason)
  }
  for (const metric of listIn(data, "metrics") ?? []) {
    const name = isJson(metric) ? textIn(metric, "name") : undefined
    if (!isJson(metric) || name === undefined) {
      yield leftOut("a metric", "it has no name")
      continue
    }
    const unlisted = noListIn(metric, "data")
    if (unlisted !== undefined) yield leftOut(name.slice(0, 60), unlisted)
    const records = listIn(metric, "data") ?? []
    const nutrient = entryOf(NUTRIENTS, name)
    const reading = entryOf(READINGS, name)
    const isRead = (nutrient ?? reading) !== undefined || name === "step_count" || name === SLEEP
    const factor = isRead ? factorOf(name, textIn(metric, "units") ?? "") : null
    if (factor === null) {
      const reason = isRead ? wrongUnit(metric) : "is not kept"
      if (records.length > 0) yield leftOut(name.slice(0, 60), reason, records.length)
      continue
    }
    if (name === SLEEP) {
      yield* sleepParts(records, factor, times, NO_STAMP, reader, others)
      continue
    }
    const given = pointsIn(name, records, factor, times, others)
    if (name === "step_count") yield* gatherSteps(steps, given, reader)
    else {
      for (const each of given) {
        if (isPart(each)) yield each
        else if (nutrient !== undefined) yield nutrientPart(nutrient, each, reader)
        else if (reading !== undefined) {
          // Multiplying 80.1 lb by the factor leaves an error in the last digits.
          const value = Number(each.value.toPrecision(12))
          yield readingPart(reading, value, each.at, [APP, each.at.instant, each.source], NO_STAMP, reader)
        }
      }
    }
  }
  yield* stepParts(steps, aggregation)
  for (const workout of listIn(data, "workouts") ?? []) yield* workoutParts(workout, times, reader, others)
  for (const [name, value] of Object.entries(data).slice(0, 50)) {
    if (name !== "metrics" && name !== "workouts" && Array.isArray(value) && value.length > 0)
      yield leftOut(name.slice(0, 60), "is not kept", value.length)
  }
}
