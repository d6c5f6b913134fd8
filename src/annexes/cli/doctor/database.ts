import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import { AppConfig } from "../../../config.ts"
import { shippedVersion } from "../../../features/foods/shipped.ts"
import { program } from "../../../platform/assets/assets.ts"
import * as Client from "../../../platform/database/client.ts"
import * as DataFolder from "../../../platform/database/data-folder.ts"
import * as Embedded from "../../../platform/database/embedded.ts"
import {
  allParts,
  missingParts,
  refuseAbsent,
  refuseForeign,
  refuseUnfinishedMove
} from "../../../platform/database/migrator.ts"
import { nextStepOf } from "../../../platform/database/next-step.ts"
import { deadNodes } from "../../../platform/database/nodes.ts"
import { isSqlError } from "../../../platform/database/sql-state.ts"
import { type Check, check } from "./check.ts"
import { clockCheck, collationCheck, poolerCheck } from "./database-server.ts"
import { devicesCheck } from "./devices.ts"
import { webhooksCheck } from "./webhooks.ts"

const ANSWER_WITHIN = "20 seconds"

const version = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { databaseUrl } = yield* AppConfig
  const [server] = yield* sql<{ readonly version: string; readonly refuses: boolean }>`
    SELECT current_setting('server_version') AS version,
      pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS refuses`
  const name = `PostgreSQL ${server?.version}${Option.isNone(databaseUrl) ? ", embedded" : ""}`
  if (server?.refuses === true)
    return check(
      "database",
      "fail",
      `${name}, answers but accepts no writes. Set DATABASE_URL to the primary, or let it accept them (default_transaction_read_only)`
    )
  return check("database", "ok", `${name}, answers`)
})

/** For clusters only. A server continues without a node, and refuses what needs that node. */
const nodes = Effect.map(deadNodes, (dead) =>
  dead.length === 0
    ? []
    : [
        check(
          "nodes",
          "fail",
          `Of the cluster, ${dead.join(", ")} did not answer within a second. Users on it are refused, and so are new apps, imports of foods and migrations. Start PostgreSQL there, or replace the node`
        )
      ]
)

const isTable = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly found: boolean }>`SELECT to_regclass(${name}) IS NOT NULL AS found`,
      ([row]) => row?.found === true
    )
  )

/** A server refuses what fails here, in the same words. */
const migrations = Effect.all([refuseUnfinishedMove, refuseAbsent, refuseForeign]).pipe(
  Effect.zipRight(missingParts),
  Effect.match({
    onSuccess: (missing) =>
      missing === 0
        ? check("migrations", "ok", `All ${allParts()} are applied`)
        : check(
            "migrations",
            "warn",
            `${missing} of ${allParts()} are missing: the next start of \`${program} serve\` applies them, or \`${program} migrate\` now`
          ),
    onFailure: ({ message }) => check("migrations", "fail", message)
  }),
  Effect.catchSomeDefect((defect) => (isSqlError(defect) ? Option.some(Effect.fail(defect)) : Option.none()))
)

const foods = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const missing = (what: string) =>
    check("foods", "warn", `${what}: the next start of \`${program} serve\` stores those that come with Fettle`)
  if (!(yield* isTable("catalogue_versions"))) return missing("There are none yet")
  const [row] = yield* sql<{ readonly version: string | null; readonly foods: number }>`
    SELECT (SELECT version FROM catalogue_versions WHERE catalogue = 'foods') AS version, count(*)::integer AS foods FROM foods`
  if (row === undefined || row.version === null) return missing("There are none yet")
  const count = `${row.foods.toLocaleString("en-US")} foods`
  return row.version === shippedVersion()
    ? check("foods", "ok", `${count}, with this version of those that come with Fettle`)
    : missing(`${count}, with another version of those that come with Fettle`)
})

/** The checks of people's data, as far as the database has the tables. */
const ofPeople = Effect.map(
  Effect.all([
    Effect.if(isTable("devices"), { onTrue: () => Effect.asSome(devicesCheck), onFalse: () => Effect.succeedNone }),
    Effect.if(isTable("webhooks"), { onTrue: () => Effect.asSome(webhooksCheck), onFalse: () => Effect.succeedNone })
  ]),
  (checks) => checks.flatMap(Option.toArray)
)

const faultOf = (error: { readonly message: string; readonly cause?: unknown }): string => {
  if (!(error.cause instanceof Error)) return error.message
  const nextStep = nextStepOf(error.cause)
  return nextStep === undefined ? error.cause.message : `${error.cause.message}. ${nextStep}`
}

/** Checks the configured database and what Fettle stores in it. Does not create a database. */
export const databaseChecks: Effect.Effect<ReadonlyArray<Check>, never, AppConfig> = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* AppConfig
  if (Option.isNone(databaseUrl) && !(yield* DataFolder.isThere(dataDir)))
    return [
      check("database", "warn", `There is none yet in ${dataDir}: the first start of \`${program} serve\` makes it`)
    ]
  const client = Client.layer(Embedded.forInspection, 0, Client.externalAsItIs)
  const ofServer = Option.isNone(databaseUrl) ? [] : [poolerCheck(client), clockCheck, collationCheck]
  const ofNodes = Option.isNone(databaseUrl) ? Effect.succeed([]) : nodes
  return yield* Effect.gen(function* () {
    const checks = yield* Effect.all([version, ...ofServer, migrations, foods])
    const dead = yield* ofNodes
    // They are on every worker, so they cannot be counted while one does not answer.
    const others = dead.length === 0 ? yield* ofPeople : []
    return [...checks, ...others, ...dead]
  }).pipe(
    Effect.provide(client),
    // A statement in progress cannot be cancelled, so after the time limit it is left running.
    Effect.disconnect,
    Effect.timeoutFail({
      duration: ANSWER_WITHIN,
      onTimeout: () => ({
        message: "The database has not answered for 20 seconds. Check whether it is running, or restart it"
      })
    })
  )
}).pipe(Effect.catchAll((error) => Effect.succeed([check("database", "fail", faultOf(error))])))
