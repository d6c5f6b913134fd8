import { detailsOf } from "../../../features/foods/nutrition.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { round } from "../../../values/round.ts"
import { ascending } from "../../../values/text/ascending.ts"
import { nightsOf, type Sleep } from "../formats/measures/nights.ts"
import { clipped } from "../rows/keys.ts"
import type { Eaten, Reading, WorkoutRow } from "../rows/rows.ts"
import { readingFault } from "../rows/spooled.ts"
import type { Group } from "../uploads/spool.ts"
import type { FileRecord } from "./file-records.ts"
import { pointsOf } from "./record.ts"
import type { StoredRecord } from "./store.ts"

type Unplaced<Row> = Omit<Row, "place" | "rows">

/** How many records of a body each record stands for; 0 for records of earlier bodies. */
export type RowsOf = (key: string) => number

const placed = <Row extends object>(row: Row, what: string, rows: number) => ({
  ...row,
  place: { file: what, line: 0 },
  rows
})

const rowsIn = (records: ReadonlyArray<StoredRecord>, rowsOf: RowsOf): number =>
  records.reduce((sum, { key }) => sum + rowsOf(key), 0)

/** Steps of a day. Of several totals, the highest holds: nothing else is known to be complete. */
const stepsOf = (records: ReadonlyArray<StoredRecord>, date: ActivityDay): Unplaced<Reading> => {
  const totals = records.map(({ body }) => {
    const points = pointsOf(body)
    if (points === undefined) {
      const reading: Reading = JSON.parse(body ?? "")
      return reading.value
    }
    // Added in a fixed order, so that the sum does not depend on the order of arrival.
    return Object.entries(points)
      .sort(([a], [b]) => ascending(a, b))
      .reduce((sum, [, value]) => sum + value, 0)
  })
  const at = { day: date, time: null, instant: null, zone: null }
  return { _tag: "Reading", metric: "steps", value: round(Math.max(...totals), 0), at, origin: null }
}

/** Combines the nutrients of one food, which came one by one. */
const eatenOf = (records: ReadonlyArray<StoredRecord>): Unplaced<Eaten> | undefined => {
  const foods = records.map(({ body }): Unplaced<Eaten> => JSON.parse(body ?? ""))
  const [first] = foods
  if (first === undefined) return undefined
  const stated = (name: keyof Eaten["nutrition"]): number | null =>
    foods.map(({ nutrition }) => nutrition[name]).find((value) => value != null) ?? null
  const nutrition = {
    calories: stated("calories"),
    protein: stated("protein"),
    carbs: stated("carbs"),
    fat: stated("fat"),
    alcohol: stated("alcohol"),
    ...detailsOf({
      fiber: stated("fiber"),
      sugars: stated("sugars"),
      saturatedFat: stated("saturatedFat"),
      sodium: stated("sodium")
    })
  }
  return { ...first, nutrition }
}

/** A sleep as a device states it. That of a file is the whole night of its day, whose times are not known. */
const sleepOf = ({ body }: StoredRecord): Sleep => {
  const stated: Unplaced<Reading> & Partial<Sleep> = JSON.parse(body ?? "")
  return { source: "", start: 0, end: 0, minutes: stated.value, isStaged: false, ...stated }
}

/** The night that ended on the day of some sleeps. */
const nightOf = (records: ReadonlyArray<StoredRecord>): Unplaced<Reading> | undefined => {
  const sleeps = records.map(sleepOf)
  const [night] = nightsOf(sleeps).nights
  if (night === undefined) return undefined
  return { _tag: "Reading", metric: "sleep", value: night.minutes, at: night.at, origin: null }
}

/** The fact made from its records, as rows of an import; or the reason why they make none. */
export type Made =
  | {
      readonly kind: "reading" | "entry" | "workout"
      readonly group: Group
      /** The exercises of a session of records. */
      readonly named: WorkoutRow["exercises"]
      /** What the record of a session of a file holds besides. */
      readonly filed: FileRecord | undefined
    }
  | { readonly kind: "none"; readonly what: string; readonly reason: string; readonly rows: number }

const one = (kind: "reading" | "entry" | "workout", key: string, row: object) => ({
  kind,
  group: { key, bodies: [JSON.stringify(row)] },
  named: [],
  filed: undefined
})

/** A session, whose sets reports name by the session, with the count of its rows. */
const sessionOf = (row: Unplaced<WorkoutRow>, what: string, rows: number): WorkoutRow => {
  let line = 0
  const exercises = row.exercises.map((exercise) => ({
    ...exercise,
    sets: exercise.sets.map((set) => ({ ...set, place: { file: what, line: ++line } }))
  }))
  return placed({ ...row, exercises }, what, rows)
}

/** A session of a record, or of a file with all its rows. */
const madeOfSession = (factKey: string, date: string, body: string | null, rows: number): Made => {
  const { filed, ...row }: Unplaced<WorkoutRow> & { readonly filed?: FileRecord } = JSON.parse(body ?? "")
  const what = `${clipped(row.title, 80)} on ${date}`
  if (filed === undefined) return { ...one("workout", factKey, sessionOf(row, what, rows)), named: row.exercises }
  const others = filed.rows.map((other) => sessionOf(other, what, rows === 0 ? 0 : other.rows))
  const own = others.reduce((left, other) => left - other.rows, rows)
  const bodies = [sessionOf(row, what, Math.max(0, own)), ...others].map((each) => JSON.stringify(each))
  return { kind: "workout", group: { key: factKey, bodies }, named: [], filed }
}

/** What the live records of one fact make. */
export const madeOf = (
  factKey: string,
  records: ReadonlyArray<StoredRecord>,
  rowsOf: RowsOf,
  today: ActivityDay
): Made | undefined => {
  const [first] = records
  if (first === undefined || first.date === null) return undefined
  switch (first.kind) {
    case "steps": {
      const what = `steps of ${first.date}`
      const rows = rowsIn(records, rowsOf)
      const row = placed(stepsOf(records, first.date), what, rows)
      const reason = readingFault(row, today)
      return reason === undefined ? one("reading", factKey, row) : { kind: "none", what, reason, rows }
    }
    case "sleep": {
      const what = `sleep of ${first.date}`
      const rows = rowsIn(records, rowsOf)
      const row = nightOf(records)
      return row === undefined ? undefined : one("reading", factKey, placed(row, what, rows))
    }
    case "entry": {
      const row = eatenOf(records)
      if (row === undefined) return undefined
      const what = `${clipped(row.name, 80)} on ${first.date}`
      return one("entry", factKey, placed(row, what, rowsIn(records, rowsOf)))
    }
    case "workout":
      return madeOfSession(factKey, first.date, first.body, rowsIn(records, rowsOf))
    default: {
      const bodies = records.map(({ key, kind, date, body }) =>
        JSON.stringify(placed(JSON.parse(body ?? ""), `${kind} of ${date}`, rowsOf(key)))
      )
      return { kind: "reading", group: { key: factKey, bodies }, named: [], filed: undefined }
    }
  }
}

/** A record's name for people. */
export const whatOf = ({ kind, date }: StoredRecord): string => (date === null ? kind : `${kind} of ${date}`)
