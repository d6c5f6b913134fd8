import { type ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import { leftOut, type Reader, readingPart } from "../bodies/parts.ts"
import { numbered } from "../ledger/entries.ts"
import type { ChangedKind } from "../ledger/facts-of-source.ts"
import type { Named } from "../ledger/mapping.ts"
import type { Taken } from "../ledger/prepared.ts"
import { digest } from "../rows/keys.ts"
import type { Moment, Reading, WorkoutRow } from "../rows/rows.ts"
import type { ZoneAt } from "../rows/zoned.ts"
import type { Group, SpoolReader } from "../uploads/spool.ts"
import { type FilePart, fileKeyOf as keyOf, nameOn, type Part, type Stamp } from "./record.ts"

/** How many facts of a file are read from its spool together. */
const AT_ONCE = 100

/** What the record of a diary row of a file holds besides it. */
interface Filed {
  readonly source: Taken["source"]
}

/** What the record of a session of a file holds besides its first row. */
export interface FileRecord extends Filed {
  /** What the names of its exercises mean: that depends on the whole file. */
  readonly names: ReadonlyArray<Named>
  /** Further rows of the session: repetitions, parts, and recordings by other apps. */
  readonly rows: ReadonlyArray<WorkoutRow>
}

/** What a file changes about what earlier files of its source state. */
export interface Earlier {
  /** What they state on this day and the file does not: deletions, and what is replaced. Each is returned once. */
  readonly goneOn: (kind: ChangedKind, day: ActivityDay | null) => ReadonlyArray<FilePart>
  /** Why something new in the file is left out, by the key of its record: somebody has changed or deleted what it replaces. */
  readonly held: ReadonlyMap<string, string>
}

const placeless = (key: string, value: unknown) => (key === "place" ? undefined : value)

const rowsIn = (rows: ReadonlyArray<{ readonly rows: number }>): number => rows.reduce((sum, { rows }) => sum + rows, 0)

/** A day's reading: the last row of the day. */
const ofReading = ({ bodies }: Group, stamp: Stamp, reader: Reader): Part => {
  const rows = bodies.map((body): Reading => JSON.parse(body))
  const last = rows.at(-1)
  if (last === undefined) throw new Error("A group has at least one row")
  const { metric, value, at } = last
  const part = readingPart(metric, value, at, ["file", at.day], stamp, reader)
  return { ...part, rows: rowsIn(rows) }
}

/** The diary rows of a day, in the order of the file. */
const ofDay = (group: Group, filed: Filed, stamp: Stamp, earlier: Earlier): ReadonlyArray<Part> =>
  numbered(group).map(({ row, index, key }): Part => {
    const { place: _, rows, ...eaten } = row
    const { day } = row.at
    const what = nameOn(row.name, day)
    const recordKey = keyOf("entry", key)
    const reason = earlier.held.get(recordKey)
    if (reason !== undefined) return leftOut(what, reason, rows)
    const stated = { ...eaten, key }
    return {
      _tag: "Record",
      rows,
      what,
      record: {
        key: recordKey,
        factKey: key,
        kind: "entry",
        date: day,
        sort: `${day} ${String(index).padStart(6, "0")}`,
        ...stamp,
        digest: digest([JSON.stringify(stated)]),
        body: JSON.stringify({ ...stated, filed })
      }
    }
  })

/** The session with the zone of its times, so that it stays at its time if the person moves. */
const inZone = <Row extends Pick<WorkoutRow, "start" | "end">>(row: Row, zoneAt: ZoneAt): Row => {
  const zoned = (moment: Moment): Moment => ({ ...moment, zone: moment.zone ?? zoneAt(moment.instant) })
  return { ...row, start: zoned(row.start), end: row.end === null ? null : zoned(row.end) }
}

/** What names mean, whatever else the file records under them. */
const meanings = (names: ReadonlyArray<Named>) =>
  names.map(({ name, match }) => (match.by === "own" ? [name] : [name, match.exerciseId]))

const ofSession = (
  { key, bodies }: Group,
  { source, names }: Omit<FileRecord, "rows">,
  stamp: Stamp,
  zoneAt: ZoneAt
): Part => {
  const [first, ...rows] = bodies.map((body): WorkoutRow => JSON.parse(body))
  if (first === undefined) throw new Error("A group has at least one row")
  const { title, start } = first
  const named = new Set([first, ...rows].flatMap(({ exercises }) => exercises.map(({ name }) => name)))
  const filed: FileRecord = { source, names: names.filter(({ name }) => named.has(name)), rows }
  const { rows: _, ...row } = first
  // A later file, which records more under the same names, states the same session.
  const stated = JSON.stringify({ ...row, filed: { source, rows, names: meanings(filed.names) } }, placeless)
  const zoned = { ...filed, rows: rows.map((other) => inZone(other, zoneAt)) }
  const body = JSON.stringify({ ...inZone(row, zoneAt), filed: zoned }, placeless)
  return {
    _tag: "Record",
    rows: rowsIn([first, ...rows]),
    what: nameOn(title, start.day),
    record: {
      key: keyOf("workout", key),
      factKey: key,
      kind: "workout",
      date: start.day,
      sort: `${start.day} ${start.time ?? ""}`,
      ...stamp,
      digest: digest([stated]),
      body
    }
  }
}

/** The keys of the records of sessions that several apps or devices have recorded. */
export const twinKeysOf = ({ twins }: Taken): ReadonlyArray<string> => twins.map(([key]) => keyOf("workout", key))

/**
 * What a file that a device sends states, as parts of a body. Its rows are in the spool. Of several recordings of a session
 * by different apps, the one among `known`, the keys of the device's records, is taken, otherwise the first. What earlier
 * files of its source state on its days, and it does not, is deleted.
 */
export const partsOfFile = function* (
  held: SpoolReader,
  { source, names, twins }: Taken,
  stamp: Stamp,
  reader: Reader,
  zoneAt: ZoneAt,
  known: ReadonlySet<string>,
  earlier: Earlier
): Generator<FilePart> {
  const recordings = new Map(twins)
  const taken = new Set<string>()
  for (const groups of held.groups("reading", AT_ONCE))
    for (const group of groups) yield ofReading(group, stamp, reader)
  for (const groups of held.groups("workout", AT_ONCE)) {
    for (const group of groups) {
      const others = recordings.get(group.key) ?? []
      const part = ofSession(group, { source, names }, stamp, zoneAt)
      if (part._tag === "Record") yield* earlier.goneOn("workout", part.record.date)
      const reason = earlier.held.get(keyOf("workout", group.key))
      const isKnown = known.has(keyOf("workout", group.key))
      const other = isKnown ? undefined : others.find(({ key }) => taken.has(key) || known.has(keyOf("workout", key)))
      if (reason !== undefined && part._tag === "Record") yield leftOut(part.what, `the session ${reason}`, part.rows)
      else if (other !== undefined && part._tag === "Record")
        yield leftOut(part.what, `it is taken from ${other.origin ?? "another app"}`, part.rows)
      else {
        taken.add(group.key)
        yield part
      }
    }
  }
  for (const groups of held.groups("entry", AT_ONCE)) {
    for (const group of groups) {
      // Diary rows are spooled by day.
      if (isActivityDay(group.key)) yield* earlier.goneOn("entry", group.key)
      yield* ofDay(group, { source }, stamp, earlier)
    }
  }
}
