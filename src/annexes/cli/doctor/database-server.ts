import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { AppConfig } from "../../../config.ts"
import type * as Client from "../../../platform/database/client.ts"
import { nextStepOf } from "../../../platform/database/next-step.ts"
import { PoolStatus } from "../../../platform/database/pool-status.ts"
import { keepingStatements, lostSettings } from "../../../platform/database/pooler.ts"
import { check } from "./check.ts"

/** Whether a second client can prepare the statement that the first has prepared; some poolers prevent it. */
const preparesAgain = (client: ReturnType<typeof Client.layer>) => {
  const ask = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT ${1}::int AS prepared`)
  return ask.pipe(Effect.zipRight(Effect.provide(ask, client)), Effect.asVoid)
}

/** Checks what a pooler in front of PostgreSQL does to the settings of sessions and to prepared statements. */
export const poolerCheck = (client: ReturnType<typeof Client.layer>) =>
  Effect.gen(function* () {
    const { isPooled } = yield* PoolStatus
    const { databasePrepare = !isPooled } = yield* AppConfig
    const prepared = `statements are ${databasePrepare ? "" : "not "}prepared`
    if (!isPooled) return check("pooler", "ok", `There is none: sessions keep their settings, and ${prepared}`)
    const lost = yield* lostSettings
    if (lost.length > 0) {
      const statements = (yield* keepingStatements).join("; ")
      const todo = `Connect to PostgreSQL as the database's owner and run: ${statements}. Then restart the pooler`
      return check(
        "pooler",
        "fail",
        `A pooler is in front of PostgreSQL, and sessions lack ${lost.join(", ")}. ${todo}`
      )
    }
    if (databasePrepare) yield* preparesAgain(client)
    return check(
      "pooler",
      "ok",
      `A pooler is in front of PostgreSQL: sessions have their settings from the database, and ${prepared}`
    )
  }).pipe(
    Effect.catchAll((error) => {
      const nextStep = nextStepOf(error)
      return nextStep === undefined
        ? Effect.fail(error)
        : Effect.succeed(
            check("pooler", "fail", `A pooler is in front of PostgreSQL and refuses a statement. ${nextStep}`)
          )
    })
  )

/** A clock difference worth reporting, in milliseconds. */
const MOST_APART = 2000

/** Checks whether the clock of the database server agrees with this machine's. */
export const clockCheck = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const before = yield* Clock.currentTimeMillis
  const [row] = yield* sql<{ readonly millis: string }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS millis`
  const after = yield* Clock.currentTimeMillis
  const ahead = Number(row?.millis) - (before + after) / 2
  const apart = Math.max(0, Math.abs(ahead) - (after - before) / 2)
  return apart <= MOST_APART
    ? check("clock", "ok", "The database's clock and this machine's agree")
    : check(
        "clock",
        "warn",
        `The database's clock is ${Math.round(apart / 1000)} seconds ${ahead > 0 ? "ahead of" : "behind"} this machine's, so times in lists and in logs differ. Let both follow a time server (NTP)`
      )
})

interface Collation {
  readonly name: string
  readonly encoding: string
  readonly version: string | null
  readonly actual: string | null
  readonly database: string
}

/**
 * Checks the database's encoding, and whether its collation is still the one that its indexes were sorted by. Fettle
 * sorts no list by text, so any collation will do; but after a change of versions, indexes miss rows.
 */
export const collationCheck = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Collation>`
    SELECT datcollate AS name, pg_encoding_to_char(encoding) AS encoding, datcollversion AS version,
      pg_database_collation_actual_version(oid) AS actual, quote_ident(datname) AS database
    FROM pg_database WHERE datname = current_database()`
  if (row === undefined) return check("collation", "warn", "The database does not report its collation")
  const { name, encoding, version, actual, database } = row
  if (encoding !== "UTF8")
    return check(
      "collation",
      "fail",
      `DATABASE_URL: the database's encoding is ${encoding}, which cannot hold every name. Create another with ENCODING 'UTF8' TEMPLATE template0, and move the data with pg_dump`
    )
  return version === null || version === actual
    ? check("collation", "ok", `${name}, ${encoding}${version === null ? "" : `, version ${version}`}`)
    : check(
        "collation",
        "warn",
        `The database's indexes were sorted by version ${version} of the collation ${name}, and the server now has ${actual ?? "another"}, so they may miss rows. Run: REINDEX DATABASE ${database}; ALTER DATABASE ${database} REFRESH COLLATION VERSION`
      )
})
