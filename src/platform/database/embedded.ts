import { Database } from "bun:sqlite"
import { closeSync, existsSync, openSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import type { PGlite, PGliteOptions } from "@electric-sql/pglite"
import { Effect, Layer, Option, Predicate, Runtime, Schedule } from "effect"
import { CannotStart } from "../../values/cannot-start.ts"
import { isExecutable, packagePath } from "../assets/assets.ts"
import { type Client, socketClient } from "./client.ts"
import {
  absent,
  cannotOpen,
  databaseFolder,
  folderAt,
  hasEnded,
  inUse,
  isThere,
  makeDatabase,
  markRestore,
  ensureOwner as ofOwner,
  PRIVATE_PORT,
  PUBLIC_PORT,
  panicked,
  prepareFolder,
  privately,
  refuseUnfinishedRestore,
  socketPath,
  unmarkRestore,
  usableFolder
} from "./data-folder.ts"

/** Most concurrent connections: the server's own, the operator's commands, psql. */
const MAX_CONNECTIONS = 50

/**
 * Locks the folder; returns none if another process has the lock. The lock is SQLite's, on an empty file. The operating
 * system releases it when the process ends, even after a crash.
 */
const tryLock = (folder: string): Effect.Effect<Option.Option<Database>, CannotStart> =>
  Effect.flatMap(
    Effect.tryPromise({
      try: () =>
        privately(() => {
          // SQLite's own error would not show why.
          closeSync(openSync(join(folder, "lock"), "a"))
          return new Database(join(folder, "lock"))
        }),
      catch: (error) => cannotOpen(folder, error)
    }),
    (file) => lockFile(folder, file)
  )

const isBusy = (error: unknown): boolean => Predicate.hasProperty(error, "code") && error.code === "SQLITE_BUSY"

const lockFile = (folder: string, file: Database): Effect.Effect<Option.Option<Database>, CannotStart> =>
  Effect.suspend(() => {
    try {
      file.run("PRAGMA locking_mode = EXCLUSIVE")
      file.run("BEGIN EXCLUSIVE")
      return Effect.succeedSome(file)
    } catch (error) {
      file.close()
      return isBusy(error) ? Effect.succeedNone : cannotOpen(folder, error)
    }
  })

/** PGlite looks for its parts beside its own code; in the executable they must be passed to it. */
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

/** Opens or creates the database in the folder. One that could not be created completely is removed again. */
const openOrMake = (folder: string): Effect.Effect<PGlite, CannotStart> =>
  Effect.suspend(() => {
    const database = databaseFolder(folder)
    const isNew = !existsSync(join(database, "PG_VERSION"))
    return Effect.tryPromise({
      try: async () => {
        if (isNew) await makeDatabase(folder)
        const { PGlite } = await import("@electric-sql/pglite")
        return await PGlite.create({ dataDir: database, ...(await builtIn()) })
      },
      // Checked before the removal, after which no disk would seem full.
      catch: (error) => cannotOpen(folder, error)
    }).pipe(Effect.tapError(() => Effect.sync(() => isNew && rmSync(database, { recursive: true, force: true }))))
  })

/** Accepts clients of the database on the socket of `port` in the folder. `end` ends the process with a reason. */
const listen = (db: PGlite, folder: string, port: number, end: (why: string) => void) =>
  Effect.tryPromise({
    try: async () => {
      const path = socketPath(folder, port)
      rmSync(path, { force: true })
      const { shareBackend } = await import("./shared-backend.ts")
      const listener = await privately(() => shareBackend(db, path, MAX_CONNECTIONS, () => end(hasEnded(folder))))
      return { db, listener, path }
    },
    catch: (error) => cannotOpen(folder, error)
  })

/**
 * Opens the database in the folder, and accepts clients on the socket of `port`. If PostgreSQL ends by itself, or
 * panics because it cannot write its log, this process ends too: PGlite would no longer answer, or loop for ever. The
 * next start recovers all committed data.
 */
const open = (folder: string, port: number) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      yield* refuseUnfinishedRestore(folder)
      const runtime = yield* Effect.runtime<never>()
      const end = (why: string) => {
        Runtime.runSync(runtime)(Effect.logFatal(why))
        process.exit(1)
      }
      const db = yield* openOrMake(folder)
      db.Module.onAbort = () => end(panicked(folder))
      return yield* listen(db, folder, port, end)
    }),
    ({ db, listener, path }) =>
      Effect.promise(async () => {
        await listener.stop()
        await db.close()
        rmSync(path, { force: true })
      })
  )

const isAnswering = Effect.fnUntraced(function* (path: string) {
  const { connect } = yield* Effect.promise(() => import("node:net"))
  return yield* Effect.async<boolean>((resume) => {
    const socket = connect(path)
    const done = (answers: boolean) => {
      socket.destroy()
      resume(Effect.succeed(answers))
    }
    socket.once("connect", () => done(true))
    socket.once("error", () => done(false))
  })
})

type Claim = { readonly _tag: "Ours"; readonly lock: Database } | { readonly _tag: "Served" }

/**
 * Whether this process owns the folder, or a running server does. Fails with "busy" while another process is starting
 * or stopping.
 */
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

/** Whether a server is using the folder's database. */
export const isServed = (dataDir: string): Effect.Effect<boolean> =>
  isAnswering(socketPath(resolve(dataDir), PUBLIC_PORT))

/**
 * Fails if this process may not open the folder's files, because what it made there, the folder's owner could not open.
 * Through a running server, which opens them itself, anybody may use the database who may connect.
 */
export const ensureOwner = (dataDir: string) => Effect.unlessEffect(ofOwner(dataDir), isServed(dataDir))

/** The folder's absolute path, created if needed. Fails, before anything has changed, if it cannot be used. */
const prepared = (dataDir: string) => Effect.zipRight(ensureOwner(dataDir), prepareFolder(dataDir))

/** Locks the folder, and opens or creates its database. */
const owned = (dataDir: string, port: number): Client =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const folder = yield* prepared(dataDir)
      const claimed = yield* claimWithin(folder, 3)
      if (claimed._tag !== "Ours") return yield* inUse(folder)
      yield* open(folder, port)
      return socketClient(folder, port)
    })
  )

/** For the server: locks the folder, and offers its database to others on the public socket. */
export const forServer = (dataDir: string): Client => owned(dataDir, PUBLIC_PORT)

/** For a move: locks the folder, and offers its database to nobody else. */
export const forMove = (dataDir: string): Client => owned(dataDir, PRIVATE_PORT)

/** Connects to the folder's database: through the running server if there is one, otherwise by opening it. */
const reach = Effect.fnUntraced(function* (folder: string) {
  const claimed = yield* claimWithin(folder, 15)
  if (claimed._tag === "Served") return socketClient(folder, PUBLIC_PORT)
  yield* open(folder, PRIVATE_PORT)
  return socketClient(folder, PRIVATE_PORT)
})

/** For commands that create the database if there is none, with or without a running server. */
export const forSetup = (dataDir: string): Client => Layer.unwrapScoped(Effect.flatMap(prepared(dataDir), reach))

/** For all other commands, with or without a running server. Fails if there is no database. */
export const forCommand = (dataDir: string): Client =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const folder = yield* mustBeThere(dataDir)
      return yield* Effect.flatMap(prepared(folder), reach)
    })
  )

/** The folder's absolute path. Fails if there is no database in it. */
export const mustBeThere = Effect.fnUntraced(function* (dataDir: string) {
  const folder = yield* folderAt(dataDir)
  if (yield* isThere(folder)) return folder
  return yield* absent(folder)
})

/**
 * Creates the folder's database from a backup with `fill`, which receives the path. Fails if there already is one, or
 * if another process uses the folder. What an interrupted restore has left is removed first. `because` turns an error of
 * `fill` into the reason.
 */
export const restoreInto = <E>(
  dataDir: string,
  file: string,
  fill: (folder: string) => Promise<void>,
  because: (error: unknown) => E
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const folder = yield* prepared(dataDir)
      const claimed = yield* claimWithin(folder, 3)
      if (claimed._tag !== "Ours") return yield* inUse(folder)
      if (yield* isThere(folder))
        return yield* new CannotStart({
          message: `DATA_DIR: there is a database in ${folder} already. Move it away, or set DATA_DIR to a new folder`
        })
      yield* Effect.tryPromise({
        try: async () => {
          rmSync(databaseFolder(folder), { recursive: true, force: true })
          markRestore(folder, file)
          await fill(databaseFolder(folder)).catch((error: unknown) => {
            unmarkRestore(folder)
            throw error
          })
          unmarkRestore(folder)
        },
        catch: because
      })
    })
  )

/** For inspecting an existing database; leaves the folder unchanged. */
export const forInspection = (dataDir: string): Client =>
  Layer.unwrapScoped(Effect.flatMap(Effect.zipRight(ensureOwner(dataDir), usableFolder(dataDir)), reach))
