import { SqlClient } from "@effect/sql"
import { Console, Context, Effect, Layer, Option, Redacted } from "effect"
import { AppConfig } from "../../config.ts"
import { program } from "../../platform/assets/assets.ts"
import * as Client from "../../platform/database/client.ts"
import * as Embedded from "../../platform/database/embedded.ts"
import { migrate, missingParts, refuseUnfinishedMove } from "../../platform/database/migrator.ts"
import { PoolStatus } from "../../platform/database/pool-status.ts"
import { sqlStateIn } from "../../platform/database/sql-state.ts"
import * as Storage from "../../storage.ts"
import { CannotStart } from "../../values/cannot-start.ts"

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

const outdated = (missing: number) =>
  new CannotStart({
    message: `This database is of an older Fettle, and lacks ${missing} parts of the schema. Run \`${program} migrate\`, or start the server, which apply them; a server of the older version ends first`
  })

const hasTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly found: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS found`
  return row?.found === true
}).pipe(Effect.orDie)

/**
 * Fails if the database has none of Fettle's tables, because then the server does not use it, or if a newer version or
 * an unfinished move uses it. Changes nothing.
 */
const ensureUsable = Effect.gen(function* () {
  if (!(yield* hasTables)) return yield* Effect.flip(emptyDatabase)
  yield* refuseUnfinishedMove
  return yield* missingParts
})

/** Fails unless the database has the schema of this version. Only `serve` and `migrate` change a schema. */
export const ensureCurrent = Effect.flatMap(ensureUsable, (missing) =>
  missing === 0 ? Effect.void : outdated(missing)
)

/** All stores, for commands that create the database if there is none. */
export const setupStores = Storage.sql.pipe(
  Layer.provide(Layer.effectDiscard(Effect.if(hasTables, { onTrue: () => ensureCurrent, onFalse: () => migrate }))),
  Layer.provide(setupClient)
)

const client = Client.layer(Embedded.forCommand, 0)

/** All stores, for commands that work on an existing database. */
export const stores = Storage.sql.pipe(Layer.provide(Layer.effectDiscard(ensureCurrent)), Layer.provide(client))

/** The same, for commands that change people's data: it is announced as when the server changes it. */
export const announcingStores = Layer.provideMerge(
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("../webhooks/announce.ts")),
      ({ layer }) => layer
    )
  ),
  stores
)

/** The SQLSTATEs of a table, a column or a function that does not exist. */
const ABSENT: ReadonlyArray<string | undefined> = ["42P01", "42703", "42883"]

/**
 * Runs a command that only reads. It also works on the database of an older version, unless it needs what that lacks;
 * then it fails as others do.
 */
export const reading = <A, E, R>(command: Effect.Effect<A, E, R>) =>
  Effect.flatMap(ensureUsable, (missing) =>
    Effect.catchAllDefect(Effect.provide(command, Storage.sql), (defect) =>
      missing > 0 && ABSENT.includes(sqlStateIn(defect)) ? outdated(missing) : Effect.die(defect)
    )
  ).pipe(Effect.provide(client))
