import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { latestMigration } from "./migrator.ts"
import { isRefusedForMany, isSqlError, sqlStateIn } from "./sql-state.ts"

const SILENT = "The database does not answer"
const FULL = "The database accepts no further connection"
const STALE = "The database is not migrated"

/** The SQLSTATE for a table that does not exist. */
const UNDEFINED_TABLE = "42P01"

/** Why the database cannot serve, after a statement of `databaseFault` failed; shown to everybody. */
export const faultOf = (error: unknown): string => {
  if (sqlStateIn(error) === UNDEFINED_TABLE) return STALE
  return isSqlError(error) && isRefusedForMany(error.cause) ? FULL : SILENT
}

/** Why the database cannot serve requests, although it answers; undefined if it can. */
export const databaseFault = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly applied: number }>`SELECT max(migration_id) AS applied FROM migrations`
  return row !== undefined && row.applied >= latestMigration() ? undefined : STALE
})
