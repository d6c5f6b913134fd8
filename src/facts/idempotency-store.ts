import { Context, Effect, type Option, Schema } from "effect"
import type { Answer, CallKey, Kept, KeyTaken } from "../contract/handler/answer.ts"
import type { UserId } from "../values/ids.ts"

/** How long a key is kept after the call that stored it: 24 hours. */
export const KEY_LIFETIME_MILLIS = 24 * 60 * 60 * 1000

/** A key belongs to one user and one operation, whatever token or surface was used. */
export interface KeyScope extends Omit<CallKey, "fingerprint"> {
  readonly userId: UserId
}

/** The answer stored for a key: the fingerprint of its input, and the output as JSON text. */
export interface KeptAnswer {
  readonly fingerprint: string
  readonly output: string
}

/** The answers stored for idempotency keys, each written in the same transaction as the change. */
export class IdempotencyStore extends Context.Tag("IdempotencyStore")<
  IdempotencyStore,
  {
    /** The answer stored for the key after `since` (epoch milliseconds), if any. */
    readonly find: (scope: KeyScope, since: number) => Effect.Effect<KeptAnswer | undefined>
    /**
     * Stores the answer to a change of several statements. Call it within their transaction: if another call has used
     * the key, it fails with KeyTaken and so undoes them.
     */
    readonly keep: <A>(userId: UserId, answer: Answer<A>) => Effect.Effect<Kept<A>, KeyTaken>
    /** Deletes some of the answers stored before `until`. Returns whether none are left. */
    readonly sweep: (until: number) => Effect.Effect<boolean>
  }
>() {}

/**
 * The output that an operation stored under a key within the key's lifetime, by the schema of what is needed from it.
 * `now` is in epoch milliseconds. Undo works from what a deletion has stored.
 */
export const outputKept = <A, I>(
  keys: IdempotencyStore["Type"],
  scope: KeyScope,
  now: number,
  schema: Schema.Schema<A, I>
): Effect.Effect<Option.Option<A>> =>
  Effect.flatMap(keys.find(scope, now - KEY_LIFETIME_MILLIS), (kept) =>
    kept === undefined
      ? Effect.succeedNone
      : Effect.asSome(Effect.orDie(Schema.decode(Schema.parseJson(schema))(kept.output)))
  )
