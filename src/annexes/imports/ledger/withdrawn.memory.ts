import { Effect, HashMap } from "effect"
import { workouts } from "../../../features/workouts/store.memory.ts"
import type { Memory } from "../../../platform/database/memory.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { ImportId, ItemKind } from "../rows/model.ts"
import { FIRST_OF_DEVICES, HIDDEN } from "../rows/ranks.ts"
import type { FactOfSource, ImportStore, Keyed, UndoneItem } from "./store.ts"
import {
  type Before,
  beforeOf,
  type ItemKey,
  type ItemRow,
  importOf,
  itemKey,
  items,
  itemsOf,
  removeFact,
  restoreFact,
  stateOf,
  type WithdrawnRow,
  withdrawn,
  withdrawnWith
} from "./tables.memory.ts"

type Placed = readonly [ItemKey, ItemRow]

/** The items of a key, the one in force last. */
const under = (memory: Memory, { userId, kind, key }: Omit<ItemKey, "place">): ReadonlyArray<Placed> =>
  itemsOf(memory, userId)
    .filter(([item]) => item.kind === kind && item.key === key)
    .sort(([a], [b]) => a.place - b.place)

const keep = (memory: Memory, key: ItemKey, row: WithdrawnRow) =>
  memory.update(withdrawn, HashMap.set(itemKey(key), row))

const setItem = (memory: Memory, key: ItemKey, item: ItemRow) => memory.update(items, HashMap.set(itemKey(key), item))

const removeItem = (memory: Memory, key: ItemKey) => memory.update(items, HashMap.remove(itemKey(key)))

/** Removes what hides a session that no import states any longer. */
export const forgetHiding = (memory: Memory, key: Omit<ItemKey, "place">): void => {
  const left = under(memory, key)
  if (left.some(([, { made }]) => made !== HIDDEN)) return
  for (const [at, { before }] of left) if (before === null) removeItem(memory, at)
}

/** The import that takes over a fact if the import that made it is undone. */
export const heirOf = (memory: Memory, userId: UserId, kind: ItemKind, item: ItemRow): ImportId | undefined => {
  if (kind !== "exercise")
    return item.also.find((id) => id !== item.importId && importOf(memory, userId, id)?.undoneAt === null)
  const users = new Set(
    memory
      .rowsOf(workouts, userId)
      .flatMap(([, { workout }]) =>
        workout.exercises.some(({ exerciseId }) => exerciseId === item.factId) ? [workout.id] : []
      )
  )
  const ofItems = itemsOf(memory, userId)
    .filter(([key, { factId }]) => key.kind === "workout" && users.has(factId))
    .sort(([a], [b]) => b.place - a.place)
    .map(([, { importId }]) => importId)
  return [...ofItems, ...withdrawnWith(memory, userId, item.factId)].find((id) => id !== item.importId)
}

const isOf = (memory: Memory, userId: UserId, source: string | undefined, [key, { importId }]: Placed): boolean =>
  key.place < FIRST_OF_DEVICES && importOf(memory, userId, importId)?.source === source

/** Records that an import states the same as an earlier one of its source. */
export const repeat = (memory: Memory, userId: UserId, importId: ImportId, { kind, keys }: Keyed): void => {
  const source = importOf(memory, userId, importId)?.source
  for (const each of keys) {
    const mine = under(memory, { userId, kind, key: each }).filter((placed) => isOf(memory, userId, source, placed))
    const [key, item] = mine.at(-1) ?? []
    if (key === undefined || item === undefined || item.importId === importId || item.also.includes(importId)) continue
    setItem(memory, key, { ...item, also: [...item.also, importId] })
  }
}

/** Takes an item out of those of its key. Returns the fact that it made; undefined if somebody has changed it. */
const takeOut = (memory: Memory, [key, item]: Placed): Before | null | undefined => {
  const { userId, kind } = key
  const above = under(memory, key).find(([other]) => other.place > key.place)
  if (above !== undefined) {
    setItem(memory, above[0], { ...above[1], before: item.before })
    return above[1].before
  }
  if (stateOf(memory, userId, kind, item.factId) !== item.made) return undefined
  const fact = beforeOf(memory, userId, kind, item.factId)
  if (item.before === null) removeFact(memory, userId, kind, item.factId)
  else restoreFact(memory, userId, item.factId, item.before)
  return fact
}

/** Takes back what earlier imports of an import's source state under these keys, and keeps it for an undo. */
export const withdraw = (memory: Memory, userId: UserId, importId: ImportId, { kind, keys }: Keyed): void => {
  const source = importOf(memory, userId, importId)?.source ?? ""
  for (const [key, row] of memory.rowsOf(withdrawn, userId)) {
    if (key.kind !== kind || !keys.includes(key.key) || row.source !== source || row.absentFrom.includes(importId))
      continue
    keep(memory, key, { ...row, absentFrom: [...row.absentFrom, importId] })
  }
  for (const key of keys) {
    const placed = under(memory, { userId, kind, key }).filter(
      (each) => isOf(memory, userId, source, each) && each[1].importId !== importId && !each[1].also.includes(importId)
    )
    for (const each of placed.toReversed()) {
      const [at] = each
      const item = under(memory, at).find(([{ place }]) => place === at.place)?.[1] ?? each[1]
      const fact = takeOut(memory, [at, item])
      if (fact === undefined) break
      removeItem(memory, at)
      keep(memory, at, { source, item, fact, absentFrom: [importId] })
      forgetHiding(memory, at)
    }
  }
}

/** Puts an item back among those of its key. */
const putBack = (memory: Memory, key: ItemKey, item: ItemRow, fact: Before | null): "gone" | "edited" | "restored" => {
  const { userId, kind } = key
  const all = under(memory, key)
  const above = all.find(([other]) => other.place > key.place)
  if (above !== undefined) {
    setItem(memory, key, { ...item, before: above[1].before })
    setItem(memory, above[0], { ...above[1], before: fact })
    return "gone"
  }
  const below = all.at(-1)?.[1]
  const factId = below?.factId ?? item.factId
  if (stateOf(memory, userId, kind, factId) !== below?.made) {
    setItem(memory, key, item)
    return "edited"
  }
  setItem(memory, key, { ...item, before: beforeOf(memory, userId, kind, factId) })
  if (fact !== null) restoreFact(memory, userId, factId, fact)
  return "restored"
}

/** Brings back what an import has taken back, as it is undone, unless a later one of its source does not state it either. */
export const returnWithdrawn = (
  memory: Memory,
  userId: UserId,
  importId: ImportId,
  most: number
): ReadonlyArray<UndoneItem> => {
  for (const [key, row] of memory.rowsOf(withdrawn, userId)) {
    if (row.item.importId !== importId) continue
    const heir = heirOf(memory, userId, key.kind, row.item)
    if (heir === undefined) memory.update(withdrawn, HashMap.remove(itemKey(key)))
    else keep(memory, key, { ...row, item: { ...row.item, importId: heir } })
  }
  return memory
    .rowsOf(withdrawn, userId)
    .filter(([, { absentFrom }]) => absentFrom.includes(importId))
    .sort(([a], [b]) => (a.key === b.key ? a.place - b.place : a.key < b.key ? -1 : 1))
    .slice(0, most)
    .map(([key, { absentFrom, item, fact, source }]): UndoneItem => {
      const left = absentFrom.filter((id) => id !== importId)
      const { kind } = key
      const { factId } = item
      if (left.length > 0) {
        keep(memory, key, { absentFrom: left, item, fact, source })
        return { kind, factId, outcome: "gone" }
      }
      memory.update(withdrawn, HashMap.remove(itemKey(key)))
      return { kind, factId, outcome: putBack(memory, key, item, fact) }
    })
}

const factIn = (fact: Before | null): Pick<FactOfSource, "name" | "day" | "startTime"> | undefined => {
  switch (fact?.kind) {
    case "workout": {
      const { name, date, startTime } = fact.row.workout
      return { name, day: date, startTime }
    }
    case "entry":
      return { name: fact.entry.food.name, day: fact.entry.date, startTime: null }
    default:
      return undefined
  }
}

/** The name and day of a fact; readings have their day in the id. */
const shownOf = (factId: string, fact: Before | null) => {
  const [, day = ""] = factId.split(" ")
  return factIn(fact) ?? (fact === null ? undefined : { name: "", day: ActivityDay.make(day), startTime: null })
}

/** What files of a source state, and what has become of it. */
export const ofSources = (memory: Memory): Pick<ImportStore["Type"], "ofSource" | "changedOfSource"> => ({
  ofSource: (userId, source, kind, days) =>
    Effect.sync(() => {
      const found = new Map<string, FactOfSource>()
      const add = (key: string, factId: string, fact: Before | null, since: FactOfSource["since"]) => {
        const shown = shownOf(factId, fact)
        if (shown !== undefined && days.includes(shown.day) && !found.has(key)) found.set(key, { key, ...shown, since })
      }
      const all = itemsOf(memory, userId).filter(([key]) => key.kind === kind)
      const mine = all.filter((each) => isOf(memory, userId, source, each))
      for (const [{ key }, { factId }] of mine) {
        const state = stateOf(memory, userId, kind, factId)
        const isSame = all.some(([, other]) => other.factId === factId && other.made === state)
        add(key, factId, beforeOf(memory, userId, kind, factId), isSame ? "same" : "edited")
        for (const [other, { made, before }] of all)
          if (other.key === key && made === HIDDEN) add(key, factId, before, "same")
      }
      for (const [key, row] of memory.rowsOf(withdrawn, userId))
        if (key.kind === kind && row.source === source) add(key.key, row.item.factId, row.fact, "withdrawn")
      return [...found.values()]
    }),

  changedOfSource: (userId, source, kind) =>
    Effect.sync(() =>
      itemsOf(memory, userId).flatMap((each) => {
        const [key, { slot, made, factId }] = each
        if (key.kind !== kind || slot === null || !isOf(memory, userId, source, each)) return []
        if (under(memory, key).at(-1)?.[0].place !== key.place) return []
        const state = stateOf(memory, userId, kind, factId)
        return state === made
          ? []
          : [{ key: key.key, slot, since: state === undefined ? "deleted" : "edited" } as const]
      })
    )
})
