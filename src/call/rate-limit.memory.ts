import { Effect, HashMap, Layer, Option } from "effect"
import { accountOf } from "../features/accounts/store.memory.ts"
import { MemoryDatabase, table } from "../platform/database/memory.ts"
import type { UserId } from "../values/ids.ts"
import { type Buckets, fullBuckets, takeFrom } from "./buckets.ts"
import { RateLimitStore } from "./rate-limit.ts"

const rateLimits = table<UserId, Buckets>("rate_limits", (userId) => userId)

export const layer = Layer.effect(
  RateLimitStore,
  Effect.map(MemoryDatabase, (memory) =>
    RateLimitStore.of({
      find: (userId) => Effect.sync(() => Option.getOrUndefined(HashMap.get(memory.rows(rateLimits), userId))),

      take: (userId, revision, taking) =>
        Effect.sync(() => {
          if (accountOf(memory, userId)?.revision !== revision) return undefined
          const kept = Option.getOrElse(HashMap.get(memory.rows(rateLimits), userId), () => fullBuckets(taking))
          const taken = takeFrom(kept, taking)
          memory.update(rateLimits, HashMap.set(userId, taken.buckets))
          return taken
        }),

      carried: () => undefined
    })
  )
)
