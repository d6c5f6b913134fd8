import { Effect, Layer } from "effect"
import { Db } from "./db.ts"
import { repeated, repeatedInOwnTime } from "./in-own-time.ts"
import { isWorthRepeating } from "./repeats.ts"
import { Transactions } from "./transactions.ts"
import { Work } from "./work.ts"

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
      changeInOwnTime: (userId, effect) => repeatedInOwnTime(locking(userId, effect))
    })
  })
)
