import { existsSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Predicate } from "effect"

/** Why the operating system refused a file, and what to do about it: two clauses, the second with a capital letter. */
export interface FileFault {
  readonly reason: string
  readonly nextStep: string
}

/** The user id of this process; undefined on systems without user ids. */
export const ownUser: number | undefined = process.getuid?.()

const nameOf = (uid: number | undefined): string => (uid === 0 ? "root" : `user ${uid}`)

/** This process's user, for messages: `root`, or `user 1001`. */
export const ownName: string = nameOf(ownUser)

/** The path itself if it exists, otherwise the nearest existing folder above it. */
export const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(resolve(path))))

/** The owner of a path, for messages, and its user id. */
export const ownerOf = (path: string): { readonly uid: number; readonly name: string } => {
  const { uid } = statSync(path)
  return { uid, name: nameOf(uid) }
}

/** Why this process may not use a path: another user owns it, or its mode forbids it even to its owner. */
export const denial = (path: string): string => {
  const { uid, name } = ownerOf(path)
  return uid === ownUser
    ? `${path} may not be written, not even by its owner, ${name}`
    : `${path} belongs to ${name}, and this process runs as ${ownName}`
}

const denied = (path: string): FileFault => ({
  reason: denial(nearest(path)),
  nextStep: "Run the command as a user who may use it"
})

const full = (path: string): FileFault => ({ reason: `the disk of ${path} is full`, nextStep: "Make room there" })

/** What each error code of the operating system means for the file at a path. */
const FAULTS: Readonly<Record<string, (path: string) => FileFault>> = {
  EACCES: denied,
  EPERM: denied,
  ENOSPC: full,
  SQLITE_FULL: full,
  EDQUOT: (path) => ({
    reason: `this user's quota on the disk of ${path} is used up`,
    nextStep: "Make room there, or raise the quota"
  }),
  EFBIG: (path) => ({
    reason: `${path} may not grow further`,
    nextStep: "Raise the limit on the size of files (`ulimit -f`)"
  }),
  EROFS: (path) => ({ reason: `${path} is on a read-only file system`, nextStep: "Mount it writable" }),
  EMFILE: () => ({
    reason: "this process has as many files open as it may",
    nextStep: "Raise its limit of open files (`ulimit -n`)"
  }),
  ENFILE: () => ({
    reason: "this machine has as many files open as it may",
    nextStep: "End programs, or raise the limit (`fs.file-max`)"
  }),
  EIO: (path) => ({
    reason: `the disk of ${path} fails to read or write`,
    nextStep: "Look at the machine's log, and replace the disk"
  }),
  ENOENT: (path) => ({ reason: `there is no ${path}`, nextStep: "Correct the path" }),
  ENOTDIR: (path) => ({ reason: `a part of the path ${path} is not a folder`, nextStep: "Correct the path" }),
  EISDIR: (path) => ({ reason: `${path} is a folder`, nextStep: "Name a file" }),
  EEXIST: (path) => ({ reason: `${path} already exists`, nextStep: "Remove it" }),
  ENAMETOOLONG: (path) => ({ reason: `the path ${path} is too long`, nextStep: "Choose a shorter one" })
}

/** The codes that have an entry in the table. */
export const faultCodes: ReadonlyArray<string> = Object.keys(FAULTS)

/** The error numbers of PGlite's file system, which are WebAssembly's. */
const OF_WASM: Readonly<Record<number, string>> = {
  2: "EACCES",
  19: "EDQUOT",
  22: "EFBIG",
  29: "EIO",
  33: "EMFILE",
  41: "ENFILE",
  51: "ENOSPC",
  54: "ENOTDIR",
  63: "EPERM",
  69: "EROFS"
}

/** The operating system's code in an error or its causes, such as `ENOSPC`; undefined for all other errors. */
export const fileCodeOf = (error: unknown): string | undefined => {
  if (!Predicate.isObject(error)) return undefined
  if (Predicate.hasProperty(error, "code") && typeof error.code === "string" && Object.hasOwn(FAULTS, error.code))
    return error.code
  const isOfWasm = Predicate.hasProperty(error, "name") && error.name === "ErrnoError"
  if (isOfWasm && Predicate.hasProperty(error, "errno") && typeof error.errno === "number") return OF_WASM[error.errno]
  return Predicate.hasProperty(error, "cause") ? fileCodeOf(error.cause) : undefined
}

/** The path in an error of the operating system, or in its causes. */
const pathOf = (error: unknown): string | undefined => {
  if (!Predicate.isObject(error)) return undefined
  if (Predicate.hasProperty(error, "path") && typeof error.path === "string") return error.path
  return Predicate.hasProperty(error, "cause") ? pathOf(error.cause) : undefined
}

/**
 * Why the operating system refused a file, and what to do. The path is the error's own, or else `path`. Undefined for
 * errors of other kinds.
 */
export const fileFault = (error: unknown, path: string): FileFault | undefined => {
  const code = fileCodeOf(error)
  return code === undefined ? undefined : FAULTS[code]?.(pathOf(error) ?? path)
}

/** The sentence for such an error, which ends with another way out, such as "name another file". */
export const fileSentence = (error: unknown, path: string, otherwise: string): string | undefined => {
  const fault = fileFault(error, path)
  return fault === undefined ? undefined : `${fault.reason}. ${fault.nextStep}, or ${otherwise}`
}

/** The codes that say what a path leads to, rather than that this machine cannot serve it. */
const OF_PATHS: ReadonlyArray<string> = ["ENOENT", "ENOTDIR", "EISDIR", "EEXIST", "ENAMETOOLONG"]

/** Whether an error is a fault of this machine, such as a full disk, and not of the file that it is about. */
export const isOfMachine = (error: unknown): boolean => {
  const code = fileCodeOf(error)
  const isOfTemporaryFolder = Predicate.hasProperty(error, "syscall") && error.syscall === "mkdtemp"
  return code !== undefined && (isOfTemporaryFolder || !OF_PATHS.includes(code))
}
