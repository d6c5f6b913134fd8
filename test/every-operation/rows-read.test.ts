import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import type { AppConfig } from "../../src/config.ts"
import * as Client from "../../src/platform/database/client.ts"
import * as Embedded from "../../src/platform/database/embedded.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { deviceOf, OF_LIFE_DASHBOARD, send } from "../annexes/imports/devices/support.ts"
import { eaten, exercise, importRows, session, set } from "../annexes/imports/support.ts"
import { callEveryInternal } from "../annexes/page/features/overview/support.ts"
import { makeService, output, type Service } from "../support/app.ts"
import { folder, hasPostgres, migrated, postgresDatabase } from "../support/stores.ts"
import { callAll, saveBreakfast } from "./scenarios.ts"

const OTHERS = 2000

/** Users with some data of every kind. */
const addOthers = (sql: SqlClient.SqlClient) =>
  sql.unsafe(`
    CREATE TEMP TABLE others AS SELECT 'usr_' || lpad(number::text, 16, '0') AS user_id FROM generate_series(1, ${OTHERS}) AS number;
    INSERT INTO users (user_id, name, timezone, body_weight_unit, strength_unit, distance_unit, plan)
      SELECT user_id, 'Other', 'UTC', 'kg', 'kg', 'km', 'paid' FROM others;
    INSERT INTO tokens (user_id, token_id, token_hash, name, environment, created_at)
      SELECT user_id, 'token', user_id, 'other', 'test', now() FROM others;
    INSERT INTO body_metrics (user_id, metric, date, value)
      SELECT user_id, metric, '2026-03-14', 50 FROM others, unnest('{weight,body_fat,steps}'::text[]) AS metric;
    INSERT INTO streak_runs (user_id, first_day, last_day) SELECT user_id, '2026-03-01', '2026-03-14' FROM others;
    INSERT INTO badges (user_id, badge, earned_on) SELECT user_id, 'streak_7', '2026-03-07' FROM others;
    INSERT INTO idempotency_keys (user_id, operation, key, fingerprint, output, kept_at)
      SELECT user_id, 'log_workout', 'push', '', '{}', '2026-03-14' FROM others;
    INSERT INTO custom_foods (user_id, food_id, name, serving_size, serving_unit, serving_text, calories, protein, carbs, fat, alcohol, created_at)
      SELECT user_id, 'oats', 'Oats', 40, 'g', '1 bowl', 0, 0, 0, 0, 0, '2026-03-14' FROM others;
    INSERT INTO saved_meals (user_id, meal_id, name, servings, created_at) SELECT user_id, 'meal', 'Meal', 1, '2026-03-14' FROM others;
    INSERT INTO saved_meal_items (user_id, meal_id, position, food_kind, food_id, servings)
      SELECT user_id, 'meal', 1, 'custom_food', 'oats', 1 FROM others;
    INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, calories, protein, carbs, fat, alcohol, created_at)
      SELECT user_id, 'entry', '2026-03-14', 'lunch', 1, 'custom_food', 'oats', 'Oats', 0, 0, 0, 0, 0, '2026-03-14' FROM others;
    INSERT INTO workouts (user_id, workout_id, date, name, exercise_count, exercises, created_at)
      SELECT user_id, 'workout', '2026-03-14', 'Run', 0, '[]', '2026-03-14' FROM others;
    INSERT INTO routines (user_id, routine_id, place, name, exercises, created_at)
      SELECT user_id, 'routine', 1, 'Legs', '[]', '2026-03-14' FROM others;
    INSERT INTO rate_limits (user_id, reads, writes, at, day, writes_today, allowed)
      SELECT user_id, 1, 1, 0, '2026-03-14', 1, true FROM others;
    INSERT INTO goals (user_id, goal_id, place, name, type, metric) SELECT user_id, 'goal', 1, 'Water', 'numeric', 'hydration' FROM others;
    INSERT INTO goal_versions (user_id, goal_id, from_day, target_value, comparison, days, start_date, active)
      SELECT user_id, 'goal', '1900-01-01', 1, 'min', '{mon}', '2026-03-14', true FROM others;
    INSERT INTO goal_progress (user_id, goal_id, date, value) SELECT user_id, 'goal', '2026-03-14', 1 FROM others;
    DROP TABLE others;
    ANALYZE`)

/** Rows and index entries read so far, by table of users' data, in statements and in functions. */
const rowsRead = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* sql`SELECT pg_stat_force_next_flush()`
    yield* sql`SELECT pg_stat_clear_snapshot()`
    const rows = yield* sql<{ readonly name: string; readonly read: number }>`
      SELECT relname AS name, (seq_tup_read + COALESCE(idx_tup_fetch, 0) + (
        SELECT COALESCE(sum(idx_tup_read), 0) FROM pg_stat_user_indexes AS index WHERE index.relid = tables.relid
      ))::double precision AS read
      FROM pg_stat_user_tables AS tables
      WHERE EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = tables.relid AND attname = 'user_id')`
    return new Map(rows.map(({ name, read }) => [name, read]))
  })

/** With one connection each, so that what it reads is counted at once. */
const databases: ReadonlyArray<readonly [string, Layer.Layer<Layer.Layer.Success<Client.Client>, unknown, AppConfig>]> =
  [
    ["embedded", Layer.unwrapScoped(Effect.map(folder, Embedded.forServer))],
    ...(hasPostgres
      ? [
          [
            "postgres",
            Layer.unwrapScoped(Effect.map(postgresDatabase, (url) => Client.external(serversAt(url), 1, 0)))
          ] as const
        ]
      : [])
  ]

for (const [name, database] of databases) {
  describe(`Rows read (${name})`, () => {
    let service: Service
    let client: Option.Option<SqlClient.SqlClient> = Option.none()

    const onDatabase = <A, E>(ask: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
      service.run(Effect.flatMap(Effect.orDie(client), ask))

    beforeAll(async () => {
      const stores = Layer.tap(migrated(database), (context) =>
        Effect.sync(() => {
          client = Context.getOption(context, SqlClient.SqlClient)
        })
      )
      service = await makeService(stores)
      // PostgreSQL scans small tables whole despite their indexes, but not large ones.
      await onDatabase((sql) => sql`SET enable_seqscan = off`)
    }, 60_000)
    afterAll(() => service.stop())

    /** The rows that a new user reads by doing everything, by table. */
    const rowsReadByOne = async () => {
      const person = await service.person()
      const savedMealId = await service.run(saveBreakfast(person.id))
      const before = await onDatabase(rowsRead)
      await callAll(person.rest, savedMealId)
      await callEveryInternal(service, person)
      const after = await onDatabase(rowsRead)
      return new Map([...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]))
    }

    test("no operation reads more when there are more users", async () => {
      await rowsReadByOne()
      const amongFew = await rowsReadByOne()
      await onDatabase(addOthers)
      const amongMany = await rowsReadByOne()
      expect([...amongFew.values()].filter((rows) => rows > 0).length).toBeGreaterThan(10)
      // A scan reads a row of each. The index by length, which may be chosen, reads all versions of one's own runs.
      const grown = [...amongMany].filter(([table, rows]) => rows > (amongFew.get(table) ?? 0) + OTHERS / 2)
      expect(grown).toEqual([])
    })

    test("the latest readings and a page of workouts read no more of a longer history", async () => {
      const DAYS = 3000
      const person = await service.person()
      await onDatabase((sql) =>
        sql.unsafe(`
          INSERT INTO body_metrics (user_id, metric, date, value)
            SELECT '${person.id}', metric, date '2026-03-14' - days, 50
            FROM unnest('{weight,body_fat,steps}'::text[]) AS metric, generate_series(0, ${DAYS}) AS days;
          INSERT INTO workouts (user_id, workout_id, date, name, exercise_count, exercises, created_at)
            SELECT '${person.id}', 'workout' || days, date '2026-03-14' - days, 'Run', 0, '[]', '2026-03-14'
            FROM generate_series(0, ${DAYS}) AS days;
          ANALYZE`)
      )
      // The first change counts the existing rows.
      const exercises = [{ exerciseId: "exr_push_up", sets: [{ reps: 8 }] }]
      await output(person.rest("log_workout", { name: "Push-ups", exercises }))
      const before = await onDatabase(rowsRead)
      await person.rest("get_context")
      await person.rest("list_workouts", { limit: 5 })
      const after = await onDatabase(rowsRead)
      const much = [...after].filter(([table, rows]) => rows - (before.get(table) ?? 0) > DAYS / 5)
      expect(much).toEqual([])
    })

    test("an entry reads no more of a day that has many", async () => {
      const ENTRIES = 1000
      const person = await service.person()
      const logged = () => person.rest("log_food_entry", { foodId: "food_sr28_01123", servings: 1, mealType: "lunch" })
      await output(logged())
      await onDatabase((sql) =>
        sql.unsafe(`
          INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, calories, protein,
              carbs, fat, alcohol, created_at)
            SELECT '${person.id}', 'entry' || number, '2026-03-14', 'lunch', 1, 'food', 'food_sr28_01123', 'Egg', 0, 0, 0, 0, 0,
              '2026-03-14'
            FROM generate_series(1, ${ENTRIES}) AS number`)
      )
      // The next entry looks for the 100th, which earns a badge.
      await output(logged())
      const before = await onDatabase(rowsRead)
      await output(logged())
      const after = await onDatabase(rowsRead)
      const read = (rows: ReadonlyMap<string, number>) => rows.get("diary_entries") ?? 0
      expect(read(after) - read(before)).toBeLessThan(ENTRIES / 10)
    })

    test("what a device sends again reads no more of a device that has stated much", async () => {
      const RECORDS = 5000
      const person = await service.person()
      const { device } = await deviceOf(service, person)
      const nutrition = Array.from({ length: 20 }, (_, index) => ({
        calories: 100,
        name: `Food ${index}`,
        start_time: "2026-03-10T12:00:00Z",
        end_time: "2026-03-10T12:00:00Z",
        uuid: `n${index}`
      }))
      const sent = () => send(service, person, device.id, { ...OF_LIFE_DASHBOARD, nutrition })
      await sent()
      await onDatabase((sql) =>
        sql.unsafe(`
          INSERT INTO device_records (user_id, device_id, record_key, fact_key, kind, date, sort, sequence, stated_at, digest, body)
            SELECT '${person.id}', '${device.id}', 'record ' || number, 'fact ' || number, 'entry', '2026-03-10', '', 0, 0, '', '{}'
            FROM generate_series(1, ${RECORDS}) AS number`)
      )
      const before = await onDatabase(rowsRead)
      expect((await sent()).counts.unchanged).toBe(nutrition.length)
      const after = await onDatabase(rowsRead)
      const read = (rows: ReadonlyMap<string, number>) => rows.get("device_records") ?? 0
      expect(read(after) - read(before)).toBeLessThan(RECORDS / 10)
    })

    test("imports, and sessions that a device sends, read as many times more as they have more rows", async () => {
      const FEW = 40
      const days = (count: number) =>
        Array.from({ length: count }, (_, index) => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10))
      const imported = async (count: number) => {
        const person = await service.person()
        const rows = days(count).flatMap((day) => [
          session(day, "16:50:00", [exercise("Squat (Barbell)", [set({ weightKg: 80 })])], { durationSeconds: 3600 }),
          eaten(day, "Oats", 380)
        ])
        for (const _time of ["first", "again"]) await importRows(service, person, "hevy", rows)
      }
      const sent = async (count: number) => {
        const person = await service.person()
        const { device } = await deviceOf(service, person)
        const sessions = days(count).map((day, index) => ({
          type: "56",
          start_time: `${day}T12:00:00Z`,
          end_time: `${day}T13:00:00Z`,
          uuid: `e${index}`
        }))
        for (const _time of ["first", "again"])
          await send(service, person, device.id, { ...OF_LIFE_DASHBOARD, exercise: sessions })
      }
      for (const work of [imported, sent]) {
        const readBy = async (count: number) => {
          const before = await onDatabase(rowsRead)
          await work(count)
          const after = await onDatabase(rowsRead)
          return [...after].reduce((sum, [table, rows]) => sum + rows - (before.get(table) ?? 0), 0)
        }
        await work(1)
        const [few, many] = [await readBy(FEW), await readBy(8 * FEW)]
        expect(many).toBeLessThan(10 * few)
      }
    })

    test("a scan of all users' rows is detected, also inside a function", async () => {
      await onDatabase(
        (sql) => sql`
          CREATE FUNCTION pg_temp.runs() RETURNS bigint LANGUAGE plpgsql AS $$
          BEGIN
            RETURN (SELECT count(*) FROM workouts WHERE name = 'Run');
          END $$`
      )
      const before = await onDatabase(rowsRead)
      await onDatabase((sql) => sql`SELECT pg_temp.runs()`)
      const after = await onDatabase(rowsRead)
      expect((after.get("workouts") ?? 0) - (before.get("workouts") ?? 0)).toBeGreaterThanOrEqual(OTHERS)
    })
  })
}
