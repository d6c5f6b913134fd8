import { DateTime, Effect, HashMap, Option } from "effect"
import { entryKey, setReading, workoutKey } from "../../../facts/tables.memory.ts"
import type { DiaryEntry } from "../../../features/diary/model.ts"
import { diaryEntries } from "../../../features/diary/store.memory.ts"
import { nameKey, type OwnExercise } from "../../../features/exercises/own.ts"
import { ownExerciseKey, ownExercises, ownExercisesOf } from "../../../features/exercises/store.memory.ts"
import type { Workout } from "../../../features/workouts/model.ts"
import { workouts } from "../../../features/workouts/store.memory.ts"
import type { Memory } from "../../../platform/database/memory.ts"
import type { UserId } from "../../../values/ids.ts"
import type { ImportId, ItemKind } from "../rows/model.ts"
import { FIRST_HIDING, HIDDEN, placeIn, rankOfPlace } from "../rows/ranks.ts"
import { BY_HAND, type ImportStore, type Sourced, type ToHide } from "./store.ts"
import {
  type Before,
  beforeOf,
  type ItemRow,
  importedFoodKey,
  importedFoods,
  importOf,
  itemKey,
  items,
  itemsOf,
  readingKey,
  removeFact,
  stateOf
} from "./tables.memory.ts"
import { importsOf, updateImport } from "./undo.memory.ts"
import { repeat, withdraw } from "./withdrawn.memory.ts"

/** The import that writes, and its rank among sources. */
interface Writing {
  readonly importId: ImportId
  readonly rank: number
}

/**
 * The place of an item. If another import of the same rank has written under the key since, the import takes the highest
 * place, so that it is in force.
 */
const placeToWrite = (
  memory: Memory,
  userId: UserId,
  { importId, rank }: Writing,
  kind: ItemKind,
  key: string
): number => {
  const place = importOf(memory, userId, importId)?.place ?? 0
  const isBehind = itemsOf(memory, userId).some(
    ([item]) =>
      item.kind === kind && item.key === key && item.place > placeIn(rank, place) && item.place < placeIn(rank + 1, 0)
  )
  if (!isBehind) return placeIn(rank, place)
  const highest = Math.max(...importsOf(memory, userId).map(([, other]) => other.place)) + 1
  updateImport(memory, userId, importId, { place: highest })
  return placeIn(rank, highest)
}

/** Writes facts of an import, and records each as an item with what was there before. */
const recorder =
  (memory: Memory, userId: UserId, writing: Writing) =>
  (
    kind: ItemKind,
    { key, fingerprint, slot }: Sourced & { readonly slot?: string },
    factId: string,
    write: (() => void) | undefined
  ) => {
    const before = write === undefined ? null : beforeOf(memory, userId, kind, factId)
    write?.()
    const place = placeToWrite(memory, userId, writing, kind, key)
    const at = itemKey({ userId, kind, key, place })
    const held = Option.getOrUndefined(HashMap.get(memory.rows(items), at))
    const made = write === undefined ? "" : (stateOf(memory, userId, kind, factId) ?? "")
    const row: ItemRow = {
      importId: writing.importId,
      factId,
      fingerprint,
      made,
      before: held === undefined ? before : held.before,
      undone: false,
      slot: slot ?? null,
      also: held?.also ?? []
    }
    memory.update(items, HashMap.set(at, row))
  }

const addExercise = (memory: Memory, userId: UserId, exercise: OwnExercise) => {
  const names = ownExercisesOf(memory, userId).map(({ name }) => nameKey(name))
  if (names.includes(nameKey(exercise.name))) return
  memory.update(ownExercises, (rows) => HashMap.set(rows, ownExerciseKey(userId, exercise.id), exercise))
}

const setWorkout = (memory: Memory, userId: UserId, workout: Workout, createdAt: number) =>
  memory.update(workouts, (rows) => {
    const at = workoutKey(userId, workout.id)
    const held = Option.getOrUndefined(HashMap.get(rows, at))
    const revision = (held?.revision ?? 0) + 1
    return HashMap.set(rows, at, { workout, revision, createdAt: held?.createdAt ?? createdAt })
  })

const setEntry = (memory: Memory, userId: UserId, entry: DiaryEntry) => {
  const { id, name, brandName } = entry.food
  const foodAt = importedFoodKey(userId, id)
  const food = { name, brandName, createdAt: DateTime.formatIso(entry.createdAt) }
  memory.update(importedFoods, (rows) => (HashMap.has(rows, foodAt) ? rows : HashMap.set(rows, foodAt, food)))
  memory.update(diaryEntries, (rows) => {
    const at = entryKey(userId, entry.id)
    const createdAt = Option.getOrUndefined(HashMap.get(rows, at))?.createdAt ?? entry.createdAt
    return HashMap.set(rows, at, { ...entry, createdAt })
  })
}

/** The items of a key, the one in force last. */
const itemsUnder = (memory: Memory, userId: UserId, kind: ItemKind, key: string) =>
  itemsOf(memory, userId)
    .filter(([item]) => item.kind === kind && item.key === key)
    .sort(([a], [b]) => a.place - b.place)

/** Records what an import states of a fact that a source with a higher rank has stated: the fact stays. */
const recordBeneath = (
  memory: Memory,
  userId: UserId,
  { importId, rank }: Writing,
  { key, fingerprint }: Sourced,
  factId: string,
  made: string,
  row: Before
): void => {
  const { kind } = row
  const all = itemsUnder(memory, userId, kind, key)
  const place = importOf(memory, userId, importId)?.place ?? 0
  const mine = all.find(([, item]) => item.importId === importId)
  const ofRank = all.flatMap(([item]) => (rankOfPlace(item.place) === rank ? item.place + 1 : []))
  const at = mine?.[0].place ?? Math.max(placeIn(rank, place), ...ofRank)
  const above = all.find(([item]) => item.place > at)
  if (above === undefined) return
  const before = mine === undefined ? above[1].before : mine[1].before
  const own: ItemRow = { importId, factId, fingerprint, made, before, undone: false, slot: null, also: [] }
  const other: ItemRow = { ...above[1], before: row }
  memory.update(items, HashMap.set(itemKey({ userId, kind, key, place: at }), own))
  memory.update(items, HashMap.set(itemKey(above[0]), other))
}

/** Hides a session for one of a source with a higher rank. */
const hide = (memory: Memory, userId: UserId, importId: ImportId, { key, workoutId }: ToHide): void => {
  const all = itemsUnder(memory, userId, "workout", key)
  if (all.some(([, item]) => item.importId === importId)) return
  const before = beforeOf(memory, userId, "workout", workoutId)
  const place = Math.max(FIRST_HIDING, ...all.map(([item]) => item.place + 1))
  const item: ItemRow = {
    importId,
    factId: workoutId,
    fingerprint: "",
    made: HIDDEN,
    before,
    undone: false,
    slot: null,
    also: []
  }
  memory.update(items, HashMap.set(itemKey({ userId, kind: "workout", key, place }), item))
  removeFact(memory, userId, "workout", workoutId)
}

/** `write` of the store of imports. */
export const write =
  (memory: Memory): ImportStore["Type"]["write"] =>
  (
    userId,
    importId,
    rank,
    {
      readings = [],
      entries = [],
      workouts: sessions = [],
      exercises = [],
      beneath = {},
      byHand = [],
      hidden = [],
      ...following
    }
  ) =>
    memory.transaction(
      Effect.sync(() => {
        const writing = { importId, rank }
        const record = recorder(memory, userId, writing)
        for (const exercise of exercises) {
          const sourced = { key: nameKey(exercise.name), fingerprint: "" }
          record("exercise", sourced, exercise.id, () => addExercise(memory, userId, exercise))
        }
        for (const { metric, date, value, ...sourced } of readings) {
          const factId = `${metric} ${date}`
          const at = readingKey(userId, factId)
          record("reading", sourced, factId, () => setReading(memory, at, value))
        }
        for (const { workout, createdAt, ...sourced } of sessions) {
          record("workout", sourced, workout.id, () => setWorkout(memory, userId, workout, createdAt))
        }
        for (const { entry, ...sourced } of entries) {
          record("entry", sourced, entry.id, () => setEntry(memory, userId, entry))
        }
        for (const { metric, date, value, ...sourced } of beneath.readings ?? []) {
          const row = { kind: "reading", value } as const
          recordBeneath(memory, userId, writing, sourced, `${metric} ${date}`, String(value), row)
        }
        for (const { entry, ...sourced } of beneath.entries ?? []) {
          const made = [entry.date, entry.mealType, entry.servings].join(" ")
          recordBeneath(memory, userId, writing, sourced, entry.id, made, { kind: "entry", entry })
        }
        for (const { workout, createdAt, ...sourced } of beneath.workouts ?? []) {
          const row = { kind: "workout", row: { workout, createdAt, revision: 1 } } as const
          recordBeneath(memory, userId, writing, sourced, workout.id, "1", row)
        }
        const noting = recorder(memory, userId, { importId, rank: 0 })
        for (const key of byHand) noting("reading", { key, fingerprint: BY_HAND }, key, undefined)
        for (const each of hidden) hide(memory, userId, each.by ?? importId, each)
        if (following.repeated !== undefined) repeat(memory, userId, importId, following.repeated)
        if (following.absent !== undefined) withdraw(memory, userId, importId, following.absent)
      })
    )
