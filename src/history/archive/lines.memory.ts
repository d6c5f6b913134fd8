import { Array as Arr, DateTime, HashMap, Option, Order, Schema } from "effect"
import { customFoodKey, customFoods, customFoodsOf } from "../../custom-foods/store.memory.ts"
import type { MemoryDatabase } from "../../database/memory.ts"
import { diaryEntries } from "../../diary/store.memory.ts"
import { ownExerciseKey, ownExercises, ownExercisesOf } from "../../exercises/store.memory.ts"
import { bodyMetrics, entriesOf, entryKey, workoutKey } from "../../facts/tables.memory.ts"
import { goalKey, goals, type Version } from "../../goals/store.memory.ts"
import { savedMealKey, savedMeals } from "../../saved-meals/store.memory.ts"
import { ActivityDay, FIRST_DAY } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { workouts } from "../../workouts/store.memory.ts"
import { ImportId } from "../model.ts"
import {
  type Before,
  choiceKey,
  choices,
  importedFoodKey,
  importedFoods,
  importKey,
  imports,
  itemKey,
  items,
  readingKey
} from "../tables.memory.ts"
import type { Line, PartName } from "./format.ts"
import { LINES, type LineOf } from "./lines.ts"

type Memory = MemoryDatabase["Type"]

const iso = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString())
const millis = (text: string | null) => (text === null ? null : Date.parse(text))

/** What was there before as text, and back. */
const frozen = (before: Before | null): string | null => (before === null ? null : JSON.stringify(before))
const revived = (text: string | null): Before | null => {
  if (text === null) return null
  const before: Before = JSON.parse(text)
  if (before.kind !== "entry") return before
  const createdAt = DateTime.unsafeMake(String(before.entry.createdAt))
  return { ...before, entry: { ...before.entry, createdAt } }
}

/** The terms of a goal until its revisions have been read. */
const UNKNOWN: Version = {
  from: ActivityDay.make(FIRST_DAY),
  terms: {
    targetValue: null,
    comparison: null,
    schedule: { days: [], startDate: ActivityDay.make(FIRST_DAY), endDate: null },
    active: false
  }
}
const byDay = Order.mapInput(Order.string, ({ from }: Version) => from)

/** The data of a user as lines, and lines as data. A line whose parent is missing is not written. */
export const linesIn = (memory: Memory) => {
  const mine = <K extends { readonly userId: UserId }, V>(userId: UserId, rows: HashMap.HashMap<K, V>) =>
    HashMap.toEntries(rows).filter(([key]) => key.userId === userId)
  const goalsOf = (userId: UserId) => mine(userId, memory.rows(goals)).map(([key, row]) => ({ id: key.id, ...row }))
  const mealsOf = (userId: UserId) =>
    mine(userId, memory.rows(savedMeals)).map(([key, row]) => ({ id: key.mealId, ...row }))
  const shared = (userId: UserId) =>
    mine(userId, memory.rows(imports)).flatMap(([{ id }, row]) => (row.source === "fettle" ? [] : [{ id, ...row }]))

  const read: { readonly [Name in PartName]: (userId: UserId) => ReadonlyArray<LineOf<Name>> } = {
    exercises: (userId) =>
      ownExercisesOf(memory, userId).map(({ id, name, category, trackingType, createdAt }) => ({
        id,
        name,
        nameKey: name.trim().toLowerCase(),
        category,
        trackingType,
        createdAt: DateTime.formatIso(createdAt)
      })),
    "custom-foods": (userId) =>
      customFoodsOf(memory, userId).map((food) => ({
        id: food.id,
        name: food.name,
        brandName: food.brandName,
        servingSize: food.servingSize,
        servingUnit: food.servingUnit,
        servingText: food.servingText,
        calories: food.calories,
        protein: food.protein,
        carbs: food.carbs,
        fat: food.fat,
        alcohol: food.alcohol,
        createdAt: DateTime.formatIso(food.createdAt)
      })),
    "imported-foods": (userId) =>
      mine(userId, memory.rows(importedFoods)).map(([{ foodId }, { name, brandName, createdAt }]) => ({
        id: foodId,
        name,
        brandName,
        createdAt
      })),
    "saved-meals": (userId) =>
      mealsOf(userId).map(({ id, name, description, servings, createdAt }) => ({
        id,
        name,
        description,
        servings,
        createdAt: DateTime.formatIso(createdAt)
      })),
    "saved-meal-items": (userId) =>
      mealsOf(userId).flatMap(({ id, items }) =>
        items.map(({ foodKind, foodId, servings }, position) => ({ mealId: id, position, foodKind, foodId, servings }))
      ),
    readings: (userId) =>
      mine(userId, memory.rows(bodyMetrics)).map(([{ metric, date }, value]) => ({ metric, date, value })),
    entries: (userId) =>
      entriesOf(memory.rows(diaryEntries), userId).map(
        ({ id, date, mealType, servings, food, serving, perServing, createdAt }) => ({
          id,
          date,
          mealType,
          servings,
          foodKind: food.kind,
          foodId: food.id,
          foodName: food.name,
          brandName: food.brandName,
          calories: perServing.calories,
          protein: perServing.protein,
          carbs: perServing.carbs,
          fat: perServing.fat,
          alcohol: perServing.alcohol,
          servingSize: serving?.size ?? null,
          servingUnit: serving?.unit ?? null,
          servingText: serving?.text ?? null,
          createdAt: DateTime.formatIso(createdAt)
        })
      ),
    workouts: (userId) =>
      mine(userId, memory.rows(workouts)).map(([, { workout, revision, createdAt }]) => ({
        id: workout.id,
        revision,
        date: workout.date,
        name: workout.name,
        startTime: workout.startTime,
        endTime: workout.endTime,
        durationSeconds: workout.durationSeconds,
        notes: workout.notes,
        estimatedCalories: workout.estimatedCalories,
        exerciseCount: workout.exercises.length,
        exercises: workout.exercises,
        createdAt: new Date(createdAt).toISOString()
      })),
    goals: (userId) =>
      goalsOf(userId).map(({ id, place, goal: { name, type, metric } }) => ({ id, place, name, type, metric })),
    "goal-revisions": (userId) =>
      goalsOf(userId).flatMap(({ id, versions }) =>
        versions
          .flatMap((version) => (version === UNKNOWN ? [] : [version]))
          .map(({ from, terms: { targetValue, comparison, schedule, active } }) => ({
            goalId: id,
            fromDay: from,
            targetValue,
            comparison,
            days: schedule.days,
            startDate: schedule.startDate,
            endDate: schedule.endDate,
            active
          }))
      ),
    progress: (userId) =>
      goalsOf(userId).flatMap(({ id, progress }) =>
        [...progress].map(([date, value]) => ({ goalId: id, date, value }))
      ),
    "exercise-choices": (userId) =>
      mine(userId, memory.rows(choices)).map(([{ source, name }, exerciseId]) => ({
        source,
        nameKey: name,
        exerciseId
      })),
    imports: (userId) =>
      shared(userId).map(({ id, place, source, file, hash, startedAt, finishedAt, undoneAt, counts }) => ({
        place,
        id: id.slice(20),
        source,
        file,
        fileHash: hash,
        startedAt: new Date(startedAt).toISOString(),
        finishedAt: iso(finishedAt),
        undoneAt: iso(undoneAt),
        counts
      })),
    "import-items": (userId) => {
      const ids = new Set(shared(userId).map(({ id }) => id))
      return mine(userId, memory.rows(items)).flatMap(([{ kind, key, place }, row]) =>
        ids.has(row.importId)
          ? [
              {
                kind,
                key,
                place,
                importId: row.importId.slice(20),
                factId: row.factId,
                fingerprint: row.fingerprint,
                made: row.made,
                before: frozen(row.before),
                undone: row.undone
              }
            ]
          : []
      )
    }
  }

  const idOf = (userId: UserId, own: string) => ImportId.make(`imp_${userId.slice(4)}${own}`)
  /** Changes a row that is there. */
  const changed = <K, V>(rows: HashMap.HashMap<K, V>, key: K, change: (row: V) => V) =>
    Option.match(HashMap.get(rows, key), {
      onNone: () => undefined,
      onSome: (row) => HashMap.set(rows, key, change(row))
    })

  const write: { readonly [Name in PartName]: (userId: UserId, line: LineOf<Name>) => boolean } = {
    exercises: (userId, { nameKey: _key, createdAt, ...rest }) => {
      const row = { ...rest, createdAt: DateTime.unsafeMake(createdAt) }
      memory.update(ownExercises, (rows) => HashMap.set(rows, ownExerciseKey(userId, row.id), row))
      return true
    },
    "custom-foods": (userId, { id, createdAt, ...rest }) => {
      const row = { ...rest, createdAt: DateTime.unsafeMake(createdAt) }
      memory.update(customFoods, (rows) => HashMap.set(rows, customFoodKey(userId, id), row))
      return true
    },
    "imported-foods": (userId, { id, ...row }) => {
      memory.update(importedFoods, (rows) => HashMap.set(rows, importedFoodKey(userId, id), row))
      return true
    },
    "saved-meals": (userId, { id, createdAt, ...rest }) => {
      const row = { ...rest, items: [], createdAt: DateTime.unsafeMake(createdAt) }
      memory.update(savedMeals, (rows) => HashMap.set(rows, savedMealKey(userId, id), row))
      return true
    },
    "saved-meal-items": (userId, { mealId, position, ...item }) => {
      const rows = changed(memory.rows(savedMeals), savedMealKey(userId, mealId), (meal) => ({
        ...meal,
        items: meal.items.toSpliced(position, 1, item)
      }))
      if (rows !== undefined) memory.update(savedMeals, () => rows)
      return rows !== undefined
    },
    readings: (userId, { metric, date, value }) => {
      memory.update(bodyMetrics, (rows) => HashMap.set(rows, readingKey(userId, `${metric} ${date}`), value))
      return true
    },
    entries: (userId, line) => {
      const { id, date, mealType, servings, calories, protein, carbs, fat, alcohol, createdAt } = line
      const entry = {
        id,
        date,
        mealType,
        servings,
        food: { id: line.foodId, kind: line.foodKind, name: line.foodName, brandName: line.brandName },
        serving:
          line.servingSize === null || line.servingUnit === null
            ? null
            : { size: line.servingSize, unit: line.servingUnit, text: line.servingText },
        perServing: { calories, protein, carbs, fat, alcohol },
        createdAt: DateTime.unsafeMake(createdAt)
      }
      memory.update(diaryEntries, (rows) => HashMap.set(rows, entryKey(userId, id), entry))
      return true
    },
    workouts: (userId, { revision, createdAt, exerciseCount: _count, ...workout }) => {
      const row = { workout, revision, createdAt: Date.parse(createdAt) }
      memory.update(workouts, (rows) => HashMap.set(rows, workoutKey(userId, workout.id), row))
      return true
    },
    goals: (userId, { place, ...goal }) => {
      const row = { place, goal, versions: Arr.of(UNKNOWN), progress: new Map() }
      memory.update(goals, (rows) => HashMap.set(rows, goalKey(userId, goal.id), row))
      return true
    },
    "goal-revisions": (userId, { goalId, fromDay, days, startDate, endDate, ...rest }) => {
      const version = { from: fromDay, terms: { ...rest, schedule: { days, startDate, endDate } } }
      const rows = changed(memory.rows(goals), goalKey(userId, goalId), (goal) => {
        const known = goal.versions.filter((each) => each !== UNKNOWN)
        return { ...goal, versions: Arr.sort(Arr.append(known, version), byDay) }
      })
      if (rows !== undefined) memory.update(goals, () => rows)
      return rows !== undefined
    },
    progress: (userId, { goalId, date, value }) => {
      const rows = changed(memory.rows(goals), goalKey(userId, goalId), (goal) => ({
        ...goal,
        progress: new Map(goal.progress).set(date, value)
      }))
      if (rows !== undefined) memory.update(goals, () => rows)
      return rows !== undefined
    },
    "exercise-choices": (userId, { source, nameKey, exerciseId }) => {
      memory.update(choices, (rows) => HashMap.set(rows, choiceKey(userId, source, nameKey), exerciseId))
      return true
    },
    imports: (userId, { id, fileHash, startedAt, finishedAt, undoneAt, ...rest }) => {
      const row = {
        ...rest,
        hash: fileHash,
        startedAt: Date.parse(startedAt),
        finishedAt: millis(finishedAt),
        undoneAt: millis(undoneAt),
        badges: new Map()
      }
      memory.update(imports, (rows) => HashMap.set(rows, importKey(userId, idOf(userId, id)), row))
      return true
    },
    "import-items": (userId, { kind, key, place, importId, before, ...rest }) => {
      const id = idOf(userId, importId)
      if (!HashMap.has(memory.rows(imports), importKey(userId, id))) return false
      const row = { ...rest, importId: id, before: revived(before) }
      memory.update(items, (rows) => HashMap.set(rows, itemKey({ userId, kind, key, place }), row))
      return true
    }
  }

  const writer = <Name extends PartName>(name: Name) => {
    const is = Schema.is(LINES[name] as Schema.Schema<LineOf<Name>>)
    return (userId: UserId, line: Line): boolean => is(line) && write[name](userId, line)
  }

  return {
    read: (userId: UserId, name: PartName): ReadonlyArray<Line> => read[name](userId),
    write: (userId: UserId, name: PartName, line: Line): boolean => writer(name)(userId, line)
  }
}
