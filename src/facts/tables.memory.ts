import { Data, DateTime, HashMap, Order } from "effect"
import { table } from "../database/memory.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"

/*
 * The memory's tables of facts. Streaks and badges look only at what the types here name; each feature opens its table with the whole of
 * what it keeps.
 */

export interface ReadingKey {
  readonly userId: UserId
  readonly metric: "weight" | "body_fat" | "steps"
  readonly date: ActivityDay
}

/** Values in the metric's canonical unit. */
export const bodyMetrics = table<ReadingKey, number>("body_metrics", ({ userId }) => userId)

/** A user's readings of one metric, oldest first. */
export const readingsOf = (
  rows: HashMap.HashMap<ReadingKey, number>,
  userId: UserId,
  metric: ReadingKey["metric"]
): ReadonlyArray<{ readonly date: ActivityDay; readonly value: number }> =>
  HashMap.toEntries(rows)
    .filter(([key]) => key.userId === userId && key.metric === metric)
    .map(([key, value]) => ({ date: key.date, value }))
    .sort(Order.mapInput(Order.string, ({ date }) => date))

interface EntryKey {
  readonly userId: UserId
  readonly entryId: string
}

export interface EntryFact {
  readonly id: string
  readonly date: ActivityDay
  readonly createdAt: DateTime.Utc
  readonly food: { readonly kind: "food" | "custom_food" | "saved_meal"; readonly id: string }
}

export const diaryEntries = <Entry extends EntryFact>() =>
  table<EntryKey, Entry>("diary_entries", ({ userId }) => userId)

export const entryKey = (userId: UserId, entryId: string): EntryKey => Data.struct({ userId, entryId })

/** Where an entry stands in the order of the diary: by date, then time of creation, then id. */
export const inDiaryOrder: Order.Order<Omit<EntryFact, "food">> = Order.combineAll([
  Order.mapInput(Order.string, ({ date }: Omit<EntryFact, "food">) => date),
  Order.mapInput(DateTime.Order, ({ createdAt }: Omit<EntryFact, "food">) => createdAt),
  Order.mapInput(Order.string, ({ id }: Omit<EntryFact, "food">) => id)
])

/** A user's entries in the order of the diary. */
export const entriesOf = <Entry extends EntryFact>(
  rows: HashMap.HashMap<EntryKey, Entry>,
  userId: UserId
): ReadonlyArray<Entry> =>
  HashMap.toEntries(rows)
    .filter(([key]) => key.userId === userId)
    .map(([, entry]) => entry)
    .sort(inDiaryOrder)

interface WorkoutKey {
  readonly userId: UserId
  readonly workoutId: string
}

export interface WorkoutFact {
  readonly workout: { readonly id: string; readonly date: ActivityDay }
}

export const workouts = <Row extends WorkoutFact>() => table<WorkoutKey, Row>("workouts", ({ userId }) => userId)

export const workoutKey = (userId: UserId, workoutId: string): WorkoutKey => Data.struct({ userId, workoutId })
