import { describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Option, type Scope, TestContext } from "effect"
import { databaseChecks } from "../../../../src/annexes/cli/doctor/database.ts"
import { clockCheck } from "../../../../src/annexes/cli/doctor/database-server.ts"
import { AppConfig } from "../../../../src/config.ts"
import * as Client from "../../../../src/platform/database/client.ts"
import { serversAt } from "../../../../src/values/database-url.ts"
import { keepSettings } from "../../../support/databases.ts"
import { fakePostgres } from "../../../support/fake-postgres.ts"
import { hasPooler, pooler } from "../../../support/pooler.ts"
import { settings } from "../../../support/settings.ts"
import { hasPostgres, postgresDatabase, throughPooler } from "../../../support/stores.ts"

/** The doctor's checks of a database, each as `status: message`, by name. */
const look = (url: string, databasePrepare?: boolean) =>
  databaseChecks.pipe(
    Effect.provideService(AppConfig, { ...settings, databaseUrl: Option.some(serversAt(url)), databasePrepare }),
    Effect.map((checks) =>
      Object.fromEntries(checks.map(({ name, status, message }) => [name, `${status}: ${message}`]))
    )
  )

const run = (url: string, statement: string) =>
  Effect.provide(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)),
    Client.external(serversAt(url), 1, 0)
  )

const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

test("a server that is too old is reported with its version, and no password is shown", async () => {
  const { url, stop } = fakePostgres({ version: "14.11" })
  const { database } = await Effect.runPromise(look(url))
  stop()
  expect(database).toMatch(
    /^fail: DATABASE_URL: .* \(it is PostgreSQL 14\.11, which is too old\)\. Upgrade it to PostgreSQL 15/
  )
  expect(database).not.toContain("hunter2")
})

describe.if(hasPostgres)("on PostgreSQL the doctor checks the server", () => {
  test("and finds no fault", () =>
    scoped(
      Effect.gen(function* () {
        expect(yield* Effect.flatMap(postgresDatabase, (url) => look(url))).toMatchObject({
          pooler: "ok: There is none: sessions keep their settings, and statements are prepared",
          clock: "ok: The database's clock and this machine's agree",
          collation: expect.stringMatching(/^ok: .+, UTF8/)
        })
      })
    ))

  /** What Citus returns on a coordinator (no package of it exists here): each node, and whether it ran the command. */
  const cluster = (nodes: ReadonlyArray<readonly [string, boolean]>) => `
    CREATE TABLE pg_dist_node (nodeid integer, nodename text, nodeport integer);
    INSERT INTO pg_dist_node VALUES ${nodes.map(([name], id) => `(${id}, '${name}', 5432)`).join(", ")};
    CREATE FUNCTION run_command_on_all_nodes(command text) RETURNS TABLE (nodeid integer, success boolean, result text)
    LANGUAGE sql AS $$ VALUES ${nodes.map(([, isUp], id) => `(${id}, ${isUp}, '')`).join(", ")} $$`

  /** What a distributed table returns while a node is down. */
  const OUT_OF_REACH = `
    CREATE FUNCTION out_of_reach() RETURNS timestamptz LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'connection to the remote node failed'; END $$;
    CREATE VIEW devices AS SELECT 'a' AS user_id, out_of_reach() AS created_at, out_of_reach() AS arrived_at,
      NULL::timestamptz AS paused_at, NULL::timestamptz AS ended_at`

  test("and the nodes of a cluster, one of which does not answer", () =>
    scoped(
      Effect.gen(function* () {
        const url = yield* postgresDatabase
        yield* run(
          url,
          cluster([
            ["one.internal", true],
            ["two.internal", true]
          ])
        )
        expect((yield* look(url)).nodes).toBeUndefined()
        yield* run(url, "DROP FUNCTION run_command_on_all_nodes; DROP TABLE pg_dist_node")
        yield* run(
          url,
          cluster([
            ["one.internal", true],
            ["two.internal", false]
          ])
        )
        yield* run(url, OUT_OF_REACH)
        const found = yield* look(url)
        expect(found.database).toStartWith("ok: PostgreSQL")
        expect(found.nodes).toBe(
          "fail: Of the cluster, two.internal:5432 did not answer within a second. Users on it are refused, and so are new apps, imports of foods and migrations. Start PostgreSQL there, or replace the node"
        )
      })
    ))

  test("whose clock is years ahead of this machine's", () =>
    scoped(
      Effect.gen(function* () {
        const client = Client.external(serversAt(yield* postgresDatabase), 1, 0)
        const { status, message } = yield* Effect.provide(clockCheck, client)
        expect(status).toBe("warn")
        expect(message).toMatch(/^The database's clock is \d{10} seconds ahead of this machine's/)
      }).pipe(Effect.provide(TestContext.TestContext))
    ))

  test("whose collation has changed since its indexes were made", () =>
    scoped(
      Effect.gen(function* () {
        const url = yield* postgresDatabase
        yield* run(url, "UPDATE pg_database SET datcollversion = '2.31' WHERE datname = current_database()")
        const { collation } = yield* look(url)
        expect(collation).toMatch(
          /^warn: .* version 2\.31 of the collation .* Run: REINDEX DATABASE \w+; ALTER DATABASE/
        )
      })
    ))
})

describe.if(hasPostgres && hasPooler)("behind a pooler, the doctor reports what it does to sessions", () => {
  test("without the settings, with them, and with statements that it cannot prepare", () =>
    scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        const before = yield* look(throughPooler(database, yield* pooler()))
        expect(before.pooler).toMatch(
          /^fail: .* sessions lack statement_timeout, .* as the database's owner and run: ALTER DATABASE \w+ SET statement_timeout/
        )
        yield* Effect.promise(() => keepSettings(database))
        const url = throughPooler(database, yield* pooler())
        const after = yield* look(url)
        expect(after.pooler).toBe(
          "ok: A pooler is in front of PostgreSQL: sessions have their settings from the database, and statements are not prepared"
        )
        const prepared = yield* look(url, true)
        expect(prepared[Object.keys(prepared).length === 1 ? "database" : "pooler"]).toMatch(
          /^fail: .*\. Set DATABASE_PREPARE to off/
        )
      })
    ))
})
