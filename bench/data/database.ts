import { readdirSync, readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import pg from "pg"
import * as Catalogue from "../../src/features/foods/store.sql.ts"
import * as Client from "../../src/platform/database/client.ts"
import { migrate } from "../../src/platform/database/migrator.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { SHIPPED_FOODS } from "../options.ts"
import { checkFollowing } from "./check.ts"
import { growFoods } from "./foods.ts"
import { fillLean, forgetLeanWrites } from "./lean.ts"
import { loadUsers } from "./users.ts"

export interface Size {
  /** Prefix of the database's name: concurrent runs need different databases. */
  readonly prefix?: string
  readonly users: number
  /** Years of each user's history; one by default. */
  readonly years?: number
  readonly foods: number
}

const SERVER = process.env.DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres"

const named = (name: string): string => {
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return url.href
}

const using = async <A>(url: string, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const nameOf = ({ prefix = "fettle_bench", users, years = 1, foods }: Size) =>
  `${prefix}_${users}_${foods}${years === 1 ? "" : `_${years}_years`}`

export const dropDatabase = (size: Size) =>
  using(SERVER, (client) => client.query(`DROP DATABASE IF EXISTS ${nameOf(size)} WITH (FORCE)`))

const prepareSchema = (url: string, foods: number, report: (line: string) => void) =>
  Effect.gen(function* () {
    yield* migrate
    yield* growFoods(foods - SHIPPED_FOODS, report)
    yield* SqlClient.SqlClient
  }).pipe(
    Effect.provide(Catalogue.layer.pipe(Layer.provideMerge(Client.external(serversAt(url), 1, 0)))),
    Effect.runPromise
  )

const MIGRATIONS = new URL("../../migrations/", import.meta.url)

/** A hash of each numbered migration's text, in order. Functions are replaced whenever they differ. */
const migrationHashes = (): ReadonlyArray<string> =>
  readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => Bun.hash(readFileSync(new URL(file, MIGRATIONS))).toString(36))

interface Stored {
  readonly migrations: ReadonlyArray<string>
  readonly is_of_today: boolean
}

/** The data that the database was filled with, if any. */
const storedIn = async (client: pg.Client): Promise<Stored | undefined> => {
  await client.query(
    "CREATE TABLE IF NOT EXISTS bench_fill (filled_at timestamptz NOT NULL, migrations text[] NOT NULL)"
  )
  const { rows } = await client.query<Stored>(
    "SELECT migrations, (filled_at AT TIME ZONE 'UTC')::date = (now() AT TIME ZONE 'UTC')::date AS is_of_today FROM bench_fill"
  )
  return rows[0]
}

const fill = async (
  client: pg.Client,
  url: string,
  { users, years = 1, foods }: Size,
  report: (line: string) => void
) => {
  const migrations = migrationHashes()
  const stored = await storedIn(client)
  if (stored?.migrations.some((hash, index) => migrations[index] !== hash)) {
    report("The migrations were changed since the database was made: it is made anew")
    await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    await storedIn(client)
  }
  await prepareSchema(url, foods, report)
  if ((await storedIn(client))?.is_of_today !== true) {
    await client.query("DELETE FROM bench_fill")
    // Rows refer only to users that are already stored, and after a crash everything is created again.
    await client.query("SET session_replication_role = replica; SET synchronous_commit = off")
    await loadUsers(client, { users, years }, new Date().toISOString().slice(0, 10), report)
    await client.query("SET session_replication_role = DEFAULT")
    await checkFollowing(url, client)
    await client.query("INSERT INTO bench_fill VALUES (now(), $1)", [migrations])
  }
  await client.query("UPDATE bench_fill SET migrations = $1", [migrations])
  await fillLean(client, report)
}

/** For each database, the holder of the lock with this number is running on it. */
const LOCK = 1

/**
 * Runs `work` on a database of this size, given by its URL, while nobody else measures on it. The database is kept
 * between runs. The users' history ends today, so they are created again if the data is from another day. The values
 * that the service stores beside the facts are checked against a fresh computation. At the end, what `work` wrote is
 * removed.
 */
export const withDatabase = async <A>(
  size: Size,
  report: (line: string) => void,
  work: (url: string) => Promise<A>
): Promise<A> => {
  const name = nameOf(size)
  const url = named(name)
  await using(SERVER, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`)
  })
  return using(url, async (client) => {
    const { rows } = await client.query<{ readonly free: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS free`)
    if (rows[0]?.free === false) {
      report(`Another run has ${name}; waiting for its end`)
      await client.query(`SELECT pg_advisory_lock(${LOCK})`)
    }
    await fill(client, url, size, report)
    // An earlier run may have been killed.
    await forgetWrites(url)
    try {
      return await work(url)
    } finally {
      await forgetWrites(url)
    }
  })
}

/** Deletes the days that requests added (`NEW_DAY`), and their streaks. All other days are of this century. */
const FORGET_NEW_DAYS = [
  "DELETE FROM body_metrics WHERE date < '2000-01-01'",
  "DELETE FROM streak_runs WHERE last_day < '2000-01-01'",
  "UPDATE badges SET reached_on = badge_day(user_id, badge), earned_on = badge_day(user_id, badge) WHERE reached_on < '2000-01-01'",
  "UPDATE users SET achievements = achievements_of(user_id) WHERE achievements <> achievements_of(user_id)"
]

/** Removes what was logged since the database was filled, so that the next measurement starts from the same data. */
export const forgetWrites = (url: string) =>
  using(url, async (client) => {
    await client.query("DELETE FROM diary_entries WHERE created_at > (SELECT filled_at FROM bench_fill)")
    await client.query("DELETE FROM workouts WHERE created_at > (SELECT filled_at FROM bench_fill)")
    await client.query(`
      UPDATE workout_totals AS held SET workouts = now.workouts
      FROM (SELECT user_id, count(*) AS workouts FROM workouts GROUP BY user_id) AS now
      WHERE held.user_id = now.user_id AND held.workouts <> now.workouts`)
    await client.query("DELETE FROM idempotency_keys")
    for (const statement of FORGET_NEW_DAYS) await client.query(statement)
    await forgetLeanWrites(client)
    await client.query(
      "VACUUM ANALYZE diary_entries, workouts, workout_totals, idempotency_keys, body_metrics, rate_limits, badges, streak_runs"
    )
  })
