import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { type Buckets, ENOUGH, fullBuckets, perMillisecond, takeFrom } from "./buckets.ts"
import { RateLimitStore } from "./rate-limit.ts"

interface Row extends Omit<Buckets, "writesToday"> {
  readonly writes_today: number
  readonly allowed: boolean
}

/** Parameters are numbered by hand, because most occur several times and are to be sent once. */
const TAKE = `
  INSERT INTO rate_limits AS kept (user_id, reads, writes, at, day, writes_today, allowed)
  SELECT user_id, $11::double precision, $12::double precision, $2::double precision, $3::date, $13::integer, $14::boolean
  FROM users WHERE user_id = $1 AND revision = $15
  ON CONFLICT (user_id) DO UPDATE SET (reads, writes, at, day, writes_today, allowed) = (
    SELECT reads - allowed::int * $4::integer, writes - allowed::int * $5::integer, GREATEST(kept.at, $2), $3,
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
 * One statement per call, so that the row is locked only for that long. The SQL follows `takeFrom` exactly: the rule
 * must run in the database, which alone sees the calls of every process.
 */
export const layer = Layer.effect(
  RateLimitStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    RateLimitStore.of({
      find: (userId) =>
        sql<Row>`
          SELECT reads, writes, at, day::text AS day, writes_today FROM rate_limits WHERE user_id = ${userId}`.pipe(
          Effect.map(([row]) => row && { ...row, writesToday: row.writes_today }),
          Effect.orDie
        ),

      take: (userId, revision, taking) => {
        const { access, limits, now, day } = taking
        const { allowed, buckets } = takeFrom(fullBuckets(taking), taking)
        return sql
          .unsafe<Row>(TAKE, [
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
          ])
          .pipe(
            Effect.map(([row]) => row && { buckets: { ...row, writesToday: row.writes_today }, allowed: row.allowed }),
            Effect.orDie
          )
      }
    })
  )
)
