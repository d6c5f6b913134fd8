import { Data, DateTime, HashMap, Option, Schema } from "effect"
import {
  bodyMetrics,
  confirmedReadings,
  entriesOf,
  entryKey,
  type ReadingKey,
  setReading,
  workoutKey
} from "../../../facts/tables.memory.ts"
import { Metric } from "../../../features/body-metrics/model.ts"
import { customFoodKey, customFoods } from "../../../features/custom-foods/store.memory.ts"
import type { DiaryEntry } from "../../../features/diary/model.ts"
import { diaryEntries } from "../../../features/diary/store.memory.ts"
import { ownExerciseKey, ownExercises } from "../../../features/exercises/store.memory.ts"
import { goals } from "../../../features/goals/store.memory.ts"
import { savedMealKey, savedMeals } from "../../../features/saved-meals/store.memory.ts"
import { type Row as WorkoutRow, workouts } from "../../../features/workouts/store.memory.ts"
import type { Memory } from "../../../platform/database/memory.ts"
import { table } from "../../../platform/database/memory.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { isPlanned, routineKey, routines } from "../../page/features/routines/store.memory.ts"
import type { Eras } from "../rows/eras.ts"
import type { ImportId, ItemKind } from "../rows/model.ts"
import type { ImportRecord } from "./store.ts"

/** A fact as it was before an import changed it, by kind. */
export type Before =
  | { readonly kind: "reading"; readonly value: number }
  | { readonly kind: "entry"; readonly entry: DiaryEntry }
  | { readonly kind: "workout"; readonly row: WorkoutRow }

export interface ItemRow {
  readonly importId: ImportId
  readonly factId: string
  readonly fingerprint: string
  readonly made: string
  readonly before: Before | null
  readonly undone: boolean
  readonly slot: string | null
  /** Later imports of the source that state the same. */
  readonly also: ReadonlyArray<ImportId>
}

export interface ItemKey {
  readonly userId: UserId
  readonly kind: ItemKind
  readonly key: string
  readonly place: number
}

export interface ImportRow extends Omit<ImportRecord, "id"> {
  readonly place: number
  readonly hash: string
  readonly eras: Eras | null
  /** For each badge, its day before the import and after it. */
  readonly badges: ReadonlyMap<string, { readonly before: string | null; readonly after: string | null }>
}

export const imports = table<{ readonly userId: UserId; readonly id: ImportId }, ImportRow>(
  "imports",
  ({ userId }) => userId
)
export const importKey = (userId: UserId, id: ImportId) => Data.struct({ userId, id })

export const items = table<ItemKey, ItemRow>("import_items", ({ userId }) => userId)
export const itemKey = (key: ItemKey): ItemKey => Data.struct(key)

export const itemsOf = (memory: Memory, userId: UserId): ReadonlyArray<readonly [ItemKey, ItemRow]> =>
  memory.rowsOf(items, userId)

/** An import; undefined if there is none. */
export const importOf = (memory: Memory, userId: UserId, id: ImportId): ImportRow | undefined =>
  Option.getOrUndefined(HashMap.get(memory.rows(imports), importKey(userId, id)))

export const choices = table<{ readonly userId: UserId; readonly source: string; readonly name: string }, string>(
  "exercise_choices",
  ({ userId }) => userId
)

export const choiceKey = (userId: UserId, source: string, name: string) => Data.struct({ userId, source, name })

interface ImportedFood {
  readonly name: string
  readonly brandName: string | null
  readonly createdAt: string
}
export const importedFoods = table<{ readonly userId: UserId; readonly foodId: string }, ImportedFood>(
  "imported_foods",
  ({ userId }) => userId
)
export const importedFoodKey = (userId: UserId, foodId: string) => Data.struct({ userId, foodId })

const isMetric = Schema.is(Metric)

export const readingKey = (userId: UserId, factId: string): ReadingKey => {
  const [metric, day = ""] = factId.split(" ")
  return Data.struct({ userId, metric: isMetric(metric) ? metric : "weight", date: ActivityDay.make(day) })
}

/** The fields of a fact that a person can change; undefined if it is gone. */
export const stateOf = (memory: Memory, userId: UserId, kind: ItemKind, factId: string): string | undefined => {
  const found = <A>(row: Option.Option<A>, state: (row: A) => string) => Option.getOrUndefined(Option.map(row, state))
  switch (kind) {
    case "reading":
      return found(HashMap.get(memory.rows(bodyMetrics), readingKey(userId, factId)), (value) =>
        HashMap.has(memory.rows(confirmedReadings), readingKey(userId, factId)) ? `${value} confirmed` : String(value)
      )
    case "entry":
      return found(HashMap.get(memory.rows(diaryEntries), entryKey(userId, factId)), (entry) =>
        [entry.date, entry.mealType, entry.servings].join(" ")
      )
    case "workout":
      return found(HashMap.get(memory.rows(workouts), workoutKey(userId, factId)), ({ revision }) => String(revision))
    case "exercise":
      return found(HashMap.get(memory.rows(ownExercises), ownExerciseKey(userId, factId)), ({ name }) => name)
    case "routine":
      return found(HashMap.get(memory.rows(routines), routineKey(userId, factId)), ({ name, exercises }) =>
        JSON.stringify([name, exercises])
      )
    case "custom_food":
      return found(HashMap.get(memory.rows(customFoods), customFoodKey(userId, factId)), (food) => JSON.stringify(food))
    case "saved_meal":
      return found(HashMap.get(memory.rows(savedMeals), savedMealKey(userId, factId)), ({ name }) => name)
    case "goal":
      return found(
        Option.fromNullable(memory.rowsOf(goals, userId).find(([key]) => key.id === factId)),
        ([, { goal }]) => [goal.name, goal.unit ?? []].flat().join(" ")
      )
    case "import":
      return memory.rowsOf(imports, userId).find(([key]) => key.id === factId)?.[0].id
  }
}

/** The day of a fact; undefined if it has none, or is gone. */
export const dayOf = (memory: Memory, userId: UserId, kind: ItemKind, factId: string): string | undefined => {
  switch (kind) {
    case "reading":
      return factId.split(" ")[1]
    case "entry":
      return Option.getOrUndefined(HashMap.get(memory.rows(diaryEntries), entryKey(userId, factId)))?.date
    case "workout":
      return Option.getOrUndefined(HashMap.get(memory.rows(workouts), workoutKey(userId, factId)))?.workout.date
    default:
      return undefined
  }
}

/** A fact as it is now; null if it is gone, or of another kind. */
export const beforeOf = (memory: Memory, userId: UserId, kind: ItemKind, factId: string): Before | null => {
  const found = <A>(row: Option.Option<A>, before: (row: A) => Before) => Option.getOrNull(Option.map(row, before))
  if (kind === "reading") {
    const held = HashMap.get(memory.rows(bodyMetrics), readingKey(userId, factId))
    return found(held, (value) => ({ kind, value }))
  }
  if (kind === "entry") {
    return found(HashMap.get(memory.rows(diaryEntries), entryKey(userId, factId)), (entry) => ({ kind, entry }))
  }
  if (kind === "workout") {
    return found(HashMap.get(memory.rows(workouts), workoutKey(userId, factId)), (row) => ({ kind, row }))
  }
  return null
}

/** Restores the earlier state of a fact. */
export const restoreFact = (memory: Memory, userId: UserId, factId: string, before: Before): void => {
  switch (before.kind) {
    case "reading":
      setReading(memory, readingKey(userId, factId), before.value)
      return
    case "entry": {
      const { id, name, brandName } = before.entry.food
      const food = { name, brandName, createdAt: DateTime.formatIso(before.entry.createdAt) }
      const at = importedFoodKey(userId, id)
      memory.update(importedFoods, (rows) => (HashMap.has(rows, at) ? rows : HashMap.set(rows, at, food)))
      memory.update(diaryEntries, HashMap.remove(entryKey(userId, factId)))
      memory.update(diaryEntries, HashMap.set(entryKey(userId, before.entry.id), before.entry))
      return
    }
    case "workout":
      memory.update(workouts, HashMap.remove(workoutKey(userId, factId)))
      memory.update(workouts, HashMap.set(workoutKey(userId, before.row.workout.id), before.row))
      return
  }
}

/** What earlier imports of a source stated, and later ones do not. */
export interface WithdrawnRow {
  readonly source: string
  readonly item: ItemRow
  readonly fact: Before | null
  /** The imports that do not state it. */
  readonly absentFrom: ReadonlyArray<ImportId>
}

export const withdrawn = table<ItemKey, WithdrawnRow>("withdrawn_items", ({ userId }) => userId)

const hasExercise = (fact: Before | null, id: string): boolean =>
  fact?.kind === "workout" && fact.row.workout.exercises.some(({ exerciseId }) => exerciseId === id)

/** The imports of what was withdrawn with an exercise. */
export const withdrawnWith = (memory: Memory, userId: UserId, id: string): ReadonlyArray<ImportId> =>
  memory.rowsOf(withdrawn, userId).flatMap(([, { item, fact }]) => (hasExercise(fact, id) ? [item.importId] : []))

const usesExercise = (memory: Memory, userId: UserId, id: string) =>
  isPlanned(memory, userId, id) ||
  withdrawnWith(memory, userId, id).length > 0 ||
  memory
    .rowsOf(workouts, userId)
    .some(([, { workout }]) => workout.exercises.some(({ exerciseId }) => exerciseId === id))

const usesFood = (memory: Memory, userId: UserId, id: string) =>
  entriesOf(memory, diaryEntries, userId).some(({ food }) => food.kind === "custom_food" && food.id === id) ||
  memory.rowsOf(savedMeals, userId).some(([, { items }]) => items.some(({ foodId }) => foodId === id))

/** Removes a fact that an import added. Returns whether it was removed: an exercise or food in use stays. */
export const removeFact = (memory: Memory, userId: UserId, kind: ItemKind, factId: string): boolean => {
  switch (kind) {
    case "reading":
      setReading(memory, readingKey(userId, factId), undefined)
      return true
    case "entry":
      memory.update(diaryEntries, HashMap.remove(entryKey(userId, factId)))
      return true
    case "workout":
      memory.update(workouts, HashMap.remove(workoutKey(userId, factId)))
      return true
    case "routine":
      memory.update(routines, HashMap.remove(routineKey(userId, factId)))
      return true
    case "exercise":
      if (usesExercise(memory, userId, factId)) return false
      memory.update(ownExercises, HashMap.remove(ownExerciseKey(userId, factId)))
      memory.update(
        choices,
        HashMap.filter((id, key) => key.userId !== userId || id !== factId)
      )
      return true
    case "custom_food":
      if (usesFood(memory, userId, factId)) return false
      memory.update(customFoods, HashMap.remove(customFoodKey(userId, factId)))
      return true
    case "saved_meal":
      memory.update(savedMeals, HashMap.remove(savedMealKey(userId, factId)))
      return true
    case "goal":
      memory.update(
        goals,
        HashMap.filter((_row, key) => key.userId !== userId || key.id !== factId)
      )
      return true
    case "import":
      memory.update(
        imports,
        HashMap.filter((_row, key) => key.userId !== userId || key.id !== factId)
      )
      memory.update(
        items,
        HashMap.filter((row, key) => key.userId !== userId || row.importId !== factId)
      )
      return true
  }
}
