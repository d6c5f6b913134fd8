import { Array as Arr, DateTime, HashMap, Option, Order, Schema } from "effect"
import { bodyMetrics, entryKey, workoutKey } from "../../../facts/tables.memory.ts"
import { customFoodKey, customFoods } from "../../../features/custom-foods/store.memory.ts"
import { diaryEntries } from "../../../features/diary/store.memory.ts"
import { ownExerciseKey, ownExercises } from "../../../features/exercises/store.memory.ts"
import { goalKey, goals } from "../../../features/goals/store.memory.ts"
import type { Version } from "../../../features/goals/store.ts"
import { savedMealKey, savedMeals } from "../../../features/saved-meals/store.memory.ts"
import { workouts } from "../../../features/workouts/store.memory.ts"
import type { Memory } from "../../../platform/database/memory.ts"
import type { UserId } from "../../../values/ids.ts"
import { routineKey, routines } from "../../page/features/routines/store.memory.ts"
import {
  type Before,
  choiceKey,
  choices,
  type ItemRow,
  importedFoodKey,
  importedFoods,
  importKey,
  imports,
  itemKey,
  items,
  readingKey
} from "../ledger/tables.memory.ts"
import { type ItemKind, importIds } from "../rows/model.ts"
import { entryOf, workoutOf } from "./fact-rows.ts"
import { type Line, PARTS, type PartName } from "./format.ts"
import { LINES, type LineOf, lineOfRow } from "./lines.ts"
import { UNKNOWN } from "./read.memory.ts"

const millis = (text: string | null) => (text === null ? null : Date.parse(text))

const Value = Schema.Struct({ value: Schema.Number })

/** The earlier state of a row, from its text. */
const revived = (kind: ItemKind, text: string | null): Before | null => {
  if (text === null) return null
  const row: Readonly<Record<string, unknown>> = JSON.parse(text)
  switch (kind) {
    case "reading":
      return { kind, value: Schema.decodeUnknownSync(Value)(row).value }
    case "entry":
      return { kind, entry: entryOf(Schema.decodeUnknownSync(LINES.entries)(lineOfRow(PARTS.entries, row))) }
    case "workout":
      return { kind, row: workoutOf(Schema.decodeUnknownSync(LINES.workouts)(lineOfRow(PARTS.workouts, row))) }
    default:
      return null
  }
}

const byDay = Order.mapInput(Order.string, ({ from }: Version) => from)

/** Changes an existing row. */
const changed = <K, V>(rows: HashMap.HashMap<K, V>, key: K, change: (row: V) => V) =>
  Option.match(HashMap.get(rows, key), {
    onNone: () => undefined,
    onSome: (row) => HashMap.set(rows, key, change(row))
  })

/** Writes a line; returns whether its parent exists. */
const WRITE: { readonly [Name in PartName]: (memory: Memory, userId: UserId, line: LineOf<Name>) => boolean } = {
  exercises: (memory, userId, { nameKey: _key, createdAt, ...rest }) => {
    const row = { ...rest, createdAt: DateTime.unsafeMake(createdAt) }
    memory.update(ownExercises, (rows) => HashMap.set(rows, ownExerciseKey(userId, row.id), row))
    return true
  },
  "custom-foods": (memory, userId, { id, createdAt, ...rest }) => {
    const row = { ...rest, createdAt: DateTime.unsafeMake(createdAt) }
    memory.update(customFoods, (rows) => HashMap.set(rows, customFoodKey(userId, id), row))
    return true
  },
  "imported-foods": (memory, userId, { id, ...row }) => {
    memory.update(importedFoods, (rows) => HashMap.set(rows, importedFoodKey(userId, id), row))
    return true
  },
  "saved-meals": (memory, userId, { id, createdAt, ...rest }) => {
    const row = { ...rest, items: [], createdAt: DateTime.unsafeMake(createdAt) }
    memory.update(savedMeals, (rows) => HashMap.set(rows, savedMealKey(userId, id), row))
    return true
  },
  "saved-meal-items": (memory, userId, { mealId, position, ...item }) => {
    const rows = changed(memory.rows(savedMeals), savedMealKey(userId, mealId), (meal) => ({
      ...meal,
      items: meal.items.toSpliced(position, 1, item)
    }))
    if (rows !== undefined) memory.update(savedMeals, () => rows)
    return rows !== undefined
  },
  readings: (memory, userId, { metric, date, value }) => {
    memory.update(bodyMetrics, (rows) => HashMap.set(rows, readingKey(userId, `${metric} ${date}`), value))
    return true
  },
  entries: (memory, userId, line) => {
    memory.update(diaryEntries, (rows) => HashMap.set(rows, entryKey(userId, line.id), entryOf(line)))
    return true
  },
  workouts: (memory, userId, line) => {
    memory.update(workouts, (rows) => HashMap.set(rows, workoutKey(userId, line.id), workoutOf(line)))
    return true
  },
  routines: (memory, userId, { createdAt, ...rest }) => {
    const row = { ...rest, createdAt: Date.parse(createdAt) }
    memory.update(routines, (rows) => HashMap.set(rows, routineKey(userId, row.id), row))
    return true
  },
  goals: (memory, userId, { place, ...goal }) => {
    const row = { place, goal, versions: Arr.of(UNKNOWN), progress: new Map() }
    memory.update(goals, (rows) => HashMap.set(rows, goalKey(userId, goal.id), row))
    return true
  },
  "goal-revisions": (memory, userId, { goalId, fromDay, days, startDate, endDate, ...rest }) => {
    const version = { from: fromDay, terms: { ...rest, schedule: { days, startDate, endDate } } }
    const rows = changed(memory.rows(goals), goalKey(userId, goalId), (goal) => {
      const known = goal.versions.filter((each) => each !== UNKNOWN)
      return { ...goal, versions: Arr.sort(Arr.append(known, version), byDay) }
    })
    if (rows !== undefined) memory.update(goals, () => rows)
    return rows !== undefined
  },
  progress: (memory, userId, { goalId, date, value }) => {
    const rows = changed(memory.rows(goals), goalKey(userId, goalId), (goal) => ({
      ...goal,
      progress: new Map(goal.progress).set(date, value)
    }))
    if (rows !== undefined) memory.update(goals, () => rows)
    return rows !== undefined
  },
  "exercise-choices": (memory, userId, { source, nameKey, exerciseId }) => {
    memory.update(choices, (rows) => HashMap.set(rows, choiceKey(userId, source, nameKey), exerciseId))
    return true
  },
  imports: (memory, userId, { id, fileHash, startedAt, finishedAt, undoneAt, ...rest }) => {
    const row = {
      ...rest,
      hash: fileHash,
      startedAt: Date.parse(startedAt),
      finishedAt: millis(finishedAt),
      undoneAt: millis(undoneAt),
      badges: new Map()
    }
    memory.update(imports, (rows) => HashMap.set(rows, importKey(userId, importIds.of(userId, id)), row))
    return true
  },
  "import-items": (memory, userId, { kind, key, place, importId, before, ...rest }) => {
    const id = importIds.of(userId, importId)
    if (!HashMap.has(memory.rows(imports), importKey(userId, id))) return false
    const row: ItemRow = { ...rest, importId: id, before: revived(kind, before), slot: null, also: [] }
    memory.update(items, (rows) => HashMap.set(rows, itemKey({ userId, kind, key, place }), row))
    return true
  }
}

const writeTyped = <Name extends PartName>(memory: Memory, userId: UserId, name: Name, line: Line): boolean => {
  const is = Schema.is(LINES[name] as Schema.Schema<LineOf<Name>>)
  return is(line) && WRITE[name](memory, userId, line)
}

/**
 * Writes a line. Returns whether it was written: a line that does not fit its part, or whose parent is missing, is not.
 */
export const writeLine = (memory: Memory, userId: UserId, name: PartName, line: Line): boolean =>
  writeTyped(memory, userId, name, line)
