import { Effect, Exit, Scope } from "effect"
import pg from "pg"

/** A database made from a template. */
interface Database {
  /** Its URL without a pooler. */
  readonly url: string
}

interface Made<A> {
  readonly database: A
  readonly scope: Scope.CloseableScope
  /** The tables that the template filled: those of the catalogue and of the migrations. */
  readonly filled: ReadonlyArray<string>
  readonly catalogue: unknown
}

const TABLES_WITH_ROWS = `
  SELECT relname FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0`

const CATALOGUE = `
  SELECT (SELECT revision FROM food_revision), (SELECT json_agg(known) FROM catalogue_versions AS known) AS versions`

const connected = async <A>(url: string, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const namesIn = async (client: pg.Client): Promise<ReadonlyArray<string>> =>
  (await client.query<{ relname: string }>(TABLES_WITH_ROWS)).rows.map(({ relname }) => relname)

const catalogueOf = async (client: pg.Client): Promise<unknown> => (await client.query(CATALOGUE)).rows

const asMade = <A extends Database>(database: A, scope: Scope.CloseableScope): Promise<Made<A>> =>
  connected(database.url, async (client) => ({
    database,
    scope,
    filled: await namesIn(client),
    catalogue: await catalogueOf(client)
  }))

/**
 * Removes everything that was stored since. Returns whether the database is as it was made: the catalogue is unchanged.
 */
const emptied = ({ database, filled, catalogue }: Made<Database>): Promise<boolean> =>
  connected(database.url, async (client) => {
    if (!Bun.deepEquals(await catalogueOf(client), catalogue)) return false
    const tables = (await namesIn(client)).filter((name) => !filled.includes(name))
    if (tables.length === 0) return true
    await client.query("SET statement_timeout = 0")
    // The server's own vacuum gives way after a second.
    await client.query("SET lock_timeout = 0")
    // TRUNCATE recreates each table and index, including those that refer to these: 150 files.
    await client.query("SET session_replication_role = replica")
    for (const table of tables) await client.query(`DELETE FROM ${table}`)
    await client.query("RESET session_replication_role")
    // No dead rows are left, and plans that were made for the rows are made again.
    await client.query(`VACUUM ${tables.join(", ")}`)
    return true
  })

/**
 * Databases that the suites of a process use one after the other, because making one takes most of a second. A suite
 * has one for itself until its scope ends, and finds it empty except for the tables that the template filled. No suite
 * reuses one whose catalogue was changed. A suite that changes tables, or reads the server's statistics, must make a
 * separate database. Those left at the end are removed with their template.
 */
export const inTurn = <A extends Database>(
  make: Effect.Effect<A, never, Scope.Scope>
): Effect.Effect<A, never, Scope.Scope> => {
  const idle: Array<Made<A>> = []
  const made = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const database = yield* Scope.extend(make, scope)
    return yield* Effect.promise(() => asMade(database, scope))
  })
  return Effect.acquireRelease(
    Effect.suspend(() => {
      const next = idle.pop()
      return next === undefined ? made : Effect.succeed(next)
    }),
    (used) =>
      Effect.gen(function* () {
        const isAsMade = yield* Effect.promise(() => emptied(used)).pipe(
          Effect.onError(() => Scope.close(used.scope, Exit.void))
        )
        if (isAsMade) idle.push(used)
        else yield* Scope.close(used.scope, Exit.void)
      })
  ).pipe(Effect.map(({ database }) => database))
}
