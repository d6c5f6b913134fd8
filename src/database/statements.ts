import { SqlClient, type SqlConnection, SqlError, Statement } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, FiberRef, RuntimeFlags, Stream } from "effect"
import type { Pool, Rows } from "./pool.ts"
import { opened } from "./prelude.ts"
import { AT_ANY_TIME, LIFT_BOUNDS, UNLIMITED } from "./session.ts"
import { type Carries, unlimited, Work } from "./work.ts"

/** A statement as @effect/sql builds it; its public types leave out how it is run. */
interface Executable extends Statement.Statement<unknown> {
  commit: () => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
  /** What it returns, if it may carry a prelude. */
  carries?: Carries
}

/** Runs a statement for this work. */
type Run = (
  work: Context.Tag.Service<Work>,
  text: string,
  params: ReadonlyArray<unknown>
) => Effect.Effect<Rows, SqlError.SqlError>

/**
 * Runs a statement directly with `run`, or on the connection of the current transaction. @effect/sql would make a scope
 * and a span for each statement, which costs about as much as the query. If tracing is on, or a statement transformer is
 * set, it runs as @effect/sql does. A statement in progress is awaited, so that nobody else is given its connection
 * meanwhile.
 */
const commitWith = (run: Run, isOnePlace: boolean) =>
  function (this: Executable): ReturnType<Executable["commit"]> {
    return Effect.withFiberRuntime((fiber, { runtimeFlags }) => {
      const awaited = (asking: Effect.Effect<Rows, SqlError.SqlError>) =>
        RuntimeFlags.interruptible(runtimeFlags) ? Effect.uninterruptible(asking) : asking
      const isWatched =
        fiber.getFiberRef(FiberRef.currentTracerEnabled) ||
        fiber.getFiberRef(Statement.currentTransformer)._tag === "Some"
      const context = fiber.currentContext
      const work = Context.get(context, Work)
      const { opening } = work
      if (opening !== undefined && !opening.isOver()) {
        const mayCarry = isOnePlace && !isWatched && opening.isUntouched()
        if (!mayCarry || this.carries === undefined) return Effect.zipRight(opening.finish(), this)
        const [text, params] = this.compile()
        return awaited(opening.carriedBy(this.carries, text, params, (text, params) => run(work, text, params)))
      }
      if (isWatched) return Object.getPrototypeOf(this).commit.call(this)
      const [text, params] = this.compile()
      const transaction = Context.getOption(context, SqlClient.TransactionConnection)
      if (transaction._tag === "Some") return transaction.value[0].execute(text, params, undefined)
      return awaited(run(work, text, params))
    })
  }

const isExecutable = (made: unknown): made is Executable => Effect.isEffect(made) && "commit" in made

const carrying =
  (carries: Carries) =>
  <Row>(query: Statement.Statement<Row>): Statement.Statement<Row> => {
    if (isExecutable(query)) query.carries = carries
    return query
  }

/** A query of rows that may carry the prelude of its work along. It must be a SELECT that changes nothing. */
export const carryingRows = carrying("rows")

/**
 * A SELECT of one row with one column, `value`, that may carry the prelude of its work along: the value may be what a
 * function returns that changes something. This costs the database less than to carry it with rows.
 */
export const carryingValue: <A>(
  query: Statement.Statement<{ readonly value: A }>
) => Statement.Statement<{ readonly value: A }> = carrying("value")

/** The client, with statements that run directly with `run`, or on the connection of the current transaction. */
const directly = (client: SqlClient.SqlClient, run: Run, isOnePlace: boolean): SqlClient.SqlClient => {
  const commit = commitWith(run, isOnePlace)
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

/** Runs statements with `ask`; `deadlineOf` gives the time by which they must start, from that of the fiber. */
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
 * A connection of @effect/sql. It begins and ends transactions with unprepared statements, which ignore the deadline.
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

/**
 * @effect/sql over a pool: its compiler, transactions and statements. `isOnePlace` tells whether all data is in one
 * database: a Citus cluster cannot plan statements that carry a prelude.
 */
export const clientOf = (pool: Pool, isOnePlace: boolean) => {
  const client = SqlClient.make({
    acquirer: Effect.succeed(connectionOf(pool.ask)),
    transactionAcquirer: Effect.map(
      Effect.acquireRelease(
        Effect.flatMap(Effect.zipRight(opened, Work), ({ deadline, user }) =>
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
  return Effect.map(client, (client) => directly(client, runWith(pool.ask), isOnePlace))
}
