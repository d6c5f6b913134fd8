import { DateTime, Effect, Option } from "effect"
import type { Database } from "../../platform/database/db.ts"
import type { GoalStore } from "./store.ts"

type Store = GoalStore["Type"]

/** How many copies one statement removes. */
const FORGOTTEN_AT_ONCE = 1000

/** Discarding and restoring goals. */
export const discarding = (db: Database): Pick<Store, "discard" | "restore" | "forgetDiscarded"> => ({
  discard: (userId, id, now) =>
    Effect.gen(function* () {
      yield* db.run(db.sql`
        INSERT INTO deleted_goals (user_id, goal_id, deleted_at, goal, versions, progress)
        SELECT user_id, goal_id, ${DateTime.toDateUtc(now)}::timestamptz, to_jsonb(goals), (
          SELECT COALESCE(jsonb_agg(to_jsonb(version)), '[]') FROM goal_versions AS version
          WHERE version.user_id = ${userId} AND version.goal_id = ${id}
        ), (
          SELECT COALESCE(jsonb_agg(to_jsonb(progress)), '[]') FROM goal_progress AS progress
          WHERE progress.user_id = ${userId} AND progress.goal_id = ${id}
        )
        FROM goals WHERE user_id = ${userId} AND goal_id = ${id}
        ON CONFLICT (user_id) DO UPDATE
        SET goal_id = excluded.goal_id, deleted_at = excluded.deleted_at, goal = excluded.goal,
          versions = excluded.versions, progress = excluded.progress`)
      const row = yield* db.first(
        db.sql<{
          readonly name: string
        }>`DELETE FROM goals WHERE user_id = ${userId} AND goal_id = ${id} RETURNING name`
      )
      return Option.fromNullable(row?.name)
    }),

  restore: (userId, id) =>
    Effect.gen(function* () {
      const copy = db.sql`deleted_goals AS copy`
      const isIt = db.sql`copy.user_id = ${userId} AND copy.goal_id = ${id}`
      const restored = yield* db.rows(db.sql`
        INSERT INTO goals (user_id, goal_id, place, name, type, metric, unit)
        SELECT copy.user_id, copy.goal_id, (goal ->> 'place')::integer, goal ->> 'name', goal ->> 'type', goal ->> 'metric',
          goal ->> 'unit'
        FROM ${copy} WHERE ${isIt} ON CONFLICT DO NOTHING RETURNING goal_id`)
      if (restored.length === 0) return false
      yield* db.run(db.sql`
        INSERT INTO goal_versions
          (user_id, goal_id, from_day, target_value, comparison, days, start_date, end_date, active)
        SELECT copy.user_id, copy.goal_id, from_day, target_value, comparison, days, start_date, end_date, active
        FROM ${copy}, jsonb_to_recordset(versions) AS version (from_day date, target_value double precision,
          comparison text, days text[], start_date date, end_date date, active boolean)
        WHERE ${isIt}`)
      yield* db.run(db.sql`
        INSERT INTO goal_progress (user_id, goal_id, date, value)
        SELECT copy.user_id, copy.goal_id, date, value
        FROM ${copy}, jsonb_to_recordset(progress) AS set (date date, value double precision) WHERE ${isIt}`)
      yield* db.run(db.sql`DELETE FROM deleted_goals WHERE user_id = ${userId}`)
      return true
    }),

  forgetDiscarded: (until) => {
    const day = DateTime.toDateUtc(until)
    return db.run(db.sql`
      DELETE FROM deleted_goals WHERE user_id IN (
        SELECT user_id FROM deleted_goals WHERE deleted_at < ${day} LIMIT ${FORGOTTEN_AT_ONCE})
      AND deleted_at < ${day}`)
  }
})
