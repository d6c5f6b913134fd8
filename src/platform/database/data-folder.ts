import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync
} from "node:fs"
import { join, resolve } from "node:path"
import { Effect } from "effect"
import { CannotStart } from "../../values/cannot-start.ts"
import { assetPath, program } from "../assets/assets.ts"
import { denial, fileCodeOf, fileFault, fileSentence, nearest, ownerOf, ownName, ownUser } from "../files/fault.ts"

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

/** Where to go if a folder cannot be used. */
const ELSEWHERE = "set DATA_DIR to another folder"

/** The names of what Fettle makes in its folder, and of what a disk's own folder has. */
const OUR_FILES = /^(?:postgres|lock|server\.json|restoring|lost\+found|\.s\.PGSQL\.\d+)$/

/** Whether a folder holds nothing but Fettle's data; undefined if this process may not look. */
const isOurs = (folder: string): boolean | undefined => {
  try {
    return readdirSync(folder).every((name) => OUR_FILES.test(name))
  } catch {
    return undefined
  }
}

/** The path as a word of a shell's command line. */
const word = (path: string): string => (/^[\w./+@:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

/** What of the folder shows whose database it is: its version file, or else the folder. */
const ownedPath = (folder: string): string =>
  [versionFile(folder), databaseFolder(folder)].find((path) => existsSync(path)) ?? folder

/** What lets this process use a folder that another user owns, or that its mode closes. */
const openingStep = (folder: string, path: string): string => {
  if (!existsSync(folder)) return `Run \`install -d -m 700 -o ${ownUser} ${word(folder)}\` as root, which creates it`
  if (isOurs(folder) === false) return "Use a folder of its own for Fettle"
  const only = isOurs(folder) === undefined ? `if only Fettle's data is in ${folder}, ` : ""
  const change =
    ownerOf(path).uid === ownUser
      ? `\`chmod -R u+rwX ${word(folder)}\``
      : `\`chown -R ${ownUser} ${word(folder)}\` as root`
  const { uid, name } = ownerOf(ownedPath(folder))
  const step =
    uid === ownUser || uid === 0
      ? `${only}run ${change}`
      : `run the command as ${name}. If Fettle is to run as ${ownName} from now on, ${only}run ${change}`
  return step.replace(/^./, (letter) => letter.toUpperCase())
}

/** Why a path in the folder cannot be used, and what to do. */
const faultAt = (folder: string, path: string, error: unknown): string => {
  const code = fileCodeOf(error)
  if (code === "ENOTDIR" || code === "EEXIST") return `${path} is not a folder. Set DATA_DIR to another path`
  if (code === "EACCES" || code === "EPERM") return `${denial(path)}. ${openingStep(folder, path)}, or ${ELSEWHERE}`
  return (
    fileSentence(error, path, ELSEWHERE) ??
    `${path} cannot be used (${error instanceof Error ? error.message : String(error)}). Set DATA_DIR to another folder`
  )
}

const { R_OK, W_OK, X_OK } = constants

/** Why this process may not use a path; undefined if it may. */
const refusalOf = (path: string, mode: number): unknown => {
  try {
    accessSync(path, mode)
    return undefined
  } catch (error) {
    return error
  }
}

/** The first of the folder's own files that this process may not use, with the reason. */
const closedFile = (folder: string): { readonly path: string; readonly error: unknown } | undefined => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (!entry.isDirectory() && !entry.isFile()) continue
    const error = refusalOf(path, entry.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK)
    // A running server removes files.
    if (fileCodeOf(error) === "ENOENT") continue
    if (error !== undefined) return { path, error }
    const inside = entry.isDirectory() ? closedFile(path) : undefined
    if (inside !== undefined) return inside
  }
  return undefined
}

/**
 * Fails unless this process may use the folder and every file of its database. If a folder does not exist, checks the
 * nearest existing one above, where it would be created.
 */
const ensureWritable = (folder: string) => {
  const database = databaseFolder(folder)
  for (const path of [folder, database].map(nearest)) {
    // With a trailing slash, the path of a file is an error.
    const error = refusalOf(join(path, "/"), R_OK | W_OK | X_OK)
    if (error !== undefined) return cannotStart(faultAt(folder, path, error))
  }
  const lock = join(folder, "lock")
  const error = existsSync(lock) ? refusalOf(lock, R_OK | W_OK) : undefined
  const closed = error === undefined ? (existsSync(database) ? closedFile(database) : undefined) : { path: lock, error }
  return closed === undefined ? Effect.void : cannotStart(faultAt(folder, closed.path, closed.error))
}

/**
 * Fails if this process runs as root and the folder belongs to another user, who could not open the files that root
 * makes. Changes nothing.
 */
export const ensureOwner = (dataDir: string): Effect.Effect<void, CannotStart> =>
  Effect.suspend(() => {
    const path = nearest(ownedPath(resolve(dataDir)))
    const { uid, name } = ownerOf(path)
    if (ownUser !== 0 || uid === 0) return Effect.void
    return cannotStart(
      `${path} belongs to ${name}, who could not open the files that root makes. Run the command as that user, with \`setpriv --reuid ${uid} --clear-groups\` before it, or ${ELSEWHERE}`
    )
  })

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
      catch: (error) => cannotStart(faultAt(folder, nearest(databaseFolder(folder)), error))
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

const markerOf = (folder: string): string => join(folder, "restoring")

/** Notes in the folder, before anything is put there, that a backup is being restored into it. */
export const markRestore = (folder: string, file: string): void => {
  writeFileSync(markerOf(folder), `${resolve(file)}\n`, { mode: 0o600, flush: true })
}

/** Removes that note, once the database is complete. */
export const unmarkRestore = (folder: string): void => rmSync(markerOf(folder), { force: true })

/** Fails if the folder has an unfinished restore, over which a new database would hide that it never ended. */
export const refuseUnfinishedRestore = (folder: string): Effect.Effect<void, CannotStart> =>
  Effect.suspend(() => {
    const marker = markerOf(folder)
    if (!existsSync(marker) || existsSync(versionFile(folder))) return Effect.void
    const file = readFileSync(marker, "utf8").trim()
    return cannotStart(
      `the restore of ${file} into ${folder} is unfinished. Run \`${program} restore ${word(file)}\` again, which completes it, or remove ${marker} to start with an empty database`
    )
  })

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
    catch: (error) => cannotStart(faultAt(folder, nearest(folder), error))
  })
}

/** Bytes that this process may still write to the disk of the folder, which need not exist yet. */
export const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(nearest(folder))
  return bavail * bsize
}

/** Whether the folder's disk has no room for PostgreSQL's log. */
export const isDiskFull = (folder: string): boolean => freeBytes(folder) < LEAST_FREE_BYTES

/** Why PGlite could not open the folder. Its error shows a reason only if the file system gave one. */
export const cannotOpen = (folder: string, error?: unknown): CannotStart => {
  const opened = `the embedded database in ${folder} cannot be opened`
  const because = (cause: string, next: string) => cannotStart(`${opened} (${cause}). ${next}, or ${ELSEWHERE}`)
  if (fileCodeOf(error) === "ENOSPC" || isDiskFull(folder)) return because("its disk is full", "Make room there")
  const fault = fileFault(error, folder)
  return fault === undefined
    ? because("its files seem to be damaged", "Restore it from a backup")
    : because(fault.reason, fault.nextStep)
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
