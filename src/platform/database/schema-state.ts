import { SqlClient, type SqlError } from "@effect/sql"
import { Effect } from "effect"
import { CannotStart } from "../../values/cannot-start.ts"
import type { Migration, Schema, SchemaFunction } from "./schema.ts"
import { isDistributed } from "./session.ts"

/** The tables that record what has been applied. A fresh database gets them first. */
export const RECORDS = `
  CREATE TABLE IF NOT EXISTS migrations (
    migration_id integer PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    name text NOT NULL
  );
  CREATE TABLE IF NOT EXISTS functions (name text PRIMARY KEY, sha256 text NOT NULL, version text NOT NULL);`

/** The number of a schema's newest migration. */
export const newestOf = ({ migrations }: Schema): number => migrations.at(-1)?.id ?? 0

/** The number of files that make up a schema. */
export const partsOf = ({ migrations, functions }: Schema): number => migrations.length + functions.length

/** The functions that were dropped since migration 28. A database at 28 has them, but does not record its functions. */
const DROPPED_SINCE_28 = [
  "add_active_day",
  "add_oauth_tokens",
  "add_own_exercise",
  "add_passkey",
  "answer_challenge",
  "correct_two_errors",
  "import_exercises",
  "lock_facts",
  "open_session",
  "open_session_by_passkey",
  "reach_badge",
  "redeem_login_link",
  "refresh_badges",
  "remove_active_day",
  "revoke_oauth_grant",
  "update_achievements"
]

/** What a database lacks of a schema. */
export interface Lack {
  readonly migrations: ReadonlyArray<Migration>
  readonly functions: ReadonlyArray<SchemaFunction>
  /** The functions that are no longer part of the schema. */
  readonly surplus: ReadonlyArray<string>
}

/** The number of files to apply; a surplus function counts as one. */
export const sizeOf = ({ migrations, functions, surplus }: Lack): number =>
  migrations.length + functions.length + surplus.length

interface Applied {
  readonly id: number
  readonly name: string
}

interface AppliedFunction {
  readonly name: string
  readonly sha256: string
  /** The version of Fettle that applied it. */
  readonly version: string
}

const tooNew = (found: string) =>
  new CannotStart({
    message: `The database was used by a newer Fettle: ${found}. Run the newer Fettle, restore a backup from before it, or set DATABASE_URL or DATA_DIR to another database`
  })

const tooOld = ({ id, name }: Applied, first: number) =>
  new CannotStart({
    message: `The database is too old: its schema is at migration ${id} (${name}), and this Fettle begins with ${first}. Start the release before this one on it once, which brings it to ${first}, then this one`
  })

/**
 * The functions of the database with the digests of their bodies, so that one that was dropped or replaced by hand is
 * noticed. Undefined on a cluster, whose nodes do not all have every function.
 */
const bodies = Effect.gen(function* () {
  if (yield* isDistributed) return undefined
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly body: string }>`
    SELECT proname || ' ' || md5(prosrc) AS body FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`
  return new Set(rows.map(({ body }) => body))
})

/** What the database lacks of the schema. Fails if it has a newer version, or one that is too old. */
export const lackOf = (schema: Schema) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ifThere = <A extends object>(table: string, query: string) =>
      Effect.flatMap(
        sql<{ readonly found: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS found`,
        ([row]): Effect.Effect<ReadonlyArray<A>, SqlError.SqlError> =>
          row?.found === true ? sql.unsafe<A>(query) : Effect.succeed([])
      )
    const [newest] = yield* ifThere<Applied>(
      "migrations",
      "SELECT migration_id AS id, name FROM migrations ORDER BY migration_id DESC LIMIT 1"
    )
    const latest = newestOf(schema)
    const first = schema.migrations[0]?.id ?? 0
    if (newest !== undefined && newest.id > latest) {
      const found = `its schema is at migration ${newest.id} (${newest.name}), and this Fettle ${schema.version} knows ${latest}`
      return yield* tooNew(found)
    }
    if (newest !== undefined && newest.id < first) return yield* tooOld(newest, first)
    const applied = yield* ifThere<AppliedFunction>("functions", "SELECT name, sha256, version FROM functions")
    const own = new Map(schema.functions.map((each) => [each.name, each.sha256]))
    const others = applied.filter(({ name, sha256 }) => own.get(name) !== sha256)
    const newer = others.find(({ version }) => Bun.semver.order(version, schema.version) > 0)
    if (newer !== undefined) {
      return yield* tooNew(`its functions are those of ${newer.version}, and this Fettle is ${schema.version}`)
    }
    const differing = new Set(others.map(({ name }) => name))
    const recorded = new Set(applied.map(({ name }) => name))
    const present = yield* bodies
    const isThere = ({ name, bodyMd5 }: SchemaFunction) =>
      recorded.has(name) && (present === undefined || present.has(`${name} ${bodyMd5}`))
    return {
      migrations: schema.migrations.filter(({ id }) => id > (newest?.id ?? 0)),
      functions: schema.functions.filter((each) => differing.has(each.name) || !isThere(each)),
      surplus: [
        ...[...differing].filter((name) => !own.has(name)),
        ...(newest !== undefined && applied.length === 0 ? DROPPED_SINCE_28 : [])
      ]
    } satisfies Lack
  })
