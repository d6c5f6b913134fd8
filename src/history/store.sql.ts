import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
import type { Reading } from "../body-metrics/model.ts"
import { nameKey } from "../exercises/own.ts"
import type { Counts, ImportId, ItemKind } from "./model.ts"
import {
  type EntryToSet,
  type ImportRecord,
  ImportStore,
  type Item,
  type Session,
  type UndoneItem,
  type WorkoutToSet
} from "./store.ts"

interface ImportRow {
  readonly id: ImportId
  readonly source: string
  readonly file: string
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly undoneAt: Date | null
  readonly counts: Counts | null
}

const toRecord = ({ startedAt, finishedAt, undoneAt, ...rest }: ImportRow): ImportRecord => ({
  ...rest,
  startedAt: startedAt.getTime(),
  finishedAt: finishedAt?.getTime() ?? null,
  undoneAt: undoneAt?.getTime() ?? null
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
  exercise_count: workout.exercises.length,
  exercises: workout.exercises,
  start_time: workout.startTime,
  end_time: workout.endTime,
  created_at: new Date(createdAt).toISOString()
})

export const layer = Layer.effect(
  ImportStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const json = (rows: unknown) => sql`${JSON.stringify(rows)}::text::json`
    const instant = (millis: number) => new Date(millis)
    const columns = sql.literal(
      `import_id AS id, source, file_name AS file, started_at AS "startedAt", finished_at AS "finishedAt",
       undone_at AS "undoneAt", counts`
    )
    const all = Effect.all

    return ImportStore.of({
      begin: (userId, today, { id, source, file, hash, at }) =>
        sql<{ readonly id: ImportId; readonly startedAt: Date }>`
          SELECT begun_id AS id, begun_at AS "startedAt"
          FROM begin_import(${userId}, ${today}, ${id}, ${source}, ${file}, ${hash}, ${instant(at)})`.pipe(
          Effect.map(([row]) => ({ id: row?.id ?? id, startedAt: row?.startedAt.getTime() ?? at })),
          Effect.orDie
        ),

      items: (userId, kind, keys) =>
        sql<Item & { readonly made: string; readonly state: string | null }>`
          SELECT item_key AS key, item_import AS "importId", item_fact AS "factId", item_fingerprint AS fingerprint,
            is_change AS "isChange", made_state AS made, state
          FROM latest_import_items(${userId}, ${kind}, ${keys}::text[])`.pipe(
          Effect.map(
            (rows) =>
              new Map(
                rows.map(({ made, state, ...item }): readonly [string, Item] => [
                  item.key,
                  { ...item, since: state === null ? "deleted" : state === made ? "same" : "edited" }
                ])
              )
          ),
          Effect.orDie
        ),

      readings: (userId, metric, days) =>
        sql<Reading>`
          SELECT date::text AS date, value FROM body_metrics
          WHERE user_id = ${userId} AND metric = ${metric} AND date = ANY (${days}::date[])`.pipe(
          Effect.map((rows) => new Map(rows.map(({ date, value }) => [date, value]))),
          Effect.orDie
        ),

      weightsAround: (userId, from, to) =>
        sql<Reading>`
          (SELECT date::text AS date, value FROM body_metrics
           WHERE user_id = ${userId} AND metric = 'weight' AND date < ${from} ORDER BY body_metrics.date DESC LIMIT 1)
          UNION ALL
          (SELECT date::text AS date, value FROM body_metrics
           WHERE user_id = ${userId} AND metric = 'weight' AND date BETWEEN ${from} AND ${to})
          UNION ALL
          (SELECT date::text AS date, value FROM body_metrics
           WHERE user_id = ${userId} AND metric = 'weight' AND date > ${to} ORDER BY body_metrics.date LIMIT 1)
          ORDER BY date`.pipe(Effect.orDie),

      sessions: (userId, from, to) =>
        sql<Session>`
          SELECT workout.workout_id AS "workoutId", workout.start_time AS "startTime", workout.end_time AS "endTime",
            (SELECT import.source FROM import_items AS item
             JOIN imports AS import ON import.user_id = item.user_id AND import.import_id = item.import_id
             WHERE item.user_id = ${userId} AND item.fact_id = workout.workout_id AND item.kind = 'workout'
             ORDER BY item.place DESC LIMIT 1) AS source
          FROM workouts AS workout
          WHERE workout.user_id = ${userId} AND workout.date BETWEEN ${from} AND ${to} AND workout.start_time IS NOT NULL`.pipe(
          Effect.orDie
        ),

      write: (userId, importId, { readings = [], entries = [], workouts = [], exercises = [] }) => {
        const batches = [
          ...(exercises.length === 0
            ? []
            : [
                sql`SELECT import_exercises(${userId}, ${importId}, ${json(
                  exercises.map(({ id, name, category, trackingType, createdAt }) => ({
                    key: nameKey(name),
                    id,
                    name,
                    category,
                    tracking_type: trackingType,
                    created_at: DateTime.formatIso(createdAt)
                  }))
                )})`
              ]),
          ...(readings.length === 0 ? [] : [sql`SELECT import_readings(${userId}, ${importId}, ${json(readings)})`]),
          ...(workouts.length === 0
            ? []
            : [sql`SELECT import_workouts(${userId}, ${importId}, ${json(workouts.map(workoutRow))})`]),
          ...(entries.length === 0
            ? []
            : [
                sql`SELECT import_entries(${userId}, ${importId}, ${json(foodRows(entries))}, ${json(entries.map(entryRow))})`
              ])
        ]
        const [only] = batches
        if (batches.length === 1 && only !== undefined) return Effect.asVoid(Effect.orDie(only))
        return Effect.orDie(sql.withTransaction(all(batches, { discard: true })))
      },

      settle: (userId, today, importId) =>
        sql`SELECT finish_import(${userId}, ${today}, ${importId}, NULL, NULL)`.pipe(Effect.asVoid, Effect.orDie),

      finish: (userId, today, importId, counts, at) =>
        sql`SELECT finish_import(${userId}, ${today}, ${importId}, ${json(counts)}, ${instant(at)})`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),

      find: (userId, importId) =>
        sql<ImportRow>`SELECT ${columns} FROM imports WHERE user_id = ${userId} AND import_id = ${importId}`.pipe(
          Effect.map(([row]) => Option.map(Option.fromNullable(row), toRecord)),
          Effect.orDie
        ),

      list: (userId) =>
        sql<ImportRow>`SELECT ${columns} FROM imports WHERE user_id = ${userId} ORDER BY place, import_id`.pipe(
          Effect.map((rows) => rows.map(toRecord)),
          Effect.orDie
        ),

      undoSome: (userId, importId, most) =>
        sql<{ readonly kind: ItemKind; readonly fact: string; readonly outcome: UndoneItem["outcome"] }>`
          SELECT item_kind AS kind, item_fact AS fact, outcome
          FROM undo_import_items(${userId}, ${importId}, ${most})`.pipe(
          Effect.map((rows) => rows.map(({ kind, fact, outcome }) => ({ kind, factId: fact, outcome }))),
          Effect.orDie
        ),

      finishUndo: (userId, today, importId, at) =>
        sql`SELECT finish_undo(${userId}, ${today}, ${importId}, ${instant(at)})`.pipe(Effect.asVoid, Effect.orDie),

      choices: (userId, source) =>
        sql<{ readonly name: string; readonly id: string }>`
          SELECT name_key AS name, exercise_id AS id FROM exercise_choices
          WHERE user_id = ${userId} AND source = ${source}`.pipe(
          Effect.map((rows) => new Map(rows.map(({ name, id }) => [name, id]))),
          Effect.orDie
        ),

      choose: (userId, source, choices) =>
        sql`
          INSERT INTO exercise_choices (user_id, source, name_key, exercise_id)
          SELECT ${userId}, ${source}, name, id
          FROM unnest(${[...choices.keys()]}::text[], ${[...choices.values()]}::text[]) AS chosen (name, id)
          ON CONFLICT (user_id, source, name_key) DO UPDATE SET exercise_id = excluded.exercise_id`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),

      // No exercise has an empty name, so its state is never again the one in which an import left it.
      exerciseChanged: (userId, exerciseId) =>
        sql`
          UPDATE import_items SET made = ''
          WHERE user_id = ${userId} AND fact_id = ${exerciseId} AND kind = 'exercise'`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),

      removeExercise: (userId, exerciseId) =>
        sql<{ readonly removed: boolean }>`
          SELECT remove_fact(${userId}, 'exercise', ${exerciseId}) AS removed`.pipe(
          Effect.map(([row]) => row?.removed === true),
          Effect.orDie
        )
    })
  })
)
