import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Exit, Layer, Scope } from "effect"
import { applySchema } from "../../../src/platform/database/migrator.ts"
import { type Migration, type SchemaFunction, schemaFunction } from "../../../src/platform/database/schema.ts"
import { places } from "./upgrade.ts"

const migration = (id: number, statements: string, after?: string): Migration => ({
  id,
  name: "step",
  statements,
  after
})

const schemaOf = (
  migrations: ReadonlyArray<Migration>,
  functions: ReadonlyArray<SchemaFunction>,
  version = "1.0.0"
) => ({ version, migrations, functions })

const twice = (body: string, parameters = "n integer", returns = "integer") =>
  schemaFunction(
    "twice",
    `CREATE OR REPLACE FUNCTION twice(${parameters}) RETURNS ${returns} LANGUAGE plpgsql AS $$ BEGIN RETURN ${body}; END $$;`
  )

/** A trigger, and a function in a generated column. */
const stamped = (text: string) =>
  schemaFunction(
    "stamp",
    `CREATE OR REPLACE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.stamp := '${text}'; RETURN NEW; END $$;`
  )
const length = schemaFunction(
  "text_length",
  "CREATE OR REPLACE FUNCTION text_length(given text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT length(given) $$;"
)
/** Names a table's row type, which exists only after the migration. */
const oldest = schemaFunction(
  "oldest",
  "CREATE OR REPLACE FUNCTION oldest() RETURNS SETOF notes LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT * FROM notes; END $$;"
)

const NOTES = migration(
  28,
  `CREATE TABLE notes (note text PRIMARY KEY, stamp text, size integer GENERATED ALWAYS AS (text_length(note)) STORED);
   CREATE TRIGGER stamped BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION stamp();`
)

const ask = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Readonly<Record<string, unknown>>>(statement))

const TWICE = "SELECT oid::regprocedure::text AS signature FROM pg_proc WHERE proname = 'twice'"

// A cluster is distributed by its users, and these schemas have none.
for (const [name, place] of places.filter(([name]) => name !== "citus")) {
  describe(`the schema (${name})`, () => {
    const scope = Effect.runSync(Scope.make())
    let client: Layer.Layer<SqlClient.SqlClient>
    const run = (effect: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) =>
      Effect.runPromise(Effect.provide(effect, client))
    beforeAll(async () => {
      const opened = Effect.flatMap(place, ({ client }) => Layer.build(client))
      client = Layer.succeedContext(await Effect.runPromise(Scope.extend(opened, scope)))
    }, 60_000)
    afterEach(() => run(ask("DROP SCHEMA public CASCADE; CREATE SCHEMA public")))
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

    const test_ = (title: string, effect: Effect.Effect<void, unknown, SqlClient.SqlClient>) =>
      test(title, () => run(effect), 60_000)

    test_(
      "is applied once, functions that tables need before them, and all others after them",
      Effect.gen(function* () {
        const schema = schemaOf([NOTES], [length, oldest, stamped("a"), twice("2 * n")])
        const applied = ["0028_step", "functions/text_length", "functions/oldest", "functions/stamp", "functions/twice"]
        expect(yield* applySchema(schema)).toEqual(applied)
        expect(yield* applySchema(schema)).toEqual([])
        yield* ask("INSERT INTO notes (note) VALUES ('abc')")
        expect(yield* ask("SELECT * FROM oldest()")).toEqual([{ note: "abc", stamp: "a", size: 3 }])
      })
    )

    test_(
      "replaces only functions whose text differs, with their old overloads, and those in use in their place",
      Effect.gen(function* () {
        yield* applySchema(schemaOf([NOTES], [length, stamped("a"), twice("2 * n")]))
        const changed = [length, stamped("b"), twice("2 * n", "n numeric", "numeric")]
        expect(yield* applySchema(schemaOf([NOTES], changed))).toEqual(["functions/stamp", "functions/twice"])
        expect(yield* ask(TWICE)).toEqual([{ signature: "twice(numeric)" }])
        yield* ask("INSERT INTO notes (note) VALUES ('abc')")
        expect(yield* ask("SELECT stamp FROM notes")).toEqual([{ stamp: "b" }])
      })
    )

    test_(
      "drops a function that is no longer part of it",
      Effect.gen(function* () {
        yield* applySchema(schemaOf([NOTES], [length, stamped("a"), twice("2 * n")]))
        expect(yield* applySchema(schemaOf([NOTES], [length, stamped("a")]))).toEqual([])
        expect(yield* ask(TWICE)).toEqual([])
        expect(yield* ask("SELECT name FROM functions ORDER BY name")).toEqual([
          { name: "stamp" },
          { name: "text_length" }
        ])
      })
    )

    test_(
      "lets a migration fill what it adds after the functions, once",
      Effect.gen(function* () {
        const base = [length, stamped("a")]
        yield* applySchema(schemaOf([NOTES], base))
        yield* ask("INSERT INTO notes (note) VALUES ('abc')")
        const filled = migration(29, "ALTER TABLE notes ADD COLUMN n integer", "UPDATE notes SET n = twice(size)")
        const schema = schemaOf([NOTES, filled], [...base, twice("2 * n")])
        expect(yield* applySchema(schema)).toEqual(["0029_step", "functions/twice"])
        expect(yield* ask("SELECT n FROM notes")).toEqual([{ n: 6 }])
        yield* ask("UPDATE notes SET n = 0")
        expect(yield* applySchema(schema)).toEqual([])
        expect(yield* ask("SELECT n FROM notes")).toEqual([{ n: 0 }])
      })
    )

    test_(
      "is applied whole or not at all",
      Effect.gen(function* () {
        yield* applySchema(schemaOf([NOTES], [length, stamped("a"), twice("2 * n")]))
        const broken = schemaOf(
          [NOTES, migration(29, "CREATE TABLE more (n integer)", "SELECT 1 / 0")],
          [length, stamped("b"), twice("3 * n")]
        )
        expect((yield* Effect.exit(applySchema(broken)))._tag).toBe("Failure")
        expect(
          yield* ask("SELECT to_regclass('more')::text AS more, twice(1), (SELECT max(migration_id) FROM migrations)")
        ).toEqual([{ more: null, twice: 2, max: 28 }])
      })
    )

    test_(
      "is applied once by processes that start together",
      Effect.gen(function* () {
        const schema = schemaOf([NOTES], [length, stamped("a"), twice("2 * n")])
        const applied = yield* Effect.all([applySchema(schema), applySchema(schema)], { concurrency: "unbounded" })
        expect(applied.map((parts) => parts.length).sort()).toEqual([0, 4])
      })
    )

    test_(
      "of an older version does not replace functions of a newer one, and may run beside them where they are the same",
      Effect.gen(function* () {
        const base = [length, stamped("a")]
        yield* applySchema(schemaOf([NOTES], [...base, twice("2 * n")], "1.10.0"))
        expect(yield* applySchema(schemaOf([NOTES], [...base, twice("2 * n")], "1.9.0"))).toEqual([])
        for (const others of [[twice("n + n")], []]) {
          const { message } = yield* Effect.flip(applySchema(schemaOf([NOTES], [...base, ...others], "1.9.0")))
          expect(message).toStartWith(
            "The database was used by a newer Fettle: its functions are those of 1.10.0, and this Fettle is 1.9.0. Run"
          )
        }
        expect(yield* ask("SELECT twice(2)")).toEqual([{ twice: 4 }])
      })
    )
  })
}
