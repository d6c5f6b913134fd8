import { Database } from "bun:sqlite"
import { accessSync, chmodSync, constants, existsSync, mkdirSync, rmSync, statfsSync, statSync } from "node:fs"
import { connect } from "node:net"
import { dirname, join, resolve } from "node:path"
import { PGlite, type PGliteOptions } from "@electric-sql/pglite"
import { PGLiteSocketServer } from "@electric-sql/pglite-socket"
import { Effect, Layer, Option, Predicate, Runtime, Schedule } from "effect"
import { isExecutable, packagePath } from "../assets/assets.ts"
import { CannotStart } from "../values/cannot-start.ts"
import { type Client, socketClient } from "./client.ts"

/** The port in the socket's name. `psql -h DATA_DIR` connects to the public one. */
const PUBLIC_PORT = 5432
const PRIVATE_PORT = 5433

/** Most concurrent connections: the server's own, the operator's commands, psql. */
const MAX_CONNECTIONS = 50

/** The path of a unix socket is limited to 107 bytes on Linux and 103 on macOS. */
const LONGEST_SOCKET_PATH = 103

const databaseFolder = (folder: string): string => join(folder, "postgres")

const socketPath = (folder: string, port: number): string => join(folder, `.s.PGSQL.${port}`)

const unusable = (folder: string, error: unknown) =>
  new CannotStart({
    message: `DATA_DIR: the folder ${folder} cannot be used (${error instanceof Error ? error.message : String(error)})`
  })

/** The folder's absolute path. Fails if it is too long for a socket. */
const folderAt = (dataDir: string): Effect.Effect<string, CannotStart> => {
  const folder = resolve(dataDir)
  return Buffer.byteLength(socketPath(folder, PUBLIC_PORT)) > LONGEST_SOCKET_PATH
    ? Effect.fail(
        new CannotStart({ message: `DATA_DIR: the path ${folder} is too long for a unix socket; choose a shorter one` })
      )
    : Effect.succeed(folder)
}

/**
 * Makes the folder, for its owner only, if it does not exist. An existing folder keeps its mode, because it may be
 * shared; the database folder inside it is always for its owner only.
 */
const prepareFolder = (dataDir: string): Effect.Effect<string, CannotStart> =>
  Effect.flatMap(folderAt(dataDir), (folder) =>
    Effect.try({
      try: () => {
        const database = databaseFolder(folder)
        mkdirSync(database, { recursive: true, mode: 0o700 })
        chmodSync(database, 0o700)
        return folder
      },
      catch: (error) => unusable(folder, error)
    })
  )

/** Makes files for their owner only: through the socket, anyone could read all data without a password. */
const privately = async <A>(make: () => A | Promise<A>): Promise<A> => {
  const usual = process.umask(0o077)
  try {
    return await make()
  } finally {
    process.umask(usual)
  }
}

/** The folder's absolute path, if it can be used or made. Fails otherwise, and changes nothing. */
export const usableFolder = (dataDir: string): Effect.Effect<string, CannotStart> =>
  Effect.flatMap(folderAt(dataDir), (folder) =>
    Effect.try({
      try: () => {
        let nearest = folder
        while (!existsSync(nearest)) nearest = dirname(nearest)
        accessSync(join(nearest, "/"), constants.R_OK | constants.W_OK | constants.X_OK)
        return folder
      },
      catch: (error) => unusable(folder, error)
    })
  )

/**
 * Locks the folder; returns none if another process has the lock. The lock is SQLite's, on an empty file. The operating
 * system releases it when the process ends, even after a crash.
 */
const tryLock = (folder: string): Effect.Effect<Option.Option<Database>, CannotStart> =>
  Effect.flatMap(
    Effect.tryPromise({
      try: () => privately(() => new Database(join(folder, "lock"))),
      catch: (error) => unusable(folder, error)
    }),
    lockFile
  )

const lockFile = (file: Database): Effect.Effect<Option.Option<Database>> =>
  Effect.sync(() => {
    try {
      file.run("PRAGMA locking_mode = EXCLUSIVE")
      file.run("BEGIN EXCLUSIVE")
      return Option.some(file)
    } catch {
      file.close()
      return Option.none()
    }
  })

/**
 * Ends the process when PostgreSQL panics, for example because it cannot write its log. PGlite would otherwise spin for
 * ever and answer nothing. The next start recovers all committed data.
 */
const endOnPanic = (db: PGlite) =>
  Effect.map(Effect.runtime<never>(), (runtime) => {
    db.Module.onAbort = () => {
      Runtime.runSync(runtime)(
        Effect.logFatal(
          "The embedded database cannot write its log, and ends. Look whether the disk is full; then start again"
        )
      )
      process.exit(1)
    }
  })

/** The error number of PGlite's file system for a full disk. */
const NO_SPACE = 51

/** PostgreSQL writes its log in files of 16 MB, and may need a new one at any start. */
const LEAST_FREE_BYTES = 20_000_000

/** Why PGlite could not open the folder, as far as known: some of what it throws is no Error, or gives no reason. */
const cannotOpen = (folder: string, error: unknown): CannotStart => {
  const isFull =
    (Predicate.hasProperty(error, "errno") && error.errno === NO_SPACE) ||
    (Predicate.hasProperty(error, "code") && error.code === "ENOSPC")
  const { bavail, bsize } = statfsSync(folder)
  const [cause, next] =
    isFull || bavail * bsize < LEAST_FREE_BYTES
      ? ["its disk is full", "Make room there, or set DATA_DIR to another folder"]
      : [
          `its files seem to be damaged: ${error instanceof Error ? error.message.split(". ", 1)[0] : "PGlite gave no reason"}`,
          "Restore it from a backup, or set DATA_DIR to another folder"
        ]
  return new CannotStart({
    message: `DATA_DIR: the embedded database in ${folder} cannot be opened (${cause}). ${next}`
  })
}

/** PGlite finds its parts beside its own code; in the executable they must be handed over. */
const builtIn = async (): Promise<PGliteOptions> => {
  if (!isExecutable) return {}
  const part = (name: string) => Bun.file(packagePath(`@electric-sql/pglite/dist/${name}`))
  const compiled = async (name: string) => WebAssembly.compile(await part(name).arrayBuffer())
  return {
    pgliteWasmModule: await compiled("pglite.wasm"),
    initdbWasmModule: await compiled("initdb.wasm"),
    fsBundle: part("pglite.data")
  }
}

/** Opens or makes the database in the folder. One that could not be made completely is removed again. */
const openOrMake = async (folder: string): Promise<PGlite> => {
  const database = databaseFolder(folder)
  const isThere = existsSync(join(database, "PG_VERSION"))
  try {
    return await PGlite.create({ dataDir: database, ...(await builtIn()) })
  } catch (error) {
    if (!isThere) rmSync(database, { recursive: true, force: true })
    throw error
  }
}

/** Opens the database in the folder, and accepts clients on the socket of `port`. */
const open = (folder: string, port: number) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const db = await openOrMake(folder)
        const path = socketPath(folder, port)
        rmSync(path, { force: true })
        const server = new PGLiteSocketServer({ db, path, maxConnections: MAX_CONNECTIONS })
        await privately(() => server.start())
        return { db, server, path }
      },
      catch: (error) => cannotOpen(folder, error)
    }),
    ({ db, server, path }) =>
      Effect.promise(async () => {
        await server.stop()
        await db.close()
        rmSync(path, { force: true })
      })
  ).pipe(Effect.tap(({ db }) => endOnPanic(db)))

const isAnswering = (path: string) =>
  Effect.async<boolean>((resume) => {
    const socket = connect(path)
    const done = (answers: boolean) => {
      socket.destroy()
      resume(Effect.succeed(answers))
    }
    socket.once("connect", () => done(true))
    socket.once("error", () => done(false))
  })

type Claim = { readonly _tag: "Ours"; readonly lock: Database } | { readonly _tag: "Served" }

/** The folder is ours, or a running server's. Fails with "busy" while another process is starting or stopping. */
const claim = Effect.fnUntraced(function* (folder: string): Effect.fn.Return<Claim, "busy" | CannotStart> {
  const lock = yield* tryLock(folder)
  if (Option.isSome(lock)) return { _tag: "Ours", lock: lock.value }
  return (yield* isAnswering(socketPath(folder, PUBLIC_PORT)))
    ? { _tag: "Served" }
    : yield* Effect.fail("busy" as const)
})

/** Claims the folder, and waits up to `seconds` while it is busy. The lock is released with the scope. */
const claimWithin = (folder: string, seconds: number) =>
  Effect.acquireRelease(
    Effect.retry(claim(folder), {
      while: (error) => error === "busy",
      schedule: Schedule.intersect(Schedule.spaced("100 millis"), Schedule.recurs(seconds * 10))
    }),
    (claimed) => Effect.sync(() => claimed._tag === "Ours" && claimed.lock.close())
  ).pipe(Effect.mapError((error) => (error === "busy" ? inUse(folder) : error)))

const inUse = (folder: string) =>
  new CannotStart({
    message: `DATA_DIR: another Fettle server is running on ${folder}. Stop it, or set DATA_DIR to another folder and PORT to a free port`
  })

/** For the server: locks the folder, and offers its database to others on the public socket. */
export const forServer = (dataDir: string): Client =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const folder = yield* prepareFolder(dataDir)
      const claimed = yield* claimWithin(folder, 3)
      if (claimed._tag !== "Ours") return yield* inUse(folder)
      yield* open(folder, PUBLIC_PORT)
      return socketClient(folder, PUBLIC_PORT)
    })
  )

/** Connects to the folder's database: through the running server if there is one, else by opening it. */
const reach = Effect.fnUntraced(function* (folder: string) {
  const claimed = yield* claimWithin(folder, 15)
  if (claimed._tag === "Served") return socketClient(folder, PUBLIC_PORT)
  yield* open(folder, PRIVATE_PORT)
  return socketClient(folder, PRIVATE_PORT)
})

/** For commands that make the database if there is none, with or without a running server. */
export const forSetup = (dataDir: string): Client => Layer.unwrapScoped(Effect.flatMap(prepareFolder(dataDir), reach))

/** For all other commands, with or without a running server. Fails if there is no database. */
export const forCommand = (dataDir: string): Client =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const folder = yield* folderAt(dataDir)
      if (yield* isThere(folder)) return yield* Effect.flatMap(prepareFolder(folder), reach)
      return yield* new CannotStart({
        message: `DATA_DIR: there is no database in ${folder}. Start \`fettle serve\` or run \`fettle migrate\` to make one, or set DATA_DIR or DATABASE_URL to what the server uses`
      })
    })
  )

/** For inspecting an existing database: the folder is left unchanged. */
export const forInspection = (dataDir: string): Client => Layer.unwrapScoped(reach(resolve(dataDir)))

/** Whether there is a database in the folder. Fails if this process may not read it. */
export const isThere = (dataDir: string): Effect.Effect<boolean, CannotStart> =>
  Effect.try({
    try: () => statSync(join(databaseFolder(resolve(dataDir)), "PG_VERSION"), { throwIfNoEntry: false }) !== undefined,
    catch: (error) => unusable(resolve(dataDir), error)
  })

/** Whether a server is using the folder's database. */
export const isServed = (dataDir: string): Effect.Effect<boolean> =>
  isAnswering(socketPath(resolve(dataDir), PUBLIC_PORT))
