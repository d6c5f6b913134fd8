import { Data, Effect, HashMap, Layer, Option, Order } from "effect"
import { MemoryDatabase, table } from "../database/memory.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Metric, Reading } from "./model.ts"
import { BodyMetricStore } from "./store.ts"

interface Key {
  readonly userId: UserId
  readonly metric: Metric
  readonly date: ActivityDay
}

export const bodyMetrics = table<Key, number>("body_metrics", ({ userId }) => userId)

const key = (userId: UserId, metric: Metric, date: ActivityDay): Key => Data.struct({ userId, metric, date })

export const byDate = Order.mapInput(Order.string, (reading: Reading) => reading.date)

/** A user's readings of one metric, oldest first. */
export const readingsOf = (
  rows: HashMap.HashMap<Key, number>,
  userId: UserId,
  metric: Metric
): ReadonlyArray<Reading> =>
  HashMap.toEntries(rows)
    .filter(([row]) => row.userId === userId && row.metric === metric)
    .map(([row, value]) => ({ date: row.date, value }))
    .sort(byDate)

export const layer = Layer.effect(
  BodyMetricStore,
  Effect.map(MemoryDatabase, (memory) =>
    BodyMetricStore.of({
      range: (userId, metric, from, to) =>
        Effect.sync(() =>
          readingsOf(memory.rows(bodyMetrics), userId, metric).filter(({ date }) => from <= date && date <= to)
        ),

      latest: (userId, upTo) =>
        Effect.sync(() => {
          const of = (metric: Metric) =>
            Option.fromNullable(
              readingsOf(memory.rows(bodyMetrics), userId, metric)
                .filter(({ date }) => date <= upTo)
                .at(-1)
            )
          return { weight: of("weight"), bodyFat: of("body_fat") }
        }),

      setting: (userId, metric, readings) => ({
        _tag: "Memory",
        apply: () => {
          const before = new Map<ActivityDay, number>()
          for (const { date, value } of readings) {
            const held = HashMap.get(memory.rows(bodyMetrics), key(userId, metric, date))
            if (Option.isSome(held)) before.set(date, held.value)
            memory.update(bodyMetrics, HashMap.set(key(userId, metric, date), value))
          }
          return before
        }
      }),

      delete: (userId, metric, date) =>
        Effect.sync(() => {
          const held = HashMap.has(memory.rows(bodyMetrics), key(userId, metric, date))
          memory.update(bodyMetrics, HashMap.remove(key(userId, metric, date)))
          return held
        }),

      weightAround: (userId, date) =>
        Effect.sync(() => {
          const weights = readingsOf(memory.rows(bodyMetrics), userId, "weight")
          return Option.fromNullable((weights.findLast((weight) => weight.date <= date) ?? weights[0])?.value)
        })
    })
  )
)
