import { SqlClient, type SqlConnection, SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Exit, FiberRef, Option, RuntimeFlags, Stream } from "effect"
import { type Asks, explain, type Meaning, type Query, Refused, type Rows } from "../../contract/handler/charge.ts"
import type { Db } from "./db.ts"
import type { Pool } from "./pool.ts"
import { AT_ANY_TIME, LIFT_BOUNDS, UNLIMITED } from "./session.ts"
import { isSqlError, sqlStateIn } from "./sql-state.ts"
import { unlimited, Work } from "./work.ts"

/** Runs a statement on behalf of this work. */
type Run = (
  work: Context.Tag.Service<Work>,
  text: string,
  params: ReadonlyArray<unknown>
) => Effect.Effect<Rows, SqlError.SqlError>

/** Runs statements with `ask`; `deadlineOf` returns the time by which they must start, from the fiber's deadline. */
const runWith =
  (ask: Pool["ask"], deadlineOf: (until: number) => number = (until) => until): Run =>
  ({ deadline, user }, text, params) =>
    Effect.async((resume) => {
      ask(text, params, deadlineOf(deadline.until()), user).then(
        (rows) => resume(Effect.succeed(rows)),
        (cause) => resume(new SqlError.SqlError({ cause, message: "Failed to execute statement" }))
      )
    })

const executeWith =
  (run: Run): SqlConnection.Connection["execute"] =>
  (text, params, transform) => {
    const rows = Effect.uninterruptible(
      Effect.withFiberRuntime<Rows, SqlError.SqlError>(({ currentContext }) =>
        run(Context.get(currentContext, Work), text, params)
      )
    )
    return transform === undefined ? rows : Effect.map(rows, transform)
  }

/**
 * A connection for @effect/sql. It begins and ends transactions with unprepared statements, which ignore the deadline.
 */
const connectionOf = (ask: Pool["ask"]): SqlConnection.Connection => {
  const execute = executeWith(runWith(ask))
  return {
    execute,
    executeRaw: (text, params) => execute(text, params, undefined),
    executeUnprepared: executeWith(runWith(ask, (until) => (until === UNLIMITED ? until : AT_ANY_TIME))),
    executeValues: (text, params) => Effect.map(execute(text, params, undefined), (rows) => rows.map(Object.values)),
    executeStream: () => Stream.dieMessage("Statements are not streamed")
  }
}

/** Runs `effect` as one transaction without time limits, for migrations and loading catalogues. */
export const withoutTimeout = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    unlimited(sql.withTransaction(Effect.zipRight(sql.unsafe(LIFT_BOUNDS), effect)))
  )

/** Waits for a connection for exclusive use, which must be released. */
const holding = (pool: Pool) =>
  Effect.flatMap(Work, ({ deadline, user }) =>
    Effect.tryPromise({
      try: () => pool.hold(deadline.until(), user),
      catch: (cause) => new SqlError.SqlError({ cause, message: "Failed to acquire a connection" })
    })
  )

/** @effect/sql over a pool. Stores run their statements through `Db`, which costs less. */
export const clientOf = (pool: Pool) =>
  SqlClient.make({
    acquirer: Effect.succeed(connectionOf(pool.ask)),
    transactionAcquirer: Effect.map(
      Effect.acquireRelease(holding(pool), ({ release }) => Effect.sync(release)),
      ({ ask }) => connectionOf(ask)
    ),
    compiler: PgClient.makeCompiler(),
    spanAttributes: [["db.system.name", "postgresql"]]
  })

/** Converts a SqlError to a refusal, or else to a defect. */
const failed = (error: SqlError.SqlError): Effect.Effect<never, Refused> => {
  const sqlState = sqlStateIn(error)
  return sqlState === undefined ? Effect.die(error) : Effect.fail(new Refused({ sqlState, cause: error }))
}

const askPool = (
  pool: Pool,
  { deadline, user }: Context.Tag.Service<Work>,
  text: string,
  params: ReadonlyArray<unknown>
) =>
  Effect.async<Rows, Refused>((resume) => {
    pool.ask(text, params, deadline.until(), user).then(
      (rows) => resume(Effect.succeed(rows)),
      (cause) => resume(failed(new SqlError.SqlError({ cause, message: "Failed to execute statement" })))
    )
  })

/** A span around a statement, like @effect/sql's. */
const inSpan = (text: string, asking: Effect.Effect<Rows, Refused>) =>
  Effect.withSpan(asking, "sql.execute", {
    kind: "client",
    captureStackTrace: false,
    attributes: { "db.system.name": "postgresql", "db.operation.name": "execute", "db.query.text": text }
  })

/** A transaction like @effect/sql's, without its span and its scope. */
const inTransaction = <A, E, R>(pool: Pool, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(holding(pool), ({ ask, release }) => {
      const connection = connectionOf(ask)
      const say = (text: string) => connection.executeUnprepared(text, [], undefined)
      const working = Effect.provideService(restore(work), SqlClient.TransactionConnection, [connection, 0])
      return Effect.exit(Effect.zipRight(say("BEGIN"), working)).pipe(
        Effect.tap((exit) => Effect.orDie(say(Exit.isSuccess(exit) ? "COMMIT" : "ROLLBACK"))),
        Effect.flatten,
        Effect.ensuring(Effect.sync(release))
      )
    })
  )

/**
 * Runs statements on the pool, or on the connection of the current transaction. @effect/sql would create a scope and a
 * span for each, which costs about as much as the query, and for each transaction; it still makes those that are traced,
 * and those within another one. A running statement is awaited, so that nobody else gets its connection in the meantime.
 */
export const dbOf = (client: SqlClient.SqlClient, pool: Pool): Context.Tag.Service<Db> => {
  const ask: Asks["ask"] = (text, params) =>
    Effect.withFiberRuntime((fiber, { runtimeFlags }) => {
      const { currentContext } = fiber
      const transaction = Context.getOption(currentContext, SqlClient.TransactionConnection)
      const started =
        transaction._tag === "Some"
          ? Effect.catchAll(transaction.value[0].execute(text, params, undefined), failed)
          : askPool(pool, Context.get(currentContext, Work), text, params)
      const asking = RuntimeFlags.interruptible(runtimeFlags) ? Effect.uninterruptible(started) : started
      return fiber.getFiberRef(FiberRef.currentTracerEnabled) ? inSpan(text, asking) : asking
    })

  const meant = <A, E>(
    query: Query<unknown>,
    meaning: Meaning<E> | undefined,
    take: (rows: Rows) => A
  ): Effect.Effect<A, E> =>
    Effect.matchEffect(ask(...query.compile()), {
      onFailure: (refused) => explain(refused, meaning),
      onSuccess: (rows) => Effect.succeed(take(rows))
    })

  return {
    ask,
    sql: client,
    rows: <Row, E = never>(query: Query<Row>, meaning?: Meaning<E>) =>
      meant(query, meaning, (rows) => rows as ReadonlyArray<Row>),
    first: <Row, E = never>(query: Query<Row>, meaning?: Meaning<E>) =>
      meant(query, meaning, ([row]) => row as Row | undefined),
    findOne: <Row, A>(query: Query<Row>, decode: (row: Row) => A) =>
      meant(query, undefined, ([row]) => Option.map(Option.fromNullable(row as Row | undefined), decode)),
    value: <A, E = never>(query: Query<{ readonly value: A }>, meaning?: Meaning<E>) =>
      meant(query, meaning, ([row]) => row?.value as A | undefined),
    run: (query) => meant(query, undefined, () => undefined),
    transaction: (work) =>
      Effect.withFiberRuntime((fiber) => {
        const isPlain =
          !fiber.getFiberRef(FiberRef.currentTracerEnabled) &&
          Option.isNone(Context.getOption(fiber.currentContext, SqlClient.TransactionConnection))
        const done = isPlain ? inTransaction(pool, work) : client.withTransaction(work)
        return Effect.catchIf(done, isSqlError, Effect.die)
      }),
    unlimited: (work) =>
      withoutTimeout(work).pipe(
        Effect.provideService(SqlClient.SqlClient, client),
        Effect.catchIf(isSqlError, Effect.die)
      )
  }
}
