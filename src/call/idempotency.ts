import { Clock, Context, Effect, Layer, Schema } from "effect"
import { type CallKey, type Kept, KeyTaken } from "../caller/answer.ts"
import { type FieldError, IdempotencyConflict, ValidationFailed } from "../contract/errors.ts"
import { IdempotencyKey } from "../contract/operation.ts"
import type { Given } from "../contract/rule.ts"
import { IdempotencyStore, KEY_LIFETIME_MILLIS } from "../facts/answers.ts"
import type { UserId } from "../values/ids.ts"

/** Gives a repeated call the answer of the first one, without running it again. */
export class Idempotency extends Context.Tag("Idempotency")<
  Idempotency,
  {
    /**
     * Runs `work` once per key, for a call that arrived at `now` (epoch milliseconds). The work stores its answer in
     * the same transaction as its change. A later call with the same fingerprint gets that answer; one with another
     * fingerprint fails with IdempotencyConflict, unless the work finds its input invalid. Failures are not stored, so
     * the key stays free. Of concurrent calls with one key, one runs; the others wait for it and replay its answer.
     */
    readonly once: <E, R>(
      userId: UserId,
      key: CallKey,
      now: number,
      work: Effect.Effect<Kept<unknown>, E | KeyTaken, R>
    ) => Effect.Effect<{ readonly output: unknown; readonly replayed: boolean }, E | IdempotencyConflict, R>
    /** Deletes expired keys. */
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

    const once: Context.Tag.Service<Idempotency>["once"] = (userId, key, now, work) =>
      work.pipe(
        Effect.map(({ output }) => ({ output, replayed: false })),
        // Keys are seldom used twice, so they are read only after the work has failed.
        Effect.catchAll((failure) =>
          Effect.gen(function* () {
            // Judged at the call's own time, as the store did when it reported the key as taken: the key may have
            // expired since.
            const kept = yield* store.find({ ...key, userId }, now - KEY_LIFETIME_MILLIS)
            if (kept !== undefined) {
              if (kept.fingerprint === key.fingerprint) {
                const output: unknown = JSON.parse(kept.output)
                return { output, replayed: true }
              }
              return yield* failure instanceof ValidationFailed ? Effect.fail(failure) : conflict
            }
            // The key was deleted between the two statements, so it is free again.
            if (failure instanceof KeyTaken) return yield* once(userId, key, now, work)
            return yield* Effect.fail(failure)
          })
        )
      )

    return Idempotency.of({
      once,
      sweep: Clock.currentTimeMillis.pipe(
        Effect.flatMap((now) => store.sweep(now - KEY_LIFETIME_MILLIS)),
        Effect.repeat({ until: (isAll) => isAll }),
        Effect.asVoid
      )
    })
  })
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

/** The faults of a key in the header. If it is given in the field `idempotency_key` too, both must agree. */
export const keyFaults = (header: string, { idempotency_key: field }: Given): ReadonlyArray<FieldError> => {
  if (!isKey(header)) {
    return [{ field: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters, without spaces" }]
  }
  if (!isKey(field) || header === field) return []
  const message = "differs between the header and the body: send the key once"
  return [
    { field: "Idempotency-Key", message },
    { field: "idempotency_key", message }
  ]
}

/** Separates a call's key (from the header or the field `idempotency_key`) from the rest of its decoded input. */
export const takeKey = (
  input: unknown,
  header: string | undefined
): { readonly key: string | undefined; readonly rest: unknown } => {
  const { idempotency_key: field, ...rest } = input as { readonly idempotency_key?: string }
  return { key: header ?? field, rest }
}
