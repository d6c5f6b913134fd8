import { Effect, Layer, Option } from "effect"
import { Db } from "../../platform/database/db.ts"
import { ActivityDay, dayAfterEpoch } from "../../values/activity-day.ts"
import type { CountedMetric, Metric, Reading } from "./model.ts"
import { BodyMetricStore } from "./store.ts"

/** The readings of one metric: days after 1970-01-01 with their values. */
interface History {
  readonly metric: Metric
  readonly days: ArrayLike<number>
  readonly values: ArrayLike<number>
}
const NO_HISTORY = { days: [], values: [] } as const satisfies Omit<History, "metric">

/** Parses readings from one text, "2026-03-14 71.3,2026-03-15 71.1", which costs both sides half as much as rows. */
const readingsIn = (text: string | null): ReadonlyArray<Reading> =>
  (text?.split(",") ?? []).map((reading) => ({
    date: ActivityDay.make(reading.slice(0, 10), { disableValidation: true }),
    value: Number(reading.slice(11))
  }))

export const layer = Layer.effect(
  BodyMetricStore,
  Effect.map(Db, (db) =>
    BodyMetricStore.of({
      range: (charge, userId, metric, from, to) =>
        Effect.map(
          charge.value(
            db,
            db.sql<{ readonly value: string | null }>`
          SELECT string_agg(date || ' ' || value, ',') AS value FROM (
            SELECT date, value FROM body_metrics
            WHERE user_id = ${userId} AND metric = ${metric} AND date BETWEEN ${from} AND ${to} ORDER BY date
          ) AS reading`
          ),
          (found) => found.map((text) => readingsIn(text ?? null))
        ),

      histories: (userId, from, to) =>
        Effect.map(
          db.rows(db.sql<History>`
          SELECT metric, array_agg(date - date '1970-01-01' ORDER BY date) AS days, array_agg(value ORDER BY date) AS values
          FROM body_metrics
          WHERE user_id = ${userId} AND metric IN ('weight', 'body_fat', 'steps') AND date BETWEEN ${from} AND ${to}
          GROUP BY metric`),
          (rows) => {
            const of = (metric: CountedMetric) => {
              const { days, values } = rows.find((row) => row.metric === metric) ?? NO_HISTORY
              return Array.from(
                days,
                (day, index): Reading => ({ date: dayAfterEpoch(day), value: values[index] ?? 0 })
              )
            }
            return { weight: of("weight"), body_fat: of("body_fat"), steps: of("steps") }
          }
        ),

      set: (charge, userId, today, metric, readings) =>
        Effect.map(
          charge.value(
            db,
            db.sql<{ readonly value: ReadonlyArray<number | null> }>`
          SELECT set_readings(${userId}, ${today}, ${metric}, ${readings.map(({ date }) => date)}::date[],
            ${readings.map(({ value }) => value)}::double precision[]) AS value`
          ),
          (found) =>
            found.map((values = []) => {
              const before = new Map<ActivityDay, number>()
              for (const [index, { date }] of readings.entries()) {
                const value = values[index] ?? null
                if (value !== null) before.set(date, value)
              }
              return { before, earlier: values[readings.length] ?? undefined }
            })
        ),

      delete: (userId, today, metric, date) =>
        Effect.map(
          db.value(db.sql<{ readonly value: number | null }>`
            SELECT value FROM delete_reading(${userId}, ${today}, ${metric}, ${date}) AS value`),
          Option.fromNullable
        ),

      weightAround: (charge, userId, date) =>
        Effect.map(
          charge.value(
            db,
            db.sql<{ readonly value: number | null }>`
          SELECT COALESCE(
            (SELECT value FROM body_metrics
             WHERE user_id = ${userId} AND metric = 'weight' AND date <= ${date} ORDER BY date DESC LIMIT 1),
            (SELECT value FROM body_metrics
             WHERE user_id = ${userId} AND metric = 'weight' AND date > ${date} ORDER BY date LIMIT 1)
          ) AS value`
          ),
          (found) => found.map(Option.fromNullable)
        )
    })
  )
)
