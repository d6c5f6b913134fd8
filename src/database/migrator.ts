import { Migrator, SqlClient } from "@effect/sql"
import { Cause, Effect, Schedule } from "effect"
import { assetNames, assetText } from "../assets/assets.ts"
import { CannotStart } from "../values/cannot-start.ts"
import { withoutTimeout } from "./client.ts"
import { isLockTimeout } from "./session.ts"

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

const loader: Migrator.Loader = Effect.sync(() =>
  migrations
    .sort((a, b) => a.id - b.id)
    .map(({ id, name, file }): Migrator.ResolvedMigration => {
      const statements = assetText(`${FOLDER}/${file}`)
      const apply = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statements))
      return [id, name, Effect.succeed(withoutTimeout(apply))]
    })
)

const reasonOf = (cause: unknown): string => {
  const inner = cause instanceof Error ? cause.cause : undefined
  return inner instanceof Error ? reasonOf(inner) : cause instanceof Error ? cause.message : String(cause)
}

/**
 * Applies the missing migrations in one transaction, and returns their names. If several processes start together, each
 * migration is applied once: the others wait, or retry if two of them created the table of migrations at once.
 */
export const migrate = Migrator.make({})({ loader, table: "migrations" }).pipe(
  // Another process is migrating, which may take long.
  Effect.retry({ while: isLockTimeout, schedule: Schedule.spaced("200 millis") }),
  Effect.retry({ times: 5, schedule: Schedule.spaced("200 millis") }),
  Effect.map((applied) => applied.map(([id, name]) => `${String(id).padStart(4, "0")}_${name}`)),
  Effect.catchAllCause((cause) =>
    Effect.fail(
      new CannotStart({
        message: `The migrations could not be applied to the database: ${reasonOf(Cause.squash(cause))}`
      })
    )
  )
)
