import { canonical, type Metric } from "../../../features/body-metrics/model.ts"
import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import type { RecordKind } from "../devices/model.ts"
import { type Part, recordKeyOf, type Stamp } from "../devices/record.ts"
import type { PersonClock } from "../formats/zones.ts"
import { clipped, digest } from "../rows/keys.ts"
import type { Eaten, KnownNutrition, Moment, WorkoutRow } from "../rows/rows.ts"
import { entryFault, readingFault } from "../rows/spooled.ts"
import { exerciseOfActivity } from "./activity-names.ts"

/** What readers know about the sender of a body. */
export interface Reader {
  /** The person's clock, for times without an offset. */
  readonly clock: PersonClock
  /** The person's current day. */
  readonly today: ActivityDay
  /** When the body arrived, in epoch milliseconds. */
  readonly now: number
}

export const leftOut = (what: string, reason: string, rows = 1): Part => ({ _tag: "LeftOut", rows, what, reason })

/** A placeholder that no report shows: left-out parts of a body are identified by their content. */
const PLACE = { file: "", line: 0 }

const sortOf = ({ instant, day }: Moment): string => (instant === null ? day : String(instant + 1e15).padStart(17, "0"))

/** Sorts by value: where nothing states which of two values is the later, the higher one holds. */
export const sortOfValue = (value: number): string => value.toFixed(6).padStart(20, "0")

type Name = ReadonlyArray<string | number | null>

const recordOf = (
  kind: RecordKind,
  name: Name,
  at: Moment,
  stamp: Stamp,
  row: object,
  { factKey, sort }: { readonly factKey?: string; readonly sort?: string } = {}
) => {
  const key = recordKeyOf(kind, name)
  const body = JSON.stringify(row)
  return {
    key,
    factKey: factKey ?? key,
    kind,
    date: at.day,
    sort: sort ?? sortOf(at),
    ...stamp,
    digest: digest([body]),
    body
  }
}

/** No timezone is more than a day ahead. */
const isAhead = ({ day }: Moment, { today }: Reader): boolean => day > plusDays(today, 1)

/** A body reading; the last of a day holds. `name` identifies it in its app. */
export const readingPart = (
  metric: Metric,
  value: number,
  at: Moment,
  name: Name,
  stamp: Stamp,
  reader: Reader
): Part => {
  const what = `${metric} of ${at.day}`
  const row = { _tag: "Reading", metric, value, at, origin: null } as const
  const fault = readingFault({ ...row, place: PLACE, rows: 1 }, reader.today)
  if (fault !== undefined) return leftOut(what, fault)
  const held = canonical(metric, value, undefined)
  const sort = metric === "steps" ? sortOfValue(held) : `${sortOf(at)} ${sortOfValue(held)}`
  const record = recordOf(metric, name, at, stamp, row, { factKey: `${metric} ${at.day}`, sort })
  return { _tag: "Record", rows: 1, what, record }
}

/** A food eaten. */
export const eatenPart = (
  row: Pick<Eaten, "meal" | "name"> & { readonly at: Moment; readonly nutrition: KnownNutrition },
  name: Name,
  stamp: Stamp,
  reader: Reader
): Part => {
  const { at, meal, nutrition } = row
  const eaten = {
    _tag: "Eaten",
    key: recordKeyOf("entry", name),
    at,
    meal,
    name: row.name,
    brand: null,
    amount: null,
    nutrition,
    notes: null
  } as const
  const what = `${clipped(row.name, 80)} on ${at.day}`
  const fault = isAhead(at, reader) ? "it is in the future" : entryFault({ ...eaten, place: PLACE, rows: 1 })
  if (fault !== undefined) return leftOut(what, fault)
  return { _tag: "Record", rows: 1, what, record: recordOf("entry", name, at, stamp, eaten) }
}

/** A sleep as a device states it, in epoch milliseconds; `source` is the app that recorded it, if that is known. */
interface SleptSpan {
  readonly at: Moment
  readonly start: number
  readonly end: number
  readonly minutes: number
  readonly isStaged: boolean
  readonly source: string
}

/** A sleep. Of those that end on one day, the longest is the night; `name` identifies it in its app. */
export const sleepPart = ({ at, ...slept }: SleptSpan, name: Name, stamp: Stamp, reader: Reader): Part => {
  const part = readingPart("sleep", slept.minutes, at, name, stamp, reader)
  if (part._tag === "LeftOut") return part
  const body = JSON.stringify({ ...JSON.parse(part.record.body ?? "{}"), ...slept })
  return { ...part, record: { ...part.record, digest: digest([body]), body } }
}

export interface Session {
  readonly title: string
  readonly start: Moment
  readonly end: Moment | null
  readonly durationSeconds: number | null
  readonly calories: number | null
  readonly distanceMeters: number | null
}

/** A session with one exercise, named by its title, and one set. */
export const sessionPart = (session: Session, name: Name, stamp: Stamp, reader: Reader): Part => {
  const { title, start, end, durationSeconds, calories, distanceMeters } = session
  const what = `${clipped(title, 80)} on ${start.day}`
  if (isAhead(start, reader)) return leftOut(what, "it is in the future")
  if (end !== null && (end.instant ?? 0) < (start.instant ?? 0)) return leftOut(what, "it ends before it starts")
  const set = {
    place: PLACE,
    kind: "normal",
    ...(distanceMeters === null || distanceMeters === 0 ? {} : { distanceMeters }),
    ...(durationSeconds === null || durationSeconds === 0 ? {} : { durationSeconds })
  } as const
  const row: Omit<WorkoutRow, "place" | "rows"> = {
    _tag: "Workout",
    title,
    start,
    end,
    durationSeconds,
    calories,
    notes: null,
    exercises: [{ name: exerciseOfActivity(title), notes: null, superset: null, sets: [set] }],
    origin: null
  }
  const sort = `${sortOf(start)} ${sortOfValue(durationSeconds ?? 0)}`
  return { _tag: "Record", rows: 1, what, record: recordOf("workout", name, start, stamp, row, { sort }) }
}

/** States that an app has deleted a record. */
export const deletionPart = (kind: RecordKind, name: Name, stamp: Stamp): Part => {
  const key = recordKeyOf(kind, name)
  const record = { key, factKey: "", kind, date: null, sort: "", ...stamp, digest: "", body: null }
  return { _tag: "Record", rows: 1, what: `a deleted ${kind}`, record }
}
