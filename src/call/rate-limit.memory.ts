import { Effect, HashMap, Layer, Option } from "effect"
import { accountOf } from "../accounts/store.memory.ts"
import { MemoryDatabase, table } from "../database/memory.ts"
import type { UserId } from "../values/ids.ts"
import { type Buckets, fullBuckets, takeFrom } from "./buckets.ts"
import { RateLimitStore } from "./rate-limit.ts"

const rateLimits = table<UserId, Buckets>("rate_limits", (userId) => userId)

export const layer = Layer.effect(
  RateLimitStore,
  Effect.map(MemoryDatabase, (memory) =>
    RateLimitStore.of({
      find: (userId) => Effect.sync(() => Option.getOrUndefined(HashMap.get(memory.rows(rateLimits), userId))),

      before: (userId, revision, taking, judge, work) =>
        Effect.zipRight(
          Effect.suspend(() => {
            if (accountOf(memory, userId)?.revision !== revision) return judge(undefined)
            const kept = Option.getOrElse(HashMap.get(memory.rows(rateLimits), userId), () => fullBuckets(taking))
            const taken = takeFrom(kept, taking)
            memory.update(rateLimits, HashMap.set(userId, taken.buckets))
            return judge(taken)
          }),
          work
        )
    })
  )
)
