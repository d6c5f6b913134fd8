import { SqlClient, type SqlConnection, type SqlError, Statement } from "@effect/sql"
import { Context, Effect, FiberRef } from "effect"

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
export const directly = (client: SqlClient.SqlClient, connection: SqlConnection.Connection): SqlClient.SqlClient => {
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
