import { readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { Effect, type Scope } from "effect"
import * as Client from "../../../src/platform/database/client.ts"
import * as Embedded from "../../../src/platform/database/embedded.ts"
import { distribute } from "../../../src/platform/database/migrator.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { asCluster, citusNodes, citusUrl, emptyDatabases } from "../../support/citus.ts"
import { folder, hasPostgres, isCitusOnly, postgresDatabase } from "../../support/stores.ts"

/** An empty database: where it is, and a client. */
interface Place {
  readonly url: string | undefined
  readonly client: Client.Client
  /** Makes it a cluster, with whatever it holds; undefined where it stays a single server. */
  readonly spread: Effect.Effect<void> | undefined
}

const embedded: Effect.Effect<Place, never, Scope.Scope> = Effect.map(folder, (path) => ({
  url: undefined,
  client: Embedded.forServer(path),
  spread: undefined
}))

const postgres: Effect.Effect<Place, never, Scope.Scope> = Effect.map(postgresDatabase, (url) => ({
  url,
  client: Client.external(serversAt(url), 2, 0),
  spread: undefined
}))

/** The coordinator of what `spread` makes a cluster. */
const citus: Effect.Effect<Place, never, Scope.Scope> = Effect.map(emptyDatabases, (name) => {
  const url = citusUrl(name, 0)
  return { url, client: Client.external(serversAt(url), 2, 0), spread: Effect.promise(() => asCluster(name)) }
})

/** Makes empty databases of each kind. */
export const places: ReadonlyArray<readonly [string, typeof embedded]> = [
  ...(isCitusOnly ? [] : [["embedded", embedded] as const]),
  ...(hasPostgres && !isCitusOnly ? [["postgres", postgres] as const] : []),
  ...(citusNodes.length > 0 ? [["citus", citus] as const] : [])
]

/**
 * A dump of a database at migration 28, made by the release before the baseline, with a user who has rows in every table.
 * Of the catalogue it has a few foods.
 */
const DUMP = new URL("fixtures/at-28.sql.gz", import.meta.url)

const restoreDump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const text = new TextDecoder().decode(Bun.gunzipSync(readFileSync(DUMP)))
  // The dump changes settings of its session, and one of its transaction would be lost with it.
  yield* sql.unsafe(text.replace(/^SELECT pg_catalog\.set_config\('search_path', '', false\);$/m, ""))
  yield* sql.unsafe("RESET ALL")
})

/** Makes an empty database, on a cluster of its own where there is one. */
export const emptyOf = (place: typeof embedded) => Effect.tap(place, ({ spread }) => spread ?? Effect.void)

/** Makes a database that is filled with the dump, and spread over the nodes of a cluster as that release has spread it. */
export const filledOf = (place: typeof embedded) =>
  Effect.gen(function* () {
    const made = yield* place
    yield* on(made, restoreDump)
    if (made.spread === undefined) return made
    yield* made.spread
    yield* on(made, distribute)
    return made
  })

/** Everything that a schema consists of, as PostgreSQL writes it. On a cluster, pg_class hides the parts of tables. */
const SCHEMA = `
  SELECT 'column' AS kind, attrelid::regclass || '.' || attnum AS name, concat_ws(' ', attname, format_type(atttypid, atttypmod),
    attcollation, attnotnull, attgenerated, pg_get_expr(adbin, adrelid), relpersistence) AS text
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0
  UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid)
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace
  UNION ALL SELECT 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(pg_trigger.oid)
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal
  UNION ALL SELECT 'function', oid::regprocedure::text, pg_get_functiondef(oid)
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ORDER BY kind, name`

export interface Described {
  readonly kind: string
  readonly name: string
  readonly text: string
}

export const describedSchema = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Described>(SCHEMA))

interface TableColumns {
  readonly name: string
  readonly columns: string
}

/** The tables of the database with their columns, but for those in which migrations are noted. */
export const allTables = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<TableColumns>`
    SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN ('migrations', 'functions')
    GROUP BY relname ORDER BY relname`
)

/** Every row of these tables, in these columns. */
export const rowsOf = (tables: ReadonlyArray<TableColumns>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(tables, ({ name, columns }) =>
      Effect.map(
        sql.unsafe<{ readonly row: string }>(`SELECT ROW(${columns})::text AS row FROM ${name} ORDER BY 1`),
        (rows) => ({ name, rows: rows.map(({ row }) => row) })
      )
    )
  )

/** Runs an effect with a client of a place, and waits until this is closed. */
export const on = <A, E>({ client }: Place, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.scoped(Effect.provide(effect, client))
