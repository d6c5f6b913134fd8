import { Effect, Layer } from "effect"
import { type Database, Db } from "../../../platform/database/db.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { Eras } from "../rows/eras.ts"
import type { Counts, ImportId, ItemKind } from "../rows/model.ts"
import { FIRST_OF_DEVICES, HIDDEN, rankOfPlace } from "../rows/ranks.ts"
import { beside } from "./beside.sql.ts"
import { ofDevices, ofSources } from "./of-source.sql.ts"
import { type ImportRecord, ImportStore, type Item, type Stated, type UndoneItem } from "./store.ts"
import { json, write } from "./write.sql.ts"

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

const instant = (millis: number) => new Date(millis)

const COLUMNS = `import_id AS id, source, file_name AS file, started_at AS "startedAt", finished_at AS "finishedAt",
       undone_at AS "undoneAt", counts`

type Store = ImportStore["Type"]

interface ItemRow extends Omit<Item, "since" | "rank"> {
  readonly place: number
  readonly made: string
  readonly state: string | null
}

const toItem = ({ made, state, place, ...item }: ItemRow): Item => {
  const since = state === null ? "deleted" : state === made ? "same" : "edited"
  return { ...item, rank: rankOfPlace(place), since: made === HIDDEN ? "hidden" : since }
}

/** Whether sessions that were added on these days, in order, change no streak and no badge. False if that is unknown. */
const isSettled = (db: Database, userId: UserId, added: ReadonlyArray<ActivityDay> | undefined) =>
  added?.[0] === undefined
    ? Effect.succeed(false)
    : Effect.map(
        db.value(db.sql<{ readonly value: boolean }>`
        SELECT NOT EXISTS (
          SELECT 1 FROM unnest(${added}::date[]) AS added (day) WHERE NOT EXISTS (
            SELECT 1 FROM streak_runs WHERE user_id = ${userId} AND added.day BETWEEN first_day AND last_day)
        ) AND 2 = (
          SELECT count(*) FROM badges
          WHERE user_id = ${userId} AND badge IN ('first_workout', 'workouts_100') AND reached_on < ${added[0]}::date
        ) AS value`),
        (isSettled) => isSettled === true
      )

/** Imports, from their start to their undoing. */
const importing = (
  db: Database
): Pick<
  Store,
  "begin" | "eras" | "isImported" | "settle" | "finish" | "find" | "list" | "undoSome" | "finishUndo"
> => ({
  begin: (userId, today, { id, source, file, hash, at, eras }) =>
    Effect.map(
      db.first(db.sql<{ readonly id: ImportId; readonly startedAt: Date }>`
      SELECT begun_id AS id, begun_at AS "startedAt"
      FROM begin_import(${userId}, ${today}, ${id}, ${source}, ${file}, ${hash}, ${instant(at)}, ${eras === null ? null : json(db, eras)})`),
      (row) => ({ id: row?.id ?? id, startedAt: row?.startedAt.getTime() ?? at })
    ),

  eras: (userId) =>
    Effect.map(
      db.rows(db.sql<{ readonly source: string; readonly eras: Eras }>`
      SELECT DISTINCT ON (source) source, eras FROM imports
      WHERE user_id = ${userId} AND undone_at IS NULL AND eras IS NOT NULL ORDER BY source, place DESC`),
      (rows) => new Map(rows.map(({ source, eras }) => [source, eras]))
    ),

  isImported: (userId, source, hash) =>
    Effect.map(
      db.rows(db.sql`
      SELECT 1 FROM imports
      WHERE user_id = ${userId} AND source = ${source} AND file_hash = ${hash} AND finished_at IS NOT NULL
        AND undone_at IS NULL LIMIT 1`),
      (rows) => rows.length > 0
    ),

  settle: (userId, today, importId) =>
    db.unlimited(db.run(db.sql`SELECT finish_import(${userId}, ${today}, ${importId}, NULL, NULL)`)),

  finish: (userId, today, importId, counts, at, added) =>
    // To settle reads everything the person has: with 200,000 diary entries, that can take longer than the service's
    // statement timeout.
    Effect.flatMap(isSettled(db, userId, added), (isSettled) =>
      db.unlimited(
        db.run(db.sql`
        SELECT finish_import(${userId}, ${isSettled ? null : today}::date, ${importId}, ${json(db, counts)}, ${instant(at)})`)
      )
    ),

  find: (userId, importId) =>
    db.findOne(
      db.sql<ImportRow>`SELECT ${db.sql.literal(COLUMNS)} FROM imports WHERE user_id = ${userId} AND import_id = ${importId}`,
      toRecord
    ),

  list: (userId) =>
    Effect.map(
      db.rows(
        db.sql<ImportRow>`SELECT ${db.sql.literal(COLUMNS)} FROM imports WHERE user_id = ${userId} ORDER BY place, import_id`
      ),
      (rows) => rows.map(toRecord)
    ),

  undoSome: (userId, importId, most, which) => {
    const from = which !== undefined && "from" in which ? which.from : null
    const [kind, keys] = which !== undefined && "keys" in which ? [which.kind, which.keys] : [null, null]
    return Effect.map(
      db.rows(db.sql<{ readonly kind: ItemKind; readonly fact: string; readonly outcome: UndoneItem["outcome"] }>`
      SELECT item_kind AS kind, item_fact AS fact, outcome
      FROM undo_import_items(${userId}, ${importId}, ${most}, ${from}::date, ${kind}::text, ${keys}::text[])`),
      (rows) => rows.map(({ kind, fact, outcome }) => ({ kind, factId: fact, outcome }))
    )
  },

  finishUndo: (userId, today, importId, at) =>
    db.unlimited(
      db.run(
        db.sql`SELECT finish_undo(${userId}, ${today}, ${importId}, ${at === null ? null : instant(at)}::timestamptz)`
      )
    )
})

/** What imports did under keys, and the exercises chosen for names. */
const deciding = (
  db: Database
): Pick<Store, "items" | "stated" | "choices" | "chooseWith" | "choose" | "exerciseChanged" | "removeExercise"> => ({
  items: (userId, kind, keys) =>
    Effect.map(
      db.rows(db.sql<ItemRow>`
      SELECT item_key AS key, item_place AS place, item_import AS "importId", item_source AS source, item_fact AS "factId",
        item_fingerprint AS fingerprint, is_change AS "isChange", made_state AS made, state
      FROM latest_import_items(${userId}, ${kind}, ${keys}::text[])`),
      (rows) => new Map(rows.map((row): readonly [string, Item] => [row.key, toItem(row)]))
    ),

  // Looked up key by key in the order of the primary key. While statistics report an empty table, the planner would
  // consider another index as good, and read the whole import.
  stated: (userId, source, kind, keys) =>
    Effect.map(
      db.rows(db.sql<{ readonly key: string } & Stated>`
      SELECT wanted.key, array_agg(item.fingerprint) AS "byAny",
        COALESCE(array_agg(item.fingerprint ORDER BY item.place DESC) 
          FILTER (WHERE import.source = ${source} AND item.place < ${FIRST_OF_DEVICES} AND item.counts), '{}') AS "bySource"
      FROM unnest(${keys}::text[]) AS wanted (key)
      CROSS JOIN LATERAL (
        (SELECT place, import_id, fingerprint, true AS counts FROM import_items
        WHERE user_id = ${userId} AND kind = ${kind} AND import_items.key = wanted.key
        ORDER BY place DESC OFFSET 0)
        UNION ALL
        SELECT place, import_id, item ->> 'fingerprint', false FROM withdrawn_items
        WHERE user_id = ${userId} AND kind = ${kind} AND withdrawn_items.key = wanted.key
      ) AS item
      JOIN imports AS import ON import.user_id = ${userId} AND import.import_id = item.import_id
      GROUP BY wanted.key`),
      (rows) => new Map(rows.map(({ key, ...stated }) => [key, stated]))
    ),

  choices: (userId, source) =>
    Effect.map(
      db.rows(db.sql<{ readonly name: string; readonly id: string }>`
      SELECT DISTINCT ON (name) name, id FROM (
        SELECT choice ->> 'name' AS name, choice ->> 'exerciseId' AS id, place, at
        FROM imports, jsonb_array_elements(choices) WITH ORDINALITY AS chosen (choice, at)
        WHERE user_id = ${userId} AND source = ${source} AND undone_at IS NULL
        UNION ALL
        SELECT name_key, exercise_id, NULL, NULL FROM exercise_choices WHERE user_id = ${userId} AND source = ${source}
      ) AS given ORDER BY name, place DESC NULLS LAST, at DESC`),
      (rows) => new Map(rows.map(({ name, id }) => [name, id]))
    ),

  chooseWith: (userId, importId, choices) => {
    const list = [...choices].map(([name, exerciseId]) => ({ name, exerciseId }))
    return db.run(db.sql`
      UPDATE imports SET choices = COALESCE(choices, '[]') || ${json(db, list)}::jsonb
      WHERE user_id = ${userId} AND import_id = ${importId}`)
  },

  choose: (userId, source, choices) =>
    db.run(db.sql`
      INSERT INTO exercise_choices (user_id, source, name_key, exercise_id)
      SELECT ${userId}, ${source}, name, id
      FROM unnest(${[...choices.keys()]}::text[], ${[...choices.values()]}::text[]) AS chosen (name, id)
      ON CONFLICT (user_id, source, name_key) DO UPDATE SET exercise_id = excluded.exercise_id`),

  // No exercise has an empty name, so its state can never again equal the one that an import left.
  exerciseChanged: (userId, exerciseId) =>
    db.run(db.sql`
      UPDATE import_items SET made = ''
      WHERE user_id = ${userId} AND fact_id = ${exerciseId} AND kind = 'exercise'`),

  removeExercise: (userId, exerciseId) =>
    Effect.map(
      db.first(db.sql<{ readonly removed: boolean }>`
      SELECT remove_fact(${userId}, 'exercise', ${exerciseId}) AS removed`),
      (row) => row?.removed === true
    )
})

export const layer = Layer.effect(
  ImportStore,
  Effect.map(Db, (db) =>
    ImportStore.of({
      ...importing(db),
      ...deciding(db),
      ...beside(db),
      ...ofSources(db),
      ...ofDevices(db),
      write: write(db)
    })
  )
)
