import { SqlClient } from "@effect/sql"
import { Console, Context, Effect, Layer, Option, Redacted } from "effect"
import { AppConfig } from "../config.ts"
import { program } from "../platform/assets/assets.ts"
import * as Client from "../platform/database/client.ts"
import * as Embedded from "../platform/database/embedded.ts"
import { migrate } from "../platform/database/migrator.ts"
import { PoolStatus } from "../platform/database/pool-status.ts"
import * as Storage from "../storage.ts"
import { CannotStart } from "../values/cannot-start.ts"

/**
 * The database for commands that create it if there is none, with or without a running server. Its statements have no
 * time limit.
 */
export const setupClient = Client.layer(Embedded.forSetup, 0).pipe(
  Layer.tap((services) =>
    Context.get(services, PoolStatus).isPooled
      ? Console.error(
          "DATABASE_URL leads to a pooler, which ends statements after 2 seconds. If this command fails for that reason, set DATABASE_URL to the PostgreSQL server itself for it"
        )
      : Effect.void
  )
)

/** All stores, for commands that create the database if there is none. It is migrated before the command runs. */
export const setupStores = Storage.sql.pipe(Layer.provide(Layer.effectDiscard(migrate)), Layer.provide(setupClient))

const emptyDatabase = Effect.map(AppConfig, ({ databaseUrl, dataDir }) => {
  const [setting, database, next] = Option.match(databaseUrl, {
    onNone: () => ["DATA_DIR", `in ${dataDir}`, "set DATA_DIR or DATABASE_URL to what the server uses"],
    onSome: (url) => {
      const { hosts, database } = Redacted.value(url)
      return ["DATABASE_URL", `${database} at ${hosts}`, "correct the URL"]
    }
  })
  return new CannotStart({
    message: `${setting}: the database ${database} has no Fettle tables. Start \`${program} serve\` or run \`${program} migrate\` to create them, or ${next}`
  })
})

/** Migrates a database that has Fettle's tables. Fails if it has none, because then the server does not use it. */
export const migrateExisting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly found: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS found`.pipe(
    Effect.orDie
  )
  return yield* row?.found === true ? migrate : Effect.flip(emptyDatabase)
})

/** All stores, for commands that work on an existing database. */
export const stores = Storage.sql.pipe(
  Layer.provide(Layer.effectDiscard(migrateExisting)),
  Layer.provide(Client.layer(Embedded.forCommand, 0))
)
