import { SqlClient } from "@effect/sql"
import { Cause, Effect, Schedule } from "effect"
import { CannotStart } from "../../values/cannot-start.ts"
import { program } from "../assets/assets.ts"
import { nextStepOf } from "./next-step.ts"
import { absentOf, objectsOf } from "./presence.ts"
import { type Migration, ownSchema, type Schema, type SchemaFunction } from "./schema.ts"
import { lackOf, newestOf, partsOf, RECORDS, sizeOf } from "./schema-state.ts"
import { isDistributed, LOCK_MILLIS } from "./session.ts"
import { hasChangedNothing, isLockTimeout, isSqlError } from "./sql-state.ts"
import { withoutTimeout } from "./statements.ts"
import { unlimited } from "./work.ts"

/**
 * On a Citus cluster, lets a migration create triggers, which change only rows of their own user, and change tables and
 * rows together.
 */
const FOR_A_CLUSTER = `
  SELECT set_config('citus.enable_unsafe_triggers', 'on', true), set_config('citus.multi_shard_modify_mode', 'sequential', true)`

/** Splits a text into statements. They end at a semicolon outside comments, literals and function bodies. */
const eachOf = (text: string) =>
  (text.match(/(?:--[^\n]*|\$\$[\s\S]*?\$\$|'[^']*'|[^;])+/g) ?? []).filter((each) => /^\s*[^-\s]/m.test(each))

/**
 * Runs the statements of a migration; on a cluster one by one, because some are passed on to the nodes as they were
 * sent.
 */
export const applyStatements = (statements: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* isDistributed)) return yield* sql.unsafe(statements)
    yield* sql.unsafe(FOR_A_CLUSTER)
    for (const each of eachOf(statements)) yield* sql.unsafe(each)
    return []
  }).pipe(withoutTimeout)

/** Waits while another process is migrating. */
const whileOthersMigrate = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.retry(effect, { while: isLockTimeout, schedule: Schedule.spaced("200 millis") })

/** Lets functions be created in any order: some call others, or read tables that a cluster's node may not have yet. */
const functionsInAnyOrder = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Makes the nodes apply the second statement.
  if (yield* isDistributed) yield* sql.unsafe("SELECT set_config('citus.propagate_set_commands', 'local', true)")
  yield* sql.unsafe("SET LOCAL check_function_bodies = off")
})

/**
 * Spreads the tables over the nodes if the database is a Citus cluster; see migrations/functions/distribute.sql.
 * Statistics are collected once the tables are spread, because until then the parts have none.
 */
export const distribute = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (!(yield* isDistributed)) return
  const [row] = yield* withoutTimeout(
    Effect.zipRight(
      functionsInAnyOrder,
      sql<{ readonly changes: number }>`SELECT distribute(${LOCK_MILLIS}) AS changes`
    )
  )
  const changes = row?.changes ?? 0
  if (changes === 0) return
  yield* withoutTimeout(sql`ANALYZE`)
  yield* Effect.logInfo(`Distributed ${changes} tables and functions over the nodes of the Citus cluster`)
})

/** How many missing parts a message names. */
const MOST_NAMED = 5

/** The table that marks a database into which a move (`annexes/cli/move/`) is unfinished. */
export const UNFINISHED_MOVE = "unfinished_move"

/** Fails if not all data has been moved into the database yet: until then, nothing may use it. */
export const refuseUnfinishedMove = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ found: boolean }>`SELECT to_regclass(${UNFINISHED_MOVE}) IS NOT NULL AS found`
  if (row?.found === true) {
    return yield* new CannotStart({
      message: `A move into this database is unfinished. Run the same \`${program} move\` again, which completes it, or use the database that is moved`
    })
  }
}).pipe(Effect.catchTag("SqlError", Effect.die))

/** Drops functions with all their overloads, except those that a trigger, a column or an index needs. */
const dropFunctions = (names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dropped = yield* sql<{ readonly signature: string }>`
      SELECT oid::regprocedure::text AS signature FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace AND proname = ANY (${names}::text[]) AND NOT EXISTS (
        SELECT FROM pg_depend
        WHERE refclassid = 'pg_proc'::regclass AND refobjid = pg_proc.oid AND deptype IN ('n', 'a'))`
    if (dropped.length === 0) return
    yield* applyStatements(dropped.map(({ signature }) => `DROP FUNCTION ${signature};`).join("\n"))
  })

/** Replaces functions by those in their files, and records that. */
const replaceFunctions = (functions: ReadonlyArray<SchemaFunction>, version: string) =>
  Effect.gen(function* () {
    if (functions.length === 0) return
    const rows = functions.map(({ name, sha256 }) => `('${name}', '${sha256}', '${version}')`)
    yield* dropFunctions(functions.map(({ name }) => name))
    yield* applyStatements(`
      ${functions.map(({ statement }) => statement).join("\n")}
      INSERT INTO functions (name, sha256, version) VALUES ${rows.join(", ")}
      ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, version = excluded.version`)
  })

const applyMigration = ({ id, name, statements }: Migration) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.zipRight(
      applyStatements(statements),
      sql`INSERT INTO migrations (migration_id, name) VALUES (${id}, ${name})`
    )
  )

const fileNameOf = ({ id, name }: Migration) => `${String(id).padStart(4, "0")}_${name}`

/** Applies what is missing in one transaction, and returns the names. Other processes wait for its end. */
const applyMissing = (schema: Schema) =>
  withoutTimeout(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.unsafe(RECORDS)
      yield* sql`LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE`
      const { migrations, functions, surplus } = yield* lackOf(schema)
      yield* functionsInAnyOrder
      yield* replaceFunctions(
        functions.filter(({ isEarly }) => isEarly),
        schema.version
      )
      yield* Effect.forEach(migrations, applyMigration)
      yield* replaceFunctions(
        functions.filter(({ isEarly }) => !isEarly),
        schema.version
      )
      yield* dropFunctions(surplus)
      yield* sql`DELETE FROM functions WHERE name = ANY (${surplus}::text[])`
      for (const { after } of migrations) if (after !== undefined) yield* applyStatements(after)
      return [...migrations.map(fileNameOf), ...functions.map(({ name }) => `functions/${name}`)]
    })
  ).pipe(
    // The end of its transaction may take long too.
    unlimited,
    whileOthersMigrate,
    Effect.retry({
      while: (error) => isSqlError(error) && (hasChangedNothing(error.cause) || nextStepOf(error) === undefined),
      times: 5,
      schedule: Schedule.spaced("200 millis")
    })
  )

/** The number of this version's newest migration. */
export const latestMigration = (): number => newestOf(ownSchema())

/** The number of files that make up this version's schema. */
export const allParts = (): number => partsOf(ownSchema())

/** The number of schema files that the database lacks. Fails if it has a newer version, or one that is too old. */
export const missingParts = Effect.map(
  Effect.suspend(() => lackOf(ownSchema())).pipe(whileOthersMigrate, Effect.catchTag("SqlError", Effect.die)),
  sizeOf
)

/**
 * Brings the database to this schema in one transaction, and returns the names of what was applied: missing migrations
 * in order, and changed functions. If several processes start together, each change is applied once: the others wait,
 * or retry if two of them created the first tables at once. Fails if a newer version has used the database, or if it is
 * too old, and dies with the database's error.
 */
export const applySchema = (schema: Schema) =>
  lackOf(schema).pipe(
    whileOthersMigrate,
    Effect.flatMap((lack) => (sizeOf(lack) === 0 ? Effect.succeed([]) : applyMissing(schema))),
    Effect.zipLeft(distribute),
    Effect.catchAllCause((cause) => {
      const error = Cause.squash(cause)
      return error instanceof CannotStart ? Effect.fail(error) : Effect.die(error)
    })
  )

/** Brings the database to this version's schema; see applySchema. */
export const applyMigrations = Effect.suspend(() => applySchema(ownSchema()))

/** Fails if a table, a column or a trigger of the applied migrations is no longer there. */
export const refuseAbsent = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql<{ found: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS found`
  if (table?.found !== true) return
  const [row] = yield* sql<{ id: number }>`SELECT max(migration_id) AS id FROM migrations`
  const applied = ownSchema().migrations.filter(({ id }) => id <= (row?.id ?? 0))
  const absent = yield* absentOf({ migrations: applied })
  if (absent.length === 0) return
  return yield* new CannotStart({
    message: `The database lacks what its migrations made: ${absent.slice(0, MOST_NAMED).join(", ")}${absent.length > MOST_NAMED ? ` and ${absent.length - MOST_NAMED} more` : ""}. Somebody has dropped it: restore the database from a backup`
  })
}).pipe(Effect.catchTag("SqlError", Effect.die))

/** Fails if another program's tables have names of Fettle's, so that no schema can be made. */
export const refuseForeign = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const names = objectsOf(ownSchema()).flatMap((object) => (object.startsWith("table ") ? [object.slice(6)] : []))
  const foreign = yield* sql<{ readonly name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname = ANY (${names}::text[])
      AND to_regclass('migrations') IS NULL ORDER BY 1`
  if (foreign.length === 0) return
  return yield* new CannotStart({
    message: `The database has tables of another program with names that Fettle needs: ${foreign.map(({ name }) => name).join(", ")}. Set DATABASE_URL to a database of its own for Fettle (\`createdb\`)`
  })
}).pipe(Effect.catchTag("SqlError", Effect.die))

/**
 * Applies the missing migrations to a database in use. Fails if a move into it is unfinished, or if a table of it is
 * missing.
 */
export const migrate = Effect.all([refuseUnfinishedMove, refuseForeign]).pipe(
  Effect.zipRight(applyMigrations),
  Effect.zipLeft(refuseAbsent)
)
