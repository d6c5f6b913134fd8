import { Migrator, SqlClient, type SqlError } from "@effect/sql"
import { Cause, Effect, Schedule } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { assetNames, assetText } from "../assets/assets.ts"
import { CannotStart } from "../values/cannot-start.ts"
import { nextStepOf } from "./next-step.ts"
import { isDistributed, LOCK_MILLIS } from "./session.ts"
import { isLockTimeout } from "./sql-state.ts"
import { withoutTimeout } from "./statements.ts"
import { isSqlError } from "./transactions.sql.ts"
import { unlimited } from "./work.ts"

const FOLDER = "migrations"

/** The migrations of this version, in order. `0001_accounts.sql` has the id 1 and the name accounts. */
const migrations = assetNames(FOLDER).flatMap((file) => {
  const [, id, name] = /^(\d+)_(\w+)\.sql$/.exec(file) ?? []
  return id === undefined || name === undefined ? [] : [{ id: Number(id), name, file }]
})

// Only migrations newer than the newest applied one are applied, so a number added later would be skipped.
const numbers = migrations.map(({ id }) => id)
const expected = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1)
if (new Set(numbers).size < numbers.length || expected.some((id) => !numbers.includes(id))) {
  throw new Error("The migrations' numbers must be 1, 2, 3, … without a gap")
}

/** The number of the newest migration. */
export const latestMigration = Math.max(...migrations.map(({ id }) => id))

/**
 * On a Citus cluster, a migration may make triggers, which change only rows of their own user, and may change tables and
 * rows together.
 */
const FOR_A_CLUSTER = `
  SELECT set_config('citus.enable_unsafe_triggers', 'on', true), set_config('citus.multi_shard_modify_mode', 'sequential', true)`

/** The statements of a text: they end at a semicolon that is in no comment, text or body of a function. */
const eachOf = (text: string) =>
  (text.match(/(?:--[^\n]*|\$\$[\s\S]*?\$\$|'[^']*'|[^;])+/g) ?? []).filter((each) => /^\s*[^-\s]/m.test(each))

/** Runs the statements of a migration. On a cluster one by one, because some are handed on to the nodes as they were sent. */
export const applyStatements = (statements: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* isDistributed)) return yield* sql.unsafe(statements)
    yield* sql.unsafe(FOR_A_CLUSTER)
    for (const each of eachOf(statements)) yield* sql.unsafe(each)
    return []
  }).pipe(withoutTimeout)

const loader: Migrator.Loader = Effect.sync(() =>
  migrations
    .sort((a, b) => a.id - b.id)
    .map(({ id, name, file }): Migrator.ResolvedMigration => {
      const statements = assetText(`${FOLDER}/${file}`)
      return [id, name, Effect.succeed(applyStatements(statements))]
    })
)

/** The error of the database that made the migrations fail, if one did. */
const databaseErrorOf = (error: unknown): SqlError.SqlError | undefined =>
  isSqlError(error) ? error : error instanceof Error ? databaseErrorOf(error.cause) : undefined

interface Applied {
  readonly id: number
  readonly name: string
}

/** Waits as long as another process is migrating. */
const whileOthersMigrate = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.retry(effect, { while: isLockTimeout, schedule: Schedule.spaced("200 millis") })

/** The newest migration that the database has; undefined if it has none. */
const newestApplied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly found: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS found`
  if (row?.found !== true) return undefined
  const [newest] = yield* sql<Applied>`
    SELECT migration_id AS id, name FROM migrations ORDER BY migration_id DESC LIMIT 1`
  return newest
}).pipe(whileOthersMigrate, Effect.orDie)

const tooNew = ({ id, name }: Applied) =>
  new CannotStart({
    message: `The database was used by a newer Fettle: its schema is at migration ${id} (${name}), and this Fettle ${packageJson.version} knows ${latestMigration}. Run the newer Fettle, restore a backup from before it, or set DATABASE_URL or DATA_DIR to another database`
  })

/** How many migrations the database lacks. Fails if it has more than this version knows. */
export const missingMigrations = Effect.gen(function* () {
  const newest = yield* newestApplied
  if (newest !== undefined && newest.id > latestMigration) return yield* tooNew(newest)
  return latestMigration - (newest?.id ?? 0)
})

/**
 * Lets the nodes take functions in any order, as a restored dump gives them: some call others, which a node may not have
 * yet. The first statement has the nodes obey the second.
 */
const FUNCTIONS_IN_ANY_ORDER = [
  "SELECT set_config('citus.propagate_set_commands', 'local', true)",
  "SET LOCAL check_function_bodies = off"
]

/**
 * Spreads the tables over the nodes if the database is a Citus cluster; see migrations/0020_distribute.sql. Statistics
 * follow once the tables are spread, because until then there are none of the parts.
 */
export const distribute = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (!(yield* isDistributed)) return
  const [row] = yield* withoutTimeout(
    Effect.zipRight(
      Effect.forEach(FUNCTIONS_IN_ANY_ORDER, (each) => sql.unsafe(each)),
      sql<{ readonly changes: number }>`SELECT distribute(${LOCK_MILLIS}) AS changes`
    )
  )
  const changes = row?.changes ?? 0
  if (changes === 0) return
  yield* withoutTimeout(sql`ANALYZE`)
  yield* Effect.logInfo(`Distributed ${changes} tables and functions over the nodes of the Citus cluster`)
})

/** The table by which a database is known into which a move (`move/`) is unfinished. */
export const UNFINISHED_MOVE = "unfinished_move"

/** Fails if not all data has been moved into the database yet: nothing may use it before. */
export const refuseUnfinishedMove = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ found: boolean }>`SELECT to_regclass(${UNFINISHED_MOVE}) IS NOT NULL AS found`
  if (row?.found === true) {
    return yield* new CannotStart({
      message:
        "A move into this database is unfinished. Run the same `fettle move` again, which completes it, or use the database that is moved"
    })
  }
}).pipe(Effect.catchTag("SqlError", Effect.die))

const applyMissing = Migrator.make({})({ loader, table: "migrations" }).pipe(
  // The end of its transaction may take long too.
  unlimited,
  whileOthersMigrate,
  Effect.retry({
    while: (error) => nextStepOf(error) === undefined,
    times: 5,
    schedule: Schedule.spaced("200 millis")
  })
)

/**
 * Applies the missing migrations in one transaction, and returns their names. If several processes start together, each
 * migration is applied once: the others wait, or retry if two of them created the table of migrations at once. Fails if a
 * newer version has migrated the database, and dies with the database's error.
 */
export const applyMigrations = Effect.flatMap(missingMigrations, (missing) =>
  (missing === 0 ? Effect.succeed([]) : applyMissing).pipe(
    Effect.zipLeft(distribute),
    Effect.map((applied) => applied.map(([id, name]) => `${String(id).padStart(4, "0")}_${name}`)),
    Effect.catchAllCause((cause) => {
      const error = Cause.squash(cause)
      return Effect.die(databaseErrorOf(error) ?? error)
    })
  )
)

/** Applies the missing migrations to a database that is used. Fails if a move into it is unfinished. */
export const migrate = Effect.zipRight(refuseUnfinishedMove, applyMigrations)
