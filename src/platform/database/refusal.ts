import { SqlClient, type SqlError } from "@effect/sql"
import { Effect } from "effect"
import { CannotStart } from "../../values/cannot-start.ts"
import type { DatabaseServers } from "../../values/database-url.ts"
import { isUnreachable, nextStepOf } from "./next-step.ts"
import { type Fault, whyUnreachable } from "./reachability.ts"
import { sqlStateOf } from "./sql-state.ts"

/** The message of the error that made a statement fail. */
export const reasonOf = (cause: unknown): string =>
  cause instanceof Error && cause.message !== "" ? cause.message : String(cause)

const cannotBeUsed = ({ hosts }: DatabaseServers, { reason, nextStep }: Fault, mayCome = false) =>
  new CannotStart({
    message: `DATABASE_URL: the PostgreSQL server at ${hosts} cannot be used (${reason}). ${nextStep}`,
    ...(mayCome ? { awaits: `the PostgreSQL at ${hosts} (${reason})` } : {})
  })

/** SQLSTATEs of a server that is starting or stopping, or is a standby that may become the primary. */
const ON_ITS_WAY: ReadonlyArray<string | undefined> = ["57P01", "57P02", "57P03", "25006"]

/** Whether the server may answer later, without a change of settings. */
const mayCome = (cause: unknown): boolean => {
  const state = sqlStateOf(cause)
  return isUnreachable(cause) || ON_ITS_WAY.includes(state) || state?.startsWith("08") === true
}

const START = "Start it, correct the URL, or leave DATABASE_URL out to use the embedded database"

/** Why the servers cannot be used, after the first statement on one of them failed. */
export const refused = (servers: DatabaseServers, { cause }: SqlError.SqlError) =>
  Effect.flatMap(
    isUnreachable(cause)
      ? whyUnreachable(servers.urls[0])
      : Effect.succeed({ reason: reasonOf(cause), nextStep: nextStepOf(cause) ?? START }),
    (fault) => cannotBeUsed(servers, fault, mayCome(cause))
  )

/** Why none of several servers can be used: the first reason given by PostgreSQL itself, if any. */
export const noneAccepts = (servers: DatabaseServers, error: unknown): CannotStart => {
  const refusals: ReadonlyArray<unknown> = error instanceof AggregateError ? error.errors : []
  const telling = refusals.find((refusal) => nextStepOf(refusal) !== undefined && !isUnreachable(refusal))
  return cannotBeUsed(
    servers,
    telling === undefined
      ? { reason: "none of them accepts writes", nextStep: "Start or name one that does" }
      : { reason: reasonOf(telling), nextStep: nextStepOf(telling) ?? START },
    telling === undefined || mayCome(telling)
  )
}

/** The oldest PostgreSQL version that Fettle supports. */
const OLDEST_VERSION = 15

/** Fails if PostgreSQL is older than that. */
export const ensureVersion = (servers: DatabaseServers) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly version: string }>`SELECT current_setting('server_version') AS version`
    if (Number.parseInt(row?.version ?? "", 10) >= OLDEST_VERSION) return
    return yield* cannotBeUsed(servers, {
      reason: `it is PostgreSQL ${row?.version}, which is too old`,
      nextStep: `Upgrade it to PostgreSQL ${OLDEST_VERSION} or newer, or set DATABASE_URL to another`
    })
  })
