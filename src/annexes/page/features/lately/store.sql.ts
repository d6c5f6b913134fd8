import { Effect, Layer } from "effect"
import { CALORIES_SUM } from "../../../../features/diary/store.sql.ts"
import { Db } from "../../../../platform/database/db.ts"
import { type Lately, LatelyStore, MOST_WORKOUTS } from "./store.ts"

const NOTHING: Lately = { workouts: [], routines: [], ownNames: {}, weights: [], food: [] }

export const layer = Layer.effect(
  LatelyStore,
  Effect.map(Db, (db) => {
    const { sql } = db
    return LatelyStore.of({
      find: (userId, { from, weightsFrom, to }) =>
        Effect.map(
          db.first(sql<Lately>`
          WITH done AS MATERIALIZED (
            SELECT workout_id, name, date, duration_seconds, exercise_ids, created_at FROM workouts
            WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to}
            ORDER BY workouts.date DESC, created_at DESC, workout_id DESC LIMIT ${MOST_WORKOUTS}
          ), planned AS MATERIALIZED (
            SELECT routine_id, name, exercise_ids, place, created_at FROM routines WHERE user_id = ${userId}
          )
          SELECT (
            SELECT COALESCE(json_agg(json_build_object('id', workout_id, 'name', name, 'date', date,
              'durationSeconds', duration_seconds, 'exerciseIds', exercise_ids)
              ORDER BY date, created_at, workout_id), '[]') FROM done
          ) AS workouts, (
            SELECT COALESCE(json_agg(json_build_object('id', routine_id, 'name', name, 'exerciseIds', exercise_ids)
              ORDER BY place, created_at, routine_id), '[]') FROM planned
          ) AS routines, (
            SELECT COALESCE(json_object_agg(exercise_id, name), '{}') FROM own_exercises
            WHERE user_id = ${userId} AND exercise_id IN (
              SELECT unnest(exercise_ids) FROM done UNION SELECT unnest(exercise_ids) FROM planned)
          ) AS "ownNames", (
            SELECT COALESCE(json_agg(json_build_object('date', date, 'value', value) ORDER BY date), '[]')
            FROM body_metrics
            WHERE user_id = ${userId} AND metric = 'weight' AND date BETWEEN ${weightsFrom} AND ${to}
          ) AS weights, (
            SELECT COALESCE(json_agg(json_build_object('date', date, 'calories', calories) ORDER BY date), '[]')
            FROM (
              SELECT date, ${sql.literal(CALORIES_SUM)} AS calories FROM diary_entries
              WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to} GROUP BY date
            ) AS eaten
          ) AS food`),
          (row) => row ?? NOTHING
        )
    })
  })
)
