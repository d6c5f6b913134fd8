import { DateTime, Effect } from "effect"
import type { Database } from "../../platform/database/db.ts"
import { nameKey, type OwnExercise } from "../exercises/own.ts"
import type { ImportId } from "./model.ts"
import {
  BY_HAND,
  type EntryToSet,
  type ImportStore,
  type ReadingToSet,
  type ToHide,
  type WorkoutToSet
} from "./store.ts"

const exerciseRow = ({ id, name, category, trackingType, createdAt }: OwnExercise) => ({
  key: nameKey(name),
  id,
  name,
  category,
  tracking_type: trackingType,
  created_at: DateTime.formatIso(createdAt)
})

const entryRow = ({ key, fingerprint, entry }: EntryToSet) => ({
  key,
  fingerprint,
  entry_id: entry.id,
  date: entry.date,
  meal_type: entry.mealType,
  servings: entry.servings,
  food_id: entry.food.id,
  food_name: entry.food.name,
  brand_name: entry.food.brandName,
  ...entry.perServing,
  created_at: DateTime.formatIso(entry.createdAt),
  serving_size: entry.serving?.size ?? null,
  serving_unit: entry.serving?.unit ?? null,
  serving_text: entry.serving?.text ?? null
})

/** The foods of entries, each once. */
const foodRows = (entries: ReadonlyArray<EntryToSet>) => [
  ...new Map(
    entries.map(({ entry: { food, createdAt } }) => [
      food.id,
      { id: food.id, name: food.name, brand_name: food.brandName, created_at: DateTime.formatIso(createdAt) }
    ])
  ).values()
]

const workoutRow = ({ key, fingerprint, workout, createdAt }: WorkoutToSet) => ({
  key,
  fingerprint,
  workout_id: workout.id,
  date: workout.date,
  name: workout.name,
  duration_seconds: workout.durationSeconds,
  notes: workout.notes,
  estimated_calories: workout.estimatedCalories,
  app_calories: workout.appCalories,
  exercise_count: workout.exercises.length,
  exercises: workout.exercises,
  start_time: workout.startTime,
  end_time: workout.endTime,
  created_at: new Date(createdAt).toISOString()
})

const readingBeneath = ({ key, fingerprint, metric, date, value }: ReadingToSet) => ({
  key,
  fingerprint,
  fact: `${metric} ${date}`,
  made: String(value),
  value
})

const entryBeneath = (entry: EntryToSet) => {
  const row = entryRow(entry)
  const made = [row.date, row.meal_type, row.servings].join(" ")
  return { key: row.key, fingerprint: row.fingerprint, fact: row.entry_id, made, entry: row }
}

const hiddenRow = (importId: ImportId, { key, workoutId, by = importId }: ToHide) => ({
  key,
  workout_id: workoutId,
  import_id: by
})

/** Rows as functions of the database take them. */
export const json = (db: Database, rows: unknown) => db.sql`${JSON.stringify(rows)}::text::json`

/** Notes them beneath all that files and devices make. */
const noteByHand = (db: Database, userId: string, importId: ImportId, keys: ReadonlyArray<string>) => {
  const prints = keys.map(() => BY_HAND)
  const none = keys.map(() => "")
  return db.sql`
    SELECT add_import_items(${userId}, ${importId}, 'reading', ${keys}::text[], ${keys}::text[], ${prints}::text[], ${none}::text[],
      ${keys.map(() => null)}::json[], 0)`
}

/** `write` of the store of imports: one statement a kind of fact. */
export const write =
  (db: Database): ImportStore["Type"]["write"] =>
  (
    userId,
    importId,
    rank,
    { readings = [], entries = [], workouts = [], exercises = [], beneath = {}, byHand = [], hidden = [] }
  ) => {
    const [lowReadings, lowEntries] = [beneath.readings ?? [], beneath.entries ?? []]
    const record = (kind: string, rows: ReadonlyArray<object>) =>
      rows.length === 0
        ? []
        : [db.sql`SELECT import_beneath(${userId}, ${importId}, ${rank}, ${kind}, ${json(db, rows)})`]
    const batches = [
      ...(exercises.length === 0
        ? []
        : [db.sql`SELECT import_exercises(${userId}, ${importId}, ${rank}, ${json(db, exercises.map(exerciseRow))})`]),
      ...(readings.length === 0
        ? []
        : [db.sql`SELECT import_readings(${userId}, ${importId}, ${rank}, ${json(db, readings)})`]),
      ...(workouts.length === 0
        ? []
        : [db.sql`SELECT import_workouts(${userId}, ${importId}, ${rank}, ${json(db, workouts.map(workoutRow))})`]),
      ...(entries.length === 0
        ? []
        : [
            db.sql`SELECT import_entries(${userId}, ${importId}, ${rank}, ${json(db, foodRows(entries))}, ${json(db, entries.map(entryRow))})`
          ]),
      ...record("reading", lowReadings.map(readingBeneath)),
      ...record("entry", lowEntries.map(entryBeneath)),
      ...(byHand.length === 0 ? [] : [noteByHand(db, userId, importId, byHand)]),
      ...(hidden.length === 0
        ? []
        : [
            db.sql`SELECT hide_workouts(${userId}, ${json(
              db,
              hidden.map((each) => hiddenRow(importId, each))
            )})`
          ])
    ]
    const [only] = batches
    if (batches.length === 1 && only !== undefined) return db.run(only)
    return db.transaction(Effect.forEach(batches, (batch) => db.run(batch), { discard: true }))
  }
