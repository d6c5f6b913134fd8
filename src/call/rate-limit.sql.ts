import { Effect, Layer } from "effect"
import { Db } from "../platform/database/db.ts"
import { PoolStatus } from "../platform/database/pool-status.ts"
import { CLOCK_SKEW_MILLIS } from "../values/clock.ts"
import { type Buckets, ENOUGH, fullBuckets, perMillisecond, takeFrom } from "./buckets.ts"
import { RateLimitStore } from "./rate-limit.ts"

interface Row extends Omit<Buckets, "writesToday"> {
  readonly writes_today: number
  readonly allowed: boolean
}

const bucketsOf = (row: Row): Buckets => ({ ...row, writesToday: row.writes_today })

/** The date of the buckets after a call at `now` (SQL text of a parameter). */
const dateAt = (now: string) =>
  `CASE WHEN kept.at - ${now}::double precision > ${CLOCK_SKEW_MILLIS} THEN ${now} ELSE GREATEST(kept.at, ${now}) END`

/** Parameters are numbered by hand, so that each is sent once although most occur several times. */
const TAKE = `
  INSERT INTO rate_limits AS kept (user_id, reads, writes, at, day, writes_today, allowed)
  SELECT user_id, $11::double precision, $12::double precision, $2::double precision, $3::date, $13::integer, $14::boolean
  FROM users WHERE user_id = $1 AND revision = $15
  ON CONFLICT (user_id) DO UPDATE SET (reads, writes, at, day, writes_today, allowed) = (
    SELECT reads - allowed::int * $4::integer, writes - allowed::int * $5::integer, ${dateAt("$2")}, $3,
      writes_today + allowed::int * $5, allowed
    FROM (
      SELECT reads, writes, writes_today,
        ($4 = 0 OR reads >= ${ENOUGH}) AND ($5 = 0 OR (writes >= ${ENOUGH} AND writes_today < $10::integer)) AS allowed
      FROM (
        SELECT
          LEAST($6::double precision, kept.reads + GREATEST(0, $2 - kept.at) * $7::double precision) AS reads,
          LEAST($8::double precision, kept.writes + GREATEST(0, $2 - kept.at) * $9::double precision) AS writes,
          CASE WHEN kept.day = $3 THEN kept.writes_today ELSE 0 END AS writes_today
      ) AS refilled
    ) AS judged
  )
  RETURNING reads, writes, at, day::text AS day, writes_today, allowed`

/**
 * Takes one call if the buckets allow it. It does nothing if they do not, if the user has no row yet, or if the account
 * has changed; TAKE then finds out which.
 */
const takeAllowed = (access: "read" | "write", offset: number) => {
  const parameter = (place: number) => `$${offset + place}`
  const [userId, revision, now, day, readsBurst, reads, writesBurst, writes, writesPerDay] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9
  ].map(parameter)
  const elapsed = `GREATEST(0, ${now}::double precision - kept.at)`
  const level = {
    read: `LEAST(${readsBurst}::double precision, kept.reads + ${elapsed} * ${reads}::double precision)`,
    write: `LEAST(${writesBurst}::double precision, kept.writes + ${elapsed} * ${writes}::double precision)`
  }
  const today = `CASE WHEN kept.day = ${day}::date THEN kept.writes_today ELSE 0 END`
  const isWrite = access === "write"
  // A write waits for its user here, before it locks the buckets. Otherwise it would block the user's reads.
  const locked = isWrite ? "FOR NO KEY UPDATE" : ""
  return `
    UPDATE rate_limits AS kept SET
      reads = ${level.read}${isWrite ? "" : " - 1"}, writes = ${level.write}${isWrite ? " - 1" : ""},
      at = ${dateAt(`${now}`)}, day = ${day}, writes_today = ${today}${isWrite ? " + 1" : ""}
    FROM (SELECT revision FROM users WHERE user_id = ${userId} ${locked}) AS account
    WHERE kept.user_id = ${userId}::text AND account.revision = ${revision}::integer AND ${level[access]} >= ${ENOUGH}
      ${isWrite ? `AND ${today} < ${writesPerDay}::integer` : ""}
    RETURNING concat_ws(' ', reads, writes, at, writes_today) AS stated`
}

/** Caches the statements by the number of parameters before their own. */
const remembered = (access: "read" | "write") => {
  const made: Array<string | undefined> = []
  return (offset: number) => {
    const text = made[offset] ?? takeAllowed(access, offset)
    made[offset] = text
    return text
  }
}

const TAKE_ALLOWED = { read: remembered("read"), write: remembered("write") }

/**
 * One statement per call, so that the row is locked only for that long. The SQL follows `takeFrom` exactly: the rule
 * must run in the database, which alone sees the calls of every process. A Citus cluster cannot plan charges that share
 * a statement with a query.
 */
export const layer = Layer.effect(
  RateLimitStore,
  Effect.map(Effect.all([Db, PoolStatus]), ([{ sql, first }, { isDistributed }]) =>
    RateLimitStore.of({
      find: (userId) =>
        Effect.map(
          first(sql<Row>`
            SELECT reads, writes, at, day::text AS day, writes_today FROM rate_limits WHERE user_id = ${userId}`),
          (row) => row && bucketsOf(row)
        ),

      take: (userId, revision, taking) => {
        const { access, limits, now, day } = taking
        const { allowed, buckets } = takeFrom(fullBuckets(taking), taking)
        const params = [
          userId,
          now,
          day,
          access === "read" ? 1 : 0,
          access === "write" ? 1 : 0,
          limits.readsBurst,
          perMillisecond(limits.readsPerMinute),
          limits.writesBurst,
          perMillisecond(limits.writesPerMinute),
          limits.writesPerDay,
          buckets.reads,
          buckets.writes,
          buckets.writesToday,
          allowed,
          revision
        ]
        return Effect.map(
          first(sql.unsafe<Row>(TAKE, params)),
          (row) => row && { buckets: bucketsOf(row), allowed: row.allowed }
        )
      },

      carried: (userId, revision, { access, limits, now, day }) => {
        if (isDistributed) return undefined
        const params = [
          userId,
          revision,
          now,
          day,
          limits.readsBurst,
          perMillisecond(limits.readsPerMinute),
          limits.writesBurst,
          perMillisecond(limits.writesPerMinute)
        ]
        return {
          update: TAKE_ALLOWED[access],
          params: access === "write" ? [...params, limits.writesPerDay] : params,
          taken: (stated) => {
            const [reads = 0, writes = 0, at = 0, writesToday = 0] = stated.split(" ").map(Number)
            return { buckets: { reads, writes, at, day, writesToday }, allowed: true }
          }
        }
      }
    })
  )
)
