import { Cause, Chunk, ParseResult, Predicate } from "effect"
import { type Code, STATUS } from "../../../contract/errors.ts"
import { sqlStateOf } from "../../database/sql-state.ts"

/** The details of a failure for operators: where and how it failed, without values that a user sent or stored. */
export interface Fault {
  /** The messages of the error and its causes, outermost first. */
  readonly message: string
  /** The stack of the innermost error, as far as known: one line per frame. */
  readonly stack: string
}

const MOST_CAUSES = 5
const MOST_FRAMES = 10
const LONGEST_MESSAGE = 300

/** The first line of a message, without quoted text and URL queries, which may contain values. */
const withoutValues = (message: string): string =>
  (message.split("\n", 1)[0] ?? "")
    .replace(/(evaluating )?(["'`]).*?\2/g, (quoted, isCode: string | undefined) =>
      isCode === undefined ? '"…"' : quoted
    )
    .replace(/\?[^\s)]+/g, "?…")
    .slice(0, LONGEST_MESSAGE)

/** SQLSTATE classes whose messages are about the server or the statement. Messages of other classes quote data. */
const SAFE_CLASSES = new Set(["08", "25", "40", "42", "53", "54", "55", "57", "58", "XX"])

/**
 * Describes a PostgreSQL error. Its `detail`, its `where` and some messages contain rows and parameters, so they are
 * left out.
 */
const databaseError = (error: Error, state: string): string => {
  const names = (["table", "column", "constraint"] as const).flatMap((key) =>
    Predicate.hasProperty(error, key) && typeof error[key] === "string" ? [`${key} ${error[key]}`] : []
  )
  const message = SAFE_CLASSES.has(state.slice(0, 2)) ? `: ${withoutValues(error.message)}` : ""
  return `PostgreSQL ${state}${message}${names.length === 0 ? "" : ` (${names.join(", ")})`}`
}

const pathsOf = (error: ParseResult.ParseError): string =>
  ParseResult.ArrayFormatter.formatErrorSync(error)
    .slice(0, MOST_FRAMES)
    .map(({ _tag, path }) => `${path.map(String).join(".")} ${_tag}`)
    .join(", ")

const isDeclared = (tag: unknown): tag is Code => typeof tag === "string" && Object.hasOwn(STATUS, tag)

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return `a thrown ${error === null ? "null" : typeof error}`
  if (ParseResult.isParseError(error)) return `ParseError: ${pathsOf(error)}`
  if (Predicate.hasProperty(error, "_tag") && isDeclared(error._tag)) return error._tag
  const state = sqlStateOf(error)
  if (state !== undefined) return databaseError(error, state)
  // Messages of the operating system are about files and addresses, not about users' data.
  const message = Predicate.hasProperty(error, "syscall") ? error.message : withoutValues(error.message)
  return `${error.name}: ${message}`
}

const framesOf = (error: Error): string =>
  (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim())
    .join("\n")

const chainOf = (error: unknown): ReadonlyArray<unknown> => {
  const chain: Array<unknown> = []
  let next = error
  while (next !== undefined && chain.length < MOST_CAUSES) {
    chain.push(next)
    next = next instanceof Error ? next.cause : undefined
  }
  return chain
}

/** The details of an error and its causes that operators may see. */
export const faultOfError = (error: unknown): Fault => {
  const chain = chainOf(error)
  const stacks = chain.flatMap((error) => (error instanceof Error ? [framesOf(error)] : []))
  return { message: chain.map(describe).join(" < "), stack: stacks.findLast((stack) => stack !== "") ?? "" }
}

/** The details of a cause that operators may see: of its first defect, else of its first failure. */
export const faultOf = (cause: Cause.Cause<unknown>): Fault => {
  const errors = [...Chunk.toReadonlyArray(Cause.defects(cause)), ...Chunk.toReadonlyArray(Cause.failures(cause))]
  if (errors.length === 0) return { message: Cause.isInterrupted(cause) ? "interrupted" : "nothing", stack: "" }
  return faultOfError(errors[0])
}
