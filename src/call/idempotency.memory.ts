import { type Context, Data, Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase, table } from "../database/memory.ts"
import type { UserId } from "../values/ids.ts"
import {
  type Answer,
  IdempotencyStore,
  KEY_LIFETIME_MILLIS,
  type KeptAnswer,
  type KeyScope,
  KeyTaken
} from "./idempotency.ts"

interface Row extends KeptAnswer {
  readonly keptAt: number
}

const keys = table<KeyScope, Row>("idempotency_keys", ({ userId }) => userId)

const rowKey = ({ userId, operation, key }: KeyScope): KeyScope => Data.struct({ userId, operation, key })

type Memory = Context.Tag.Service<MemoryDatabase>

const keptAfter = (memory: Memory, scope: KeyScope, since: number) =>
  Option.filter(HashMap.get(memory.rows(keys), rowKey(scope)), ({ keptAt }) => keptAt > since)

/** Keeps an answer as part of a transaction. */
export const keepAnswer = (
  memory: Memory,
  userId: UserId,
  { operation, key, fingerprint, output, at }: Answer
): Effect.Effect<void, KeyTaken> =>
  Effect.suspend(() => {
    const scope = { userId, operation, key }
    if (Option.isSome(keptAfter(memory, scope, at - KEY_LIFETIME_MILLIS))) return new KeyTaken()
    memory.update(keys, HashMap.set(rowKey(scope), { fingerprint, output, keptAt: at }))
    return Effect.void
  })

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.map(MemoryDatabase, (memory) =>
    IdempotencyStore.of({
      find: (scope, since) => Effect.sync(() => Option.getOrUndefined(keptAfter(memory, scope, since))),
      keep: (userId, answer) => keepAnswer(memory, userId, answer),
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
