import { Context, type Effect } from "effect"
import type { UserId } from "../values/ids.ts"

/** Transactions, one at a time per user. */
export class Transactions extends Context.Tag("Transactions")<
  Transactions,
  {
    /**
     * Runs `effect` as one transaction: committed if it succeeds, rolled back if it fails. Changes of one user's data
     * never run concurrently; those of different users do not wait for each other.
     */
    readonly change: <A, E, R>(userId: UserId, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}
