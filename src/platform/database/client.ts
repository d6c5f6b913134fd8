import * as Reactivity from "@effect/experimental/Reactivity"
import { SqlClient, SqlError } from "@effect/sql"
import type { SQL } from "bun"
import { Context, Effect, Layer, Option, Redacted, Runtime, type Scope } from "effect"
import { AppConfig } from "../../config.ts"
import { CannotStart } from "../../values/cannot-start.ts"
import type { DatabaseServers } from "../../values/database-url.ts"
import { Db } from "./db.ts"
import { nextStepOf } from "./next-step.ts"
import { makePool, PoolWatch, type Reach } from "./pool.ts"
import { PoolStatus } from "./pool-status.ts"
import { ensureKept, losesSettings, type Settings } from "./pooler.ts"
import { preparesForSeveral, whileSafe } from "./prepared.ts"
import { findPrimary, onlyServer, type Primary, primaryOf } from "./primary.ts"
import { ensureVersion, noneAccepts, reasonOf, refused } from "./refusal.ts"
import { repeating } from "./repeats.ts"
import { isDistributed, PLANNING, SessionName, sessionSettings } from "./session.ts"
import { clientOf, dbOf } from "./statements.ts"
import { Work, workWithin } from "./work.ts"

type Services = SqlClient.SqlClient | Db | PoolStatus
export type Client = Layer.Layer<Services, CannotStart>

type Options = SQL.PostgresOrMySQLOptions

/** Where the data is: outside this process, behind a pooler, or spread over the nodes of a Citus cluster. */
interface Place extends Reach {
  readonly isPooled: boolean
  readonly isDistributed: boolean
}

/**
 * Longest time for finding out what the connection leads to, in milliseconds; behind a pooler, this may wait for other
 * clients.
 */
const CONNECTING_MILLIS = 300_000

const FOREVER = { connectionTimeout: 2, idleTimeout: 0, maxLifetime: 0 }

/** A pool, closed with the scope, and the client that uses it. It connects at its first statement. */
const open = (primary: Primary, size: number, place: Place) =>
  Effect.gen(function* () {
    const watched = yield* PoolWatch
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => repeating(watched(makePool(primary, { ...place, size })))),
      (pool) => Effect.sync(pool.close)
    )
    return { ...place, pool, sql: yield* clientOf(pool) }
  })

type Opened = Effect.Effect.Success<ReturnType<typeof open>>

const layerOf = (opened: Effect.Effect<Opened, CannotStart, Reactivity.Reactivity | Scope.Scope>): Client =>
  Layer.scopedContext(
    Effect.map(opened, ({ pool, sql, isPooled, isDistributed }) =>
      Context.make(SqlClient.SqlClient, sql).pipe(
        Context.add(Db, dbOf(sql, pool)),
        Context.add(PoolStatus, { read: Effect.sync(pool.figures), isPooled, isDistributed })
      )
    )
  ).pipe(Layer.provide(Reactivity.layer))

/** The only server, or whichever of several accepts writes now. Fails if none does. */
const primaryAmong = (servers: DatabaseServers, options: Options) => {
  const [first, ...others] = servers.urls.map((url) => ({ ...FOREVER, ...options, url }))
  if (first === undefined || !servers.mayChange) return Effect.succeed(onlyServer(first ?? options))
  const all = [first, ...others]
  return Effect.tryPromise({
    try: async () => primaryOf(all, await findPrimary(all)),
    catch: (error) => noneAccepts(servers, error)
  })
}

/** Fails if the pooler mixes up prepared statements; later, they are no longer prepared if it does. */
const checked = (primary: Primary) =>
  Effect.gen(function* () {
    yield* Effect.tryPromise({
      try: () => preparesForSeveral(primary.options()),
      catch: (cause) => new SqlError.SqlError({ cause, message: "Failed to prepare statements" })
    })
    const runtime = yield* Effect.runtime<never>()
    return whileSafe(primary, (error) =>
      Runtime.runSync(runtime)(
        Effect.logError("The pooler mixes up prepared statements, and none is prepared from now on").pipe(
          Effect.annotateLogs({ cause: reasonOf(error), nextStep: nextStepOf(error) })
        )
      )
    )
  })

/** Connects; behind a pooler, `ensure` fails unless the database gives sessions their settings. */
const connect =
  (ensure: typeof ensureKept) =>
  (
    redacted: Redacted.Redacted<DatabaseServers>,
    size: number,
    statementMillis: number,
    prepares?: boolean | undefined
  ): Client => {
    const servers = Redacted.value(redacted)
    const opened = (connection: Settings, isPooled: boolean, isDistributed: boolean) =>
      Effect.gen(function* () {
        const found = yield* primaryAmong(servers, { connection, prepare: prepares ?? !isPooled })
        const primary = isPooled && prepares === true ? yield* checked(found) : found
        return yield* open(primary, size, { isRemote: true, isLimited: statementMillis > 0, isPooled, isDistributed })
      })
    const on = ({ sql }: Opened) => Effect.provideService(SqlClient.SqlClient, sql)
    const found = Effect.gen(function* () {
      const name = yield* SessionName
      const settings = sessionSettings(statementMillis, name)
      const single = { ...settings, ...PLANNING }
      const unset = { application_name: name }
      const first = yield* opened(single, false, false)
      const isPooled = yield* losesSettings(single).pipe(on(first))
      if (isPooled) first.pool.close()
      const one = isPooled ? yield* opened(unset, true, false) : first
      if (isPooled) yield* ensure.pipe(on(one))
      if (!(yield* isDistributed.pipe(on(one)))) return one
      one.pool.close()
      return yield* opened(isPooled ? unset : settings, isPooled, true)
    })
    return layerOf(
      found.pipe(
        Effect.tap((opened) => ensureVersion(servers).pipe(on(opened))),
        // A lost response must not block start-up, or a command, whose sessions have no time limit.
        Effect.provideServiceEffect(
          Work,
          Effect.sync(() => workWithin(CONNECTING_MILLIS))
        ),
        Effect.catchTag("SqlError", (error) => refused(servers, error))
      )
    )
  }

/**
 * A client of the PostgreSQL server, or of whichever of several accepts writes, with up to `size` connections. A
 * statement may take up to `statementMillis` milliseconds. 0 means no time limit on statements, locks and transactions.
 *
 * On a Citus cluster, plans are not cached. Behind a pooler in transaction mode, session settings are stored in the
 * database, so they are those of requests for every `statementMillis`, and statements are prepared only if `prepares`
 * says so. Fails if the database does not have them.
 */
export const external = connect(ensureKept)

/** The same, for inspecting a database: behind a pooler, with or without the settings. */
export const externalAsItIs = connect(Effect.void)

/**
 * A client of the PostgreSQL that listens on the unix socket `.s.PGSQL.<port>` in `folder`. All connections to the
 * embedded database share one backend, so more than one would not be faster.
 */
export const socketClient = (folder: string, port: number): Client =>
  layerOf(
    open(onlyServer({ ...FOREVER, path: folder, port, username: "postgres", database: "postgres" }), 1, {
      isRemote: false,
      isLimited: false,
      isPooled: false,
      isDistributed: false
    }).pipe(
      Effect.tap(({ sql }) => sql`SELECT 1`),
      Effect.mapError(
        (error) =>
          new CannotStart({ message: `DATA_DIR: the embedded database does not answer (${reasonOf(error.cause)})` })
      )
    )
  )

/** The database client for these settings; `embedded` opens the database in DATA_DIR. */
export const layer = (
  embedded: (dataDir: string) => Client,
  statementMillis: number,
  connectTo = external
): Layer.Layer<Services, CannotStart, AppConfig> =>
  Layer.unwrapEffect(
    Effect.map(AppConfig, ({ databaseUrl, databaseConnections, databasePrepare, dataDir }) =>
      Option.match(databaseUrl, {
        onNone: () => embedded(dataDir),
        onSome: (url) => connectTo(url, databaseConnections, statementMillis, databasePrepare)
      })
    )
  )
