import { Chunk, Effect } from "effect"
import { repeatedInOwnTime } from "../../../platform/database/in-own-time.ts"
import { makeGiveWay } from "../../../platform/workers/give-way.ts"
import { type ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { numbered, slotOfRow } from "../ledger/entries.ts"
import type { ChangedFact, ChangedKind } from "../ledger/facts-of-source.ts"
import { timesOf } from "../ledger/session-times.ts"
import { ImportStore } from "../ledger/store.ts"
import { byDay, makeEntryHeld, SAME_PLACE, sessionHeld } from "../ledger/whole-file.ts"
import type { WorkoutRow } from "../rows/rows.ts"
import type { ZoneAt } from "../rows/zoned.ts"
import { SOURCE_ROWS, type Source } from "../sources.ts"
import type { SpoolReader } from "../uploads/spool.ts"
import { changedInFiles } from "./changed-in-files.ts"
import type { Earlier } from "./file-records.ts"
import type { DeviceId } from "./model.ts"
import { type FilePart, fileKeyOf as keyOf, nameOn, type Replaced, type Stamp } from "./record.ts"
import { DeviceStore } from "./store.ts"

/** How many days one statement looks up. */
const DAYS_AT_ONCE = 1000
const GROUPS_AT_ONCE = 100

/** The facts that a file states of a kind, a day or session at a time: the keys of their records, and why a new one is left out. */
const statedIn = function* (
  held: SpoolReader,
  kind: ChangedKind,
  changed: ReturnType<typeof byDay>,
  zoneAt: ZoneAt
): Generator<
  ReadonlyArray<{ readonly key: string; readonly begins: number; readonly reason: () => string | undefined }>
> {
  const sessions = new Set(kind === "workout" && changed.size > 0 ? held.keys("workout") : [])
  const nothing = new Map<string, ReadonlyArray<ChangedFact>>()
  const whole = {
    hasSession: (key: string) => sessions.has(key),
    changed: { entry: nothing, workout: nothing, [kind]: changed }
  }
  for (const groups of held.groups(kind, GROUPS_AT_ONCE)) {
    for (const group of groups) {
      if (kind === "workout") {
        const row: WorkoutRow = JSON.parse(group.bodies[0] ?? "")
        const reason = () => sessionHeld({ whole }, timesOf(row, zoneAt), row.start.day, row.title)
        yield [{ key: keyOf(kind, group.key), begins: clockOf(`${row.start.day} ${row.start.time ?? ""}`), reason }]
      } else {
        const rows = numbered(group)
        const entryHeld = makeEntryHeld({ whole }, new Set(rows.map(({ key }) => key)))
        yield rows.map(({ row, key }) => ({
          key: keyOf(kind, key),
          begins: Number.NaN,
          reason: () => entryHeld(row.at.day, slotOfRow(row))
        }))
      }
    }
  }
}

const daysIn = (held: SpoolReader, kind: ChangedKind): ReadonlyArray<ActivityDay> => {
  // Diary rows are spooled by day.
  if (kind === "entry") return held.keys(kind).filter(isActivityDay)
  const days = new Set<ActivityDay>()
  for (const groups of held.groups(kind, GROUPS_AT_ONCE)) {
    for (const { bodies } of groups) {
      const { start }: WorkoutRow = JSON.parse(bodies[0] ?? "")
      days.add(start.day)
    }
  }
  return [...days]
}

/** States that a later file of this source no longer has a fact. It is no row of that file. */
const deletionOf = (
  kind: ChangedKind,
  key: string,
  source: Source,
  stamp: Stamp,
  { what: { name }, isReplaced }: Stated<Sent>
): FilePart => {
  const record = { key, factKey: "", kind, date: null, sort: "", ...stamp, digest: source, body: null }
  return { _tag: "Record", rows: 0, what: `a deleted ${kind}`, record, ...(isReplaced ? {} : { replaces: name }) }
}

/** A time as the clock shows it, `2026-03-08 16:50:00`, in milliseconds; NaN if it is only a day. */
const clockOf = (text: string): number => (text.length < 16 ? Number.NaN : Date.parse(`${text.replace(" ", "T")}Z`))

/** What an earlier file states of a fact: when it begins, and whether a later file has replaced it. */
interface Stated<A> {
  readonly what: A
  readonly begins: number
  readonly isReplaced: boolean
}

/** What a device has sent in a file: its day, and its name for people. */
interface Sent {
  readonly day: ActivityDay
  readonly name: string
}

/** Whether one of these times is so near to another that both are one place. Times that are NaN are near to none. */
const nearTo = (times: ReadonlyArray<number>) => {
  const sorted = Float64Array.from(times.filter((time) => !Number.isNaN(time))).sort()
  return (time: number): boolean => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sorted[middle] ?? 0) < time - SAME_PLACE) low = middle + 1
      else high = middle
    }
    return (sorted[low] ?? Number.POSITIVE_INFINITY) <= time + SAME_PLACE
  }
}

/** What earlier files of a source state, by the keys of their records. */
const statedEarlier = Effect.fnUntraced(function* (
  userId: UserId,
  id: DeviceId,
  spool: SpoolReader,
  kind: ChangedKind,
  source: Source
) {
  const [devices, imports] = [yield* DeviceStore, yield* ImportStore]
  const [sent, byHand] = [new Map<string, Stated<Sent>>(), new Map<string, Stated<Replaced>>()]
  for (const days of Chunk.chunksOf(Chunk.fromIterable(daysIn(spool, kind)), DAYS_AT_ONCE)) {
    for (const { key, date, sort, name, isReplaced } of yield* repeatedInOwnTime(
      devices.ofFiles(userId, id, kind, source, [...days])
    ))
      sent.set(key, { what: { day: date, name: nameOn(name, date) }, begins: clockOf(sort), isReplaced })
    const facts = yield* repeatedInOwnTime(imports.ofSource(userId, source, kind, [...days], true))
    for (const { key, name, day, startTime, since } of facts) {
      const begins = clockOf((startTime ?? "").slice(0, 19))
      const isReplaced = since === "withdrawn"
      const replaced = { _tag: "Replaced", kind, key, day, source } as const
      const what = isReplaced ? replaced : { ...replaced, replaces: nameOn(name, day) }
      if (since !== "edited") byHand.set(keyOf(kind, key), { what, begins, isReplaced })
    }
  }
  return { sent, byHand }
})

/**
 * Compares a file that a device sends with the earlier files of its source that came by this device or were imported by hand.
 * Where its days are not whole, a new session replaces those that begin when it does, and any session those that are replaced already.
 * Holds the keys of what those state on its days.
 */
export const earlierFiles = Effect.fnUntraced(function* (
  userId: UserId,
  id: DeviceId,
  spool: SpoolReader,
  source: Source,
  stamp: Stamp,
  zoneAt: ZoneAt
) {
  const imports = yield* ImportStore
  const pause = makeGiveWay()
  const gone = new Map<string, Array<FilePart>>()
  const held = new Map<string, string>()
  for (const kind of ["workout", "entry"] as const) {
    const isWhole = SOURCE_ROWS[source].covers.includes(kind)
    if (!(isWhole || (kind === "workout" && source !== "activity-files")) || spool.count(kind) === 0) continue
    const changed = byDay([
      ...(yield* changedInFiles(userId, [id], source, kind)),
      ...(yield* repeatedInOwnTime(imports.changedOfSource(userId, source, kind)))
    ])
    const { sent, byHand } = yield* statedEarlier(userId, id, spool, kind, source)
    if (changed.size === 0 && sent.size === 0 && byHand.size === 0) continue
    // When the facts of the file begin, and those of them that are new.
    const [begun, news]: [Array<number>, Array<number>] = [[], []]
    for (const facts of statedIn(spool, kind, changed, zoneAt)) {
      yield* pause
      for (const { key, begins, reason } of facts) {
        const [ofDevice, ofHand] = [sent.get(key), byHand.get(key)]
        sent.delete(key)
        byHand.delete(key)
        begun.push(begins)
        if (ofDevice?.isReplaced === false) continue
        if (ofHand?.isReplaced !== false) news.push(begins)
        const why = changed.size === 0 ? undefined : reason()
        if (why !== undefined) held.set(key, why)
      }
    }
    const [isBegun, isNew] = [nearTo(begun), nearTo(news)]
    const isThere = ({ begins, isReplaced }: Stated<unknown>) =>
      isWhole || (isReplaced ? isBegun(begins) : isNew(begins))
    const add = (day: ActivityDay, part: FilePart, earlier: Stated<unknown>) => {
      if (!isThere(earlier)) return
      const ofDay = gone.get(`${kind} ${day}`)
      if (ofDay === undefined) gone.set(`${kind} ${day}`, [part])
      else ofDay.push(part)
    }
    for (const [key, earlier] of sent) add(earlier.what.day, deletionOf(kind, key, source, stamp, earlier), earlier)
    for (const earlier of byHand.values()) add(earlier.what.day, earlier.what, earlier)
  }
  return {
    goneOn: (kind, day) => {
      const parts = gone.get(`${kind} ${day}`) ?? []
      gone.delete(`${kind} ${day}`)
      return parts
    },
    held
  } satisfies Earlier
})
