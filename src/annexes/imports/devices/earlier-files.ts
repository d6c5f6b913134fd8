import { Chunk, Effect } from "effect"
import { repeatedInOwnTime } from "../../../platform/database/in-own-time.ts"
import { makeGiveWay } from "../../../platform/workers/give-way.ts"
import { type ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { numbered, slotOfRow } from "../ledger/entries.ts"
import type { ChangedFact, ChangedKind } from "../ledger/facts-of-source.ts"
import { timesOf } from "../ledger/session-times.ts"
import { ImportStore } from "../ledger/store.ts"
import { byDay, makeEntryHeld, sessionHeld } from "../ledger/whole-file.ts"
import type { WorkoutRow } from "../rows/rows.ts"
import type { ZoneAt } from "../rows/zoned.ts"
import { SOURCE_ROWS, type Source } from "../sources.ts"
import type { SpoolReader } from "../uploads/spool.ts"
import { type Earlier, keyOf } from "./file-records.ts"
import type { DeviceId } from "./model.ts"
import type { Part, Stamp } from "./record.ts"
import { DeviceStore, type StoredRecord } from "./store.ts"

/** How many days, and how many keys, one statement looks up. */
const DAYS_AT_ONCE = 1000
const KEYS_AT_ONCE = 500
const GROUPS_AT_ONCE = 100

/** The source of the file that stated or deleted a record. */
const sourceOf = ({ body, digest }: StoredRecord): string | undefined => {
  if (body === null) return digest
  const { filed }: { readonly filed?: { readonly source: string } } = JSON.parse(body)
  return filed?.source
}

/** What the person has changed of that which files of a source have brought by a device. */
const changedOf = Effect.fnUntraced(function* (userId: UserId, id: DeviceId, source: Source, kind: ChangedKind) {
  const [devices, imports] = [yield* DeviceStore, yield* ImportStore]
  const changed = yield* repeatedInOwnTime(imports.changedOfDevice(userId, id, kind))
  const found: Array<ChangedFact> = []
  for (const some of Chunk.chunksOf(Chunk.fromIterable(changed), KEYS_AT_ONCE)) {
    const keys = [...some].map(({ key }) => keyOf(kind, key))
    const records = yield* repeatedInOwnTime(devices.records(userId, id, keys))
    for (const fact of some) {
      const record = records.get(keyOf(kind, fact.key))
      if (record !== undefined && sourceOf(record) === source) found.push(fact)
    }
  }
  return byDay(found)
})

/** The facts that a file states of a kind, a day or session at a time: the keys of their records, and why a new one is left out. */
const statedIn = function* (
  held: SpoolReader,
  kind: ChangedKind,
  changed: ReturnType<typeof byDay>,
  zoneAt: ZoneAt
): Generator<ReadonlyArray<{ readonly key: string; readonly reason: () => string | undefined }>> {
  const sessions = new Set(kind === "workout" && changed.size > 0 ? held.keys("workout") : [])
  const nothing = new Map<string, ReadonlyArray<ChangedFact>>()
  const whole = {
    hasEarlier: true,
    isRepeat: false,
    covers: new Set([kind]),
    hasSession: (key: string) => sessions.has(key),
    changed: { entry: nothing, workout: nothing, [kind]: changed },
    mentioned: new Map()
  }
  for (const groups of held.groups(kind, GROUPS_AT_ONCE)) {
    for (const group of groups) {
      if (kind === "workout") {
        const row: WorkoutRow = JSON.parse(group.bodies[0] ?? "")
        const reason = () => sessionHeld({ whole }, timesOf(row, zoneAt), row.start.day, row.title)
        yield [{ key: keyOf(kind, group.key), reason }]
      } else {
        const rows = numbered(group)
        const entryHeld = makeEntryHeld({ whole }, new Set(rows.map(({ key }) => key)))
        yield rows.map(({ row, key }) => ({
          key: keyOf(kind, key),
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
const deletionOf = (kind: ChangedKind, key: string, source: Source, stamp: Stamp): Part => {
  const record = { key, factKey: "", kind, date: null, sort: "", ...stamp, digest: source, body: null }
  return { _tag: "Record", rows: 0, what: `a deleted ${kind}`, record }
}

/**
 * Compares a file that a device sends with the earlier files of its source that came by this device, for the kinds of
 * which its days are whole. Holds the keys of what those state on its days.
 */
export const earlierFiles = Effect.fnUntraced(function* (
  userId: UserId,
  id: DeviceId,
  spool: SpoolReader,
  source: Source,
  stamp: Stamp,
  zoneAt: ZoneAt
) {
  const store = yield* DeviceStore
  const pause = makeGiveWay()
  const gone = new Map<string, Array<string>>()
  const held = new Map<string, string>()
  for (const kind of ["workout", "entry"] as const) {
    if (!SOURCE_ROWS[source].covers.includes(kind) || spool.count(kind) === 0) continue
    const changed = yield* changedOf(userId, id, source, kind)
    const earlier = new Map<string, ActivityDay>()
    for (const days of Chunk.chunksOf(Chunk.fromIterable(daysIn(spool, kind)), DAYS_AT_ONCE)) {
      const found = yield* repeatedInOwnTime(store.ofFiles(userId, id, kind, source, [...days]))
      for (const { key, date } of found) earlier.set(key, date)
    }
    if (changed.size === 0 && earlier.size === 0) continue
    for (const facts of statedIn(spool, kind, changed, zoneAt)) {
      yield* pause
      for (const { key, reason } of facts) {
        if (earlier.delete(key) || changed.size === 0) continue
        const why = reason()
        if (why !== undefined) held.set(key, why)
      }
    }
    for (const [key, day] of earlier) {
      const ofDay = gone.get(`${kind} ${day}`)
      if (ofDay === undefined) gone.set(`${kind} ${day}`, [key])
      else ofDay.push(key)
    }
  }
  return {
    goneOn: (kind, day) => {
      const keys = gone.get(`${kind} ${day}`) ?? []
      gone.delete(`${kind} ${day}`)
      return keys.map((key) => deletionOf(kind, key, source, stamp))
    },
    held
  } satisfies Earlier
})
