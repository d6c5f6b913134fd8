import { DateTime, Effect, HashMap, Layer, Option } from "effect"
import { customFoodKey, customFoods } from "../custom-foods/store.memory.ts"
import { MemoryDatabase } from "../database/memory.ts"
import { keeping } from "../facts/answers.memory.ts"
import { changeFacts } from "../facts/facts.memory.ts"
import { entriesOf, entryKey, inDiaryOrder, makeDiaryEntries } from "../facts/tables.memory.ts"
import { sumOf, times } from "../foods/nutrition.ts"
import { savedMealKey, savedMeals } from "../saved-meals/store.memory.ts"
import type { UserId } from "../values/ids.ts"
import { type DiaryEntry, show, totalsByDay } from "./model.ts"
import { DiaryStore, FoodGone, type Range } from "./store.ts"

export const diaryEntries = makeDiaryEntries<DiaryEntry>()

export const layer = Layer.effect(
  DiaryStore,
  Effect.map(MemoryDatabase, (memory) => {
    const within = (userId: UserId, { from, to }: Range) =>
      entriesOf(memory.rows(diaryEntries), userId).filter(({ date }) => from <= date && date <= to)

    /** The catalogue's foods are never deleted. */
    const hasFood = (userId: UserId, { kind, id }: DiaryEntry["food"]) =>
      kind === "food" ||
      (kind === "custom_food"
        ? HashMap.has(memory.rows(customFoods), customFoodKey(userId, id))
        : HashMap.has(memory.rows(savedMeals), savedMealKey(userId, id)))

    return DiaryStore.of({
      page: (userId, range, after, limit) =>
        Effect.sync(() =>
          within(userId, range)
            .filter((entry) => Option.isNone(after) || inDiaryOrder(entry, after.value) > 0)
            .slice(0, limit)
        ),

      totals: (userId, range, withDays) =>
        Effect.sync(() => {
          const all = within(userId, range)
          return { total: all.length, days: withDays ? totalsByDay(all.map(show)) : [] }
        }),

      daily: (userId, from, to) =>
        Effect.sync(() => {
          const all = entriesOf(memory.rows(diaryEntries), userId).filter(({ date }) => from <= date && date <= to)
          return [...Map.groupBy(all, ({ date }) => date)].map(([date, entries]) => {
            const { alcohol: _, ...sums } = sumOf(
              entries.map(({ perServing, servings }) => times(perServing, servings))
            )
            return { date, ...sums }
          })
        }),

      add: (userId, today, entry, answer) => {
        const add = Effect.suspend(() => {
          if (!hasFood(userId, entry.food)) return new FoodGone()
          const last = entriesOf(memory.rows(diaryEntries), userId)
            .filter(({ date }) => date === entry.date)
            .at(-1)
          const createdAt =
            last === undefined
              ? entry.createdAt
              : DateTime.max(entry.createdAt, DateTime.add(last.createdAt, { millis: 1 }))
          memory.update(diaryEntries, HashMap.set(entryKey(userId, entry.id), { ...entry, createdAt }))
          return Effect.void
        })
        return keeping(memory, userId, answer, changeFacts(memory, userId, today, add))
      },

      update: (userId, today, id, changes) =>
        changeFacts(
          memory,
          userId,
          today,
          Effect.sync(() =>
            Option.map(HashMap.get(memory.rows(diaryEntries), entryKey(userId, id)), (before) => {
              const entry: DiaryEntry = { ...before, ...changes }
              memory.update(diaryEntries, HashMap.set(entryKey(userId, id), entry))
              return entry
            })
          )
        ),

      delete: (userId, today, id) =>
        changeFacts(
          memory,
          userId,
          today,
          Effect.sync(() => {
            const held = HashMap.get(memory.rows(diaryEntries), entryKey(userId, id))
            memory.update(diaryEntries, HashMap.remove(entryKey(userId, id)))
            return held
          })
        )
    })
  })
)
