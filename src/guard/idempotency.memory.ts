import { Data, Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase, table } from "../database/memory.ts"
import { IdempotencyStore, type KeptAnswer, type KeyScope } from "./idempotency.ts"

interface Row extends KeptAnswer {
  readonly keptAt: number
}

const keys = table<KeyScope, Row>("idempotency_keys", ({ userId }) => userId)

const rowKey = ({ userId, operation, key }: KeyScope): KeyScope => Data.struct({ userId, operation, key })

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.map(MemoryDatabase, (memory) =>
    IdempotencyStore.of({
      find: (scope, since) =>
        Effect.sync(() =>
          HashMap.get(memory.rows(keys), rowKey(scope)).pipe(
            Option.filter(({ keptAt }) => keptAt > since),
            Option.getOrUndefined
          )
        ),
      keep: (scope, answer, at) =>
        Effect.sync(() => memory.update(keys, HashMap.set(rowKey(scope), { ...answer, keptAt: at }))),
      sweep: (until) =>
        Effect.sync(() =>
          memory.update(
            keys,
            HashMap.filter(({ keptAt }) => keptAt > until)
          )
        )
    })
  )
)
