import { Data, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { MemoryDatabase, table } from "../database/memory.ts"
import type { UserId } from "../values/ids.ts"
import type { DiaryEntry, Position } from "./model.ts"
import { DiaryStore } from "./store.ts"

interface Key {
  readonly userId: UserId
  readonly entryId: string
}

export const diaryEntries = table<Key, DiaryEntry>("diary_entries", ({ userId }) => userId)

const key = (userId: UserId, entryId: string): Key => Data.struct({ userId, entryId })

const inOrder: Order.Order<Position> = Order.combineAll([
  Order.mapInput(Order.string, ({ date }: Position) => date),
  Order.mapInput(DateTime.Order, ({ createdAt }: Position) => createdAt),
  Order.mapInput(Order.string, ({ id }: Position) => id)
])

/** A user's entries in the order of the diary. */
export const entriesOf = (rows: HashMap.HashMap<Key, DiaryEntry>, userId: UserId): ReadonlyArray<DiaryEntry> =>
  HashMap.toEntries(rows)
    .filter(([row]) => row.userId === userId)
    .map(([, entry]) => entry)
    .sort(inOrder)

export const layer = Layer.effect(
  DiaryStore,
  Effect.map(MemoryDatabase, (memory) =>
    DiaryStore.of({
      page: (userId, { from, to }, after, limit) =>
        Effect.sync(() =>
          entriesOf(memory.rows(diaryEntries), userId)
            .filter(({ date }) => from <= date && date <= to)
            .filter((entry) => Option.isNone(after) || inOrder(entry, after.value) > 0)
            .slice(0, limit)
        ),

      adding: (userId, entry) => ({
        _tag: "Memory",
        apply: () => {
          const last = entriesOf(memory.rows(diaryEntries), userId)
            .filter(({ date }) => date === entry.date)
            .at(-1)
          const createdAt =
            last === undefined
              ? entry.createdAt
              : DateTime.max(entry.createdAt, DateTime.add(last.createdAt, { millis: 1 }))
          memory.update(diaryEntries, HashMap.set(key(userId, entry.id), { ...entry, createdAt }))
        }
      }),

      update: (userId, id, changes) =>
        Effect.sync(() =>
          Option.map(HashMap.get(memory.rows(diaryEntries), key(userId, id)), (before) => {
            const entry: DiaryEntry = { ...before, ...changes }
            memory.update(diaryEntries, HashMap.set(key(userId, id), entry))
            return { entry, dateBefore: before.date }
          })
        ),

      delete: (userId, id) =>
        Effect.sync(() => {
          const held = HashMap.get(memory.rows(diaryEntries), key(userId, id))
          memory.update(diaryEntries, HashMap.remove(key(userId, id)))
          return Option.map(held, ({ date }) => date)
        })
    })
  )
)
