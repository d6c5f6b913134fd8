import { Clock, Effect, Option } from "effect"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { ImportStore } from "../ledger/store.ts"
import { type Counts, type ImportId, importIds } from "../rows/model.ts"
import type { ArrivalCounts } from "./model.ts"
import { DeviceStore, type StoredDevice } from "./store.ts"

/** The standing import of a device, which begins with the first body. */
export const standingImport = Effect.fnUntraced(function* (
  userId: UserId,
  device: StoredDevice,
  day: ActivityDay,
  at: number
) {
  const [imports, store] = [yield* ImportStore, yield* DeviceStore]
  if (device.importId !== null) return device.importId
  const begun = yield* imports.begin(userId, day, {
    id: yield* importIds.make(userId),
    source: device.app,
    file: device.name,
    hash: device.id,
    at,
    eras: null
  })
  yield* store.change(userId, device.id, { importId: begun.id })
  return begun.id
})

export const NO_ROWS: ArrivalCounts = { new: 0, unchanged: 0, changed: 0, merged: 0, leftOut: 0 }
const NO_FACTS: Counts["made"] = { readings: 0, entries: 0, workouts: 0, sets: 0, exercises: 0 }

/** Adds the counts of two parts. */
export const addRows = (one: ArrivalCounts, other: ArrivalCounts): ArrivalCounts => ({
  new: one.new + other.new,
  unchanged: one.unchanged + other.unchanged,
  changed: one.changed + other.changed,
  merged: one.merged + other.merged,
  leftOut: one.leftOut + other.leftOut
})

const addMade = (one: Counts["made"], other: Counts["made"]): Counts["made"] => ({
  readings: one.readings + other.readings,
  entries: one.entries + other.entries,
  workouts: one.workouts + other.workouts,
  sets: one.sets + other.sets,
  exercises: one.exercises + other.exercises
})

/** The outcome of records, and what was made from them. */
export interface Came {
  readonly rows: ArrivalCounts
  readonly made: Counts["made"]
}

/**
 * Adds to the counts of a standing import, and updates streaks and badges with what it has written: with `added`, only
 * sessions of these days in order. Run it in the transaction that writes, so that an interruption cannot separate them.
 */
export const settleImport = Effect.fnUntraced(function* (
  userId: UserId,
  day: ActivityDay,
  importId: ImportId,
  {
    rows = NO_ROWS,
    made = NO_FACTS,
    added
  }: Partial<Came> & { readonly added?: ReadonlyArray<ActivityDay> | undefined } = {}
) {
  const imports = yield* ImportStore
  const before = Option.flatMap(yield* imports.find(userId, importId), ({ counts }) => Option.fromNullable(counts))
  const all = addRows(Option.match(before, { onNone: () => NO_ROWS, onSome: ({ rows }) => rows }), rows)
  const read = all.new + all.unchanged + all.changed + all.merged + all.leftOut
  const facts = addMade(Option.match(before, { onNone: () => NO_FACTS, onSome: ({ made }) => made }), made)
  const at = yield* Clock.currentTimeMillis
  yield* imports.finish(userId, day, importId, { rows: { read, ...all }, made: facts }, at, added)
})
