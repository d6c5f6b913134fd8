import { SQLiteError } from "bun:sqlite"
import { tmpdir } from "node:os"
import { Predicate } from "effect"

const codeOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : ""

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Whether it was the scratch database that failed, and not the dump. */
const isOfScratch = (cause: unknown): boolean =>
  cause instanceof SQLiteError || (Predicate.hasProperty(cause, "syscall") && cause.syscall === "mkdtemp")

/** One sentence on why the dump at `path` cannot be imported: the file, or the setting, then the cause, and what to do next. */
export const sentenceOf = (kind: string, path: string, cause: unknown): string => {
  if (isOfScratch(cause))
    return `TMPDIR: the temporary folder ${tmpdir()} cannot be used (${messageOf(cause)}). Make room there, or set TMPDIR to another folder`
  switch (codeOf(cause)) {
    case "ENOENT":
      return `${path}: there is no such file. Correct the path`
    case "EACCES":
      return `${path}: this user may not read it. Change its mode, or run Fettle as a user who may`
    case "Z_BUF_ERROR":
      return `${path}: the compressed data ends too early, so a part of the file is missing. Download it again`
    case "Z_DATA_ERROR":
      return `${path}: the compressed data is damaged (${messageOf(cause)}). Download it again`
    default:
      return `${path}: ${messageOf(cause)}. Check that it is a whole ${kind} dump`
  }
}
