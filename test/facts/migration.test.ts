import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import * as Client from "../../src/database/client.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { hasPostgres, postgresDatabase } from "../support/stores.ts"

const FOLDER = join(import.meta.dir, "../../migrations")

const apply = (isWanted: (file: string) => boolean) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(readdirSync(FOLDER).filter(isWanted).sort(), (file) =>
      sql.unsafe(readFileSync(join(FOLDER, file), "utf8"))
    )
  )

/** Facts of one user as the service kept them before the migration. */
const FACTS = `
  INSERT INTO users (user_id, name, timezone, body_weight_unit, strength_unit, distance_unit, plan)
    VALUES ('usr_0', 'Test', 'UTC', 'kg', 'kg', 'km', 'paid');
  INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, calories, protein, carbs, fat, alcohol, created_at)
    SELECT 'usr_0', 'entry_' || n, date '2026-03-01' + n / 25, 'lunch', 1, 'food', 'food_1', 'Egg', 0, 0, 0, 0, 0, '2026-03-01'
    FROM generate_series(1, 120) AS n;
  INSERT INTO workouts (user_id, workout_id, date, name, exercise_count, exercises, created_at)
    VALUES ('usr_0', 'wkout_1', '2099-01-01', 'Run', 0, '[]', '2026-03-01');
  INSERT INTO streak_runs (user_id, first_day, last_day)
    VALUES ('usr_0', '2026-03-01', '2026-03-05'), ('usr_0', '2026-02-01', '2026-02-08'), ('usr_0', '2099-01-01', '2099-01-01');
  INSERT INTO badges (user_id, badge, earned_on)
    VALUES ('usr_0', 'diary_100', '2026-03-05'), ('usr_0', 'streak_7', '2026-02-07'), ('usr_0', 'first_weigh_in', '2026-01-01')`

/** What a query finds after a migration of a database that held the facts before it, and after a change since. */
const afterMigration = (migration: string, query: string, change = "SELECT") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* apply((file) => file < "0012")
    yield* sql.unsafe(FACTS)
    yield* apply((file) => file >= "0012" && file <= migration)
    yield* sql.unsafe(change)
    return yield* sql.unsafe<Readonly<Record<string, string | null>>>(query)
  }).pipe(
    (rows) => Effect.flatMap(postgresDatabase, (url) => Effect.provide(rows, Client.external(serversAt(url), 1, 0))),
    Effect.scoped,
    Effect.runPromise
  )

test.if(hasPostgres)("badges that were kept before are given the days on which today's facts reach them", async () => {
  const rows = await afterMigration(
    "0012_fact_functions.sql",
    "SELECT badge, reached_on::text, earned_on::text FROM badges WHERE user_id = 'usr_0' ORDER BY badge"
  )
  expect(rows).toEqual([
    { badge: "diary_100", reached_on: "2026-03-05", earned_on: "2026-03-05" },
    // Its facts were deleted.
    { badge: "first_weigh_in", reached_on: null, earned_on: "2026-01-01" },
    { badge: "first_workout", reached_on: "2099-01-01", earned_on: null },
    { badge: "streak_7", reached_on: "2026-02-07", earned_on: "2026-02-07" }
  ])
})

test.if(hasPostgres)("a user with a history is given the achievements that follow from it", async () => {
  const rows = await afterMigration("0021_lean_writes.sql", "SELECT achievements::text FROM users")
  expect(rows.map(({ achievements }) => JSON.parse(achievements ?? ""))).toEqual([
    {
      first: "2099-01-01",
      last: "2099-01-01",
      longest: 8,
      due: "2099-01-01",
      badges: {
        diary_100: ["2026-03-05", "2026-03-05"],
        first_weigh_in: [null, "2026-01-01"],
        first_workout: ["2099-01-01", null],
        streak_7: ["2026-02-07", "2026-02-07"]
      }
    }
  ])
})

test.if(hasPostgres)("workouts from before are counted by the first change since", async () => {
  const totals = "SELECT user_id, workouts::text FROM workout_totals"
  expect(await afterMigration("0024_workout_totals.sql", totals)).toEqual([])
  const added = await afterMigration(
    "0024_workout_totals.sql",
    totals,
    `SELECT add_workout('usr_0', '2026-03-06', 'wkout_2', '2026-03-06', 'Row', NULL, NULL, NULL, 0, '[]', '2026-03-06',
      'log_workout', NULL, NULL, NULL, NULL, NULL)`
  )
  expect(added).toEqual([{ user_id: "usr_0", workouts: "2" }])
})
