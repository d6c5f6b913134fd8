import { describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { $ } from "bun"
import { Effect } from "effect"
import { applyMigrations, migrate } from "../../../src/platform/database/migrator.ts"
import { makeService, output } from "../../support/app.ts"
import { migrated } from "../../support/stores.ts"
import { allTables, describedSchema, emptyOf, filledOf, on, places, rowsOf } from "./upgrade.ts"

/** Of the dump: the user's token, and what a keyed call has added. */
const KNOWN = {
  token: "fettle_test_e1x3zqtwaa88d8a8efqdpj2gms7p0ktry62ab52dhq5e5dc9_1li43tq",
  entryId: "entry_sp6hd6pgwptmhv3k"
}
const KEYED = { foodId: "food_sr28_01123", servings: 1.1, mealType: "lunch", idempotency_key: "before-the-move" }

const spreadTables = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly count: number }>`SELECT count(*)::integer AS count FROM citus_tables`
)

const SLOW = 120_000

const run = Effect.runPromise

for (const [name, place] of places) {
  describe(`a database at migration 28 (${name})`, () => {
    test(
      "keeps every row of every table, and ends with the schema of a new one",
      () =>
        Effect.gen(function* () {
          const [old, fresh] = [yield* filledOf(place), yield* emptyOf(place)]
          const tables = yield* on(old, allTables)
          const before = yield* on(old, rowsOf(tables))
          expect(before.filter(({ rows }) => rows.length === 0)).toEqual([])
          expect(before.length).toBeGreaterThan(35)
          if (old.spread !== undefined) {
            const [spread] = yield* on(old, spreadTables)
            expect(spread?.count).toBe(before.length + 1)
          }
          const applied = yield* on(old, applyMigrations)
          expect(applied.filter((part) => !part.startsWith("functions/") && part < "0029")).toEqual([])
          expect(yield* on(old, rowsOf(tables))).toEqual(before)
          expect(yield* on(fresh, applyMigrations)).toEqual(["0028_baseline", ...applied])
          expect(yield* on(old, describedSchema)).toEqual(yield* on(fresh, describedSchema))
          expect(yield* on(old, applyMigrations)).toEqual([])
          if (old.url !== undefined && fresh.url !== undefined && Bun.which("pg_dump") !== null) {
            const dumpOf = async (url: string) =>
              (await $`pg_dump --schema-only --no-owner ${url}`.text()).replace(/^\\.*$/gm, "")
            const dumps = yield* Effect.promise(() => Promise.all([old.url ?? "", fresh.url ?? ""].map(dumpOf)))
            expect(dumps[0]).toBe(dumps[1])
          }
        }).pipe(Effect.scoped, run),
      SLOW
    )

    test(
      "goes on for its users: their token, their keys, their data",
      () =>
        Effect.gen(function* () {
          const old = yield* filledOf(place)
          yield* Effect.promise(async () => {
            const service = await makeService(migrated(old.client))
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
          })
        }).pipe(Effect.scoped, run),
      SLOW
    )

    test(
      "from before it is refused with what to do, and stays as it is",
      () =>
        Effect.gen(function* () {
          const old = yield* filledOf(place)
          yield* on(
            old,
            Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM migrations WHERE migration_id > 21`)
          )
          const { message } = yield* on(old, Effect.flip(migrate))
          expect(message).toBe(
            "The database is too old: its schema is at migration 21 (lean_writes), and this Fettle begins with 28. Start the release before this one on it once, which brings it to 28, then this one"
          )
        }).pipe(Effect.scoped, run),
      SLOW
    )
  })
}
