import { Context, type Effect } from "effect"
import type { UserId } from "../values/ids.ts"

/** All or nothing, one at a time for each user. */
export class Transactions extends Context.Tag("Transactions")<
  Transactions,
  {
    /**
     * Runs `effect` as one transaction: kept whole when it succeeds, undone when it fails. Two changes of one user's
     * data never run at the same time; those of different users do not wait for each other.
     */
    readonly change: <A, E, R>(userId: UserId, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}
