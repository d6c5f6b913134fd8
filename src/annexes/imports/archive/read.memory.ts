import { DateTime, Schema } from "effect"
import { bodyMetrics, entriesOf } from "../../../facts/tables.memory.ts"
import { Metric } from "../../../features/body-metrics/model.ts"
import { customFoodsOf } from "../../../features/custom-foods/store.memory.ts"
import { diaryEntries } from "../../../features/diary/store.memory.ts"
import { ownExercisesOf } from "../../../features/exercises/store.memory.ts"
import { goals } from "../../../features/goals/store.memory.ts"
import type { Version } from "../../../features/goals/store.ts"
import { savedMeals } from "../../../features/saved-meals/store.memory.ts"
import { workouts } from "../../../features/workouts/store.memory.ts"
import type { Memory } from "../../../platform/database/memory.ts"
import { ActivityDay, FIRST_DAY } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { routinesOf } from "../../page/features/routines/store.memory.ts"
import { type Before, choices, importedFoods, imports, items } from "../ledger/tables.memory.ts"
import { SAMPLE_SOURCE } from "../sample/source.ts"
import { entryLine, rowOf, workoutLine } from "./fact-rows.ts"
import { type Line, PARTS, type PartName } from "./format.ts"

const isMetric = Schema.is(Metric)

import type { LineOf } from "./lines.ts"

const iso = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString())

/** An earlier state, as the text of its row. */
const frozen = (before: Before | null): string | null => {
  switch (before?.kind) {
    case undefined:
      return null
    case "reading":
      return JSON.stringify({ value: before.value })
    case "entry":
      return JSON.stringify(rowOf(PARTS.entries, entryLine(before.entry)))
    case "workout":
      return JSON.stringify(rowOf(PARTS.workouts, workoutLine(before.row)))
  }
}

/** Stands for a goal's terms until its revisions have been read. */
export const UNKNOWN: Version = {
  from: ActivityDay.make(FIRST_DAY),
  terms: {
    targetValue: null,
    comparison: null,
    schedule: { days: [], startDate: ActivityDay.make(FIRST_DAY), endDate: null },
    active: false
  }
}

const goalsOf = (memory: Memory, userId: UserId) =>
  memory.rowsOf(goals, userId).map(([key, row]) => ({ id: key.id, ...row }))

const mealsOf = (memory: Memory, userId: UserId) =>
  memory.rowsOf(savedMeals, userId).map(([key, row]) => ({ id: key.mealId, ...row }))

/** Imports other than restored archives. */
const shared = (memory: Memory, userId: UserId) =>
  memory
    .rowsOf(imports, userId)
    .flatMap(([{ id }, row]) => (row.source === "fettle" || row.source === SAMPLE_SOURCE ? [] : [{ id, ...row }]))

const READ: { readonly [Name in PartName]: (memory: Memory, userId: UserId) => ReadonlyArray<LineOf<Name>> } = {
  exercises: (memory, userId) =>
    ownExercisesOf(memory, userId).map(({ id, name, category, trackingType, createdAt }) => ({
      id,
      name,
      nameKey: name.trim().toLowerCase(),
      category,
      trackingType,
      createdAt: DateTime.formatIso(createdAt)
    })),
  "custom-foods": (memory, userId) =>
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
      createdAt: DateTime.formatIso(food.createdAt),
      recipe: food.recipe,
      fiber: food.fiber ?? null,
      sugars: food.sugars ?? null,
      saturatedFat: food.saturatedFat ?? null,
      sodium: food.sodium ?? null
    })),
  "imported-foods": (memory, userId) =>
    memory.rowsOf(importedFoods, userId).map(([{ foodId }, { name, brandName, createdAt }]) => ({
      id: foodId,
      name,
      brandName,
      createdAt
    })),
  "saved-meals": (memory, userId) =>
    mealsOf(memory, userId).map(({ id, name, description, servings, createdAt }) => ({
      id,
      name,
      description,
      servings,
      createdAt: DateTime.formatIso(createdAt)
    })),
  "saved-meal-items": (memory, userId) =>
    mealsOf(memory, userId).flatMap(({ id, items }) =>
      items.map(({ foodKind, foodId, servings }, position) => ({ mealId: id, position, foodKind, foodId, servings }))
    ),
  readings: (memory, userId) =>
    memory
      .rowsOf(bodyMetrics, userId)
      .flatMap(([{ metric, date }, value]) => (isMetric(metric) ? [{ metric, date, value }] : [])),
  entries: (memory, userId) => entriesOf(memory, diaryEntries, userId).map(entryLine),
  workouts: (memory, userId) => memory.rowsOf(workouts, userId).map(([, row]) => workoutLine(row)),
  routines: (memory, userId) =>
    routinesOf(memory, userId).map(({ id, place, name, exercises, createdAt }) => ({
      id,
      place,
      name,
      exercises,
      createdAt: new Date(createdAt).toISOString()
    })),
  goals: (memory, userId) =>
    goalsOf(memory, userId).map(({ id, place, goal: { name, type, metric, unit } }) => ({
      id,
      place,
      name,
      type,
      metric,
      unit
    })),
  "goal-revisions": (memory, userId) =>
    goalsOf(memory, userId).flatMap(({ id, versions }) =>
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
  progress: (memory, userId) =>
    goalsOf(memory, userId).flatMap(({ id, progress }) =>
      [...progress].map(([date, value]) => ({ goalId: id, date, value }))
    ),
  "exercise-choices": (memory, userId) =>
    memory.rowsOf(choices, userId).map(([{ source, name }, exerciseId]) => ({
      source,
      nameKey: name,
      exerciseId
    })),
  imports: (memory, userId) =>
    shared(memory, userId).map(({ id, place, source, file, hash, startedAt, finishedAt, undoneAt, counts, eras }) => ({
      place,
      id: id.slice(20),
      source,
      file,
      fileHash: hash,
      startedAt: new Date(startedAt).toISOString(),
      finishedAt: iso(finishedAt),
      undoneAt: iso(undoneAt),
      counts,
      eras
    })),
  "import-items": (memory, userId) => {
    const ids = new Set(shared(memory, userId).map(({ id }) => id))
    return memory.rowsOf(items, userId).flatMap(([{ kind, key, place }, row]) =>
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

/** A user's data as lines. */
export const readLines = (memory: Memory, userId: UserId, name: PartName): ReadonlyArray<Line> =>
  READ[name](memory, userId)
