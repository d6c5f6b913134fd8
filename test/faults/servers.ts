import { Effect, Exit, Scope } from "effect"
import { type ServerProcess, type SettingsOfProcess, startServer } from "../support/process.ts"
import { filledDatabase, filledFolder, folder, hasPostgres } from "../support/stores.ts"

/** Settings with limits that no test reaches. */
export const UNLIMITED: SettingsOfProcess = {
  READS_PER_MINUTE: "100000000",
  READS_BURST: "100000000",
  WRITES_PER_MINUTE: "100000000",
  WRITES_BURST: "100000000",
  WRITES_PER_DAY: "100000000",
  CUSTOM_FOODS: "100000"
}

const held = async <A>(resource: Effect.Effect<A, never, Scope.Scope>) => {
  const scope = Effect.runSync(Scope.make())
  const value = await Effect.runPromise(Scope.extend(resource, scope))
  return { value, [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** A database without users on the real PostgreSQL, dropped when disposed of; `value` is its URL. */
export const newDatabase = () => held(filledDatabase)

/** An empty folder, removed when disposed of; `value` is its path. */
export const newFolder = () => held(folder)

/** The folder of an embedded database without users, removed when disposed of; `value` is its path. */
export const newDataFolder = () => held(filledFolder)

/**
 * A database without users, as settings: on PostgreSQL if a server is available, because it starts sooner; otherwise
 * embedded.
 */
export const anyDatabase = async () => {
  const { value, ...disposable } = await (hasPostgres ? newDatabase() : newDataFolder())
  return { settings: hasPostgres ? { DATABASE_URL: value } : { DATA_DIR: value }, ...disposable }
}

/** Several processes on one database, each on its own port, and the token of its demo user. */
export const startServers = async (count: number, settings: SettingsOfProcess) => {
  // The first makes the demo user, and only it shows the token.
  const first = await startServer(settings)
  const others = await Promise.all(Array.from({ length: count - 1 }, () => startServer(settings)))
  const servers: ReadonlyArray<ServerProcess> = [first, ...others]
  return {
    accounts: servers.map(({ baseUrl }) => ({ baseUrl, token: first.token })),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
    }
  }
}

/** Several processes on one database and one port, and the token of its demo user. */
export const startWorkers = async (count: number, settings: SettingsOfProcess) => {
  const server = await startServer(settings, { args: ["--workers", String(count)] })
  return { accounts: [server], [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}
