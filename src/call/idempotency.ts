import { Clock, Context, Effect, Layer, Schema } from "effect"
import { type Fault, said } from "../contract/broken-rule.ts"
import { IdempotencyConflict, ValidationFailed } from "../contract/errors.ts"
import { type CallKey, type Kept, KeyTaken } from "../contract/handler/answer.ts"
import { type Charge, type Charged, NotCharged } from "../contract/handler/charge.ts"
import { IdempotencyKey, KEY_RULE } from "../contract/operation.ts"
import type { Given } from "../contract/rule.ts"
import { IdempotencyStore, KEY_LIFETIME_MILLIS } from "../facts/idempotency-store.ts"
import type { UserId } from "../values/ids.ts"
import { mustInWords } from "../values/must.ts"

/** The output of a call, and whether it is that of an earlier call with the same key. */
export interface Once {
  readonly output: unknown
  readonly replayed: boolean
}

/** Answers a repeated call with the first call's answer, without running it again. */
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
      charge: Charge<E>,
      work: Effect.Effect<Charged<Kept<unknown>>, E | KeyTaken, R>
    ) => Effect.Effect<Charged<Once>, E | IdempotencyConflict, R>
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

    const once: Context.Tag.Service<Idempotency>["once"] = (userId, key, now, charge, work) =>
      Effect.matchEffect(work, {
        onSuccess: (charged) => Effect.succeed(charged.with<Once>({ output: charged.value.output, replayed: false })),
        // Keys are seldom used twice, so they are read only after the work has failed.
        onFailure: (failure) =>
          failure instanceof NotCharged
            ? Effect.fail(failure)
            : Effect.gen(function* () {
                // Judged at the call's own time, as the store did: the key may have expired since.
                const found = yield* charge.before(store.find({ ...key, userId }, now - KEY_LIFETIME_MILLIS))
                const kept = found.value
                if (kept !== undefined) {
                  if (kept.fingerprint === key.fingerprint)
                    return found.with<Once>({ output: JSON.parse(kept.output), replayed: true })
                  return yield* failure instanceof ValidationFailed ? Effect.fail(failure) : conflict
                }
                // The key was deleted between the two statements, so it is free again.
                if (failure instanceof KeyTaken) return yield* once(userId, key, now, charge, work)
                return yield* Effect.fail(failure)
              })
      })

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

/** The faults of a key in the header. A key given in the field `idempotency_key` as well must be the same. */
export const keyFaults = (header: string, { idempotency_key: field }: Given): ReadonlyArray<Fault> => {
  if (!isKey(header)) {
    return [said("Idempotency-Key", mustInWords(KEY_RULE))]
  }
  if (!isKey(field) || header === field) return []
  return ["Idempotency-Key", "idempotency_key"].map((field) =>
    said(field, "differs between the header and the body: send the key once")
  )
}

/** Separates a call's key (from the header or the field `idempotency_key`) from the rest of its decoded input. */
export const takeKey = (
  input: unknown,
  header: string | undefined
): { readonly key: string | undefined; readonly rest: unknown } => {
  const { idempotency_key: field, ...rest } = input as { readonly idempotency_key?: string }
  return { key: header ?? field, rest }
}
