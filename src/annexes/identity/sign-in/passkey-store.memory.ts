import { Data, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { MemoryDatabase, table } from "../../../platform/database/memory.ts"
import type { UserId } from "../../../values/ids.ts"
import { answerIn } from "./answered.memory.ts"
import { type Passkey, PasskeyStore } from "./passkey-store.ts"
import { openIn } from "./store.memory.ts"

interface Key {
  readonly userId: UserId
  readonly id: string
}

const keyOf = (userId: UserId, id: string): Key => Data.struct({ userId, id })
const ownerOf = ({ userId }: Key): UserId => userId

const passkeys = table<Key, Passkey>("passkeys", ownerOf)

const oldestFirst = Order.combine(
  Order.mapInput(DateTime.Order, ({ createdAt }: Passkey) => createdAt),
  Order.mapInput(Order.string, ({ id }: Passkey) => id)
)

export const layer = Layer.effect(
  PasskeyStore,
  Effect.map(MemoryDatabase, (memory) => {
    const find = (userId: UserId, id: string) => HashMap.get(memory.rows(passkeys), keyOf(userId, id))

    return PasskeyStore.of({
      add: (passkey, challenge) =>
        Effect.sync(() => {
          if (!answerIn(memory, passkey.userId, challenge) || Option.isSome(find(passkey.userId, passkey.id)))
            return false
          memory.update(passkeys, HashMap.set(keyOf(passkey.userId, passkey.id), passkey))
          return true
        }),

      list: (userId) =>
        Effect.sync(() =>
          memory
            .rowsOf(passkeys, userId)
            .map(([, passkey]) => passkey)
            .sort(oldestFirst)
        ),

      find: (userId, id) => Effect.sync(() => find(userId, id)),

      remove: (userId, id) =>
        Effect.sync(() => {
          const isThere = Option.isSome(find(userId, id))
          memory.update(passkeys, HashMap.remove(keyOf(userId, id)))
          return isThere
        }),

      openSession: ({ id, counter }, challenge, session) =>
        Effect.sync(() => {
          const { userId, createdAt } = session
          const known = Option.getOrUndefined(find(userId, id))
          const isNew = known !== undefined && (counter > known.counter || (counter === 0 && known.counter === 0))
          if (!answerIn(memory, userId, challenge) || !isNew) return false
          const used: Passkey = { ...known, counter, lastUsedAt: createdAt }
          memory.update(passkeys, HashMap.set(keyOf(userId, id), used))
          openIn(memory, session)
          return true
        })
    })
  })
)
