import { HashMap, Option } from "effect"
import { badges, badgesOf, earnedBadges } from "../../../facts/achievements.memory.ts"
import { badgeIds } from "../../../facts/model.ts"
import { entriesOf } from "../../../facts/tables.memory.ts"
import { diaryEntries } from "../../../features/diary/store.memory.ts"
import type { Memory } from "../../../platform/database/memory.ts"
import { type ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { isRestoredKey } from "../archive/format.ts"
import { undoDevice } from "../devices/tables.memory.ts"
import type { ImportId, ItemKind } from "../rows/model.ts"
import { HIDDEN } from "../rows/ranks.ts"
import { BY_HAND, type UndoneItem, type UndoWhich } from "./store.ts"
import {
  dayOf,
  type ImportRow,
  type ItemKey,
  type ItemRow,
  importedFoods,
  importKey,
  importOf,
  imports,
  itemKey,
  items,
  itemsOf,
  removeFact,
  restoreFact,
  stateOf
} from "./tables.memory.ts"
import { forgetHiding, heirOf, returnWithdrawn } from "./withdrawn.memory.ts"

/** The order in which an import's items are taken back: items that others refer to come last. */
const UNDO_ORDER: ReadonlyArray<ItemKind> = [
  "workout",
  "routine",
  "entry",
  "reading",
  "goal",
  "saved_meal",
  "custom_food",
  "exercise",
  "import"
]

/** A user's imports, oldest first. */
export const importsOf = (memory: Memory, userId: UserId): ReadonlyArray<readonly [ImportId, ImportRow]> =>
  memory
    .rowsOf(imports, userId)
    .map(([key, row]) => [key.id, row] as const)
    .sort(([a, one], [b, other]) => one.place - other.place || (a < b ? -1 : 1))

/** Changes an import that is there. */
export const updateImport = (memory: Memory, userId: UserId, id: ImportId, changes: Partial<ImportRow>): void =>
  memory.update(
    imports,
    HashMap.modify(importKey(userId, id), (row) => ({ ...row, ...changes }))
  )

/** Updates the badges, and records which ones the import has changed. */
export const settleImport = (memory: Memory, userId: UserId, today: ActivityDay, importId: ImportId) => {
  const held = badgesOf(memory, userId, today)
  memory.update(badges, HashMap.set(userId, held))
  const known = importOf(memory, userId, importId)?.badges ?? new Map()
  const after = badgeIds.flatMap((badge) => {
    const [before, now] = [known.get(badge)?.before ?? null, held.get(badge) ?? null]
    return before === null && now === null ? [] : [[badge, { before, after: now }] as const]
  })
  updateImport(memory, userId, importId, { badges: new Map(after) })
}

/** Whether an import that did not come with this archive has stated the fact of one of its items. */
const isStatedSince = (memory: Memory, userId: UserId, [key, item]: readonly [ItemKey, ItemRow]): boolean => {
  if (!isRestoredKey(key.key)) return false
  const all = itemsOf(memory, userId)
  const isOther = ([other, row]: readonly [ItemKey, ItemRow]) =>
    other.kind === key.kind && row.factId === item.factId && other.key !== key.key && row.made !== HIDDEN && !row.undone
  const isBrought = (importId: ImportId) =>
    all.some(([{ kind }, row]) => kind === "import" && row.importId === item.importId && row.factId === importId)
  return all.some((each) => isOther(each) && !isBrought(each[1].importId))
}

/** Takes an item back, unless its fact was changed since. */
const undo = (
  memory: Memory,
  userId: UserId,
  [key, item]: readonly [ItemKey, ItemRow],
  isWhole: boolean
): UndoneItem => {
  const { kind, place } = key
  const { factId } = item
  const heir = isWhole ? heirOf(memory, userId, kind, item) : undefined
  if (heir !== undefined) {
    const also = item.also.filter((id) => id !== heir)
    const handed: ItemRow = { ...item, importId: heir, also }
    memory.update(items, HashMap.set(itemKey(key), handed))
    return { kind, factId, outcome: "replaced" }
  }
  const [later] = itemsOf(memory, userId)
    .filter(([other]) => other.kind === kind && other.key === key.key && other.place > place)
    .sort(([a], [b]) => a.place - b.place)
  const remove = () => {
    memory.update(items, HashMap.remove(itemKey(key)))
    forgetHiding(memory, key)
  }
  const leave = (outcome: "gone" | "edited" | "used") => {
    const left: ItemRow = { ...item, undone: true }
    memory.update(items, HashMap.set(itemKey(key), left))
    return { kind, factId, outcome }
  }
  if (later !== undefined) {
    memory.update(items, HashMap.set(itemKey(later[0]), { ...later[1], before: item.before }))
    remove()
    const isHiding = later[1].made === HIDDEN || item.made === HIDDEN
    return { kind, factId, outcome: isHiding ? "gone" : "replaced" }
  }
  if (item.made === HIDDEN) {
    if (item.before !== null) restoreFact(memory, userId, factId, item.before)
    remove()
    return { kind, factId, outcome: item.before === null ? "gone" : "restored" }
  }
  const state = stateOf(memory, userId, kind, factId)
  if (state === undefined || (kind === "reading" && item.fingerprint === BY_HAND)) return leave("gone")
  if (state !== item.made) return leave("edited")
  if (item.before !== null) {
    restoreFact(memory, userId, factId, item.before)
    remove()
    return { kind, factId, outcome: "restored" }
  }
  if (isStatedSince(memory, userId, [key, item])) {
    remove()
    return { kind, factId, outcome: "replaced" }
  }
  if (!removeFact(memory, userId, kind, factId)) return leave("used")
  remove()
  return { kind, factId, outcome: "removed" }
}

/** Removes the badges that only this import earned, and foods without entries; marks the import as undone. */
export const endUndo = (memory: Memory, userId: UserId, today: ActivityDay, importId: ImportId, at: number | null) => {
  const mine = importOf(memory, userId, importId)
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
    for (const [id, other] of importsOf(memory, userId)) {
      const its = other.badges.get(badge)
      if (mine === undefined || other.place === mine.place || its === undefined) continue
      const follows = isChange && other.place > mine.place && its.before === change.after
      // If the undo moves the day of a badge, the other imports' records follow.
      const moved = (each: typeof its.before) => (each !== null && each === dayBefore ? dayNow : each)
      const before = follows ? change.before : moved(its.before)
      const after = follows && its.after === change.after ? dayNow : moved(its.after)
      updateImport(memory, userId, id, { badges: new Map(other.badges).set(badge, { before, after }) })
    }
  }
  memory.update(badges, (rows) => HashMap.set(rows, userId, kept))
  const eaten = new Set(entriesOf(memory, diaryEntries, userId).map(({ food }) => food.id))
  memory.update(
    importedFoods,
    HashMap.filter((_food, key) => key.userId !== userId || eaten.has(key.foodId))
  )
  if (at === null) return
  updateImport(memory, userId, importId, { undoneAt: at })
  for (const [key, row] of itemsOf(memory, userId)) {
    const also = row.also.filter((id) => id !== importId)
    const left: ItemRow = { ...row, also }
    if (also.length < row.also.length) memory.update(items, HashMap.set(itemKey(key), left))
  }
  undoDevice(memory, userId, importId)
}

const isMeant = (
  memory: Memory,
  which: UndoWhich | undefined,
  { userId, kind, key }: ItemKey,
  { factId }: ItemRow
): boolean => {
  if (which === undefined) return true
  if ("keys" in which) return which.kind === kind && which.keys.includes(key)
  const hidden = itemsOf(memory, userId).flatMap(([other, { made, before }]) =>
    other.kind === kind && other.key === key && made === HIDDEN && before?.kind === "workout"
      ? [before.row.workout.date]
      : []
  )
  const day = dayOf(memory, userId, kind, factId)
  return [...hidden, ...(day === undefined ? [] : [day])].some((day) => day >= which.from)
}

/** Takes back at most `most` items of an import that `which` selects, the latest of a key first; returns each outcome. */
export const undoItems = (
  memory: Memory,
  userId: UserId,
  importId: ImportId,
  most: number,
  which: UndoWhich | undefined
): ReadonlyArray<UndoneItem> => {
  const isWhole = which === undefined
  const returned = isWhole ? returnWithdrawn(memory, userId, importId, most) : []
  const taken = itemsOf(memory, userId)
    .filter(([key, row]) => row.importId === importId && !row.undone && isMeant(memory, which, key, row))
    .sort(
      ([a], [b]) =>
        UNDO_ORDER.indexOf(a.kind) - UNDO_ORDER.indexOf(b.kind) ||
        (a.key === b.key ? b.place - a.place : a.key < b.key ? -1 : 1)
    )
    .slice(0, most - returned.length)
    .map((item): UndoneItem => undo(memory, userId, item, isWhole))
  return [...returned, ...taken]
}
