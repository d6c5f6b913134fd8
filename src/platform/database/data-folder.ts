import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync
} from "node:fs"
import { dirname, join, resolve } from "node:path"
import { Effect, Predicate } from "effect"
import { CannotStart } from "../../values/cannot-start.ts"
import { assetPath, program } from "../assets/assets.ts"

/** The port in the socket's name. `psql -h DATA_DIR` connects to the public one. */
export const PUBLIC_PORT = 5432
export const PRIVATE_PORT = 5433

/** The path of a unix socket is limited to 107 bytes on Linux and 103 on macOS. */
const LONGEST_SOCKET_PATH = 103

/** The PostgreSQL version of PGlite. Folders of other versions cannot be opened. */
const VERSION = "18"

/** PostgreSQL writes its log in files of 16 MB, and may need a new one at any start. */
const LEAST_FREE_BYTES = 20_000_000

export const databaseFolder = (folder: string): string => join(folder, "postgres")

export const socketPath = (folder: string, port: number): string => join(folder, `.s.PGSQL.${port}`)

const versionFile = (folder: string): string => join(databaseFolder(folder), "PG_VERSION")

const cannotStart = (message: string) => new CannotStart({ message: `DATA_DIR: ${message}` })

/** The folder's absolute path. Fails if it is too long for a socket. */
export const folderAt = (dataDir: string): Effect.Effect<string, CannotStart> => {
  const folder = resolve(dataDir)
  return Buffer.byteLength(socketPath(folder, PUBLIC_PORT)) > LONGEST_SOCKET_PATH
    ? cannotStart(`the path ${folder} is too long for a unix socket. Choose a shorter one`)
    : Effect.succeed(folder)
}

/** The user id of this process; undefined on systems without user ids. */
const ownUser = process.getuid?.()

const nameOf = (error: unknown): unknown => (Predicate.hasProperty(error, "code") ? error.code : undefined)

const otherOwner = (path: string): string => {
  const { uid } = statSync(path)
  const owner = uid === 0 ? "root" : `user ${uid}`
  return uid === ownUser
    ? `${path} may not be written, not even by its owner, ${owner}. Run \`chmod -R u+rwX ${path}\`, or set DATA_DIR to another folder`
    : `${path} belongs to ${owner}, and this process runs as user ${ownUser}. Run \`chown -R ${ownUser} ${path}\` as root, or set DATA_DIR to another folder`
}

/**
 * Why a path cannot be used, and what to do: it is not a folder, belongs to somebody else, or is on a read-only file
 * system.
 */
const faultAt = (path: string, error: unknown): string => {
  switch (nameOf(error)) {
    case "ENOTDIR":
    case "EEXIST":
      return `${path} is not a folder. Set DATA_DIR to another path`
    case "EROFS":
      return `${path} is on a read-only file system. Set DATA_DIR to another folder`
    case "EACCES":
    case "EPERM":
      return otherOwner(path)
    case "ENOSPC":
      return `the disk of ${path} is full. Make room there, or set DATA_DIR to another folder`
    default:
      return `${path} cannot be used (${error instanceof Error ? error.message : String(error)}). Set DATA_DIR to another folder`
  }
}

const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

/**
 * Fails unless this process may use the folder and its content. If a folder does not exist, checks the nearest existing
 * one above, where it would be created.
 */
const ensureWritable = (folder: string) => {
  const access = (path: string, mode: number, at = path) =>
    Effect.try({ try: () => accessSync(at, mode), catch: (error) => cannotStart(faultAt(path, error)) })
  const { R_OK, W_OK, X_OK } = constants
  const folders = [folder, databaseFolder(folder)].map(nearest)
  const files = [join(folder, "lock"), versionFile(folder)].filter((file) => existsSync(file))
  return Effect.all([
    // With a trailing slash, the path of a file is an error.
    ...folders.map((path) => access(path, R_OK | W_OK | X_OK, join(path, "/"))),
    ...files.map((path) => access(path, R_OK | W_OK))
  ])
}

const otherVersion = (folder: string, version: string) =>
  cannotStart(
    `the embedded database in ${folder} is of PostgreSQL ${version}, and this Fettle has ${VERSION}. Copy it with \`${program} move\` of the Fettle that made it, or set DATA_DIR to another folder`
  )

const ensureVersion = (folder: string) =>
  Effect.suspend(() => {
    const file = versionFile(folder)
    const version = existsSync(file) ? readFileSync(file, "utf8").trim() : VERSION
    return version === VERSION
      ? Effect.void
      : /^\d+$/.test(version)
        ? otherVersion(folder, version)
        : cannotOpen(folder)
  })

/** The folder's absolute path, if it can be used or created. Otherwise fails, and changes nothing. */
export const usableFolder = (dataDir: string): Effect.Effect<string, CannotStart> =>
  Effect.tap(folderAt(dataDir), (folder) =>
    Effect.zipRight(
      Effect.suspend(() => ensureWritable(folder)),
      ensureVersion(folder)
    )
  )

/**
 * Creates the folder, for its owner only, if it does not exist. An existing folder keeps its mode, because it may be
 * shared; the database folder inside it is always for its owner only.
 */
export const prepareFolder = (dataDir: string): Effect.Effect<string, CannotStart> =>
  Effect.tap(usableFolder(dataDir), (folder) =>
    Effect.try({
      try: () => {
        const database = databaseFolder(folder)
        mkdirSync(database, { recursive: true, mode: 0o700 })
        chmodSync(database, 0o700)
      },
      catch: (error) => cannotStart(faultAt(nearest(databaseFolder(folder)), error))
    })
  )

/** Creates files for their owner only: through the socket, anyone could read all data without a password. */
export const privately = async <A>(make: () => A | Promise<A>): Promise<A> => {
  const usual = process.umask(0o077)
  try {
    return await make()
  } finally {
    process.umask(usual)
  }
}

/** The files that PGlite's initdb makes, except PG_VERSION (scripts/database/build.ts). */
const NEW_DATABASE = "src/platform/database/new-database.tar.zst"

/**
 * Creates a new database in the folder. Its files are unpacked, because initdb would take seconds and a gigabyte of
 * memory.
 */
export const makeDatabase = (folder: string): Promise<void> =>
  privately(async () => {
    const archive = Bun.zstdDecompressSync(await Bun.file(assetPath(NEW_DATABASE)).bytes())
    await new Bun.Archive(archive).extract(databaseFolder(folder))
    // Written last: without it, the next start creates the database again.
    writeFileSync(versionFile(folder), `${VERSION}\n`)
  })

/** Whether there is a database in the folder. Fails if this process has no permission to look. */
export const isThere = (dataDir: string): Effect.Effect<boolean, CannotStart> => {
  const folder = resolve(dataDir)
  return Effect.try({
    try: () => statSync(versionFile(folder), { throwIfNoEntry: false }) !== undefined,
    catch: (error) => cannotStart(faultAt(nearest(folder), error))
  })
}

/** Bytes that this process may still write to the disk of the folder, which need not exist yet. */
export const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(nearest(folder))
  return bavail * bsize
}

/** Whether the folder's disk has no room for PostgreSQL's log. */
export const isDiskFull = (folder: string): boolean => freeBytes(folder) < LEAST_FREE_BYTES

/** The error number of PGlite's file system for a full disk. */
const NO_SPACE = 51

/** Why PGlite could not open the folder. Its error shows the reason only for a full disk. */
export const cannotOpen = (folder: string, error?: unknown): CannotStart => {
  const isFull = (Predicate.hasProperty(error, "errno") && error.errno === NO_SPACE) || nameOf(error) === "ENOSPC"
  const [cause, next] =
    isFull || isDiskFull(folder)
      ? ["its disk is full", "Make room there"]
      : ["its files seem to be damaged", "Restore it from a backup"]
  return cannotStart(
    `the embedded database in ${folder} cannot be opened (${cause}). ${next}, or set DATA_DIR to another folder`
  )
}

/** Another process is using the folder. */
export const inUse = (folder: string) =>
  cannotStart(
    `another Fettle server is running on ${folder}. Stop it, or set DATA_DIR to another folder and PORT to a free port`
  )

/** There is no database in the folder. */
export const absent = (folder: string) =>
  cannotStart(
    `there is no database in ${folder}. Start \`${program} serve\` or run \`${program} migrate\` to make one, or set DATA_DIR or DATABASE_URL to what the server uses`
  )

/** The database in the folder has ended because it could not write its log. */
export const panicked = (folder: string): string =>
  isDiskFull(folder)
    ? `DATA_DIR: the embedded database in ${folder} cannot write its log, because its disk is full, and ends. Make room there, then start again`
    : `DATA_DIR: the embedded database in ${folder} cannot write its log, and ends. See that ${folder} can be written, then start again; if it ends again, restore it from a backup`

/** The database in the folder has ended for another reason. */
export const hasEnded = (folder: string): string =>
  `DATA_DIR: the embedded database in ${folder} has ended. Start again: what was stored is there`
