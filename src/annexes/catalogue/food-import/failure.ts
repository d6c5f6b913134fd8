import { SQLiteError } from "bun:sqlite"
import { tmpdir } from "node:os"
import { Data, Predicate } from "effect"
import { CutShort } from "../../../platform/files/cut-short.ts"

/** The file is not of the named kind. */
export class Unfit extends Error {
  constructor(
    message: string,
    /** What to do about it. */
    readonly advice: string
  ) {
    super(message)
    this.name = "Unfit"
  }
}

/** The same failure, naming the file in the folder. */
export const inFile = (name: string, cause: unknown): Error => {
  const message = `${name} ${messageOf(cause)}`
  if (cause instanceof CutShort) return new CutShort(message)
  return cause instanceof Unfit ? new Unfit(message, cause.advice) : new Error(message, { cause })
}

/** The file is missing, cut short, damaged or not of the named kind; or the temporary folder is full. */
export class ImportFailed extends Data.TaggedError("ImportFailed")<{
  readonly path: string
  /** What failed (the file or the setting), and why. */
  readonly problem: string
  /** What to do about it. */
  readonly advice: string
  readonly isCut: boolean
  /** How many of the file's foods are stored. */
  readonly stored: number
}> {
  override get message(): string {
    const { problem, advice, isCut, stored } = this
    const foods = stored === 1 ? "1 food was" : `${stored.toLocaleString("en-US")} foods were`
    const before = isCut || stored > 0 ? ` ${foods} stored before ${isCut ? "the cut" : "that"}.` : ""
    return `${problem}.${before} ${advice}`
  }

  /** The same failure after this many foods were stored. */
  after(stored: number): ImportFailed {
    const { path, problem, advice, isCut } = this
    return new ImportFailed({ path, problem, advice, isCut, stored })
  }
}

const codeOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : ""

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Whether the scratch database failed, rather than the dump. */
const isOfScratch = (cause: unknown): boolean =>
  cause instanceof SQLiteError || (Predicate.hasProperty(cause, "syscall") && cause.syscall === "mkdtemp")

const AGAIN = "Download it again and repeat the command: what is stored stays, and the rest is added"

/** Why the dump at `path` cannot be imported, and what to do next. The number of stored foods is set later. */
export const failureOf = (kind: string, path: string, cause: unknown): ImportFailed => {
  const failed = (problem: string, advice: string, isCut = false) =>
    new ImportFailed({ path, problem, advice, isCut, stored: 0 })
  const cutShort = (where: string) => failed(`${path}: ${where}, so a part is missing`, AGAIN, true)
  if (isOfScratch(cause))
    return failed(
      `TMPDIR: the temporary folder ${tmpdir()} cannot be used (${messageOf(cause)})`,
      "Make room there, or set TMPDIR to another folder"
    )
  if (cause instanceof CutShort) return cutShort(cause.message)
  if (cause instanceof Unfit) return failed(`${path}: ${cause.message}`, cause.advice)
  switch (codeOf(cause)) {
    case "ENOENT":
      return failed(`${path}: there is no such file`, "Correct the path")
    case "EACCES":
      return failed(`${path}: this user may not read it`, "Change its mode, or run Fettle as a user who may")
    case "Z_BUF_ERROR":
      return cutShort("the compressed data ends too early")
    case "Z_DATA_ERROR":
      return failed(`${path}: the compressed data is damaged (${messageOf(cause)})`, AGAIN)
    default:
      return failed(`${path}: ${messageOf(cause)}`, `Check that it is a whole ${kind} dump`)
  }
}
