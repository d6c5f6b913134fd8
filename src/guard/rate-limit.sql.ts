import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { type Buckets, ENOUGH, fullBuckets, perMillisecond, RateLimitStore, takeFrom } from "./rate-limit.ts"

interface Row extends Omit<Buckets, "writesToday"> {
  readonly writes_today: number
  readonly allowed: boolean
}

/**
 * One statement a call, and the row locked for no longer than that. It follows `takeFrom` to the letter, in SQL, because
 * only the database sees what every process takes.
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

      take: (userId, taking) => {
        const { access, limits, now, day } = taking
        const first = takeFrom(fullBuckets(taking), taking)
        const reading = access === "read" ? 1 : 0
        const writing = access === "write" ? 1 : 0
        return sql<Row>`
          INSERT INTO rate_limits (user_id, reads, writes, at, day, writes_today, allowed)
          VALUES (${userId}, ${first.buckets.reads}, ${first.buckets.writes}, ${now}, ${day},
            ${first.buckets.writesToday}, ${first.allowed})
          ON CONFLICT (user_id) DO UPDATE SET (reads, writes, at, day, writes_today, allowed) = (
            SELECT reads - allowed::int * ${reading}, writes - allowed::int * ${writing}, GREATEST(rate_limits.at, ${now}),
              ${day}::date, writes_today + allowed::int * ${writing}, allowed
            FROM (
              SELECT reads, writes, writes_today,
                (${reading} = 0 OR reads >= ${ENOUGH})
                AND (${writing} = 0 OR (writes >= ${ENOUGH} AND writes_today < ${limits.writesPerDay})) AS allowed
              FROM (
                SELECT
                  LEAST(${limits.readsBurst}, rate_limits.reads
                    + GREATEST(0, ${now} - rate_limits.at) * ${perMillisecond(limits.readsPerMinute)}::double precision) AS reads,
                  LEAST(${limits.writesBurst}, rate_limits.writes
                    + GREATEST(0, ${now} - rate_limits.at) * ${perMillisecond(limits.writesPerMinute)}::double precision) AS writes,
                  CASE WHEN rate_limits.day = ${day}::date THEN rate_limits.writes_today ELSE 0 END AS writes_today
              ) AS refilled
            ) AS judged
          )
          RETURNING reads, writes, at, day::text AS day, writes_today, allowed`.pipe(
          Effect.map(([row]) =>
            row === undefined ? first : { buckets: { ...row, writesToday: row.writes_today }, allowed: row.allowed }
          ),
          Effect.orDie
        )
      }
    })
  )
)
