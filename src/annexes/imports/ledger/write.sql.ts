import { DateTime, Effect } from "effect"
import { nameKey, type OwnExercise } from "../../../features/exercises/own.ts"
import type { Database } from "../../../platform/database/db.ts"
import { entryLine, rowOf, workoutLine } from "../archive/fact-rows.ts"
import { PARTS } from "../archive/format.ts"
import type { ImportId, ItemKind } from "../rows/model.ts"
import { FIRST_OF_DEVICES } from "../rows/ranks.ts"
import {
  BY_HAND,
  type EntryToSet,
  type ImportStore,
  type ReadingToSet,
  type ToHide,
  type WorkoutToSet,
  type Writes
} from "./store.ts"

const exerciseRow = ({ id, name, category, trackingType, createdAt }: OwnExercise) => ({
  id,
  name,
  name_key: nameKey(name),
  category,
  tracking_type: trackingType,
  created_at: DateTime.formatIso(createdAt)
})

const entryRow = (userId: string, { key, fingerprint, slot, entry }: EntryToSet) => ({
  ...rowOf(PARTS.entries, entryLine(entry)),
  user_id: userId,
  key,
  fingerprint,
  slot
})

const workoutRow = ({ key, fingerprint, slot, workout, createdAt }: WorkoutToSet) => ({
  ...rowOf(PARTS.workouts, workoutLine({ workout, createdAt, revision: 1 })),
  key,
  fingerprint,
  slot
})

const readingBeneath = ({ key, fingerprint, metric, date, value }: ReadingToSet) => ({
  key,
  fingerprint,
  fact: `${metric} ${date}`,
  made: String(value),
  row: { value }
})

const entryBeneath = (userId: string, entry: EntryToSet) => {
  const { key, fingerprint, slot: _, ...row } = entryRow(userId, entry)
  const { id, date, mealType, servings } = entry.entry
  return { key, fingerprint, fact: id, made: [date, mealType, servings].join(" "), row }
}

const workoutBeneath = (set: WorkoutToSet) => {
  const { key, fingerprint, slot: _, ...row } = workoutRow(set)
  return { key, fingerprint, fact: set.workout.id, made: "1", row }
}

const hiddenRow = (importId: ImportId, { key, workoutId, by = importId }: ToHide) => ({
  key,
  workout_id: workoutId,
  import_id: by
})

/** Rows as functions of the database take them. */
export const json = (db: Database, rows: unknown) => db.sql`${JSON.stringify(rows)}::text::json`

/** An item of a fact that was not there before. */
interface NewItem {
  readonly key: string
  readonly fact: string
  readonly fingerprint: string
  readonly made: string
}

const addItems = (
  db: Database,
  userId: string,
  importId: ImportId,
  rank: number,
  kind: ItemKind,
  items: ReadonlyArray<NewItem>
) => db.sql`
  SELECT add_import_items(${userId}, ${importId}, ${kind}, ${items.map(({ key }) => key)}::text[],
    ${items.map(({ fact }) => fact)}::text[], ${items.map(({ fingerprint }) => fingerprint)}::text[],
    ${items.map(({ made }) => made)}::text[], array_fill(NULL::json, ARRAY[${items.length}::integer]), ${rank})`

/** Notes them beneath all that files and devices make. */
const noteByHand = (db: Database, userId: string, importId: ImportId, keys: ReadonlyArray<string>) =>
  addItems(
    db,
    userId,
    importId,
    0,
    "reading",
    keys.map((key) => ({ key, fact: key, fingerprint: BY_HAND, made: "" }))
  )

const addExercises = (
  db: Database,
  userId: string,
  importId: ImportId,
  rank: number,
  exercises: ReadonlyArray<OwnExercise>
) => [
  addItems(
    db,
    userId,
    importId,
    rank,
    "exercise",
    exercises.map(({ id, name }) => ({ key: nameKey(name), fact: id, fingerprint: "", made: name }))
  ),
  db.sql`
    INSERT INTO own_exercises (user_id, exercise_id, name, name_key, category, tracking_type, created_at)
    SELECT ${userId}, id, name, name_key, category, tracking_type, created_at
    FROM json_to_recordset(${json(db, exercises.map(exerciseRow))})
      AS given (id text, name text, name_key text, category text, tracking_type text, created_at timestamptz)
    ON CONFLICT DO NOTHING`
]

/** Records that an import states the same as an earlier one of its source, and what it does not state any more. */
const follow = (db: Database, userId: string, importId: ImportId, { repeated, absent }: Writes) => [
  ...(repeated === undefined || repeated.keys.length === 0
    ? []
    : [
        db.sql`
        UPDATE import_items SET also = also || ${importId}::text
        WHERE user_id = ${userId} AND kind = ${repeated.kind} AND key = ANY (${repeated.keys}::text[])
          AND place < ${FIRST_OF_DEVICES} AND import_id <> ${importId} AND NOT ${importId} = ANY (also)
          AND place = (
            SELECT max(other.place) FROM import_items AS other
            JOIN imports AS import ON import.user_id = ${userId} AND import.import_id = other.import_id
            JOIN imports AS own ON own.user_id = ${userId} AND own.import_id = ${importId} AND own.source = import.source
            WHERE other.user_id = ${userId} AND other.kind = import_items.kind AND other.key = import_items.key
              AND other.place < ${FIRST_OF_DEVICES})`
      ]),
  ...(absent === undefined || absent.keys.length === 0
    ? []
    : [
        db.sql`SELECT withdraw_items(${userId}, ${importId}, ${absent.kind}, ${absent.keys}::text[], ${absent.source ?? null}::text)`
      ])
]

/** `write` of the store of imports: one statement a kind of fact. */
export const write =
  (db: Database): ImportStore["Type"]["write"] =>
  (
    userId,
    importId,
    rank,
    { readings = [], entries = [], workouts = [], exercises = [], beneath = {}, byHand = [], hidden = [], ...following }
  ) => {
    const [lowReadings, lowEntries] = [beneath.readings ?? [], beneath.entries ?? []]
    const record = (kind: string, rows: ReadonlyArray<object>) =>
      rows.length === 0
        ? []
        : [db.sql`SELECT import_beneath(${userId}, ${importId}, ${rank}, ${kind}, ${json(db, rows)})`]
    const batches = [
      ...(exercises.length === 0 ? [] : addExercises(db, userId, importId, rank, exercises)),
      ...(readings.length === 0
        ? []
        : [db.sql`SELECT import_readings(${userId}, ${importId}, ${rank}, ${json(db, readings)})`]),
      ...(workouts.length === 0
        ? []
        : [db.sql`SELECT import_workouts(${userId}, ${importId}, ${rank}, ${json(db, workouts.map(workoutRow))})`]),
      ...(entries.length === 0
        ? []
        : [
            db.sql`SELECT import_entries(${userId}, ${importId}, ${rank}, ${json(
              db,
              entries.map((entry) => entryRow(userId, entry))
            )})`
          ]),
      ...record("reading", lowReadings.map(readingBeneath)),
      ...record(
        "entry",
        lowEntries.map((entry) => entryBeneath(userId, entry))
      ),
      ...record("workout", (beneath.workouts ?? []).map(workoutBeneath)),
      ...(byHand.length === 0 ? [] : [noteByHand(db, userId, importId, byHand)]),
      ...(hidden.length === 0
        ? []
        : [
            db.sql`SELECT hide_workouts(${userId}, ${json(
              db,
              hidden.map((each) => hiddenRow(importId, each))
            )})`
          ]),
      ...follow(db, userId, importId, following)
    ]
    const [only] = batches
    if (only === undefined) return Effect.void
    if (batches.length === 1) return db.run(only)
    return db.transaction(Effect.forEach(batches, (batch) => db.run(batch), { discard: true }))
  }
