import { HashMap, Option } from "effect"
import type { MemoryDatabase } from "../database/memory.ts"
import { diaryEntries } from "../diary/store.memory.ts"
import { badges, badgesOf, earnedBadges } from "../facts/facts.memory.ts"
import { badgeIds } from "../facts/model.ts"
import { entriesOf } from "../facts/tables.memory.ts"
import { type ActivityDay, isActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { ImportId, ItemKind } from "./model.ts"
import type { UndoneItem } from "./store.ts"
import {
  type ImportRow,
  type ItemKey,
  type ItemRow,
  importedFoods,
  importKey,
  imports,
  itemKey,
  items,
  removeFact,
  restoreFact,
  stateOf
} from "./tables.memory.ts"

type Memory = MemoryDatabase["Type"]

/** The order in which the items of an import are taken back: what others refer to comes last. */
const UNDO_ORDER: ReadonlyArray<ItemKind> = [
  "workout",
  "entry",
  "reading",
  "goal",
  "saved_meal",
  "custom_food",
  "exercise",
  "import"
]

/** Imports and items, as they lie in memory. */
export const imported = (memory: Memory) => {
  const importsOf = (userId: UserId): ReadonlyArray<readonly [ImportId, ImportRow]> =>
    HashMap.toEntries(memory.rows(imports))
      .flatMap(([key, row]) => (key.userId === userId ? [[key.id, row] as const] : []))
      .sort(([a, one], [b, other]) => one.place - other.place || (a < b ? -1 : 1))

  const rowOf = (userId: UserId, id: ImportId) =>
    Option.getOrUndefined(HashMap.get(memory.rows(imports), importKey(userId, id)))

  const update = (userId: UserId, id: ImportId, changes: Partial<ImportRow>) =>
    memory.update(
      imports,
      HashMap.modify(importKey(userId, id), (row) => ({ ...row, ...changes }))
    )

  const itemsOf = (userId: UserId): ReadonlyArray<readonly [ItemKey, ItemRow]> =>
    HashMap.toEntries(memory.rows(items)).filter(([key]) => key.userId === userId)

  return { importsOf, rowOf, update, itemsOf }
}

/** Streaks and badges after an import, and taking it back. */
export const undoing = (memory: Memory) => {
  const { importsOf, rowOf, update, itemsOf } = imported(memory)

  const settle = (userId: UserId, today: ActivityDay, importId: ImportId) => {
    const held = badgesOf(memory, userId, today)
    memory.update(badges, HashMap.set(userId, held))
    const known = rowOf(userId, importId)?.badges ?? new Map()
    const after = badgeIds.flatMap((badge) => {
      const [before, now] = [known.get(badge)?.before ?? null, held.get(badge) ?? null]
      return before === null && now === null ? [] : [[badge, { before, after: now }] as const]
    })
    update(userId, importId, { badges: new Map(after) })
  }

  const undo = (userId: UserId, [key, item]: readonly [ItemKey, ItemRow]): UndoneItem => {
    const { kind, place } = key
    const { factId } = item
    const [later] = itemsOf(userId)
      .filter(([other]) => other.kind === kind && other.key === key.key && other.place > place)
      .sort(([a], [b]) => a.place - b.place)
    const remove = () => memory.update(items, HashMap.remove(itemKey(key)))
    const leave = (outcome: "gone" | "edited" | "used") => {
      const left: ItemRow = { ...item, undone: true }
      memory.update(items, HashMap.set(itemKey(key), left))
      return { kind, factId, outcome }
    }
    if (later !== undefined) {
      memory.update(items, HashMap.set(itemKey(later[0]), { ...later[1], before: item.before }))
      remove()
      return { kind, factId, outcome: "replaced" }
    }
    const state = stateOf(memory, userId, kind, factId)
    if (state === undefined) return leave("gone")
    if (state !== item.made) return leave("edited")
    if (item.before !== null) {
      restoreFact(memory, userId, factId, item.before)
      remove()
      return { kind, factId, outcome: "restored" }
    }
    if (!removeFact(memory, userId, kind, factId)) return leave("used")
    remove()
    return { kind, factId, outcome: "removed" }
  }

  const finishUndo = (userId: UserId, today: ActivityDay, importId: ImportId, at: number) => {
    const mine = rowOf(userId, importId)
    const earnedNow = earnedBadges(memory, userId, today)
    const kept = new Map(Option.getOrElse(HashMap.get(memory.rows(badges), userId), () => earnedNow))
    for (const badge of badgeIds) {
      const change = mine?.badges.get(badge)
      const isChange = change !== undefined && change.before !== change.after
      const day = earnedNow.get(badge)
      const dayBefore = kept.get(badge)
      if (day !== undefined) kept.set(badge, day)
      if (isChange && day === undefined && kept.get(badge) === change.after) {
        if (isActivityDay(change.before)) kept.set(badge, change.before)
        else kept.delete(badge)
      }
      const dayNow = kept.get(badge) ?? null
      for (const [id, later] of importsOf(userId)) {
        const its = later.badges.get(badge)
        if (mine === undefined || later.place <= mine.place || its === undefined) continue
        const follows = isChange && its.before === change.after
        // Where the undo moves the day of a badge, later imports follow.
        const moved = (each: typeof its.before) => (each !== null && each === dayBefore ? dayNow : each)
        const before = follows ? change.before : moved(its.before)
        const after = follows && its.after === change.after ? dayNow : moved(its.after)
        update(userId, id, { badges: new Map(later.badges).set(badge, { before, after }) })
      }
    }
    memory.update(badges, (rows) => HashMap.set(rows, userId, kept))
    const eaten = new Set(entriesOf(memory.rows(diaryEntries), userId).map(({ food }) => food.id))
    memory.update(
      importedFoods,
      HashMap.filter((_food, key) => key.userId !== userId || eaten.has(key.foodId))
    )
    update(userId, importId, { undoneAt: at })
  }

  const undoSome = (userId: UserId, importId: ImportId, most: number): ReadonlyArray<UndoneItem> =>
    itemsOf(userId)
      .filter(([, row]) => row.importId === importId && !row.undone)
      .sort(([a], [b]) => UNDO_ORDER.indexOf(a.kind) - UNDO_ORDER.indexOf(b.kind) || (a.key < b.key ? -1 : 1))
      .slice(0, most)
      .map((item) => undo(userId, item))

  return { settle, undoSome, finishUndo }
}
