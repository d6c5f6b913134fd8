import { Effect, Layer } from "effect"
import { type Database, Db } from "../../../../platform/database/db.ts"
import type { UserId } from "../../../../values/ids.ts"
import type { Named, Routine, RoutineSummary } from "./model.ts"
import { RoutineStore } from "./store.ts"

type Row = Omit<Named<Routine>, "createdAt"> & { readonly createdAt: Date }

/** The names of the user's own exercises in a routine, by id. */
const ownNames = ({ sql }: Database, userId: UserId) => sql`COALESCE((
  SELECT json_object_agg(own.exercise_id, own.name) FROM own_exercises AS own
  WHERE own.user_id = ${userId} AND own.exercise_id = ANY (routine.exercise_ids)), '{}') AS "ownNames"`

export const layer = Layer.effect(
  RoutineStore,
  Effect.map(Db, (db) => {
    const { sql } = db
    return RoutineStore.of({
      list: (userId) =>
        db.rows(sql<Named<RoutineSummary>>`
          SELECT routine_id AS id, place, name, exercise_ids AS "exerciseIds", ${ownNames(db, userId)}
          FROM routines AS routine WHERE routine.user_id = ${userId} ORDER BY place, created_at, routine_id`),

      find: (userId, id) =>
        db.findOne(
          sql<Row>`
          SELECT routine_id AS id, place, name, exercises, created_at AS "createdAt", ${ownNames(db, userId)}
          FROM routines AS routine WHERE routine.user_id = ${userId} AND routine_id = ${id}`,
          (row) => ({ ...row, createdAt: row.createdAt.getTime() })
        ),

      add: (userId, { id, place, name, exercises, createdAt }) =>
        db.run(sql`
          INSERT INTO routines (user_id, routine_id, place, name, exercises, created_at)
          VALUES (${userId}, ${id}, ${place}, ${name}, ${JSON.stringify(exercises)}::text::json, ${new Date(createdAt)})`),

      change: (userId, { id, name, exercises }) =>
        db.run(sql`
          UPDATE routines SET name = ${name}, exercises = ${JSON.stringify(exercises)}::text::json
          WHERE user_id = ${userId} AND routine_id = ${id}`),

      arrange: (userId, ids) =>
        db.run(sql`
          UPDATE routines SET place = array_position(${ids}::text[], routine_id)
          WHERE user_id = ${userId} AND routine_id = ANY (${ids}::text[])`),

      remove: (userId, id) => db.run(sql`DELETE FROM routines WHERE user_id = ${userId} AND routine_id = ${id}`),

      countWith: (userId, exerciseId) =>
        Effect.map(
          db.value(sql<{ readonly value: number }>`
          SELECT count(*)::integer AS value FROM routines
          WHERE user_id = ${userId} AND exercise_ids @> ARRAY[${exerciseId}]::text[]`),
          (count) => count ?? 0
        )
    })
  })
)
