import { type Context, Data, Effect, HashMap, Layer, Option } from "effect"
import { type Answer, Kept, KeyTaken } from "../contract/handler/answer.ts"
import { MemoryDatabase, table } from "../platform/database/memory.ts"
import type { UserId } from "../values/ids.ts"
import { IdempotencyStore, KEY_LIFETIME_MILLIS, type KeptAnswer, type KeyScope } from "./idempotency-store.ts"

interface Row extends KeptAnswer {
  readonly keptAt: number
}

const keys = table<KeyScope, Row>("idempotency_keys", ({ userId }) => userId)

const rowKey = ({ userId, operation, key }: KeyScope): KeyScope => Data.struct({ userId, operation, key })

type Memory = Context.Tag.Service<MemoryDatabase>

const keptAfter = (memory: Memory, scope: KeyScope, since: number) =>
  Option.filter(HashMap.get(memory.rows(keys), rowKey(scope)), ({ keptAt }) => keptAt > since)

const keep = (
  memory: Memory,
  userId: UserId,
  { key: callKey, output, at }: Answer<unknown>
): Effect.Effect<void, KeyTaken> =>
  Effect.suspend(() => {
    if (callKey === undefined) return Effect.void
    const { operation, key, fingerprint } = callKey
    const scope = { userId, operation, key }
    if (Option.isSome(keptAfter(memory, scope, at - KEY_LIFETIME_MILLIS))) return new KeyTaken()
    memory.update(keys, HashMap.set(rowKey(scope), { fingerprint, output: JSON.stringify(output), keptAt: at }))
    return Effect.void
  })

/** Runs `write` and stores its answer, in one transaction. */
export const keeping = <A, E>(
  memory: Memory,
  userId: UserId,
  answer: Answer<A>,
  write: Effect.Effect<unknown, E>
): Effect.Effect<Kept<A>, E | KeyTaken> =>
  write.pipe(
    Effect.zipRight(keep(memory, userId, answer)),
    Effect.map(() => Kept.written(answer)),
    memory.transaction
  )

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.map(MemoryDatabase, (memory) =>
    IdempotencyStore.of({
      find: (scope, since) => Effect.sync(() => Option.getOrUndefined(keptAfter(memory, scope, since))),
      keep: (userId, answer) => keeping(memory, userId, answer, Effect.void),
      sweep: (until) =>
        Effect.sync(() => {
          memory.update(
            keys,
            HashMap.filter(({ keptAt }) => keptAt > until)
          )
          return true
        })
    })
  )
)
