import { Clock, Context, Data, Effect, Layer, Schedule, Schema } from "effect"
import type { Caller, CallKey } from "../caller/caller.ts"
import { IdempotencyConflict, ValidationFailed } from "../contract/errors.ts"
import { IdempotencyKey } from "../contract/operation.ts"
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

/** What is to be kept under a key, from `at` (epoch milliseconds) on. */
export interface Answer extends KeptAnswer, CallKey {
  readonly at: number
}

/** Another call was first with the key of this one, or is: nothing was changed. */
export class KeyTaken extends Data.TaggedError("KeyTaken") {}

/** The answer that a change must keep along with itself, in the same transaction, where its call came with a key. */
export const answerOf = ({ key, now }: Caller, output: unknown): Answer | undefined =>
  key && { ...key, output: JSON.stringify(output), at: now }

export class IdempotencyStore extends Context.Tag("IdempotencyStore")<
  IdempotencyStore,
  {
    /** The answer kept for the key after `since` (epoch milliseconds), if there is one. */
    readonly find: (scope: KeyScope, since: number) => Effect.Effect<KeptAnswer | undefined>
    /** Keeps an answer, in place of an expired one. Twins wait here for the first one's transaction to end. */
    readonly keep: (userId: UserId, answer: Answer) => Effect.Effect<void, KeyTaken>
    /** Forgets some of what was kept before `until`, and says whether that was all. */
    readonly sweep: (until: number) => Effect.Effect<boolean>
  }
>() {}

/** Makes a repeated call answer as the first one did, and do nothing more. */
export class Idempotency extends Context.Tag("Idempotency")<
  Idempotency,
  {
    /**
     * Runs `work` once for a key. The work keeps its answer (`answerOf`) in the transaction that makes its change. A later call
     * with the same fingerprint gets that answer back; another fingerprint fails with IdempotencyConflict. A failure keeps
     * nothing, so the key stays free. Twins at the same instant wait for the one that works, and then replay.
     */
    readonly once: <E, R>(
      userId: UserId,
      key: CallKey,
      work: Effect.Effect<unknown, E | KeyTaken, R>
    ) => Effect.Effect<{ readonly output: unknown; readonly replayed: boolean }, E | IdempotencyConflict, R>
    /** Forgets the keys whose time is over. */
    readonly sweep: Effect.Effect<void>
  }
>() {}

const conflict = new IdempotencyConflict({
  message:
    "This idempotency key was already used with a different input. Use a new key for a new thing, or repeat the first input unchanged."
})

export const layer = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const store = yield* IdempotencyStore
    const expiry = Effect.map(Clock.currentTimeMillis, (now) => now - KEY_LIFETIME_MILLIS)

    const once: Context.Tag.Service<Idempotency>["once"] = (userId, key, work) =>
      work.pipe(
        Effect.map((output) => ({ output, replayed: false })),
        // Keys are seldom used twice, so they are looked up only where something stood in the way.
        Effect.catchAll((failure) =>
          Effect.gen(function* () {
            const kept = yield* store.find({ ...key, userId }, yield* expiry)
            if (kept !== undefined) {
              if (kept.fingerprint !== key.fingerprint) return yield* conflict
              const output: unknown = JSON.parse(kept.output)
              return { output, replayed: true }
            }
            // It expired between the two looks.
            if (failure instanceof KeyTaken) return yield* once(userId, key, work)
            return yield* Effect.fail(failure)
          })
        )
      )

    return Idempotency.of({
      once,
      sweep: Effect.flatMap(expiry, store.sweep).pipe(Effect.repeat({ until: (isAll) => isAll }), Effect.asVoid)
    })
  })
)

/** Sweeps every hour for as long as the scope is open. A sweep that fails is logged; the next one is tried all the same. */
export const sweepHourly = Effect.flatMap(Idempotency, ({ sweep }) =>
  sweep.pipe(
    Effect.catchAllCause((cause) => Effect.logWarning("Expired idempotency keys could not be swept", cause)),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped
  )
)

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)])
  )
}

/** The fingerprint of a decoded input: SHA-256 of its JSON with sorted fields, in hex. */
export const fingerprintOf = (input: unknown): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(sorted(input))).digest("hex")

const isKey = Schema.is(IdempotencyKey)

/**
 * The key of a call, from the header or the field `idempotency_key`, and the rest of its decoded input. Faults of the
 * header are told together with those of the input; header and field must agree where both are given.
 */
export const takeKey = Effect.fnUntraced(function* (
  decoded: Effect.Effect<unknown, ValidationFailed>,
  header: string | undefined
) {
  const faults =
    header === undefined || isKey(header)
      ? []
      : [{ field: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters, without spaces" }]
  const input = yield* Effect.mapError(decoded, ({ details }) => ValidationFailed.of(...faults, ...details.fields))
  if (faults.length > 0) return yield* ValidationFailed.of(...faults)
  const { idempotency_key: field, ...rest } = input as { readonly idempotency_key?: string }
  if (header !== undefined && field !== undefined && header !== field) {
    const message = "differs between the header and the body: send the key once"
    return yield* ValidationFailed.of({ field: "Idempotency-Key", message }, { field: "idempotency_key", message })
  }
  return { key: header ?? field, rest }
})
