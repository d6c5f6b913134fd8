import { SqlClient, type SqlConnection, type SqlError, Statement } from "@effect/sql"
import { Context, Effect, FiberRef, Option } from "effect"

type AnyStatement = Statement.Statement<unknown> & {
  readonly commit: () => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
}

/**
 * Carries statements out with nothing around them, where no traces are made and nobody transforms statements: @effect/sql makes a scope and
 * a span for each, which cost about as much as asking the database.
 */
const carriedOutDirectly = (statement: AnyStatement, connection: SqlConnection.Connection) => {
  const whole = statement.commit.bind(statement)
  const commit = () =>
    Effect.withFiberRuntime<ReadonlyArray<unknown>, SqlError.SqlError>((fiber) => {
      const isWatched =
        fiber.getFiberRef(FiberRef.currentTracerEnabled) ||
        Option.isSome(fiber.getFiberRef(Statement.currentTransformer))
      if (isWatched) return whole()
      const [text, params] = statement.compile()
      const transaction = Context.getOption(fiber.currentContext, SqlClient.TransactionConnection)
      return (transaction._tag === "Some" ? transaction.value[0] : connection).execute(text, params, undefined)
    })
  return Object.assign(statement, { commit })
}

/** The client, whose statements go directly to `connection`, or to that of the transaction they are in. */
export const directly = (client: SqlClient.SqlClient, connection: SqlConnection.Connection): SqlClient.SqlClient => {
  const direct =
    (make: (...args: ReadonlyArray<never>) => unknown) =>
    (...args: ReadonlyArray<never>): unknown => {
      const made = make(...args)
      return Effect.isEffect(made) ? carriedOutDirectly(made as unknown as AnyStatement, connection) : made
    }
  const wrapped = Object.assign(direct(client as never), client, { unsafe: direct(client.unsafe as never) })
  return wrapped as unknown as SqlClient.SqlClient
}
