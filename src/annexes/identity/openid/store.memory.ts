import { Data, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { MemoryDatabase, table } from "../../../platform/database/memory.ts"
import type { UserId } from "../../../values/ids.ts"
import { answerIn } from "../sign-in/answered.memory.ts"
import { openIn } from "../sign-in/store.memory.ts"
import type { Identity, IdentityHash } from "./model.ts"
import { IdentityStore } from "./store.ts"

interface Key {
  readonly userId: UserId
  readonly hash: IdentityHash
}

const identities = table<Key, Identity>("openid_identities", ({ userId }) => userId)

const keyOf = (userId: UserId, hash: IdentityHash): Key => Data.struct({ userId, hash })

const oldestFirst = Order.combine(
  Order.mapInput(DateTime.Order, ({ createdAt }: Identity) => createdAt),
  Order.mapInput(Order.string, ({ hash }: Identity) => hash)
)

export const layer = Layer.effect(
  IdentityStore,
  Effect.map(MemoryDatabase, (memory) => {
    const holderOf = (hash: IdentityHash): UserId | undefined =>
      [...HashMap.keys(memory.rows(identities))].find((key) => key.hash === hash)?.userId

    return IdentityStore.of({
      find: (hash) => Effect.sync(() => Option.fromNullable(holderOf(hash))),

      hold: (identity) =>
        Effect.sync(() => {
          const holder = holderOf(identity.hash)
          if (holder !== undefined) return holder === identity.userId
          memory.update(identities, HashMap.set(keyOf(identity.userId, identity.hash), identity))
          return true
        }),

      list: (userId) =>
        Effect.sync(() =>
          memory
            .rowsOf(identities, userId)
            .map(([, identity]) => identity)
            .sort(oldestFirst)
        ),

      release: (userId, hash) =>
        Effect.sync(() => {
          const isHeld = holderOf(hash) === userId
          memory.update(identities, HashMap.remove(keyOf(userId, hash)))
          return isHeld
        }),

      openSession: (hash, answered, session) =>
        Effect.sync(() => {
          const { userId, createdAt } = session
          if (holderOf(hash) !== userId || !answerIn(memory, userId, answered)) return false
          memory.update(
            identities,
            HashMap.modify(keyOf(userId, hash), (identity) => ({ ...identity, lastUsedAt: createdAt }))
          )
          openIn(memory, session)
          return true
        })
    })
  })
)
