import { Context, type Effect } from "effect"
import type { CallKey } from "../caller/answer.ts"
import type { UserId } from "../values/ids.ts"

/** How long a key is remembered, from its first success on: 24 hours. */
export const KEY_LIFETIME_MILLIS = 24 * 60 * 60 * 1000

/** Whose key it is: of one user and one operation, whichever token or surface it came by. */
export interface KeyScope extends Omit<CallKey, "fingerprint"> {
  readonly userId: UserId
}

/** What a key's first success left: the fingerprint of its input, and its output as JSON text. */
export interface KeptAnswer {
  readonly fingerprint: string
  readonly output: string
}

/** The answers kept for idempotency keys. Each was written by a store, in the transaction of the write that it answers. */
export class IdempotencyStore extends Context.Tag("IdempotencyStore")<
  IdempotencyStore,
  {
    /** The answer kept for the key after `since` (epoch milliseconds), if there is one. */
    readonly find: (scope: KeyScope, since: number) => Effect.Effect<KeptAnswer | undefined>
    /** Forgets some of what was kept before `until`, and says whether that was all. */
    readonly sweep: (until: number) => Effect.Effect<boolean>
  }
>() {}
