import { Context, type Effect } from "effect"
import type { UserId } from "../../values/ids.ts"

/** Transactions, one at a time per user. */
export class Transactions extends Context.Tag("Transactions")<
  Transactions,
  {
    /**
     * Runs `effect` as one transaction: committed if it succeeds, rolled back if it fails. Changes of one user's data
     * never run concurrently; those of different users do not wait for each other. If the transaction lost to others,
     * it is rolled back, and `effect` runs again.
     */
    readonly change: <A, E, R>(userId: UserId, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * The same for background work, which has no deadline: if it lost to others, or the database was too slow to
     * answer, `effect` runs again for up to 30 seconds. A commit's response may be lost, so it may run again although
     * it was committed.
     */
    readonly changeInOwnTime: <A, E, R>(userId: UserId, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}
