import { readFileSync } from "node:fs"
import type pg from "pg"
import { COMPENDIUM } from "../../src/features/exercises/compendium-rows.ts"
import { exercises } from "../../src/features/exercises/exercises.ts"

const SCHEMA = readFileSync(new URL("../lean/schema.sql", import.meta.url), "utf8")

const metOf = (code: string): number => Object.entries(COMPENDIUM).find(([each]) => each === code)?.[1].met ?? 1

/**
 * Copies the users and their facts into the tables of the lean peers, unless that was done since the users were
 * created.
 */
export const fillLean = async (client: pg.ClientBase, report: (line: string) => void): Promise<void> => {
  const { rows } = await client.query<{ readonly filled: string; readonly lean: string | null }>(
    "SELECT filled_at::text AS filled, obj_description(to_regnamespace('lean'), 'pg_namespace') AS lean FROM bench_fill"
  )
  const state = `${rows[0]?.filled} ${Bun.hash(SCHEMA).toString(36)}`
  if (rows[0]?.lean === state) return
  report("Copying the data for the lean peers")
  await client.query(SCHEMA)
  await client.query(
    "INSERT INTO lean.exercises SELECT * FROM unnest($1::text[], $2::text[], $3::double precision[])",
    [
      exercises().map(({ id }) => id),
      exercises().map(({ name }) => name),
      exercises().map(({ compendium }) => metOf(compendium))
    ]
  )
  await client.query("VACUUM ANALYZE")
  await client.query(`COMMENT ON SCHEMA lean IS '${state}'`)
}

/** Removes what the lean peers logged since the database was filled. */
export const forgetLeanWrites = async (client: pg.ClientBase): Promise<void> => {
  await client.query("DELETE FROM lean.body_metrics WHERE date < '2000-01-01'")
  await client.query("DELETE FROM lean.active_days WHERE date < '2000-01-01'")
  await client.query("DELETE FROM lean.food_entries WHERE created_at > (SELECT filled_at FROM bench_fill)")
  await client.query(`
    WITH gone AS (
      DELETE FROM lean.workouts WHERE created_at > (SELECT filled_at FROM bench_fill) RETURNING user_id, workout_id
    )
    DELETE FROM lean.workout_sets AS held USING gone
    WHERE held.user_id = gone.user_id AND held.workout_id = gone.workout_id`)
  await client.query("DELETE FROM lean.idempotency_keys")
  await client.query(`
    VACUUM ANALYZE lean.food_entries, lean.workouts, lean.workout_sets, lean.idempotency_keys, lean.body_metrics,
      lean.rate_limits, lean.active_days`)
}
