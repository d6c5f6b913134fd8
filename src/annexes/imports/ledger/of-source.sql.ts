import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import type { Database } from "../../../platform/database/db.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { FIRST_HIDING, FIRST_OF_DEVICES } from "../rows/ranks.ts"
import type { CoveredKind } from "../sources.ts"
import type { ChangedFact, ChangedKind, FactOfSource, WithdrawnFact } from "./facts-of-source.ts"
import type { ImportStore } from "./store.ts"

// Items are looked up by their fact. While statistics report an empty table, the planner would consider the primary key, whose
// second column is the kind, as good, and read the whole import: `kind || ''` does not fit it.

/** What a person can change of a diary entry, as fact_state has it. */
const ENTRY_STATE = "concat_ws(' ', to_char(date, 'YYYY-MM-DD'), meal_type, servings)"

/** The facts of a kind, with what a person can change of them. Ends in a condition. */
const statesOf = (db: Database, userId: string, kind: ChangedKind) =>
  kind === "workout"
    ? db.sql`SELECT workout_id AS id, revision::text AS state FROM workouts WHERE user_id = ${userId}`
    : db.sql`SELECT entry_id AS id, ${db.sql.literal(ENTRY_STATE)} AS state FROM diary_entries WHERE user_id = ${userId}`

/** The facts of a kind on some days, with the fields that a person can change as fact_state has them. */
const factsOn = (db: Database, userId: string, kind: CoveredKind, days: ReadonlyArray<ActivityDay>) => {
  switch (kind) {
    case "workout":
      return db.sql`
        SELECT workout_id AS id, name, date, start_time, revision::text AS state FROM workouts
        WHERE user_id = ${userId} AND date = ANY (${days}::date[])`
    case "entry":
      return db.sql`
        SELECT entry_id AS id, food_name AS name, date, NULL AS start_time,
          ${db.sql.literal(ENTRY_STATE)} AS state
        FROM diary_entries WHERE user_id = ${userId} AND date = ANY (${days}::date[])`
    case "reading":
      return db.sql`
        SELECT metric || ' ' || date AS id, '' AS name, date, NULL AS start_time, value::text AS state FROM body_metrics
        WHERE user_id = ${userId} AND date = ANY (${days}::date[])`
  }
}

/**
 * The app from whose file a device has sent what an `item` made; null if it was none. `device_id || ''` fits the index of
 * records by fact alone.
 */
export const filedFrom = (db: Database, userId: string) => db.sql`
  CASE WHEN item.place >= ${FIRST_OF_DEVICES} THEN (
    SELECT record.source FROM devices AS device
    CROSS JOIN LATERAL (
      SELECT body -> 'filed' ->> 'source' AS source FROM device_records
      WHERE user_id = ${userId} AND device_id || '' = device.device_id AND fact_key = item.key
        AND body IS NOT NULL AND NOT undone
      LIMIT 1
    ) AS record
    WHERE device.user_id = ${userId} AND device.import_id = item.import_id LIMIT 1) END`

/** Whether an import has made an `item` from a file of a source, which a device may have sent. */
const isOf = (db: Database, userId: string, source: string) => db.sql`
  ${source} = CASE WHEN item.place < ${FIRST_OF_DEVICES} THEN import.source ELSE ${filedFrom(db, userId)} END`

/** Whether the undo of an import, if it is one, brings something back. */
const bringsBack = (db: Database, userId: string, kind: ChangedKind, undone: string | null) => db.sql`(
  ${undone}::text IS NULL OR EXISTS (
    SELECT 1 FROM withdrawn_items WHERE user_id = ${userId} AND kind = ${kind} AND absent_from = ARRAY[${undone}::text]))`

interface Changed {
  /** Which items of which imports count. */
  readonly from: Statement.Fragment
  readonly statedBy: Statement.Fragment
}

/**
 * What a person has changed or deleted of what imports have brought. Facts are looked up item by item: without statistics,
 * the planner would compare each item with each fact.
 */
const changed = (
  db: Database,
  userId: string,
  kind: ChangedKind,
  undone: string | null,
  { from, statedBy }: Changed
) => {
  const id = db.sql.literal(kind === "workout" ? "workout_id" : "entry_id")
  return db.rows(db.sql<ChangedFact>`
    SELECT item.key, item.slot, CASE WHEN fact.id IS NULL THEN 'deleted' ELSE 'edited' END AS since, ${statedBy} AS "statedBy"
    FROM imports AS import
    JOIN import_items AS item ON item.user_id = ${userId} AND item.import_id = import.import_id
    LEFT JOIN LATERAL (${statesOf(db, userId, kind)} AND ${id} = item.fact_id OFFSET 0) AS fact ON true
    CROSS JOIN LATERAL (
      SELECT place FROM import_items AS any_of_key
      WHERE any_of_key.user_id = ${userId} AND any_of_key.kind = ${kind} AND any_of_key.key = item.key
      ORDER BY place DESC LIMIT 1
    ) AS latest
    WHERE import.user_id = ${userId} AND ${from} AND item.kind = ${kind} AND item.slot IS NOT NULL
      AND fact.state IS DISTINCT FROM item.made AND latest.place = item.place AND ${bringsBack(db, userId, kind, undone)}
    ORDER BY item.key`)
}

/** What files of a source state, and what has become of it. */
export const ofSources = (
  db: Database
): Pick<ImportStore["Type"], "ofSource" | "changedOfSource" | "withdrawnOn" | "holdBack"> => ({
  ofSource: (userId, source, kind, days, isByHand = false) => {
    const end = isByHand ? FIRST_OF_DEVICES : FIRST_HIDING
    return db.rows(db.sql<FactOfSource>`
      SELECT DISTINCT ON (key) key, name, day::text AS day, start_time AS "startTime", since,
        place >= ${FIRST_OF_DEVICES} AS "isSent"
      FROM (
        SELECT item.key, item.place, fact.name, fact.date AS day, fact.start_time, CASE WHEN EXISTS (
          SELECT 1 FROM import_items AS other
          WHERE other.user_id = ${userId} AND other.fact_id = fact.id AND other.kind || '' = ${kind} AND other.made = fact.state
        ) THEN 'same' ELSE 'edited' END AS since
        FROM (${factsOn(db, userId, kind, days)}) AS fact
        CROSS JOIN LATERAL (
          SELECT key, place, import_id FROM import_items
          WHERE user_id = ${userId} AND fact_id = fact.id AND kind || '' = ${kind} AND place < ${end} OFFSET 0
        ) AS item
        JOIN imports AS import ON import.user_id = ${userId} AND import.import_id = item.import_id AND ${isOf(db, userId, source)}
        UNION ALL
        SELECT item.key, item.place, hiding.before ->> 'name', (hiding.before ->> 'date')::date, hiding.before ->> 'start_time', 'same'
        FROM import_items AS hiding
        JOIN import_items AS item ON item.user_id = ${userId} AND item.kind = hiding.kind AND item.key = hiding.key
          AND item.place < ${end}
        JOIN imports AS import ON import.user_id = ${userId} AND import.import_id = item.import_id AND ${isOf(db, userId, source)}
        WHERE hiding.user_id = ${userId} AND hiding.kind = ${kind} AND hiding.made = 'hidden' AND hiding.before IS NOT NULL
          AND (hiding.before ->> 'date')::date = ANY (${days}::date[])
        UNION ALL
        SELECT key, place, COALESCE(fact ->> 'name', fact ->> 'food_name', ''), day, fact ->> 'start_time', 'withdrawn'
        FROM withdrawn_items
        WHERE user_id = ${userId} AND kind = ${kind} AND source = ${source} AND day = ANY (${days}::date[]) AND place < ${end}
      ) AS stated ORDER BY key, since, place DESC`)
  },

  changedOfSource: (userId, source, kind, without) => {
    const undone = without ?? null
    return changed(db, userId, kind, undone, {
      from: db.sql`import.source = ${source} AND item.place < ${FIRST_OF_DEVICES}`,
      statedBy: db.sql`
        array_remove(CASE WHEN item.undone THEN item.also ELSE item.also || item.import_id END, ${undone}::text)`
    })
  },

  withdrawnOn: (userId, source, kind, undone, days) =>
    db.rows(db.sql<WithdrawnFact>`
      SELECT key, item ->> 'slot' AS slot,
        ARRAY(SELECT json_array_elements_text(item -> 'also')) || import_id AS "statedBy"
      FROM withdrawn_items
      WHERE user_id = ${userId} AND kind = ${kind} AND source = ${source} AND absent_from <@ ARRAY[${undone}::text]
        AND day = ANY (${days}::date[]) AND item ->> 'slot' IS NOT NULL
      ORDER BY cardinality(absent_from), (fact ->> 'created_at')::timestamptz, key, place`),

  holdBack: (userId, kind, undone, keys) =>
    db.run(db.sql`
      UPDATE withdrawn_items SET absent_from = '{}'
      WHERE user_id = ${userId} AND kind = ${kind} AND key = ANY (${keys}::text[]) AND absent_from = ARRAY[${undone}::text]`)
})

/** What has become of the facts that a device has brought. */
export const ofDevices = (
  db: Database
): Pick<ImportStore["Type"], "changedOfDevice" | "replacedOfDevices" | "stateAgain"> => ({
  replacedOfDevices: (userId, kind, keys) =>
    Effect.map(
      db.rows(db.sql<{ readonly key: string }>`
      SELECT key FROM withdrawn_items
      WHERE user_id = ${userId} AND kind = ${kind} AND key = ANY (${keys}::text[]) AND place >= ${FIRST_OF_DEVICES}`),
      (rows) => new Set(rows.map(({ key }) => key))
    ),

  stateAgain: (userId, importId, kind, keys) =>
    db.run(db.sql`
      DELETE FROM withdrawn_items
      WHERE user_id = ${userId} AND kind = ${kind} AND key = ANY (${keys}::text[]) AND import_id = ${importId}`),

  // The standing imports of a device have its id in place of a file's hash.
  changedOfDevice: (userId, device, kind, without) =>
    db.unlimited(
      changed(db, userId, kind, without ?? null, {
        from: db.sql`import.file_hash = ${device}`,
        statedBy: db.sql`ARRAY[item.import_id]`
      })
    )
})
