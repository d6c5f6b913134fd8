import { SqlClient, type SqlConnection, type SqlError, Statement } from "@effect/sql"
import { Context, Effect, FiberRef } from "effect"

/** A statement of @effect/sql as it is made: its types leave out how it is carried out. */
interface Executable extends Statement.Statement<unknown> {
  commit: () => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
}

/**
 * How a statement is carried out on `connection`, or on that of the transaction it is in, with nothing around it: @effect/sql makes a scope
 * and a span for each, which cost about as much as asking the database. Where traces are made, or somebody transforms statements, it
 * is done as @effect/sql does.
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

/** The client, whose statements go directly to `connection`, or to that of the transaction they are in. */
export const directly = (client: SqlClient.SqlClient, connection: SqlConnection.Connection): SqlClient.SqlClient => {
  const commit = commitOn(connection)
  const direct =
    (make: (...args: ReadonlyArray<never>) => unknown) =>
    (...args: ReadonlyArray<never>): unknown => {
      const made = make(...args)
      // Called with a text it makes an identifier, which is no statement.
      if (Effect.isEffect(made)) (made as unknown as Executable).commit = commit
      return made
    }
  const wrapped = Object.assign(direct(client as never), client, { unsafe: direct(client.unsafe as never) })
  return wrapped as unknown as SqlClient.SqlClient
}
