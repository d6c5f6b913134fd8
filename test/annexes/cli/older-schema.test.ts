import { afterAll, beforeAll, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Exit, type Layer, Option, Scope } from "effect"
import { reading, setupClient, setupStores, stores } from "../../../src/annexes/cli/database.ts"
import { AppConfig } from "../../../src/config.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import { program } from "../../../src/platform/assets/assets.ts"
import * as Client from "../../../src/platform/database/client.ts"
import * as Embedded from "../../../src/platform/database/embedded.ts"
import { migrate } from "../../../src/platform/database/migrator.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { settings } from "../../support/settings.ts"
import { folder, hasPostgres, postgresDatabase } from "../../support/stores.ts"

const SLOW = 180_000

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** On the real PostgreSQL, which is faster, if one answers. */
const config = await (hasPostgres
  ? Effect.map(postgresDatabase, (url) => ({ ...settings, databaseUrl: Option.some(serversAt(url)) }))
  : Effect.map(folder, (dataDir) => ({ ...settings, dataDir }))
).pipe(Scope.extend(scope), Effect.runPromise)

const run = <A, E>(effect: Effect.Effect<A, E, AppConfig>) =>
  Effect.runPromise(Effect.either(Effect.provideService(effect, AppConfig, config)))

/** Runs statements, and returns the rows of the last, on the database as it is. */
const onDatabase = (...statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (each) => sql.unsafe(each))).pipe(
    Effect.provide(Client.layer(Embedded.forCommand, 0)),
    run
  )

const build = <A, E>(layer: Layer.Layer<A, E, AppConfig>) => run(Effect.provide(Effect.void, layer))

const OUTDATED = {
  left: {
    message: `This database is of an older Fettle, and lacks 1 parts of the schema. Run \`${program} migrate\`, or start the server, which apply them; a server of the older version ends first`
  }
}

const listUsers = Effect.flatMap(AccountStore, ({ listUsers }) => listUsers)

beforeAll(async () => {
  await run(Effect.provide(migrate, setupClient))
  await onDatabase("UPDATE functions SET sha256 = 'of an older version' WHERE name = 'update_diary_entry'")
}, SLOW)

test(
  "commands that write refuse the database of an older version, and change nothing",
  async () => {
    for (const layer of [stores, setupStores]) expect(await build(layer)).toMatchObject(OUTDATED)
    const kept = await onDatabase("SELECT name FROM functions WHERE sha256 = 'of an older version'")
    expect(JSON.stringify(kept)).toContain('[{"name":"update_diary_entry"}]')
  },
  SLOW
)

test(
  "commands that only read work on it, unless it lacks what they read",
  async () => {
    expect(await run(reading(listUsers))).toMatchObject({ right: [] })
    const lacking = Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`SELECT FROM made_by_a_newer_version`))
    expect(await run(reading(lacking))).toMatchObject(OUTDATED)
  },
  SLOW
)
