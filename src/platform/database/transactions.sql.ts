import { Cause, Effect, Layer } from "effect"
import { Db } from "./db.ts"
import { isWorthRepeating, isWorthRepeatingInOwnTime } from "./repeats.ts"
import { isSqlError } from "./sql-state.ts"
import { Transactions } from "./transactions.ts"
import { Work } from "./work.ts"

/** How long background work keeps repeating a transaction, in milliseconds. */
const OWN_MILLIS = 30_000

/** Runs a transaction, and repeats it while its failure justifies that. */
const repeated = <A, E, R>(
  transaction: Effect.Effect<A, E, R>,
  isWorthIt: (error: unknown) => Promise<boolean>
): Effect.Effect<A, E, R> =>
  Effect.catchAllCause(transaction, (cause) => {
    const error = Cause.squash(cause)
    if (!isSqlError(error)) return Effect.failCause(cause)
    return Effect.if(
      Effect.promise(() => isWorthIt(error.cause)),
      { onTrue: () => repeated(transaction, isWorthIt), onFalse: () => Effect.failCause(cause) }
    )
  })

export const layer = Layer.effect(
  Transactions,
  Effect.map(Db, (db) => {
    const locking = <A, E, R>(userId: string, effect: Effect.Effect<A, E, R>) => {
      const locked = db.run(db.sql`SELECT user_id FROM users WHERE user_id = ${userId} FOR NO KEY UPDATE`)
      return db.transaction(Effect.zipRight(locked, effect))
    }
    return Transactions.of({
      change: (userId, effect) =>
        Effect.flatMap(Work, ({ deadline }) =>
          repeated(locking(userId, effect), (error) => isWorthRepeating(error, deadline.until()))
        ),
      changeInOwnTime: (userId, effect) =>
        Effect.suspend(() => {
          const until = performance.now() + OWN_MILLIS
          return repeated(locking(userId, effect), (error) => isWorthRepeatingInOwnTime(error, until))
        })
    })
  })
)
