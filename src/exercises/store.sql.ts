import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer } from "effect"
import { nameKey, type OwnExercise } from "./own.ts"
import { OwnExercises } from "./store.ts"

type Row = Omit<OwnExercise, "createdAt"> & { readonly createdAt: Date }

const toExercise = (row: Row): OwnExercise => ({ ...row, createdAt: DateTime.unsafeFromDate(row.createdAt) })

export const layer = Layer.effect(
  OwnExercises,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(
      `exercise_id AS id, name, category, tracking_type AS "trackingType", created_at AS "createdAt"`
    )
    return OwnExercises.of({
      all: (userId) =>
        sql<Row>`SELECT ${columns} FROM own_exercises WHERE user_id = ${userId} ORDER BY created_at, exercise_id`.pipe(
          Effect.map((rows) => rows.map(toExercise)),
          Effect.orDie
        ),

      find: (userId, ids) =>
        sql<Row>`
          SELECT ${columns} FROM own_exercises
          WHERE user_id = ${userId} AND exercise_id = ANY (${ids}::text[])`.pipe(
          Effect.map((rows) => rows.map(toExercise)),
          Effect.orDie
        ),

      add: (userId, { id, name, category, trackingType, createdAt }) =>
        sql<{ readonly id: string }>`
          SELECT id FROM add_own_exercise(${userId}, ${id}, ${name}, ${nameKey(name)}, ${category}, ${trackingType},
            ${DateTime.toDateUtc(createdAt)}) AS id`.pipe(
          Effect.map(([row]) => row?.id ?? id),
          Effect.orDie
        ),

      replace: (userId, { id, name, category, trackingType }) =>
        sql`
          UPDATE own_exercises
          SET name = ${name}, name_key = ${nameKey(name)}, category = ${category}, tracking_type = ${trackingType}
          WHERE user_id = ${userId} AND exercise_id = ${id}`.pipe(Effect.asVoid, Effect.orDie)
    })
  })
)
