import * as Reactivity from "@effect/experimental/Reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import type { SQL } from "bun"
import { Context, Effect, FiberRef, Layer, Option, Redacted, type Scope, Stream } from "effect"
import { AppConfig } from "../config.ts"
import { CannotStart } from "../values/cannot-start.ts"
import type { DatabaseServers } from "../values/database-url.ts"
import { makePool, type Pool, type Rows } from "./pool.ts"
import { PoolStatus } from "./pool-status.ts"
import { keepSettings, losesSettings } from "./pooler.ts"
import { findPrimary, onlyServer, type Primary, primaryOf } from "./primary.ts"
import { APPLICATION_NAME, LIFT_BOUNDS, sessionSettings } from "./session.ts"

type Services = SqlClient.SqlClient | PoolStatus
export type Client = Layer.Layer<Services, CannotStart>

/**
 * Until when the current work may start database statements. Each request has a deadline, so that it is answered soon
 * even if each of its statements is slow. Other work has none.
 */
export class Deadline extends Context.Reference<Deadline>()("Deadline", {
  defaultValue: () => deadlineIn(Number.POSITIVE_INFINITY)
}) {}

/** A deadline `millis` milliseconds from now, which can be renewed. */
export const deadlineIn = (millis: number) => {
  let end = performance.now() + millis
  return {
    /** The deadline, by performance.now(). */
    until: () => end,
    /** Starts the whole time again, after a wait for the client. */
    renew: () => {
      end = performance.now() + millis
    }
  }
}

/**
 * On whose behalf the database is asked: usually a user's id, undefined for the service's own work. Users take turns at
 * the connections.
 */
export class OnBehalfOf extends Context.Reference<OnBehalfOf>()("OnBehalfOf", {
  defaultValue: (): string | undefined => undefined
}) {}

/** Runs an effect, whose statements wait for the turns of `user`. */
export const onBehalfOf =
  (user: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, OnBehalfOf, user)

/** The deadline of statements that end a transaction: they may start at any time, but their duration is limited. */
const AT_ANY_TIME = Number.MAX_VALUE

/** A statement as @effect/sql builds it; its public types leave out how it is run. */
interface Executable extends Statement.Statement<unknown> {
  commit: () => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
}

/**
 * Runs a statement directly on `connection`, or on that of the current transaction. @effect/sql would make a scope and
 * a span for each statement, which costs about as much as the query. If tracing is on, or a statement transformer is
 * set, it runs as @effect/sql does.
 */
const commitOn = (connection: SqlConnection.Connection) =>
  function (this: Executable): ReturnType<Executable["commit"]> {
    return Effect.withFiberRuntime((fiber) => {
      const isWatched =
        fiber.getFiberRef(FiberRef.currentTracerEnabled) ||
        fiber.getFiberRef(Statement.currentTransformer)._tag === "Some"
      if (isWatched) return Object.getPrototypeOf(this).commit.call(this)
      const [text, params] = this.compile()
      const transaction = Context.getOption(fiber.currentContext, SqlClient.TransactionConnection)
      return (transaction._tag === "Some" ? transaction.value[0] : connection).execute(text, params, undefined)
    })
  }

const isExecutable = (made: unknown): made is Executable => Effect.isEffect(made) && "commit" in made

/** The client, with statements that run directly on `connection`, or on that of the current transaction. */
const directly = (client: SqlClient.SqlClient, connection: SqlConnection.Connection): SqlClient.SqlClient => {
  const commit = commitOn(connection)
  const committing = <Make extends (...args: never) => unknown>(make: Make): Make =>
    new Proxy(make, {
      apply: (make, self, args) => {
        const made: unknown = Reflect.apply(make, self, args)
        // A call with a string makes an identifier, which is not a statement.
        if (isExecutable(made)) made.commit = commit
        return made
      }
    })
  return Object.assign(committing(client), { unsafe: committing(client.unsafe) })
}

type Transform = Parameters<SqlConnection.Connection["execute"]>[2]

/**
 * A connection of @effect/sql. It begins and ends transactions with unprepared statements, which ignore the deadline.
 */
const connectionOf = (ask: Pool["ask"]): SqlConnection.Connection => {
  const run = (
    text: string,
    params: ReadonlyArray<unknown>,
    transform: Transform,
    until: number,
    user: string | undefined
  ) =>
    // A statement in progress is awaited, so that nobody else is given its connection meanwhile.
    Effect.uninterruptible(
      Effect.async<Rows, SqlError.SqlError>((resume) => {
        ask(text, params, until, user).then(
          (rows) => resume(Effect.succeed(transform === undefined ? rows : transform(rows))),
          (cause) => resume(new SqlError.SqlError({ cause, message: "Failed to execute statement" }))
        )
      })
    )
  const execute: SqlConnection.Connection["execute"] = (text, params, transform) =>
    Effect.withFiberRuntime(({ currentContext }) =>
      run(
        text,
        params,
        transform,
        Context.get(currentContext, Deadline).until(),
        Context.get(currentContext, OnBehalfOf)
      )
    )
  return {
    execute,
    executeRaw: (text, params) => execute(text, params, undefined),
    executeUnprepared: (text, params, transform) =>
      Effect.withFiberRuntime(({ currentContext }) => {
        const isRequest = Number.isFinite(Context.get(currentContext, Deadline).until())
        const until = isRequest ? AT_ANY_TIME : Number.POSITIVE_INFINITY
        return run(text, params, transform, until, Context.get(currentContext, OnBehalfOf))
      }),
    executeValues: (text, params) => Effect.map(execute(text, params, undefined), (rows) => rows.map(Object.values)),
    executeStream: () => Stream.dieMessage("Statements are not streamed")
  }
}

/** Runs `effect` as one transaction without time limits, for migrations and loading catalogues. */
export const withoutTimeout = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(Effect.zipRight(sql.unsafe(LIFT_BOUNDS), effect)))

/** @effect/sql over a pool: its compiler, transactions and statements. */
const clientOf = (pool: Pool) => {
  const connection = connectionOf(pool.ask)
  const client = SqlClient.make({
    acquirer: Effect.succeed(connection),
    transactionAcquirer: Effect.map(
      Effect.acquireRelease(
        Effect.flatMap(Effect.all([Deadline, OnBehalfOf]), ([deadline, user]) =>
          Effect.tryPromise({
            try: () => pool.hold(deadline.until(), user),
            catch: (cause) => new SqlError.SqlError({ cause, message: "Failed to acquire a connection" })
          })
        ),
        ({ release }) => Effect.sync(release)
      ),
      ({ ask }) => connectionOf(ask)
    ),
    compiler: PgClient.makeCompiler(),
    spanAttributes: [["db.system.name", "postgresql"]]
  })
  return Effect.map(client, (client) => directly(client, connection))
}

type Options = SQL.PostgresOrMySQLOptions

/** Where the server is: beyond this process, and behind a pooler. */
interface Place {
  readonly isRemote: boolean
  readonly isPooled: boolean
}

const FOREVER = { connectionTimeout: 2, idleTimeout: 0, maxLifetime: 0 }

/** A pool, closed with the scope, and the client that uses it. It connects at its first statement. */
const open = (primary: Primary, size: number, { isRemote, isPooled }: Place) =>
  Effect.gen(function* () {
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => makePool(primary, { size, isRemote })),
      (pool) => Effect.sync(pool.close)
    )
    return { pool, sql: yield* clientOf(pool), isPooled }
  })

type Opened = Effect.Effect.Success<ReturnType<typeof open>>

const reasonOf = ({ cause }: SqlError.SqlError): string =>
  cause instanceof Error && cause.message !== "" ? cause.message : String(cause)

const layerOf = (opened: Effect.Effect<Opened, CannotStart, Reactivity.Reactivity | Scope.Scope>): Client =>
  Layer.scopedContext(
    Effect.map(opened, ({ pool, sql, isPooled }) =>
      Context.make(SqlClient.SqlClient, sql).pipe(
        Context.add(PoolStatus, { read: Effect.sync(pool.figures), isPooled })
      )
    )
  ).pipe(Layer.provide(Reactivity.layer))

const cannotBeUsed = (hosts: string, reason: string) =>
  new CannotStart({
    message: `DATABASE_URL: the PostgreSQL server at ${hosts} cannot be used (${reason}). Start it, correct the URL, or leave DATABASE_URL out to use the embedded database`
  })

/** The one server, or whichever of several accepts writes now. Fails if none does. */
const primaryAmong = ({ urls, hosts, mayChange }: DatabaseServers, options: Options) => {
  const [first, ...others] = urls.map((url) => ({ ...FOREVER, ...options, url }))
  if (first === undefined || !mayChange) return Effect.succeed(onlyServer(first ?? options))
  const servers = [first, ...others]
  return Effect.tryPromise({
    try: async () => primaryOf(servers, await findPrimary(servers)),
    catch: () => cannotBeUsed(hosts, "none of them accepts writes")
  })
}

/**
 * A client of the PostgreSQL server, or of whichever of several accepts writes, with up to `size` connections. A statement may take up to `statementMillis` milliseconds. 0 means no time limit on statements, locks and
 * transactions.
 *
 * If a pooler in transaction mode is in front of the server, the settings of sessions are kept in the database, so they
 * are those of requests for every `statementMillis`. Statements are prepared then only if `prepares` says so.
 */
export const external = (
  servers: Redacted.Redacted<DatabaseServers>,
  size: number,
  statementMillis: number,
  prepares?: boolean | undefined
): Client => {
  const opened = (options: Options, isPooled: boolean) =>
    Effect.flatMap(primaryAmong(Redacted.value(servers), options), (primary) =>
      open(primary, size, { isRemote: true, isPooled })
    )
  const connection = sessionSettings(statementMillis)
  return layerOf(
    Effect.gen(function* () {
      const direct = yield* opened({ connection, prepare: prepares ?? true }, false)
      if (!(yield* Effect.provideService(losesSettings(connection), SqlClient.SqlClient, direct.sql))) return direct
      direct.pool.close()
      const named = { application_name: APPLICATION_NAME }
      const pooled = yield* opened({ connection: named, prepare: prepares ?? false }, true)
      yield* Effect.provideService(keepSettings, SqlClient.SqlClient, pooled.sql)
      return pooled
    }).pipe(Effect.catchTag("SqlError", (error) => cannotBeUsed(Redacted.value(servers).hosts, reasonOf(error))))
  )
}

/**
 * A client of the PostgreSQL that listens on the unix socket `.s.PGSQL.<port>` in `folder`. All connections to the
 * embedded database share one backend. So this client has one connection, which keeps transactions apart, and its
 * statements have no names, which would collide with those of an operator's command.
 */
export const socketClient = (folder: string, port: number): Client =>
  layerOf(
    open(
      onlyServer({ ...FOREVER, path: folder, port, username: "postgres", database: "postgres", prepare: false }),
      1,
      { isRemote: false, isPooled: false }
    ).pipe(
      Effect.tap(({ sql }) => sql`SELECT 1`),
      Effect.mapError(
        (error) => new CannotStart({ message: `DATA_DIR: the embedded database does not answer (${reasonOf(error)})` })
      )
    )
  )

/** The database client that the settings ask for; `embedded` opens the database in DATA_DIR. */
export const layer = (
  embedded: (dataDir: string) => Client,
  statementMillis: number
): Layer.Layer<Services, CannotStart, AppConfig> =>
  Layer.unwrapEffect(
    Effect.map(AppConfig, ({ databaseUrl, databaseConnections, databasePrepare, dataDir }) =>
      Option.match(databaseUrl, {
        onNone: () => embedded(dataDir),
        onSome: (url) => external(url, databaseConnections, statementMillis, databasePrepare)
      })
    )
  )
