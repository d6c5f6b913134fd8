import { isActivityDay } from "../../../values/activity-day.ts"
import type { RecordKind } from "../devices/model.ts"
import type { Part, Stamp } from "../devices/record.ts"
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
import type { Moment } from "../rows/rows.ts"
import { exerciseName } from "./health-connect-exercises.ts"
import { detailsIn, FIELDS } from "./health-connect-fields.ts"
import { asleepIn } from "./health-connect-sleep.ts"
import { OtherFields } from "./other-fields.ts"
import { deletionPart, eatenPart, leftOut, type Reader, readingPart, sessionPart, sleepPart } from "./parts.ts"

/** The apps with bodies of this form. */
type HealthConnectApp = "life-dashboard" | "hc-webhook"

/** The lists that are read, by their name in `deleted_records`. */
const KINDS: Readonly<Record<string, RecordKind>> = {
  weight: "weight",
  body_fat: "body_fat",
  resting_heart_rate: "resting_heart_rate",
  sleep: "sleep",
  nutrition: "entry",
  exercise: "workout"
}

/** Fields without records. */
const BESIDE = new Set(["daily_totals", "deleted_records", "deletions_unavailable"])

/** Health Connect's meal numbers, which some versions send instead of names. */
const MEALS: Readonly<Record<string, string>> = { "1": "Breakfast", "2": "Lunch", "3": "Dinner", "4": "Snack" }

/** More kinds of records than the apps have. */
const MOST_KINDS = 100
const QUARTER_HOUR = 900_000

interface Context {
  readonly app: HealthConnectApp
  readonly times: Times
  readonly stamp: Stamp
  readonly reader: Reader
}

/** The name by which the app identifies a record: its uuid, or else its time. */
const nameOf = ({ app }: Context, record: Json, times: ReadonlyArray<string | number>) => {
  const uuid = textIn(record, "uuid")
  return uuid === undefined ? [app, ...times] : [app, uuid]
}

const noTime = (what: string, record: Json, field: string): Part =>
  leftOut(what, isNot(record, field, "a time with an offset"))

const measured = (
  context: Context,
  metric: "weight" | "body_fat" | "resting_heart_rate",
  field: string,
  record: Json
): Part => {
  const at = context.times.instant(record.time)
  if (at === undefined) return noTime(metric, record, "time")
  const value = amountIn(record, field)
  if (value === undefined) return leftOut(`${metric} of ${at.day}`, isNot(record, field, AMOUNT))
  return readingPart(metric, value, at, nameOf(context, record, [at.instant ?? ""]), context.stamp, context.reader)
}

const slept = (context: Context, record: Json): Part => {
  const at = context.times.instant(record.session_end_time)
  if (at === undefined || at.instant === null) return noTime("sleep", record, "session_end_time")
  const seconds = amountIn(record, "duration_seconds")
  if (seconds === undefined) return leftOut(`sleep of ${at.day}`, isNot(record, "duration_seconds", AMOUNT))
  const asleep = asleepIn(record)
  if (asleep === 0) return leftOut(`sleep of ${at.day}`, "it states only time awake")
  return sleepPart(
    {
      at,
      start: at.instant - seconds * 1000,
      end: at.instant,
      minutes: (asleep ?? seconds) / 60,
      isStaged: asleep !== undefined,
      source: textIn(record, "source") ?? ""
    },
    nameOf(context, record, [at.instant]),
    context.stamp,
    context.reader
  )
}

const mealOf = (record: Json): string | null => {
  const number = record.meal_type
  const text = typeof number === "number" ? String(number) : textIn(record, "meal_type")
  if (text === undefined) return null
  const name = entryOf(MEALS, text) ?? text
  return /^(?:unknown|0)$/i.test(name) ? null : name
}

const eaten = (context: Context, record: Json): Part => {
  const at = context.times.instant(record.start_time)
  if (at === undefined) return noTime("nutrition", record, "start_time")
  const amounts = { calories: "calories", protein: "protein_grams", carbs: "carbs_grams", fat: "fat_grams" } as const
  const wrong = Object.values(amounts).find(
    (field) => record[field] !== undefined && record[field] !== null && amountIn(record, field) === undefined
  )
  if (wrong !== undefined) return leftOut(`nutrition of ${at.day}`, isNot(record, wrong, AMOUNT))
  const [calories, protein, carbs, fat] = Object.values(amounts).map((field) => amountIn(record, field) ?? null)
  if (calories === null && protein === null && carbs === null && fat === null) {
    return leftOut(`nutrition of ${at.day}`, "it states neither energy nor protein, carbs or fat")
  }
  const meal = mealOf(record)
  const name = textIn(record, "name") ?? meal ?? "Food"
  const nutrition = {
    calories: calories ?? null,
    protein: protein ?? null,
    carbs: carbs ?? null,
    fat: fat ?? null,
    alcohol: null,
    ...detailsIn(record)
  }
  const known = nameOf(context, record, [at.instant ?? "", name])
  return eatenPart({ at, meal, name, nutrition }, known, context.stamp, context.reader)
}

const session = (context: Context, record: Json): Part => {
  const start = context.times.instant(record.start_time)
  if (start === undefined) return noTime("exercise", record, "start_time")
  const end = record.end_time === undefined ? undefined : context.times.instant(record.end_time)
  const type = record.type
  const title = exerciseName(typeof type === "number" ? String(type) : (textIn(record, "type") ?? ""))
  return sessionPart(
    {
      title,
      start,
      end: end ?? null,
      durationSeconds: amountIn(record, "duration_seconds") ?? null,
      calories: amountIn(record, "calories") ?? null,
      distanceMeters: amountIn(record, "distance_meters") ?? null
    },
    nameOf(context, record, [start.instant ?? ""]),
    context.stamp,
    context.reader
  )
}

const READ: Readonly<Record<string, (context: Context, record: Json) => Part>> = {
  weight: (context, record) => measured(context, "weight", "kilograms", record),
  body_fat: (context, record) => measured(context, "body_fat", "percentage", record),
  resting_heart_rate: (context, record) => measured(context, "resting_heart_rate", "bpm", record),
  sleep: slept,
  nutrition: eaten,
  exercise: session
}

/** The lists whose records are read. */
export const LISTS: ReadonlySet<string> = new Set([...Object.keys(READ), "steps", "daily_totals", "deleted_records"])

/** A day's steps as added up by Life Dashboard. Its raw counts come from several devices and overlap. */
const dailyTotal = ({ app, stamp, reader }: Context, total: unknown): ReadonlyArray<Part> => {
  if (!isJson(total) || !isActivityDay(total.date)) return [leftOut("daily_totals", "it has no date YYYY-MM-DD")]
  if (total.steps === undefined || total.steps === null) return []
  const { date } = total
  const steps = amountIn(total, "steps")
  if (steps === undefined) return [leftOut(`steps of ${date}`, isNot(total, "steps", AMOUNT))]
  const at: Moment = { day: date, time: null, instant: null, zone: null }
  return [readingPart("steps", steps, at, [app, date], stamp, reader)]
}

/**
 * A day's steps as added up by HC Webhook when set to daily totals: one interval starting at midnight. Of two totals,
 * the one that extends further holds, then the higher one, because its look-back window cuts its oldest day. Counts for
 * parts of a day overlap.
 */
const totalsOfDays = function* (context: Context, records: ReadonlyArray<unknown>): Generator<Part> {
  const { app, times, reader } = context
  const byDay = new Map<string, Array<{ readonly start: Moment; readonly end: number; readonly record: Json }>>()
  for (const record of records) {
    if (!isJson(record)) {
      yield leftOut("steps", notARecord(record))
      continue
    }
    const start = times.midnight(record.start_time)
    const end = times.instant(record.end_time)
    if (start === undefined || end?.instant === undefined || end.instant === null) {
      yield noTime("steps", record, start === undefined ? "start_time" : "end_time")
      continue
    }
    const known = byDay.get(start.day) ?? []
    known.push({ start, end: end.instant, record })
    byDay.set(start.day, known)
  }
  for (const [day, totals] of byDay) {
    const [total] = totals
    const distinct = new Set(totals.map(({ start, end, record }) => `${start.instant} ${end} ${String(record.count)}`))
    if (total === undefined) continue
    if (distinct.size > 1 || (total.start.instant ?? 0) % QUARTER_HOUR !== 0) {
      yield leftOut(
        `steps of ${day}`,
        "they are parts of a day, which overlap: set the app to daily totals",
        totals.length
      )
      continue
    }
    const steps = amountIn(total.record, "count")
    if (steps === undefined) yield leftOut(`steps of ${day}`, isNot(total.record, "count", AMOUNT))
    else {
      const at = { ...total.start, time: null, instant: null }
      yield readingPart("steps", steps, at, [app, day], { sequence: -1, statedAt: total.end }, reader)
    }
    if (totals.length > 1) yield leftOut(`steps of ${day}`, "it occurs twice in the body", totals.length - 1)
  }
}

const deletions = function* (context: Context, records: ReadonlyArray<unknown>): Generator<Part> {
  for (const record of records) {
    const type = isJson(record) ? textIn(record, "type") : undefined
    const uuid = isJson(record) ? textIn(record, "uuid") : undefined
    const kind = type === undefined ? undefined : entryOf(KINDS, type)
    if (type === undefined || uuid === undefined) yield leftOut("deleted_records", "it names no type and uuid")
    else if (kind !== undefined) yield deletionPart(kind, [context.app, uuid], context.stamp)
  }
}

/** The parts of a body from Life Dashboard Companion or HC Webhook. */
export const readHealthConnect = function* (app: HealthConnectApp, body: Json, reader: Reader): Generator<Part> {
  // HC Webhook fills it with records that nobody measured.
  if (body.test === true) {
    yield leftOut("a test of the app", "has arrived; its records are made up, and are not kept")
    return
  }
  const times = new Times(reader.clock)
  const sequence = amountIn(body, "sequence") ?? -1
  // A telephone whose clock is ahead must not outrank what it states later.
  const stamp: Stamp = { sequence, statedAt: Math.min(times.instant(body.timestamp)?.instant ?? 0, reader.now) }
  const context: Context = { app, times, stamp, reader }
  const others = new OtherFields()
  let kinds = 0
  for (const name of LISTS) {
    const reason = noListIn(body, name)
    if (reason !== undefined) yield leftOut(name, reason)
  }
  for (const [name, value] of Object.entries(body)) {
    const fields = FIELDS.get(name)
    if (fields !== undefined && Array.isArray(value))
      for (const record of value) if (isJson(record)) others.note(name, record, fields)
    if (BESIDE.has(name) || !Array.isArray(value)) continue
    const read = entryOf(READ, name)
    const records: ReadonlyArray<unknown> = value
    if (read !== undefined) {
      for (const record of records) {
        yield isJson(record) ? read(context, record) : leftOut(name, notARecord(record))
      }
    } else if (name === "steps" && app === "hc-webhook") yield* totalsOfDays(context, records)
    else if (records.length > 0 && kinds++ < MOST_KINDS) {
      const reason = name === "steps" ? "raw counts overlap: the totals of days are taken" : "is not kept"
      yield leftOut(name.slice(0, 60), reason, records.length)
    }
  }
  for (const total of listIn(body, "daily_totals") ?? []) yield* dailyTotal(context, total)
  yield* others.parts()
  yield* deletions(context, listIn(body, "deleted_records") ?? [])
}
