import { Effect, Schedule } from "effect"
import { latestMigration } from "../../../platform/database/migrator.ts"
import { APPLICATION_NAME } from "../../../platform/database/session.ts"
import { isLockTimeout } from "../../../platform/database/sql-state.ts"
import type { Ask, Database } from "./database.ts"
import { MoveFailed } from "./failed.ts"
import type { Table } from "./tables.ts"

/** Fails if another session of Fettle is connected to the database. A stopping server gets 2 seconds to disconnect. */
export const mustBeAlone = ({ place, ask }: Database): Effect.Effect<void, MoveFailed> =>
  ask<{ readonly sessions: number }>(
    `SELECT count(*)::integer AS sessions FROM pg_stat_activity
     WHERE datname = current_database() AND application_name SIMILAR TO '${APPLICATION_NAME}( http%)?' AND pid <> pg_backend_pid()`
  ).pipe(
    Effect.filterOrFail(
      ([row]) => row?.sessions === 0,
      () =>
        new MoveFailed({
          message: `${place} is in use by a Fettle server or another command. Stop it, and run the same command again`
        })
    ),
    Effect.retry({ times: 20, schedule: Schedule.spaced("100 millis") })
  )

interface Known {
  readonly schema: number
  readonly fingerprint: string | null
}

/** Identifies the source: a hash of a secret created with it. Fails if the source is not of this version. */
export const fingerprintOf = ({ place, ask }: Database): Effect.Effect<string, MoveFailed> =>
  ask<Known>(`
    SELECT (SELECT max(migration_id) FROM migrations) AS schema,
      (SELECT encode(sha256(convert_to(secret, 'UTF8')), 'hex') FROM service_secrets WHERE name = 'cursor') AS fingerprint
  `).pipe(
    Effect.flatMap(([known]) =>
      known?.schema === latestMigration() && known.fingerprint !== null
        ? Effect.succeed(known.fingerprint)
        : new MoveFailed({
            message: `${place} has ${known?.schema ?? "no"} migrations, and this Fettle knows ${latestMigration()}: a newer Fettle uses the database. Move it with that one`
          })
    )
  )

/** Prevents others from changing the tables until the transaction ends. */
export const lock = (place: string, ask: Ask, tables: ReadonlyArray<Table>): Effect.Effect<void, MoveFailed> =>
  ask("SELECT set_config('lock_timeout', '2000', true)").pipe(
    Effect.zipRight(ask(`LOCK TABLE ${tables.map(({ name }) => name).join(", ")} IN SHARE MODE`)),
    Effect.mapError((error) =>
      isLockTimeout(error.cause)
        ? new MoveFailed({
            message: `${place} is being changed by another session. End that, and run the same command again`
          })
        : error
    ),
    Effect.asVoid
  )
