import { Effect, Layer, Option, Schema } from "effect"
import type { TokenId } from "../../../features/accounts/token.ts"
import { type Database, Db } from "../../../platform/database/db.ts"
import { FIRST_DAY } from "../../../values/activity-day.ts"
import { CLOCK_SKEW_MILLIS } from "../../../values/clock.ts"
import { Eras } from "../rows/eras.ts"
import type { ImportId } from "../rows/model.ts"
import { Arrived, type DeviceApp, type DeviceId, ENOUGH, type RecordKind } from "./model.ts"
import {
  type DayCount,
  type DeviceChanges,
  DeviceStore,
  type FiledRecord,
  type RecordCount,
  type SessionRecord,
  type StoredDevice,
  type StoredRecord
} from "./store.ts"

interface DeviceRow {
  readonly device_id: DeviceId
  readonly app: DeviceApp
  readonly name: string
  readonly token_id: TokenId | null
  readonly secret: string | null
  readonly created_at: Date
  readonly paused_at: Date | null
  readonly ended_at: Date | null
  readonly import_id: ImportId | null
  readonly arrived_at: Date | null
  readonly arrived: string | null
  readonly eras: string | null
  readonly is_unsettled: boolean
}

const millis = (date: Date | null) => date?.getTime() ?? null
const instant = (at: number | null) => (at === null ? null : new Date(at))
const decodeArrived = Schema.decodeUnknownOption(Schema.parseJson(Arrived))
const decodeEras = Schema.decodeUnknownOption(Schema.parseJson(Eras))

const toDevice = (row: DeviceRow): StoredDevice => ({
  id: row.device_id,
  app: row.app,
  name: row.name,
  tokenId: row.token_id,
  secret: row.secret,
  createdAt: row.created_at.getTime(),
  pausedAt: millis(row.paused_at),
  endedAt: millis(row.ended_at),
  importId: row.import_id,
  arrivedAt: millis(row.arrived_at),
  arrived: Option.getOrNull(decodeArrived(row.arrived)),
  eras: Option.getOrElse(decodeEras(row.eras), () => []),
  isUnsettled: row.is_unsettled
})

const rowOf = ({
  name,
  tokenId,
  secret,
  pausedAt,
  endedAt,
  importId,
  arrivedAt,
  arrived,
  eras,
  isUnsettled
}: DeviceChanges) => {
  const given = {
    name,
    token_id: tokenId,
    secret,
    paused_at: pausedAt === undefined ? undefined : instant(pausedAt),
    ended_at: endedAt === undefined ? undefined : instant(endedAt),
    import_id: importId,
    arrived_at: arrivedAt === undefined ? undefined : instant(arrivedAt),
    arrived: arrived === undefined ? undefined : arrived === null ? null : JSON.stringify(arrived),
    eras: eras === undefined ? undefined : JSON.stringify(eras),
    is_unsettled: isUnsettled
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const RECORD_COLUMNS = `record_key AS key, fact_key AS "factKey", kind, date::text AS date, sort, sequence,
  stated_at AS "statedAt", digest, body::text AS body, undone`

/**
 * Refills the bucket, and takes one arrival if the bucket holds one. If the clock was set back, so that the bucket is
 * dated ahead of it, the date is taken as now.
 */
const TAKE = `
  INSERT INTO arrival_limits AS kept (user_id, level, at, allowed)
  SELECT user_id, $3::double precision - ($3::double precision >= 1)::integer, $2::double precision, $3::double precision >= 1
  FROM users WHERE user_id = $1
  ON CONFLICT (user_id) DO UPDATE SET (level, at, allowed) = (
    SELECT level - (level >= ${ENOUGH})::integer,
      CASE WHEN kept.at - $2 > ${CLOCK_SKEW_MILLIS} THEN $2 ELSE GREATEST(kept.at, $2) END, level >= ${ENOUGH}
    FROM (SELECT LEAST($3, kept.level + GREATEST(0, $2 - kept.at) * $4::double precision) AS level) AS refilled
  )
  RETURNING level, allowed`

type Store = DeviceStore["Type"]

/** Whether a file imported by hand has replaced what a record states. */
const isReplaced = (db: Database, userId: string) => db.sql`EXISTS (
  SELECT 1 FROM withdrawn_items AS gone JOIN devices ON devices.user_id = ${userId} AND devices.import_id = gone.import_id
  WHERE gone.user_id = ${userId} AND gone.kind = device_records.kind AND gone.key = device_records.fact_key
    AND devices.device_id = device_records.device_id)`

/** The facts that records state. */
const deciding = (
  db: Database
): Pick<Store, "ofFacts" | "lastOfFacts" | "stating" | "contested" | "sessions" | "workouts" | "ofFiles"> => ({
  // Looked up fact by fact, and records key by key. Without statistics, as always in the embedded database, the planner
  // would consider another index as good, and read all records of the device: `device_id || ''` fits that of facts alone.
  ofFacts: (userId, id, factKeys) =>
    db.rows(db.sql<StoredRecord>`
      SELECT record.* FROM unnest(${factKeys}::text[]) AS wanted (fact) CROSS JOIN LATERAL (
        SELECT ${db.sql.literal(RECORD_COLUMNS)} FROM device_records
        WHERE user_id = ${userId} AND device_id || '' = ${id} AND fact_key = wanted.fact AND body IS NOT NULL AND NOT undone
        ORDER BY device_records.sort COLLATE "C", record_key COLLATE "C" OFFSET 0
      ) AS record
      ORDER BY "factKey" COLLATE "C", record.sort COLLATE "C", record.key COLLATE "C"`),

  lastOfFacts: (userId, id, factKeys) =>
    db.rows(db.sql<StoredRecord>`
      SELECT last.* FROM unnest(${factKeys}::text[]) AS wanted (fact), LATERAL (
        SELECT ${db.sql.literal(RECORD_COLUMNS)} FROM device_records
        WHERE user_id = ${userId} AND device_id || '' = ${id} AND fact_key = wanted.fact AND body IS NOT NULL AND NOT undone
        ORDER BY device_records.sort COLLATE "C" DESC, record_key COLLATE "C" DESC LIMIT 1
      ) AS last`),

  stating: (userId, factKeys) =>
    Effect.map(
      db.rows(db.sql<{ readonly id: DeviceId }>`
        SELECT device_id AS id FROM devices WHERE user_id = ${userId} AND EXISTS (
          SELECT 1 FROM device_records AS record
          WHERE record.user_id = ${userId} AND record.device_id || '' = devices.device_id AND record.fact_key = ANY (${factKeys}::text[])
            AND record.body IS NOT NULL AND NOT record.undone)`),
      (rows) => new Set(rows.map(({ id }) => id))
    ),

  contested: (userId, id, { undone }) =>
    Effect.map(
      db.unlimited(
        db.rows(db.sql<{ readonly key: string; readonly kind: RecordKind }>`
        SELECT DISTINCT mine.fact_key AS key, mine.kind FROM device_records AS mine
        JOIN device_records AS other ON other.user_id = ${userId} AND other.fact_key = mine.fact_key
          AND other.device_id <> ${id} AND other.body IS NOT NULL AND NOT other.undone
        WHERE mine.user_id = ${userId} AND mine.device_id = ${id} AND mine.body IS NOT NULL AND mine.undone = ${undone}`)
      ),
      (rows) => new Map(rows.map(({ key, kind }) => [key, kind]))
    ),

  sessions: (userId, days) =>
    db.rows(db.sql<SessionRecord>`
      SELECT device_id AS "deviceId", fact_key AS "factKey", body::text AS body, undone OR ${isReplaced(db, userId)} AS undone
      FROM device_records WHERE user_id = ${userId} AND kind = 'workout' AND body IS NOT NULL AND date = ANY (${days}::date[])`),

  workouts: (userId, id, { from, before, after, undone = false }, most) =>
    db.rows(db.sql<StoredRecord>`
      SELECT ${db.sql.literal(RECORD_COLUMNS)} FROM device_records
      WHERE user_id = ${userId} AND device_id = ${id} AND kind = 'workout' AND body IS NOT NULL AND undone = ${undone}
        AND date >= ${from ?? FIRST_DAY}::date AND (${before ?? null}::date IS NULL OR date < ${before ?? null}::date)
        AND record_key COLLATE "C" > ${after ?? ""}
      ORDER BY record_key COLLATE "C" LIMIT ${most}`),

  ofFiles: (userId, id, kind, source, days) =>
    db.unlimited(
      db.rows(db.sql<FiledRecord>`
      SELECT record_key AS key, date::text AS date, sort, COALESCE(body ->> 'title', body ->> 'name', '') AS name,
        ${isReplaced(db, userId)} AS "isReplaced" FROM device_records
      WHERE user_id = ${userId} AND device_id = ${id} AND kind = ${kind} AND date = ANY (${days}::date[])
        AND body IS NOT NULL AND NOT undone AND body -> 'filed' ->> 'source' = ${source}`)
    )
})

/** The records that devices have stated. */
const stating = (db: Database): Pick<Store, "records" | "keep" | "undoSome" | "counts" | "days"> => ({
  records: (userId, id, keys) =>
    Effect.map(
      db.rows(db.sql<StoredRecord>`
        SELECT record.* FROM unnest(${keys}::text[]) AS wanted (key) CROSS JOIN LATERAL (
          SELECT ${db.sql.literal(RECORD_COLUMNS)} FROM device_records
          WHERE user_id = ${userId} AND device_id = ${id} AND record_key = wanted.key OFFSET 0
        ) AS record`),
      (rows) => new Map(rows.map((row) => [row.key, row]))
    ),

  keep: (userId, id, records) => {
    const rows = records.map(({ key, factKey, statedAt, ...rest }) => ({
      record_key: key,
      fact_key: factKey,
      stated_at: statedAt,
      ...rest
    }))
    return db.run(db.sql`
      INSERT INTO device_records (user_id, device_id, record_key, fact_key, kind, date, sort, sequence, stated_at, digest, body, undone)
      SELECT ${userId}, ${id}, record_key, fact_key, kind, date, sort, sequence, stated_at, digest, body::json, undone
      FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS given (record_key text, fact_key text, kind text,
        date date, sort text, sequence double precision, stated_at double precision, digest text, body text, undone boolean)
      ON CONFLICT (user_id, device_id, record_key) DO UPDATE SET fact_key = excluded.fact_key, kind = excluded.kind,
        date = excluded.date, sort = excluded.sort, sequence = excluded.sequence, stated_at = excluded.stated_at,
        digest = excluded.digest, body = excluded.body, undone = excluded.undone`)
  },

  undoSome: (userId, id, from, most) =>
    Effect.map(
      db.rows(db.sql`
        UPDATE device_records SET undone = true
        WHERE user_id = ${userId} AND device_id = ${id} AND record_key IN (
          SELECT record_key FROM device_records
          WHERE user_id = ${userId} AND device_id = ${id} AND body IS NOT NULL AND NOT undone
            AND (${from ?? null}::date IS NULL OR date >= ${from ?? null}::date)
          LIMIT ${most})
        RETURNING record_key`),
      (rows) => rows.length
    ),

  counts: (userId) =>
    db.rows(db.sql<RecordCount>`
      SELECT device_id AS "deviceId", kind, count(*)::integer AS records, max(date)::text AS "lastDay"
      FROM device_records WHERE user_id = ${userId} AND body IS NOT NULL AND NOT undone
      GROUP BY device_id, kind ORDER BY device_id, kind`),

  days: (userId, id, from) =>
    db.rows(db.sql<DayCount>`
      SELECT date::text AS date, kind, count(*)::integer AS records FROM device_records
      WHERE user_id = ${userId} AND device_id = ${id} AND date >= ${from} AND body IS NOT NULL AND NOT undone
      GROUP BY date, kind ORDER BY date DESC, kind`)
})

/** Devices, and the rate of their arrivals. */
const registering = (db: Database): Pick<Store, "add" | "list" | "find" | "change" | "takeArrival"> => ({
  add: (userId, { id, app, createdAt, ...rest }) =>
    db.run(db.sql`
      INSERT INTO devices ${db.sql.insert({
        user_id: userId,
        device_id: id,
        app,
        created_at: instant(createdAt),
        ...rowOf(rest)
      })}`),

  list: (userId) =>
    Effect.map(
      db.rows(db.sql<DeviceRow>`SELECT * FROM devices WHERE user_id = ${userId} ORDER BY created_at, device_id`),
      (rows) => rows.map(toDevice)
    ),

  find: (userId, id) =>
    db.findOne(db.sql<DeviceRow>`SELECT * FROM devices WHERE user_id = ${userId} AND device_id = ${id}`, toDevice),

  change: (userId, id, changes) =>
    Effect.map(
      db.rows(db.sql`
        UPDATE devices SET ${db.sql.update(rowOf(changes))}
        WHERE user_id = ${userId} AND device_id = ${id} RETURNING device_id`),
      (rows) => rows.length > 0
    ),

  takeArrival: (userId, { perMinute, burst, now }) =>
    db.first(
      db.sql.unsafe<{ readonly level: number; readonly allowed: boolean }>(TAKE, [
        userId,
        now,
        burst,
        perMinute / 60_000
      ])
    )
})

export const layer = Layer.effect(
  DeviceStore,
  Effect.map(Db, (db) => DeviceStore.of({ ...registering(db), ...stating(db), ...deciding(db) }))
)
