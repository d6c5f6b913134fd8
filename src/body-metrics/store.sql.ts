import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import type { ActivityDay } from "../values/activity-day.ts"
import type { Metric, Reading } from "./model.ts"
import { BodyMetricStore } from "./store.ts"

export const layer = Layer.effect(
  BodyMetricStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    BodyMetricStore.of({
      range: (userId, metric, from, to) =>
        sql<Reading>`
          SELECT date::text AS date, value FROM body_metrics
          WHERE user_id = ${userId} AND metric = ${metric} AND date BETWEEN ${from} AND ${to}
          ORDER BY date`.pipe(Effect.orDie),

      latest: (userId, upTo) =>
        sql<Reading & { readonly metric: Metric }>`
          (SELECT metric, date::text AS date, value FROM body_metrics
           WHERE user_id = ${userId} AND metric = 'weight' AND date <= ${upTo} ORDER BY date DESC LIMIT 1)
          UNION ALL
          (SELECT metric, date::text AS date, value FROM body_metrics
           WHERE user_id = ${userId} AND metric = 'body_fat' AND date <= ${upTo} ORDER BY date DESC LIMIT 1)`.pipe(
          Effect.map((rows) => {
            const of = (metric: Metric) => Option.fromNullable(rows.find((row) => row.metric === metric))
            return { weight: of("weight"), bodyFat: of("body_fat") }
          }),
          Effect.orDie
        ),

      set: (userId, metric, readings) => {
        const dates = readings.map(({ date }) => date)
        const values = readings.map(({ value }) => value)
        return sql<Reading>`
          WITH before AS (
            SELECT date::text AS date, value FROM body_metrics
            WHERE user_id = ${userId} AND metric = ${metric} AND date = ANY(${dates}::date[])
          ), written AS (
            INSERT INTO body_metrics (user_id, metric, date, value)
            SELECT ${userId}, ${metric}, given.date, given.value
            FROM unnest(${dates}::date[], ${values}::double precision[]) AS given (date, value)
            ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value
          )
          SELECT date, value FROM before`.pipe(
          Effect.map((rows) => new Map<ActivityDay, number>(rows.map(({ date, value }) => [date, value]))),
          Effect.orDie
        )
      },

      delete: (userId, metric, date) =>
        sql`
          DELETE FROM body_metrics WHERE user_id = ${userId} AND metric = ${metric} AND date = ${date}
          RETURNING date`.pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        ),

      weightAround: (userId, date) =>
        sql<{ readonly value: number | null }>`
          SELECT COALESCE(
            (SELECT value FROM body_metrics
             WHERE user_id = ${userId} AND metric = 'weight' AND date <= ${date} ORDER BY date DESC LIMIT 1),
            (SELECT value FROM body_metrics
             WHERE user_id = ${userId} AND metric = 'weight' AND date > ${date} ORDER BY date LIMIT 1)
          ) AS value`.pipe(
          Effect.map(([row]) => Option.fromNullable(row?.value)),
          Effect.orDie
        )
    })
  )
)
