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

const isExecutable = (made: unknown): made is Executable => Effect.isEffect(made) && "commit" in made

/** The client, with statements that go directly to `connection`, or to that of the transaction they are in. */
export const directly = (client: SqlClient.SqlClient, connection: SqlConnection.Connection): SqlClient.SqlClient => {
  const commit = commitOn(connection)
  const committing = <Make extends (...args: never) => unknown>(make: Make): Make =>
    new Proxy(make, {
      apply: (make, self, args) => {
        const made: unknown = Reflect.apply(make, self, args)
        // Called with a text it makes an identifier, which is no statement.
        if (isExecutable(made)) made.commit = commit
        return made
      }
    })
  return Object.assign(committing(client), { unsafe: committing(client.unsafe) })
}
