import { DateTime, Effect, Layer, Schema } from "effect"
import { type Database, Db } from "../../platform/database/db.ts"
import type { UserId } from "../../values/ids.ts"
import { CatalogueExercise } from "./model.ts"
import { nameKey, type OwnExercise } from "./own.ts"
import { keptIndexes, NO_EXERCISES, ownIndexOf } from "./own-index.ts"
import { OwnExercises } from "./store.ts"

type Row = Omit<OwnExercise, "createdAt"> & { readonly createdAt: Date }

const { category, trackingType } = CatalogueExercise.fields
const decode = Schema.decodeSync(
  Schema.parseJson(Schema.Array(Schema.Tuple(Schema.String, Schema.String, category, trackingType)))
)

/** The version of a list, and the list if that is not the known version. */
interface Versioned {
  readonly version: string
  readonly held: string | null
}

/**
 * Reads the index of a user's exercises. The database compares them with those of the index by a hash of 64 bits, which
 * takes 1 ms for 5,000; only a user's own names could share one.
 */
const reading = (db: Database) => {
  const { sql } = db
  const kept = keptIndexes()
  return (userId: UserId) => {
    const known = kept.get(userId)
    const held = sql`FROM own_exercises WHERE user_id = ${userId}`
    return Effect.map(
      db.first(sql<Versioned>`
        SELECT version, CASE WHEN version IS DISTINCT FROM ${known?.version ?? ""} THEN (
          SELECT json_agg(json_build_array(exercise_id, name, category, tracking_type) ORDER BY created_at, exercise_id)::text ${held}
        ) END AS held
        FROM (
          SELECT count(*) || ' ' || bit_xor(
            hashtextextended(concat_ws(chr(31), exercise_id, name, category, tracking_type), 0)) AS version ${held}
        ) AS now`),
      (row) => {
        if (known !== undefined && row?.version === known.version) return known.value
        if (row == null || row.held === null) return NO_EXERCISES
        const all = decode(row.held).map(([id, name, category, trackingType]) => ({ id, name, category, trackingType }))
        const index = ownIndexOf(all)
        kept.put(userId, row.version, index, all.length)
        return index
      }
    )
  }
}

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

      index: reading(db),

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
