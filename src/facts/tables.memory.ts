import { type Context, Data, DateTime, HashMap, Order } from "effect"
import { type MemoryDatabase, type Table, table } from "../platform/database/memory.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"

/*
 * The tables of facts in memory. The types here have only the fields that streaks and badges need. The features that
 * make the tables store more fields.
 */

type Memory = Context.Tag.Service<MemoryDatabase>

export interface ReadingKey {
  readonly userId: UserId
  readonly metric: string
  readonly date: ActivityDay
}

/** Values in the metric's canonical unit. */
export const bodyMetrics = table<ReadingKey, number>("body_metrics", ({ userId }) => userId)

/** The readings that the person has entered with the value that they already had. */
export const confirmedReadings = table<ReadingKey, true>("confirmed_readings", ({ userId }) => userId)

/** Sets a reading for an import, or removes it. */
export const setReading = (memory: Memory, key: ReadingKey, value: number | undefined): void => {
  memory.update(confirmedReadings, HashMap.remove(key))
  memory.update(bodyMetrics, value === undefined ? HashMap.remove(key) : HashMap.set(key, value))
}

/** A user's readings of one metric, oldest first. */
export const readingsOf = (
  memory: Memory,
  userId: UserId,
  metric: ReadingKey["metric"]
): ReadonlyArray<{ readonly date: ActivityDay; readonly value: number }> =>
  memory
    .rowsOf(bodyMetrics, userId)
    .filter(([key]) => key.metric === metric)
    .map(([key, value]) => ({ date: key.date, value }))
    .sort(Order.mapInput(Order.string, ({ date }) => date))

interface EntryKey {
  readonly userId: UserId
  readonly entryId: string
}

interface EntryFact {
  readonly id: string
  readonly date: ActivityDay
  readonly createdAt: DateTime.Utc
  readonly food: { readonly kind: "food" | "custom_food" | "saved_meal"; readonly id: string }
}

const entryTables: Array<Table<EntryKey, EntryFact>> = []

/** Makes the table of diary entries; the diary determines the type of its rows. */
export const makeDiaryEntries = <Entry extends EntryFact>(): Table<EntryKey, Entry> => {
  const entries = table<EntryKey, Entry>("diary_entries", ({ userId }) => userId)
  entryTables.push(entries)
  return entries
}

/** The user's diary entries as facts, in diary order. */
export const entryFactsOf = (memory: Memory, userId: UserId): ReadonlyArray<EntryFact> =>
  entryTables.flatMap((entries) => entriesOf(memory, entries, userId)).sort(inDiaryOrder)

export const entryKey = (userId: UserId, entryId: string): EntryKey => Data.struct({ userId, entryId })

/** Diary order: by date, then time of creation, then id. */
export const inDiaryOrder: Order.Order<Omit<EntryFact, "food">> = Order.combineAll([
  Order.mapInput(Order.string, ({ date }: Omit<EntryFact, "food">) => date),
  Order.mapInput(DateTime.Order, ({ createdAt }: Omit<EntryFact, "food">) => createdAt),
  Order.mapInput(Order.string, ({ id }: Omit<EntryFact, "food">) => id)
])

/** A user's entries in diary order. */
export const entriesOf = <Entry extends EntryFact>(
  memory: Memory,
  entries: Table<EntryKey, Entry>,
  userId: UserId
): ReadonlyArray<Entry> =>
  memory
    .rowsOf(entries, userId)
    .map(([, entry]) => entry)
    .sort(inDiaryOrder)

interface WorkoutKey {
  readonly userId: UserId
  readonly workoutId: string
}

interface WorkoutFact {
  readonly workout: { readonly id: string; readonly date: ActivityDay }
}

const workoutTables: Array<Table<WorkoutKey, WorkoutFact>> = []

/** Makes the table of workouts; the workouts feature determines the type of its rows. */
export const makeWorkouts = <Row extends WorkoutFact>(): Table<WorkoutKey, Row> => {
  const workouts = table<WorkoutKey, Row>("workouts", ({ userId }) => userId)
  workoutTables.push(workouts)
  return workouts
}

/** The days of the user's workouts, oldest first; a day with two workouts appears twice. */
export const workoutDaysOf = (memory: Memory, userId: UserId): ReadonlyArray<ActivityDay> =>
  workoutTables
    .flatMap((workouts) => memory.rowsOf(workouts, userId))
    .map(([, { workout }]) => workout.date)
    .sort()

export const workoutKey = (userId: UserId, workoutId: string): WorkoutKey => Data.struct({ userId, workoutId })
