import { Context, Effect } from "effect"
import type { Caller } from "../contract/handler/caller.ts"

/** A change to a user's data: the operation that made it or would make it, with its output. */
export interface Change {
  readonly operation: string
  readonly output: unknown
}

/** Whose data was changed, and when. */
export type Changing = Pick<Caller, "user" | "now" | "today">

/**
 * Announces changes to the data of users with listeners (`User.hasListeners`). An annex provides it; by default nothing is
 * announced.
 */
export class Announcer extends Context.Reference<Announcer>()("Announcer", {
  defaultValue: (): {
    /**
     * Records changes. Call it within the transaction that makes them, so that neither is kept without the other. Returns
     * whether `committed` is to be run once the transaction has ended.
     */
    readonly record: (by: Changing, changes: ReadonlyArray<Change>) => Effect.Effect<boolean>
    /** Signals that recorded changes are committed and can be sent. */
    readonly committed: Effect.Effect<void>
  } => ({ record: () => Effect.succeed(false), committed: Effect.void })
}) {}
