import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import { applyStatements, distribute } from "../../../src/platform/database/migrator.ts"
import { makeService, type Service } from "../../support/app.ts"
import { storeSets } from "../../support/stores.ts"

interface Routine {
  readonly name: string
  readonly language: string
  readonly returns: string
  readonly first: string | null
  readonly body: string
}

/** The routines of the database, as the last migration leaves them. */
const ROUTINES = `
  SELECT proname AS name, lanname AS language, prorettype::regtype::text AS returns, prosrc AS body,
    proargnames[1] || ' ' || format_type(proargtypes[0], NULL) AS first
  FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
  WHERE pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  ORDER BY proname`

const TABLES = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`

const USERS_TABLES = `
  SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'user_id'
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`

const names = (words: Iterable<string>) => new RegExp(`\\b(?:${[...words].join("|")})\\b`)

/** The routines that read or change one of the tables, directly or through others. */
const routinesOver = (routines: ReadonlyArray<Routine>, tables: ReadonlyArray<string>) => {
  const touching = new Set<string>(tables)
  for (let before = 0; before < touching.size; ) {
    before = touching.size
    const touches = names(touching)
    for (const { name, body } of routines) if (touches.test(body)) touching.add(name)
  }
  // The routine that distributes the tables names them, and reads none.
  return routines.filter(({ name }) => touching.has(name) && name !== "distribute")
}

/** The statements in a PL/pgSQL text. */
const statementsOf = (text: string) =>
  text
    .replace(/\bCASE\b.*?\bEND\b/g, (choice) => choice.replace(/\b(?:THEN|ELSE)\b/g, ","))
    .split(/;|\b(?:BEGIN|THEN|ELSE|LOOP)\b/)

/** The faults of a routine over users' tables, if users are distributed over several servers. */
const faultsOf = (
  { language, returns, first, body }: Routine,
  tables: ReadonlyArray<string>,
  routines: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const text = body.replace(/--.*$/gm, "").replace(/\s+/g, " ")
  const reads = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE) (?:${tables.join("|")})\\b`)
  const calls = new RegExp(`\\b(?:${routines.join("|")})\\(`)
  const returned = [...text.matchAll(/\bRETURNING (.*?)(?: INTO |;|\))/g)].map(([, list = ""]) => list)
  const faults = {
    // PostgreSQL inlines the statement of a SQL function into the calling one, which is then not sent to the user's server.
    [`is written in ${language}`]: language !== "plpgsql",
    "returns nothing, so it cannot be selected from": returns === "void",
    [`does not name its user first, but ${first}`]: returns !== "trigger" && first !== "of_user text",
    "computes what it returns of changed rows": returned.some((list) => !/^(?:[\w.]+|\*)(?:, [\w.]+)*$/.test(list)),
    "has a subquery in VALUES": /\bVALUES \((?:[^()]|\([^()]*\))*\(\s*SELECT\b/.test(text),
    // A cluster computes the values first, and all branches of a choice with them.
    "converts in a branch in VALUES": /\bVALUES \((?:[^();]|\([^();]*\))*\bCASE\b(?:(?!\bEND\b).)*::/.test(text),
    // The statement runs on a shard, where the other routine could not find the tables.
    "calls another in a statement over a table": statementsOf(text).some((each) => reads.test(each) && calls.test(each))
  }
  return Object.keys(faults).filter((fault) => faults[fault])
}

const routine = (changes: Partial<Routine>): Routine => ({
  name: "add_entry",
  language: "plpgsql",
  returns: "boolean",
  first: "of_user text",
  body: "BEGIN INSERT INTO entries VALUES (of_user, lower(new_name)) RETURNING entry_id, date INTO row; END",
  ...changes
})

describe("functions that work if users are spread over several servers", () => {
  test.each([
    ["in the language SQL", { language: "sql" }],
    ["without a value", { returns: "void" }],
    ["with the user after another argument", { first: "today date" }],
    [
      "with an expression in RETURNING",
      { body: "BEGIN UPDATE entries SET date = day RETURNING date::text INTO day; END" }
    ],
    [
      "with a subquery in VALUES",
      { body: "BEGIN INSERT INTO entries VALUES (of_user, (SELECT max(id) FROM entries)); END" }
    ],
    [
      "with a conversion in a branch in VALUES",
      { body: "BEGIN INSERT INTO entries VALUES (of_user, CASE WHEN is_day THEN lower(day)::date END); END" }
    ],
    [
      "with a call of another in a statement over a table",
      { body: "BEGIN PERFORM other(of_user, CASE WHEN date IS NULL THEN 1 ELSE 2 END) FROM entries; END" }
    ]
  ])("one %s is detected", (_, changes) => {
    expect(faultsOf(routine({}), ["entries"], ["other"])).toEqual([])
    expect(faultsOf(routine(changes), ["entries"], ["other"])).toHaveLength(1)
  })

  test("one that calls another for each row is accepted", () => {
    const body = "BEGIN FOR day IN SELECT date FROM entries LOOP PERFORM other(of_user, day); END LOOP; END"
    expect(faultsOf(routine({ body }), ["entries"], ["other"])).toEqual([])
  })

  test("one that only calls another over users' tables counts too", () => {
    const caller = routine({ name: "caller", language: "sql", body: "SELECT add_entry(of_user)" })
    const other = routine({ name: "other", body: "SELECT 1" })
    expect(routinesOver([caller, routine({}), other], ["entries"]).map(({ name }) => name)).toEqual([
      "caller",
      "add_entry"
    ])
  })
})

for (const { name, layer } of storeSets.filter(({ name }) => name === "embedded" || name === "citus")) {
  describe(`the migrations' functions (${name})`, () => {
    let service: Service
    let client: Option.Option<SqlClient.SqlClient> = Option.none()
    const ask = <A extends object>(statement: string) =>
      service.run(Effect.flatMap(Effect.orDie(client), (sql) => sql.unsafe<A>(statement)))

    beforeAll(async () => {
      service = await makeService(
        Layer.tap(layer, (context) =>
          Effect.sync(() => {
            client = Context.getOption(context, SqlClient.SqlClient)
          })
        )
      )
    })
    afterAll(() => service.stop())

    test("all those over users' tables can run on the server that stores the user", async () => {
      const tables = (await ask<{ readonly name: string }>(USERS_TABLES)).map(({ name }) => name)
      const routines = routinesOver(await ask<Routine>(ROUTINES), tables)
      const called = routines.map(({ name }) => name)
      expect(routines.length).toBeGreaterThan(30)
      const faults = routines.flatMap((each) => faultsOf(each, tables, called).map((fault) => `${each.name} ${fault}`))
      expect(faults).toEqual([])
    })

    test("all those over any table are written in PL/pgSQL, because a cluster refuses SQL functions with parameters over its tables", async () => {
      const tables = (await ask<{ readonly name: string }>(TABLES)).map(({ name }) => name)
      const routines = routinesOver(await ask<Routine>(ROUTINES), tables)
      expect(routines.map(({ name }) => name)).toContain("search_catalogue")
      expect(routines.filter(({ language }) => language !== "plpgsql")).toEqual([])
    })

    test("every table has a primary key, so that it can be copied while in use", async () => {
      const without = await ask(`
        SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
          AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary)`)
      expect(without).toEqual([])
    })

    test("every foreign key and unique key of users' tables contains the user", async () => {
      const without = await ask(`
        SELECT conrelid::regclass::text AS table, conname FROM pg_constraint
        WHERE contype IN ('p', 'u', 'f') AND connamespace = current_schema()::regnamespace
          AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = conrelid AND attname = 'user_id')
          AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = conrelid AND attname = 'user_id' AND attnum = ANY (conkey))`)
      expect(without).toEqual([])
    })

    /** Tables and functions that are in the wrong place on a cluster. */
    const undistributed = async () => {
      const tables = await ask(`
          SELECT relname FROM pg_class LEFT JOIN citus_tables ON table_name = pg_class.oid
          WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
            AND (citus_table_type IS NULL OR distribution_column <> CASE
              WHEN EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'user_id')
              THEN 'user_id' ELSE '<none>' END)`)
      const functions = await ask(`
          SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND proargnames[1] = 'of_user'
            AND NOT EXISTS (SELECT FROM pg_dist_object
              WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND distribution_argument_index = 0)`)
      return { tables, functions }
    }

    if (name === "citus") {
      test("every table is distributed by user or on every node, and every function with a user runs on the user's node", async () => {
        expect(await undistributed()).toEqual({ tables: [], functions: [] })
        expect(
          await ask("SELECT DISTINCT colocation_id FROM citus_tables WHERE distribution_column = 'user_id'")
        ).toHaveLength(1)
      })
      test("additions and changes of later migrations follow", async () => {
        const later = `
          CREATE TABLE later_facts (user_id text NOT NULL REFERENCES users ON DELETE CASCADE, fact text NOT NULL, PRIMARY KEY (user_id, fact));
          CREATE TABLE later_names (name text PRIMARY KEY);
          INSERT INTO later_names VALUES ('a');
          ALTER TABLE tokens ADD COLUMN later text;
          UPDATE tokens SET later = 'a' WHERE later IS NULL;
          CREATE TRIGGER later_change AFTER UPDATE ON tokens FOR EACH ROW EXECUTE FUNCTION count_token_change();
          CREATE FUNCTION add_later_fact(of_user text, new_fact text) RETURNS boolean LANGUAGE plpgsql AS $$
          BEGIN
            INSERT INTO later_facts (user_id, fact) VALUES (of_user, new_fact);
            RETURN true;
          END $$;`
        const { id } = await service.person()
        await service.run(
          Effect.flatMap(Effect.orDie(client), (sql) =>
            Effect.zipRight(applyStatements(later), distribute).pipe(Effect.provideService(SqlClient.SqlClient, sql))
          )
        )
        expect(await ask(`SELECT add_later_fact('${id}', 'one') AS added`)).toEqual([{ added: true }])
        expect(await ask("SELECT fact, name FROM later_facts, later_names")).toEqual([{ fact: "one", name: "a" }])
        expect(await undistributed()).toEqual({ tables: [], functions: [] })
      })
    } else {
      test("without the extension, nothing is distributed", async () => {
        expect(await ask("SELECT distribute(300) AS changes")).toEqual([{ changes: 0 }])
      })
    }
  })
}
