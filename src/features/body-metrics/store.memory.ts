import { Data, Effect, HashMap, Layer, Option } from "effect"
import { changeFacts } from "../../facts/achievements.memory.ts"
import { bodyMetrics, confirmedReadings, type ReadingKey, readingsOf, setReading } from "../../facts/tables.memory.ts"
import { MemoryDatabase } from "../../platform/database/memory.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import type { Metric } from "./model.ts"
import { BodyMetricStore } from "./store.ts"

const key = (userId: UserId, metric: Metric, date: ActivityDay): ReadingKey => Data.struct({ userId, metric, date })

export const layer = Layer.effect(
  BodyMetricStore,
  Effect.map(MemoryDatabase, (memory) =>
    BodyMetricStore.of({
      range: (charge, userId, metric, from, to) =>
        charge.before(
          Effect.sync(() => readingsOf(memory, userId, metric).filter(({ date }) => from <= date && date <= to))
        ),

      histories: (userId, from, to) =>
        Effect.sync(() => {
          const of = (metric: Metric) =>
            readingsOf(memory, userId, metric).filter(({ date }) => from <= date && date <= to)
          return { weight: of("weight"), body_fat: of("body_fat"), steps: of("steps") }
        }),

      set: (charge, userId, today, metric, readings) =>
        charge.before(
          changeFacts(
            memory,
            userId,
            today,
            Effect.sync(() => {
              const before = new Map<ActivityDay, number>()
              const [first = today] = readings.map(({ date }) => date).sort()
              const earlier =
                metric === "weight"
                  ? readingsOf(memory, userId, metric).findLast(({ date }) => date < first)?.value
                  : undefined
              for (const { date, value } of readings) {
                const held = HashMap.get(memory.rows(bodyMetrics), key(userId, metric, date))
                if (Option.isSome(held)) before.set(date, held.value)
                setReading(memory, key(userId, metric, date), value)
                if (Option.contains(held, value))
                  memory.update(confirmedReadings, HashMap.set(key(userId, metric, date), true as const))
              }
              return { before, earlier }
            })
          )
        ),

      delete: (userId, today, metric, date) =>
        changeFacts(
          memory,
          userId,
          today,
          Effect.sync(() => {
            const held = HashMap.get(memory.rows(bodyMetrics), key(userId, metric, date))
            setReading(memory, key(userId, metric, date), undefined)
            return held
          })
        ),

      weightAround: (charge, userId, date) =>
        charge.before(
          Effect.sync(() => {
            const weights = readingsOf(memory, userId, "weight")
            return Option.fromNullable((weights.findLast((weight) => weight.date <= date) ?? weights[0])?.value)
          })
        )
    })
  )
)
