import { DateTime, Effect, HashMap, Layer, Option } from "effect"
import { changeFacts } from "../../facts/achievements.memory.ts"
import { keeping } from "../../facts/idempotency-store.memory.ts"
import { entriesOf, entryKey, inDiaryOrder, makeDiaryEntries } from "../../facts/tables.memory.ts"
import { type Memory, MemoryDatabase } from "../../platform/database/memory.ts"
import { plusDays } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { customFoodKey, customFoods } from "../custom-foods/store.memory.ts"
import { knownSumOf, times } from "../foods/nutrition.ts"
import { savedMealKey, savedMeals } from "../saved-meals/store.memory.ts"
import { LIKELY_DAYS, likelyOf } from "./likely.ts"
import { type DiaryEntry, show, totalsByDay } from "./model.ts"
import { DiaryStore, FoodGone, type Range } from "./store.ts"

export const diaryEntries = makeDiaryEntries<DiaryEntry>()

type Store = DiaryStore["Type"]

const within = (memory: Memory, userId: UserId, { from, to }: Range) =>
  entriesOf(memory, diaryEntries, userId).filter(({ date }) => from <= date && date <= to)

/** The catalogue's foods are never deleted. */
const hasFood = (memory: Memory, userId: UserId, { kind, id }: DiaryEntry["food"]) =>
  kind === "food" ||
  (kind === "custom_food"
    ? HashMap.has(memory.rows(customFoods), customFoodKey(userId, id))
    : HashMap.has(memory.rows(savedMeals), savedMealKey(userId, id)))

const reading = (memory: Memory): Pick<Store, "page" | "find" | "totals" | "daily" | "likely"> => ({
  page: (charge, userId, range, after, limit) =>
    charge.before(
      Effect.sync(() =>
        within(memory, userId, range)
          .filter((entry) => Option.isNone(after) || inDiaryOrder(entry, after.value) > 0)
          .slice(0, limit)
      )
    ),

  find: (userId, id) => Effect.sync(() => HashMap.get(memory.rows(diaryEntries), entryKey(userId, id))),

  totals: (userId, range, withDays) =>
    Effect.sync(() => {
      const all = within(memory, userId, range)
      return { total: all.length, days: withDays ? totalsByDay(all.map(show)) : [] }
    }),

  daily: (userId, from, to) =>
    Effect.sync(() => {
      const all = entriesOf(memory, diaryEntries, userId).filter(({ date }) => from <= date && date <= to)
      return [...Map.groupBy(all, ({ date }) => date)].map(([date, entries]) => {
        const { alcohol: _, ...sums } = knownSumOf(
          entries.map(({ perServing, servings }) => times(perServing, servings))
        )
        return { date, ...sums, isOneMeal: new Set(entries.map(({ mealType }) => mealType)).size === 1 }
      })
    }),

  likely: (userId, day, meal, limit) =>
    Effect.sync(() =>
      likelyOf(within(memory, userId, { from: plusDays(day, -LIKELY_DAYS), to: day }), day, meal, limit)
    )
})

const changing = (memory: Memory): Pick<Store, "add" | "update" | "delete" | "putBack"> => ({
  add: (charge, userId, today, entry, answer, { isQuick = false } = {}) => {
    const add = Effect.suspend(() => {
      if (!isQuick && !hasFood(memory, userId, entry.food)) return new FoodGone()
      const last = entriesOf(memory, diaryEntries, userId)
        .filter(({ date }) => date === entry.date)
        .at(-1)
      const createdAt =
        last === undefined
          ? entry.createdAt
          : DateTime.max(entry.createdAt, DateTime.add(last.createdAt, { millis: 1 }))
      memory.update(diaryEntries, HashMap.set(entryKey(userId, entry.id), { ...entry, createdAt }))
      return Effect.void
    })
    return charge.before(keeping(memory, userId, answer, changeFacts(memory, userId, today, add)))
  },

  update: (userId, today, id, changes) =>
    changeFacts(
      memory,
      userId,
      today,
      Effect.sync(() =>
        Option.map(HashMap.get(memory.rows(diaryEntries), entryKey(userId, id)), (before) => {
          const { said, ...kept } = before
          const entry: DiaryEntry = { ...(changes.servings === undefined ? before : kept), ...changes }
          memory.update(diaryEntries, HashMap.set(entryKey(userId, id), entry))
          return entry
        })
      )
    ),

  putBack: (userId, today, entries) =>
    changeFacts(
      memory,
      userId,
      today,
      Effect.sync(() => {
        for (const entry of entries) memory.update(diaryEntries, HashMap.set(entryKey(userId, entry.id), entry))
      })
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

export const layer = Layer.effect(
  DiaryStore,
  Effect.map(MemoryDatabase, (memory) => DiaryStore.of({ ...reading(memory), ...changing(memory) }))
)
