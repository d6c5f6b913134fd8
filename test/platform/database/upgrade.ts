import { readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { Effect, type Scope } from "effect"
import * as Client from "../../../src/platform/database/client.ts"
import * as Embedded from "../../../src/platform/database/embedded.ts"
import { distribute } from "../../../src/platform/database/migrator.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { asCluster, citusNodes, citusUrl, emptyDatabases } from "../../support/citus.ts"
import { folder, hasPostgres, isCitusOnly, postgresDatabase } from "../../support/stores.ts"

/** An empty database: its URL or folder, and a client. */
export interface Place {
  readonly url: string | undefined
  readonly client: Client.Client
  /** Makes it a cluster, with its content; undefined if it stays a single server. */
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
 * A dump of a database at migration 28, made by the release before the baseline, with a user who has rows in every
 * table and a few foods of the catalogue.
 */
const AT_28 = new URL("fixtures/at-28.sql.gz", import.meta.url)

/** The text of a fixture. */
export const unzipped = (file: URL): string => new TextDecoder().decode(Bun.gunzipSync(readFileSync(file)))

const restoreDump = Effect.fnUntraced(function* (dump: URL) {
  const sql = yield* SqlClient.SqlClient
  // The dump changes settings of its session, and one of its transaction would be lost with it.
  yield* sql.unsafe(unzipped(dump).replace(/^SELECT pg_catalog\.set_config\('search_path', '', false\);$/m, ""))
  yield* sql.unsafe("RESET ALL")
})

/** Makes an empty database; on a cluster, a separate one. */
export const emptyOf = (place: typeof embedded) => Effect.tap(place, ({ spread }) => spread ?? Effect.void)

/** Makes a database from a dump, distributed over the nodes of a cluster as its release did. */
export const filledOf = (place: typeof embedded, dump = AT_28) =>
  Effect.gen(function* () {
    const made = yield* place
    yield* on(made, restoreDump(dump))
    if (made.spread === undefined) return made
    yield* made.spread
    yield* on(made, distribute)
    return made
  })

/**
 * Everything in a schema as PostgreSQL writes it: what pg_dump would write, even if that does not run. On a cluster,
 * pg_class hides the shards of tables.
 */
const SCHEMA = `
  WITH relation AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  SELECT 'relation' AS kind, oid::regclass::text AS name,
    concat_ws(' ', relkind, relpersistence, reloptions, relreplident, relrowsecurity, relispartition, relacl) AS text
  FROM relation
  UNION ALL SELECT 'column', attrelid::regclass || '.' || attnum, concat_ws(' ', attname, format_type(atttypid, atttypmod),
    attcollation, attnotnull, attgenerated, attidentity, attstorage, attcompression, pg_get_expr(adbin, adrelid))
  FROM pg_attribute JOIN relation ON relation.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relkind <> 'i' AND attnum > 0
  UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, concat_ws(' ', pg_get_constraintdef(pg_constraint.oid), convalidated)
  FROM pg_constraint JOIN relation ON relation.oid = conrelid
  UNION ALL SELECT 'index', indexrelid::regclass::text, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisclustered)
  FROM pg_index JOIN relation ON relation.oid = indrelid
  UNION ALL SELECT 'trigger', tgrelid::regclass || '.' || tgname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
  FROM pg_trigger JOIN relation ON relation.oid = tgrelid WHERE NOT tgisinternal
  UNION ALL SELECT 'function', oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(oid), proacl)
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind <> 'a'
  UNION ALL SELECT 'type', oid::regtype::text, concat_ws(' ', typtype, typbasetype::regtype, typnotnull, typdefault)
  FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype <> 'b' AND (typrelid = 0 OR typrelid IN (SELECT oid FROM relation))
  UNION ALL SELECT 'label', enumtypid::regtype || '.' || enumsortorder, enumlabel FROM pg_enum
  UNION ALL SELECT 'view', oid::regclass::text, pg_get_viewdef(oid) FROM relation WHERE relkind IN ('v', 'm')
  UNION ALL SELECT 'sequence', seqrelid::regclass::text, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache)
  FROM pg_sequence
  UNION ALL SELECT 'statistics', stxname, pg_get_statisticsobjdef(oid) FROM pg_statistic_ext
  UNION ALL SELECT 'policy', polrelid::regclass || '.' || polname, concat_ws(' ', polcmd, pg_get_expr(polqual, polrelid)) FROM pg_policy
  UNION ALL SELECT 'rule', ev_class::regclass || '.' || rulename, pg_get_ruledef(pg_rewrite.oid)
  FROM pg_rewrite JOIN relation ON relation.oid = ev_class
  UNION ALL SELECT 'comment', pg_describe_object(classoid, objoid, objsubid), description
  FROM pg_description WHERE objoid >= 16384
  UNION ALL SELECT 'extension', extname, extversion FROM pg_extension
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

/** The tables of the database with their columns, except those that record migrations. */
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

/** Runs an effect with a client of a place, and waits until the client is closed. */
export const on = <A, E>({ client }: Place, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.scoped(Effect.provide(effect, client))
