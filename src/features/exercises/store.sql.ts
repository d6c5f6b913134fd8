import { DateTime, Effect, Layer } from "effect"
import { Db } from "../../platform/database/db.ts"
import { nameKey, type OwnExercise } from "./own.ts"
import { OwnExercises } from "./store.ts"

type Row = Omit<OwnExercise, "createdAt"> & { readonly createdAt: Date }

const toExercise = (row: Row): OwnExercise => ({ ...row, createdAt: DateTime.unsafeFromDate(row.createdAt) })

export const layer = Layer.effect(
  OwnExercises,
  Effect.map(Db, (db) => {
    const { sql } = db
    const columns = sql.literal(
      `exercise_id AS id, name, category, tracking_type AS "trackingType", created_at AS "createdAt"`
    )
    return OwnExercises.of({
      all: (userId) =>
        Effect.map(
          db.rows(
            sql<Row>`SELECT ${columns} FROM own_exercises WHERE user_id = ${userId} ORDER BY created_at, exercise_id`
          ),
          (rows) => rows.map(toExercise)
        ),

      find: (userId, ids) =>
        Effect.map(
          db.rows(sql<Row>`
          SELECT ${columns} FROM own_exercises
          WHERE user_id = ${userId} AND exercise_id = ANY (${ids}::text[])`),
          (rows) => rows.map(toExercise)
        ),

      add: (userId, { id, name, category, trackingType, createdAt }) =>
        Effect.map(
          db.first(sql<{ readonly id: string }>`
          INSERT INTO own_exercises (user_id, exercise_id, name, name_key, category, tracking_type, created_at)
          VALUES (${userId}, ${id}, ${name}, ${nameKey(name)}, ${category}, ${trackingType}, ${DateTime.toDateUtc(createdAt)})
          ON CONFLICT (user_id, name_key) DO UPDATE SET name_key = excluded.name_key RETURNING exercise_id AS id`),
          (row) => row?.id ?? id
        ),

      replace: (userId, { id, name, category, trackingType }) =>
        db.run(sql`
          UPDATE own_exercises
          SET name = ${name}, name_key = ${nameKey(name)}, category = ${category}, tracking_type = ${trackingType}
          WHERE user_id = ${userId} AND exercise_id = ${id}`)
    })
  })
)
