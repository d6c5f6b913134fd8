import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { $ } from "bun"
import { Effect, Exit, Scope } from "effect"
import { ensureShippedFoods } from "../../../src/features/foods/shipped.ts"
import { applyMigrations, applyStatements, migrate } from "../../../src/platform/database/migrator.ts"
import { makeService, output } from "../../support/app.ts"
import { wrongBands } from "../../support/food-bands.ts"
import { migrated, withoutShippedFoods } from "../../support/stores.ts"
import { allTables, describedSchema, emptyOf, filledOf, on, type Place, places, rowsOf } from "./upgrade.ts"

/** Known from the dump: the user's token, and what a keyed call has added. */
const KNOWN = {
  userId: "usr_e1x3zqtwaa88d8a8",
  timezone: "Europe/Berlin",
  token: "fettle_test_e1x3zqtwaa88d8a8efqdpj2gms7p0ktry62ab52dhq5e5dc9_1li43tq",
  entryId: "entry_sp6hd6pgwptmhv3k"
}
const KEYED = { foodId: "food_sr28_01123", servings: 1.1, mealType: "lunch", idempotency_key: "before-the-move" }

const spreadTables = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly count: number }>`SELECT count(*)::integer AS count FROM citus_tables`
)

const SLOW = 120_000

/** A change of each kind of object that a schema contains, with the kind and name that describe it. */
const CHANGES: ReadonlyArray<readonly [change: string, kind: string, name: string]> = [
  ["CREATE TABLE other (id int)", "relation", "other"],
  ["ALTER TABLE diary_entries SET (fillfactor = 71)", "relation", "diary_entries"],
  ["ALTER TABLE workouts ADD COLUMN other text", "column", "workouts."],
  ["ALTER TABLE diary_entries ALTER COLUMN meal_type DROP NOT NULL", "column", "diary_entries.4"],
  ["ALTER TABLE diary_entries ALTER COLUMN servings SET DEFAULT 7", "column", "diary_entries.5"],
  ["ALTER TABLE diary_entries ALTER COLUMN food_name SET STORAGE EXTERNAL", "column", "diary_entries.8"],
  ["ALTER TABLE diary_entries ADD CONSTRAINT other CHECK (servings < 20000)", "constraint", "diary_entries.other"],
  ["CREATE INDEX other_index ON diary_entries (user_id, food_name)", "index", "other_index"],
  ["ALTER TABLE users DISABLE TRIGGER USER", "trigger", "users."],
  ["CREATE FUNCTION other() RETURNS int LANGUAGE sql AS 'SELECT 1'", "function", "other()"],
  ["ALTER FUNCTION hundredths COST 71", "function", "hundredths(double precision)"],
  ["REVOKE EXECUTE ON FUNCTION exercise_ids FROM PUBLIC", "function", "exercise_ids("],
  ["COMMENT ON TABLE diary_entries IS 'other'", "comment", "table diary_entries"],
  ["COMMENT ON COLUMN diary_entries.food_name IS 'other'", "comment", "column food_name of table diary_entries"],
  ["COMMENT ON FUNCTION hundredths IS 'other'", "comment", "function hundredths("],
  ["CREATE TYPE other_type AS ENUM ('one')", "label", "other_type."],
  ["CREATE SEQUENCE other_sequence", "sequence", "other_sequence"],
  ["CREATE VIEW other_view AS SELECT 1 AS one", "view", "other_view"],
  ["CREATE STATISTICS other_statistics ON user_id, food_name FROM diary_entries", "statistics", "other_statistics"]
]

const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))

/** Runs an effect in a transaction that is then rolled back. */
const rolledBack = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    effect.pipe(
      Effect.orDie,
      Effect.flatMap((value) => Effect.fail({ value })),
      sql.withTransaction,
      Effect.flip,
      Effect.flatMap((end) => ("value" in end ? Effect.succeed(end.value) : Effect.die(end)))
    )
  )

const run = Effect.runPromise

for (const [name, place] of places) {
  // Each test finds the databases as the ones before it left them: restoring and migrating them takes most of the time.
  describe(`a database at migration 28 (${name})`, () => {
    const scope = Effect.runSync(Scope.make())
    let old: Place
    let fresh: Place
    beforeAll(async () => {
      const both = Effect.all([filledOf(place), emptyOf(place)])
      ;[old, fresh] = await run(Scope.extend(both, scope))
    }, SLOW)
    afterAll(() => run(Scope.close(scope, Exit.void)))

    test(
      "an older one is refused with what to do, and stays as it is",
      async () => {
        const refused = Effect.gen(function* () {
          yield* statement("DELETE FROM migrations WHERE migration_id > 21")
          const before = yield* describedSchema
          const { message } = yield* Effect.flip(migrate)
          expect(yield* describedSchema).toEqual(before)
          expect(yield* statement("SELECT max(migration_id) AS latest FROM migrations")).toEqual([{ latest: 21 }])
          return message
        })
        expect(await run(on(old, rolledBack(refused)))).toBe(
          "The database is too old: its schema is at migration 21 (lean_writes), and this Fettle begins with 28. Start the release before this one on it once, which brings it to 28, then this one"
        )
      },
      SLOW
    )

    test(
      "keeps every row of every table, and ends with the schema of a new one",
      () =>
        Effect.gen(function* () {
          const made = yield* on(fresh, Effect.all({ applied: applyMigrations, schema: describedSchema }))
          yield* on(
            old,
            Effect.gen(function* () {
              const tables = yield* allTables
              const before = yield* rowsOf(tables)
              expect(before.filter(({ rows }) => rows.length === 0)).toEqual([])
              expect(before.length).toBeGreaterThan(35)
              if (old.spread !== undefined) {
                const [spread] = yield* spreadTables
                expect(spread?.count).toBe(before.length + 1)
              }
              const applied = yield* applyMigrations
              expect(applied.filter((part) => !part.startsWith("functions/") && part < "0029")).toEqual([])
              expect(yield* rowsOf(tables)).toEqual(before)
              expect(yield* wrongBands).toEqual([])
              expect(made.applied).toEqual(["0028_baseline", ...applied])
              expect(yield* describedSchema).toEqual(made.schema)
              expect(yield* applyMigrations).toEqual([])
            })
          )
          if (old.url !== undefined && fresh.url !== undefined && Bun.which("pg_dump") !== null) {
            const dumpOf = async (url: string) =>
              (await $`pg_dump --schema-only --no-owner ${url}`.text()).replace(/^\\.*$/gm, "")
            const dumps = yield* Effect.promise(() => Promise.all([old.url ?? "", fresh.url ?? ""].map(dumpOf)))
            expect(dumps[0]).toBe(dumps[1])
          }
        }).pipe(run),
      SLOW
    )

    test(
      "has a schema whose description shows every kind of change",
      () =>
        Effect.gen(function* () {
          yield* applyMigrations
          const before = yield* describedSchema
          const all = statement(CHANGES.map(([change]) => change).join(";"))
          const after = yield* rolledBack(Effect.zipRight(all, describedSchema))
          const known = new Set(before.map((each) => JSON.stringify(each)))
          const changed = after.filter((each) => !known.has(JSON.stringify(each)))
          const unseen = CHANGES.filter(
            ([, kind, name]) => !changed.some((each) => each.kind === kind && each.name.startsWith(name))
          )
          expect(unseen).toEqual([])
          expect(yield* describedSchema).toEqual(before)
        }).pipe((test) => run(on(fresh, test))),
      SLOW
    )

    test(
      "still works for its users: their token, their keys, their data",
      async () => {
        const service = await makeService(withoutShippedFoods(old.client))
        const rest = service.rest(KNOWN.token)
        const repeated = await output<{ entry: { id: string } }>(rest("log_food_entry", KEYED))
        expect(repeated.entry.id).toBe(KNOWN.entryId)
        const { workouts } = await output<{ workouts: ReadonlyArray<unknown> }>(rest("list_workouts"))
        expect(workouts.length).toBeGreaterThan(0)
        const { error } = await output<{ error?: unknown }>(
          rest("log_food_entry", { ...KEYED, idempotency_key: "after-it" })
        )
        expect(error).toBeUndefined()
        await service.stop()
      },
      SLOW
    )

    test(
      "remembers in which timezones the times of its imports and devices were read",
      () =>
        Effect.gen(function* () {
          const { imports, devices } = yield* on(
            old,
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              yield* applyMigrations
              yield* applyStatements(`
                ALTER TABLE imports DROP COLUMN eras, DROP COLUMN choices; ALTER TABLE devices DROP COLUMN eras;
                ALTER TABLE foods DROP COLUMN description, DROP COLUMN also, DROP COLUMN same_as, DROP COLUMN fiber,
                  DROP COLUMN sugars, DROP COLUMN saturated_fat, DROP COLUMN sodium;
                ${["custom_foods", "diary_entries"].map((table) => `ALTER TABLE ${table} DROP COLUMN fiber, DROP COLUMN sugars, DROP COLUMN saturated_fat, DROP COLUMN sodium;`).join("\n")}
                DROP TABLE withdrawn_items; ALTER TABLE import_items DROP COLUMN slot, DROP COLUMN also;
                DROP INDEX import_items_hidden;
                DROP TABLE newcomers; DROP TABLE food_lookups; ALTER TABLE custom_foods DROP COLUMN barcode;
                DROP TABLE openid_identities, webhook_deliveries, webhooks, announced_goals;
                ALTER TABLE users DROP COLUMN has_listeners; ALTER TABLE diary_entries DROP COLUMN said;
                ALTER TABLE login_links DROP COLUMN is_invitation, DROP COLUMN invited_by;
                DROP TABLE oauth_requests, late_estimates;`)
              yield* sql`DELETE FROM migrations WHERE migration_id >= 39`
              yield* sql`
                INSERT INTO imports (user_id, import_id, place, source, file_name, file_hash, started_at)
                VALUES (${KNOWN.userId}, 'imp_phone', 2, 'health_connect', '', '', '2026-03-15T12:00:00Z')`
              yield* sql`
                INSERT INTO devices (user_id, device_id, app, name, created_at, import_id, arrived_at)
                VALUES (${KNOWN.userId}, 'dev_phone', 'health_connect', 'Phone', now(), 'imp_phone', '2026-03-16T12:00:00Z'),
                  (${KNOWN.userId}, 'dev_new', 'health_connect', 'New', now(), NULL, NULL)`
              expect(yield* applyMigrations).toEqual([
                "0039_eras",
                "0040_food_descriptions",
                "0041_weight_goals",
                "0042_oauth_requests",
                "0043_reading_tokens",
                "0044_withdrawn_items",
                "0045_measures",
                "0046_nutrients",
                "0047_newcomers",
                "0048_weight_distance",
                "0049_late_estimates",
                "0050_food_lookups",
                "0051_custom_food_barcodes",
                "0052_openid_identities",
                "0053_unknown_macronutrients",
                "0054_webhooks",
                "0055_said_amounts",
                "0056_choices_of_imports",
                "0057_metric_check",
                "0058_records_of_facts"
              ])
              return {
                imports: yield* sql`SELECT import_id, eras FROM imports WHERE user_id = ${KNOWN.userId} ORDER BY place`,
                devices:
                  yield* sql`SELECT device_id, eras::json FROM devices WHERE user_id = ${KNOWN.userId} ORDER BY 1`
              }
            })
          )
          const era = (until: string) => [{ zone: KNOWN.timezone, until: Date.parse(until) }]
          expect(imports).toEqual([
            { import_id: expect.stringMatching(/^imp_e1/), eras: era("2026-03-14T12:00:00Z") },
            { import_id: "imp_phone", eras: null }
          ])
          expect(devices).toEqual([
            { device_id: "dev_new", eras: null },
            { device_id: "dev_phone", eras: era("2026-03-16T12:00:00Z") }
          ])
        }).pipe(run),
      SLOW
    )

    // The statements are the same on every database, and take most of the time.
    test.skipIf(place !== places.at(-1)?.[1])(
      "takes this version's catalogue",
      async () => {
        const service = await makeService(migrated(old.client))
        expect(await service.run(ensureShippedFoods())).toBe(false)
        const found = output<{ foods: ReadonlyArray<{ name: string }> }>(
          service.rest(KNOWN.token)("search_foods", { query: "raw banana" })
        )
        expect((await found).foods[0]?.name).toMatch(/^Bananas?, raw/)
        await service.stop()
      },
      SLOW
    )
  })
}
