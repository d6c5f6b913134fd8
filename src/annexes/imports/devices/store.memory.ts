import { Effect, HashMap, Layer, Option } from "effect"
import { type Memory, MemoryDatabase } from "../../../platform/database/memory.ts"
import { isAhead } from "../../../values/clock.ts"
import type { UserId } from "../../../values/ids.ts"
import { ascending } from "../../../values/text/ascending.ts"
import { type DeviceId, ENOUGH, type RecordKind } from "./model.ts"
import { DeviceStore, type StoredDevice, type StoredRecord } from "./store.ts"
import { deviceKey, devices, limits, type RecordKey, recordKey, records, undoRecords } from "./tables.memory.ts"

/** Counts records by the result of `of`. */
const counted = <Row extends object>(
  rows: ReadonlyArray<readonly [RecordKey, StoredRecord]>,
  of: (key: RecordKey, record: StoredRecord) => Row
) => {
  const found = new Map<string, { readonly row: Row; readonly records: Array<StoredRecord> }>()
  for (const [key, record] of rows) {
    const row = of(key, record)
    const name = JSON.stringify(row)
    const known = found.get(name)
    if (known === undefined) found.set(name, { row, records: [record] })
    else known.records.push(record)
  }
  return [...found].sort(([a], [b]) => ascending(a, b)).map(([, group]) => group)
}

type Store = DeviceStore["Type"]

const devicesOf = (memory: Memory, userId: UserId): ReadonlyArray<StoredDevice> =>
  memory
    .rowsOf(devices, userId)
    .map(([, device]) => device)
    .sort((a, b) => a.createdAt - b.createdAt || ascending(a.id, b.id))

const recordsOf = (memory: Memory, userId: UserId): ReadonlyArray<readonly [RecordKey, StoredRecord]> =>
  memory.rowsOf(records, userId)

const live = (memory: Memory, userId: UserId) =>
  recordsOf(memory, userId).filter(([, { body, undone }]) => body !== null && !undone)

/** The facts that records state. */
const deciding = (
  memory: Memory
): Pick<Store, "ofFacts" | "lastOfFacts" | "stating" | "contested" | "sessions" | "workouts"> => ({
  ofFacts: (userId, id, factKeys) =>
    Effect.sync(() => {
      const sought = new Set(factKeys)
      return live(memory, userId)
        .flatMap(([key, record]) => (key.id === id && sought.has(record.factKey) ? [record] : []))
        .sort((a, b) => ascending(a.factKey, b.factKey) || ascending(a.sort, b.sort) || ascending(a.key, b.key))
    }),

  lastOfFacts: (userId, id, factKeys) =>
    Effect.map(deciding(memory).ofFacts(userId, id, factKeys), (records) => [
      ...new Map(records.map((record) => [record.factKey, record])).values()
    ]),

  stating: (userId, factKeys) =>
    Effect.sync(() => {
      const sought = new Set(factKeys)
      return new Set(live(memory, userId).flatMap(([{ id }, { factKey }]) => (sought.has(factKey) ? [id] : [])))
    }),

  contested: (userId, id, { undone }) =>
    Effect.sync(() => {
      const stated = new Set(live(memory, userId).flatMap(([key, { factKey }]) => (key.id === id ? [] : [factKey])))
      return new Map(
        recordsOf(memory, userId).flatMap(([key, { body, factKey, kind, ...record }]) =>
          key.id === id && body !== null && record.undone === undone && stated.has(factKey)
            ? [[factKey, kind] as const]
            : []
        )
      )
    }),

  sessions: (userId, days) =>
    Effect.sync(() => {
      const sought = new Set(days)
      return recordsOf(memory, userId).flatMap(([{ id }, { kind, date, body, factKey, undone }]) =>
        kind === "workout" && body !== null && date !== null && sought.has(date)
          ? [{ deviceId: id, factKey, body, undone }]
          : []
      )
    }),

  workouts: (userId, id, { from, before: until, after = "", undone = false }, most) =>
    Effect.sync(() =>
      recordsOf(memory, userId)
        .flatMap(([key, record]) => {
          const { kind, date, body } = record
          const isIn = date !== null && (from === undefined || date >= from) && (until === undefined || date < until)
          const isMeant = key.id === id && kind === "workout" && body !== null && record.undone === undone
          return isMeant && isIn && key.key > after ? [record] : []
        })
        .sort((a, b) => ascending(a.key, b.key))
        .slice(0, most)
    )
})

/** The records that devices have stated. */
const stating = (memory: Memory): Pick<Store, "records" | "keep" | "undoSome" | "counts" | "days"> => ({
  records: (userId, id, keys) =>
    Effect.sync(
      () =>
        new Map(
          keys.flatMap((key) =>
            Option.match(HashMap.get(memory.rows(records), recordKey({ userId, id, key })), {
              onNone: () => [],
              onSome: (record) => [[key, record] as const]
            })
          )
        )
    ),

  keep: (userId, id, given) =>
    Effect.sync(() =>
      memory.update(records, (rows) =>
        given.reduce((all, record) => HashMap.set(all, recordKey({ userId, id, key: record.key }), record), rows)
      )
    ),

  undoSome: (userId, id, from, most) => Effect.sync(() => undoRecords(memory, userId, id, from, most)),

  counts: (userId) =>
    Effect.sync(() =>
      counted(live(memory, userId), ({ id }, { kind }): { readonly deviceId: DeviceId; readonly kind: RecordKind } => ({
        deviceId: id,
        kind
      })).map(({ row, records }) => ({
        ...row,
        records: records.length,
        lastDay: records
          .map(({ date }) => date)
          .reduce((last, date) => (date !== null && (last ?? "") < date ? date : last))
      }))
    ),

  days: (userId, id, from) =>
    Effect.sync(() =>
      counted(
        live(memory, userId).filter(([key, { date }]) => key.id === id && date !== null && date >= from),
        (_key, { date, kind }) => ({ date: date ?? from, kind })
      )
        .map(({ row, records }) => ({ ...row, records: records.length }))
        .sort((a, b) => ascending(b.date, a.date) || ascending(a.kind, b.kind))
    )
})

/** Devices, and the rate of their arrivals. */
const registering = (memory: Memory): Pick<Store, "add" | "list" | "find" | "change" | "takeArrival"> => ({
  add: (userId, device) => Effect.sync(() => memory.update(devices, HashMap.set(deviceKey(userId, device.id), device))),

  list: (userId) => Effect.sync(() => devicesOf(memory, userId)),

  find: (userId, id) => Effect.sync(() => HashMap.get(memory.rows(devices), deviceKey(userId, id))),

  change: (userId, id, changes) =>
    Effect.sync(() => {
      const isThere = HashMap.has(memory.rows(devices), deviceKey(userId, id))
      memory.update(
        devices,
        HashMap.modify(deviceKey(userId, id), (device): StoredDevice => ({ ...device, ...changes }))
      )
      return isThere
    }),

  takeArrival: (userId, { perMinute, burst, now }) =>
    Effect.sync(() => {
      const held = Option.getOrElse(HashMap.get(memory.rows(limits), userId), () => ({ level: burst, at: now }))
      const level = Math.min(burst, held.level + (Math.max(0, now - held.at) * perMinute) / 60_000)
      const allowed = level >= ENOUGH
      const left = { level: allowed ? level - 1 : level, at: isAhead(held.at, now) ? now : Math.max(held.at, now) }
      memory.update(limits, HashMap.set(userId, left))
      return { level: left.level, allowed }
    })
})

export const layer = Layer.effect(
  DeviceStore,
  Effect.map(MemoryDatabase, (memory) =>
    DeviceStore.of({ ...registering(memory), ...stating(memory), ...deciding(memory) })
  )
)
