import { Effect } from "effect"
import { Metric } from "../../../features/body-metrics/model.ts"
import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { changedOfApp } from "../devices/changed-in-files.ts"
import { isDeviceApp } from "../devices/model.ts"
import type { ImportId } from "../rows/model.ts"
import type { Eaten, WorkoutRow } from "../rows/rows.ts"
import { type CoveredKind, SOURCE_ROWS, type Source } from "../sources.ts"
import type { SpoolReader } from "../uploads/spool.ts"
import type { Batch, WholeFile } from "./batch.ts"
import { DELETED, EDITED } from "./decide.ts"
import type { ChangedFact, ChangedKind, FactOfSource } from "./facts-of-source.ts"
import type { SessionTimes } from "./session-times.ts"
import { spanOf } from "./session-times.ts"
import { type Absent, type ImportRecord, ImportStore, type Item, type Writes } from "./store.ts"
import { isSame, type Span } from "./twins.ts"

/** Facts by the first day of their slots. */
export const byDay = (facts: ReadonlyArray<ChangedFact>) => Map.groupBy(facts, ({ slot }) => slot.slice(0, 10))

/** Reads what is needed to compare a file with the earlier files of its source. */
export const wholeFile = Effect.fnUntraced(function* (
  userId: UserId,
  source: Source,
  importId: ImportId | undefined,
  held: SpoolReader,
  isRepeat: boolean
) {
  const sessions = new Set(held.keys("workout"))
  // Devices may have sent files of the source.
  const isEarlier = (other: ImportRecord) =>
    (other.source === source || isDeviceApp(other.source)) && other.id !== importId
  const earlier = (yield* (yield* ImportStore).list(userId)).filter(isEarlier)
  const hasEarlier = !isRepeat && earlier.some(({ undoneAt }) => undoneAt === null)
  // What an undone import left, because the person has changed it, counts too.
  const isEmpty = (kind: ChangedKind) => earlier.length === 0 || held.count(kind) === 0
  const changedOf = (kind: ChangedKind) =>
    Effect.map(isEmpty(kind) ? Effect.succeed([]) : changedOfApp(userId, source, kind), byDay)
  return {
    isRepeat,
    hasEarlier,
    hasSent: earlier.some(({ source, undoneAt }) => isDeviceApp(source) && undoneAt === null),
    covers: new Set(SOURCE_ROWS[source].covers),
    hasSession: (key) => sessions.has(key),
    changed: { entry: yield* changedOf("entry"), workout: yield* changedOf("workout") },
    mentioned: new Map()
  } satisfies WholeFile
})

/** Notes the days that a batch mentions. */
export const mention = ({ whole }: Batch, kind: string, days: Iterable<ActivityDay>): void => {
  if (whole === undefined) return
  const known = whole.mentioned.get(kind) ?? new Set()
  for (const day of days) known.add(day)
  whole.mentioned.set(kind, known)
}

/** What identifies a session if its key has changed: when it began and ended. */
export const slotOfSession = (
  { start, end }: Pick<SessionTimes, "start" | "end">,
  day: ActivityDay,
  name: string
): string => (start === undefined ? `${day} ${name}` : [start.text, ...(end === undefined ? [] : [end.text])].join(" "))

/** What identifies a food if its key has changed. */
export const slotOfEntry = (day: ActivityDay, meal: string, name: string): string => `${day} ${meal} ${name}`

/** The time of a session by its slot; undefined if only its day is known. */
export const spanOfSlot = (slot: string): Span | undefined => {
  const [start = "", end] = slot.split(" ")
  const from = start.length > 10 ? Date.parse(start) : Number.NaN
  return Number.isNaN(from) ? undefined : { start: from, end: end === undefined ? undefined : Date.parse(end) }
}

const reasonOf = ({ since }: ChangedFact): string => (since === "deleted" ? DELETED : EDITED)

/** What a new fact is compared with. */
interface Compared {
  readonly whole: Pick<WholeFile, "hasSession" | "changed"> | undefined
}

/**
 * Why a session under a new key is left out: at its time was one of its source, now gone there, that somebody has changed
 * or deleted since. Undefined if there was none.
 */
export const sessionHeld = (
  { whole }: Compared,
  session: Pick<SessionTimes, "start" | "end">,
  day: ActivityDay,
  name: string
): string | undefined => {
  if (whole === undefined || whole.changed.workout.size === 0) return undefined
  const span = spanOf(session)
  const near = [-1, 0, 1].flatMap((days) => whole.changed.workout.get(plusDays(day, days)) ?? [])
  const found = near.find(({ key, slot }) => {
    if (whole.hasSession(key)) return false
    const other = spanOfSlot(slot)
    return span === undefined || other === undefined ? slot === slotOfSession(session, day, name) : isSame(span, other)
  })
  return found && reasonOf(found)
}

/** The same for a food under a new key. Each food that is gone holds back one; `keys` are those of its days. */
export const makeEntryHeld = ({ whole }: Compared, keys: ReadonlySet<string>) => {
  const used = new Set<string>()
  return (day: ActivityDay, slot: string): string | undefined => {
    const found = whole?.changed.entry
      .get(day)
      ?.find((fact) => fact.slot === slot && !keys.has(fact.key) && !used.has(fact.key))
    if (found === undefined) return undefined
    used.add(found.key)
    return reasonOf(found)
  }
}

/** What earlier files of a source state on the days of a batch, and this one does not. */
export interface Gone {
  readonly absent: Absent | undefined
  /** The keys of what devices have sent from files of the source. */
  readonly sent: ReadonlySet<string>
  /** The zone, as an offset, in which the session in whose place one stands was read. */
  readonly zoneFor: (row: Pick<WorkoutRow, "start" | "title">) => string | undefined
}

export const NOTHING_GONE: Gone = { absent: undefined, sent: new Set(), zoneFor: () => undefined }

const keysSent = (facts: ReadonlyArray<FactOfSource>) =>
  new Set(facts.flatMap(({ key, isSent }) => (isSent ? [key] : [])))

/** What devices have sent, and a later file that is imported by hand states otherwise; undefined if there is nothing. */
export const outdatedOf = (kind: CoveredKind, keys: ReadonlyArray<string>, days: ReadonlyArray<ActivityDay>) => {
  const [first, last] = [days[0], days.at(-1)]
  return keys.length === 0 || first === undefined || last === undefined
    ? undefined
    : ({ kind, keys, between: [first, last] } satisfies Absent)
}

/** These days, and those beside them. */
export const around = (days: ReadonlyArray<ActivityDay>): ReadonlyArray<ActivityDay> => [
  ...new Set(days.flatMap((day) => [plusDays(day, -1), day, plusDays(day, 1)]))
]

/** Sessions that begin within this many milliseconds of each other have the same place. */
export const SAME_PLACE = 60_000

/** Facts of a kind to take back; undefined if there are none. */
const absentOf = (kind: CoveredKind, facts: ReadonlyArray<FactOfSource>): Absent | undefined => {
  const days = facts.map(({ day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : { kind, keys: facts.map(({ key }) => key), between: [first, last] }
}

/** Notes what is to be taken back in the report. */
const replaced = ({ tally }: Batch, kind: CoveredKind, facts: ReadonlyArray<FactOfSource>): Absent | undefined => {
  for (const { key, name, day, since } of facts) if (since === "same") tally.replace(key, { kind, name, date: day })
  return absentOf(kind, facts)
}

/**
 * The sessions of earlier files on these days that this file does not have. If it need not say all of a day, only those
 * count that begin when one of its new sessions does, which have no item, and those replaced already that begin when any of its
 * sessions does.
 */
export const goneSessions = Effect.fnUntraced(function* (
  batch: Batch,
  days: ReadonlyArray<ActivityDay>,
  sessions: ReadonlyArray<{ readonly key: string; readonly recordings: ReadonlyArray<ReadonlyArray<WorkoutRow>> }>,
  items: ReadonlyMap<string, Item>
) {
  const { whole, userId, source, store } = batch
  mention(batch, "workout", days)
  if (whole === undefined || !whole.hasEarlier || source === "activity-files") return NOTHING_GONE
  const isCovered = new Set(days)
  const all = yield* store.ofSource(userId, source, "workout", around(days))
  const earlier = all.filter(({ key }) => !whole.hasSession(key))
  const begins = (row: WorkoutRow): number => row.start.instant ?? Date.parse(`${row.start.day}T${row.start.time}Z`)
  const begun = sessions.flatMap(({ key, recordings }) => {
    const row = recordings[0]?.[0]
    return row === undefined || row.start.time === null ? [] : [{ at: begins(row), isNew: !items.has(key) }]
  })
  const isThere = ({ startTime, since }: FactOfSource) => {
    if (startTime === null) return false
    const either = [Date.parse(startTime), Date.parse(`${startTime.slice(0, 19)}Z`)]
    return begun.some(
      ({ at, isNew }) =>
        (isNew || since === "withdrawn") && either.some((begins) => Math.abs(begins - at) <= SAME_PLACE)
    )
  }
  const gone = earlier.filter(
    (fact) => fact.since !== "edited" && (whole.covers.has("workout") ? isCovered.has(fact.day) : isThere(fact))
  )
  const zoneFor: Gone["zoneFor"] = ({ start: { day, time }, title }) => {
    const timed = earlier.filter(({ startTime }) => startTime !== null)
    const found =
      timed.find(({ startTime }) => startTime?.slice(0, 19) === `${day}T${time}`) ??
      timed.find(({ name }) => name === title) ??
      timed.find((fact) => fact.day === day)
    return found?.startTime?.match(/[+-]\d\d:\d\d$/)?.[0]
  }
  return { absent: replaced(batch, "workout", gone), sent: keysSent(all), zoneFor } satisfies Gone
})

/** The foods of earlier files on whole days of this file that it does not have. */
export const goneEntries = Effect.fnUntraced(function* (
  batch: Batch,
  rows: ReadonlyArray<{ readonly row: Eaten; readonly key: string }>
) {
  const { whole, userId, source, store } = batch
  if (whole === undefined) return NOTHING_GONE
  const days = [...new Set(rows.map(({ row }) => row.at.day))]
  mention(batch, "entry", days)
  const isWhole = whole.covers.has("entry")
  if (!whole.hasEarlier || !(isWhole || whole.hasSent)) return NOTHING_GONE
  const keys = new Set(rows.map(({ key }) => key))
  const earlier = yield* store.ofSource(userId, source, "entry", days)
  const gone = earlier.filter(({ key, since }) => isWhole && !keys.has(key) && since !== "edited")
  return { ...NOTHING_GONE, absent: replaced(batch, "entry", gone), sent: keysSent(earlier) } satisfies Gone
})

/** What a batch repeats of earlier files, and what it takes back, as a store writes it. */
export const followed = (
  { whole }: Batch,
  kind: CoveredKind,
  repeated: ReadonlyArray<string>,
  absent?: Absent
): Pick<Writes, "repeated" | "absent"> =>
  whole === undefined || whole.isRepeat ? {} : { repeated: { kind, keys: repeated }, absent }

/** How many days are looked at together for what a file does not mention. */
const DAYS_AT_ONCE = 366

const daysBetween = (days: ReadonlySet<ActivityDay>): ReadonlyArray<ActivityDay> => {
  const sorted = [...days].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  const between: Array<ActivityDay> = []
  if (first === undefined || last === undefined) return between
  for (let day = first; day < last; day = plusDays(day, 1)) if (!days.has(day)) between.push(day)
  return between
}

/**
 * Finds what earlier files of the source state on days between the file's first and last that it does not mention, and
 * gives it to `remove` in parts. Returns how many there are of each kind.
 */
export const findMissing = Effect.fnUntraced(function* <E, R>(
  { whole, userId, source, store }: Batch,
  remove: (absent: Absent) => Effect.Effect<void, E, R>
) {
  const counts = { reading: 0, entry: 0, workout: 0 }
  if (whole === undefined || !whole.hasEarlier) return counts
  const kinds = [
    ...Metric.literals.map((metric) => ["reading", metric] as const),
    ["entry", "entry"] as const,
    ["workout", "workout"] as const
  ].filter(([kind]) => whole.covers.has(kind))
  for (const [kind, name] of kinds) {
    const days = daysBetween(whole.mentioned.get(name) ?? new Set())
    for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
      const facts = yield* store.ofSource(userId, source, kind, days.slice(at, at + DAYS_AT_ONCE))
      const missing = facts.filter(
        ({ key, since }) => since === "same" && (kind !== "reading" || key.startsWith(`${name} `))
      )
      counts[kind] += missing.length
      const absent = absentOf(kind, missing)
      if (absent !== undefined) yield* remove(absent)
    }
  }
  return counts
})
