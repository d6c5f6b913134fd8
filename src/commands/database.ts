import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option, Redacted } from "effect"
import { AppConfig } from "../config.ts"
import * as Client from "../database/client.ts"
import * as Embedded from "../database/embedded.ts"
import { migrate } from "../database/migrator.ts"
import * as Storage from "../storage.ts"
import { CannotStart } from "../values/cannot-start.ts"

/**
 * The database for a command that makes it where there is none, beside a running server or without one. Its statements take
 * the time they take.
 */
export const setupClient = Client.layer(Embedded.forSetup, 0)

/** Every store, for a command that makes the database where there is none: migrated when the command runs, let go after it. */
export const setupStores = Storage.sql.pipe(Layer.provide(Layer.effectDiscard(migrate)), Layer.provide(setupClient))

const emptyDatabase = Effect.map(AppConfig, ({ databaseUrl, dataDir }) => {
  const [setting, database, next] = Option.match(databaseUrl, {
    onNone: () => ["DATA_DIR", `in ${dataDir}`, "set DATA_DIR or DATABASE_URL to what the server uses"],
    onSome: (url) => {
      const { host, pathname } = new URL(Redacted.value(url))
      return ["DATABASE_URL", `${pathname.slice(1)} at ${host}`, "correct the URL"]
    }
  })
  return new CannotStart({
    message: `${setting}: the database ${database} holds nothing of Fettle's. Start \`fettle serve\` or run \`fettle migrate\` to make its tables, or ${next}`
  })
})

/** Brings the tables up to date where there are any; refuses a database without, which is another than the server's. */
const migrateExisting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly found: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS found`.pipe(
    Effect.orDie
  )
  return yield* row?.found === true ? migrate : Effect.flip(emptyDatabase)
})

/** Every store, for all other commands, which work on the database that is there. */
export const stores = Storage.sql.pipe(
  Layer.provide(Layer.effectDiscard(migrateExisting)),
  Layer.provide(Client.layer(Embedded.forCommand, 0))
)
