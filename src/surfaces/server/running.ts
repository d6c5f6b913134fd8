import { chmodSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option, type Redacted, Schema } from "effect"
import { AppConfig } from "../../config.ts"
import { externalAsItIs } from "../../platform/database/client.ts"
import { connectedServers, STATEMENT_MILLIS } from "../../platform/database/session.ts"
import type { DatabaseServers } from "../../values/database-url.ts"

/** The server of a data folder: its public address, and the address at which this machine reaches it. */
const Running = Schema.parseJson(Schema.Struct({ origin: Schema.String, local: Schema.String }))

const ANSWER_WITHIN_MILLIS = 2000

/** The host at which this machine reaches a server that listens on HOST. */
const reachable = (host: string): string => {
  if (host === "0.0.0.0") return "127.0.0.1"
  if (host === "::") return "[::1]"
  return host.includes(":") ? `[${host}]` : host
}

/** The address at which this machine reaches the server with these settings. */
export const localOrigin = Effect.map(AppConfig, ({ host, port }) => `http://${reachable(host)}:${port}`)

const fileIn = (dataDir: string): string => join(dataDir, "server.json")

/**
 * Stores this server's address in DATA_DIR while its scope is open, for commands with other settings. On PostgreSQL,
 * the address is in the names of its sessions.
 */
export const noteRunning = Effect.gen(function* () {
  const { databaseUrl, dataDir, baseUrl } = yield* AppConfig
  if (Option.isSome(databaseUrl)) return
  const text = Schema.encodeSync(Running)({ origin: baseUrl.origin, local: yield* localOrigin })
  const file = fileIn(dataDir)
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      await Bun.write(file, text)
      chmodSync(file, 0o600)
    }),
    () => Effect.sync(() => rmSync(file, { force: true }))
  )
})

/** The public address of the only server connected to a PostgreSQL; undefined if there is none, or several. */
const connectedOrigin = (servers: Redacted.Redacted<DatabaseServers>) =>
  connectedServers.pipe(
    Effect.provide(externalAsItIs(servers, 1, STATEMENT_MILLIS)),
    Effect.match({
      onFailure: () => undefined,
      onSuccess: ([origin, ...others]) => (others.length === 0 ? origin : undefined)
    })
  )

/**
 * The public address of the server running on the database; that of the settings if none is running, or several are.
 */
export const runningOrigin = Effect.gen(function* () {
  const { databaseUrl, dataDir, baseUrl } = yield* AppConfig
  if (Option.isSome(databaseUrl)) return (yield* connectedOrigin(databaseUrl.value)) ?? baseUrl.origin
  return yield* Effect.tryPromise(() => Bun.file(fileIn(dataDir)).text()).pipe(
    Effect.flatMap(Schema.decode(Running)),
    Effect.tap(({ local }) =>
      Effect.tryPromise(() => fetch(`${local}/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MILLIS) }))
    ),
    Effect.match({ onFailure: () => baseUrl.origin, onSuccess: ({ origin }) => origin })
  )
})
