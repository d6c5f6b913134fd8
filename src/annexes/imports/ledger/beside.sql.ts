import { Effect } from "effect"
import type { Reading } from "../../../features/body-metrics/model.ts"
import type { Database } from "../../../platform/database/db.ts"
import type { ImportId } from "../rows/model.ts"
import { FIRST_OF_DEVICES, HIDDEN, rankOfPlace } from "../rows/ranks.ts"
import { filedFrom } from "./of-source.sql.ts"
import type { ImportStore } from "./store.ts"
import type { DeletedSession, Session, TimeRange } from "./stored-sessions.ts"

interface SessionRow extends Omit<Session, "made"> {
  readonly key: string | null
  readonly importId: ImportId | null
  readonly source: string | null
  readonly place: number | null
  readonly filed: string | null
}

const toSession = ({ key, importId, source, place, filed, ...session }: SessionRow): Session => ({
  ...session,
  made:
    key === null || importId === null || source === null
      ? null
      : { key, importId, source, rank: rankOfPlace(place ?? 0), filed: filed === "activity-files" ? null : filed }
})

/** No zone's clocks are further from UTC, in milliseconds. */
const WIDEST_OFFSET = 16 * 3_600_000

/** The clock time of UTC at an instant, as timestamps begin. */
const clockAt = (millis: number) => new Date(millis).toISOString().slice(0, 19)

/** A workout that lasts at some time of a range, or begins in it. Only those near it by their text are read as timestamps. */
const within = (db: Database, [from, to]: TimeRange) => db.sql`
  AND workout.start_time COLLATE "C" <= ${clockAt(to + WIDEST_OFFSET)}
  AND GREATEST(workout.start_time COLLATE "C", workout.end_time COLLATE "C") >= ${clockAt(from - WIDEST_OFFSET)}
  AND workout.start_time::timestamptz <= ${new Date(to)}
  AND GREATEST(workout.start_time::timestamptz, workout.end_time::timestamptz) >= ${new Date(from)}`

/** The facts beside which an import's facts are decided on. */
export const beside = (
  db: Database
): Pick<ImportStore["Type"], "readings" | "weightsAround" | "sessions" | "deletedSessions"> => ({
  readings: (userId, metric, days) =>
    Effect.map(
      db.rows(db.sql<Reading>`
      SELECT date::text AS date, value FROM body_metrics
      WHERE user_id = ${userId} AND metric = ${metric} AND date = ANY (${days}::date[])`),
      (rows) => new Map(rows.map(({ date, value }) => [date, value]))
    ),

  weightsAround: (userId, from, to) =>
    db.rows(db.sql<Reading>`
      (SELECT date::text AS date, value FROM body_metrics
       WHERE user_id = ${userId} AND metric = 'weight' AND date < ${from} ORDER BY body_metrics.date DESC LIMIT 1)
      UNION ALL
      (SELECT date::text AS date, value FROM body_metrics
       WHERE user_id = ${userId} AND metric = 'weight' AND date BETWEEN ${from} AND ${to})
      UNION ALL
      (SELECT date::text AS date, value FROM body_metrics
       WHERE user_id = ${userId} AND metric = 'weight' AND date > ${to} ORDER BY body_metrics.date LIMIT 1)
      ORDER BY date`),

  // Items are looked up by their fact, as in of-source.sql.ts. Asked for in the order of that index, they are not read by that of
  // imports either, which the planner considers as good while statistics report an empty table. A literal 'hidden' lets it use the
  // index of hidden items, in a plan for any user, too.
  sessions: (userId, from, to, during) =>
    Effect.map(
      db.rows(db.sql<SessionRow>`
      SELECT workout.workout_id AS "workoutId", workout.start_time AS "startTime", workout.end_time AS "endTime",
        workout.estimated_calories AS "estimatedCalories",
        item.key, item.import_id AS "importId", item.source, item.place, ${filedFrom(db, userId)} AS filed, NULL AS "hiddenBy",
        COALESCE(item.made <> workout.revision::text, false) AS "isEdited"
      FROM workouts AS workout
      LEFT JOIN LATERAL (
        SELECT item.key, item.import_id, item.made, item.place, import.source FROM (
          SELECT key, import_id, made, place FROM import_items
          WHERE user_id = ${userId} AND fact_id BETWEEN workout.workout_id AND workout.workout_id AND kind || '' = 'workout'
          ORDER BY fact_id OFFSET 0
        ) AS item
        JOIN imports AS import ON import.user_id = ${userId} AND import.import_id = item.import_id
        ORDER BY item.place DESC LIMIT 1
      ) AS item ON true
      WHERE workout.user_id = ${userId} AND workout.date BETWEEN ${from} AND ${to} AND workout.start_time IS NOT NULL
        ${during === undefined ? db.sql`` : within(db, during)}
      UNION ALL
      SELECT hiding.fact_id, hiding.before ->> 'start_time', hiding.before ->> 'end_time',
        (hiding.before ->> 'estimated_calories')::double precision, item.key, item.import_id, import.source,
        item.place, ${filedFrom(db, userId)}, hiding.import_id, false
      FROM import_items AS hiding
      JOIN LATERAL (
        SELECT key, import_id, place FROM import_items AS own
        WHERE own.user_id = ${userId} AND own.kind = 'workout' AND own.key = hiding.key AND own.made <> ${HIDDEN}
        ORDER BY own.place DESC LIMIT 1
      ) AS item ON true
      JOIN imports AS import ON import.user_id = ${userId} AND import.import_id = item.import_id
      WHERE hiding.user_id = ${userId} AND hiding.kind || '' = 'workout' AND hiding.made = 'hidden' AND hiding.before IS NOT NULL
        AND (hiding.before ->> 'date')::date BETWEEN ${from} AND ${to}`),
      (rows) => rows.map(toSession)
    ),

  deletedSessions: (userId) =>
    db.rows(db.sql<DeletedSession>`
      SELECT item.import_id AS "importId", import.source, item.slot FROM import_items AS item
      JOIN imports AS import ON import.user_id = ${userId} AND import.import_id = item.import_id
      WHERE item.user_id = ${userId} AND item.kind = 'workout' AND item.place < ${FIRST_OF_DEVICES} AND NOT item.undone
        AND NOT EXISTS (SELECT 1 FROM workouts WHERE user_id = ${userId} AND workout_id = item.fact_id)
        AND NOT EXISTS (
          SELECT 1 FROM import_items AS later
          WHERE later.user_id = ${userId} AND later.kind = 'workout' AND later.key = item.key AND later.place > item.place)`)
})
