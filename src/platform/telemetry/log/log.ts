import { Cause, Effect, HashMap, Layer, Logger, LogLevel } from "effect"
import { AppConfig, type Settings } from "../../../config.ts"
import { faultOf, faultOfError } from "./fault.ts"

type Value = string | number | boolean

/** The fields of a log line besides time, level and message. Undefined ones are left out. */
export type Fields = Readonly<Record<string, Value | undefined>>

interface Line {
  /** Epoch milliseconds. */
  readonly time: number
  readonly level: LogLevel.LogLevel
  readonly message: string
  readonly fields: Fields
}

const LEVELS: Readonly<Record<LogLevel.LogLevel["_tag"], string>> = {
  All: "all",
  Trace: "trace",
  Debug: "debug",
  Info: "info",
  Warning: "warn",
  Error: "error",
  Fatal: "fatal",
  None: "none"
}

const flat = ({ time, level, message, fields }: Line) => ({
  time: new Date(time).toISOString(),
  level: LEVELS[level._tag],
  message,
  ...fields
})

const asText = (line: Line): string =>
  Object.entries(flat(line))
    .flatMap(([key, value]) => {
      if (value === undefined) return []
      const text = String(value)
      return [`${key}=${/^[^\s"=]+$/.test(text) ? text : JSON.stringify(text)}`]
    })
    .join(" ")

/** The format of log lines: JSON objects, or logfmt for people. */
export const format = (logFormat: Settings["logFormat"]): ((line: Line) => string) =>
  logFormat === "json" ? (line) => JSON.stringify(flat(line)) : asText

const isValue = (value: unknown): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/** Part of a message: text as it is, errors without personal values, other objects not at all. */
const part = (value: unknown): string =>
  isValue(value)
    ? String(value)
    : Cause.isCause(value)
      ? faultOf(value).message
      : value instanceof Error
        ? faultOfError(value).message
        : "…"

const faultFields = (cause: Cause.Cause<unknown>): Fields => {
  if (Cause.isEmpty(cause)) return {}
  const { message, stack } = faultOf(cause)
  return { cause: message, stack }
}

/**
 * Writes synchronously, so that a crash loses nothing. Standard error is used because commands print to standard
 * output.
 */
const write = (text: string): void => console.error(text)

const logger = (logFormat: Settings["logFormat"]): Logger.Logger<unknown, void> => {
  const lineOf = format(logFormat)
  return Logger.make(({ annotations, cause, date, logLevel, message }) => {
    const fields = Object.fromEntries(Array.from(HashMap.toEntries(annotations)).filter(([, value]) => isValue(value)))
    write(
      lineOf({
        time: date.getTime(),
        level: logLevel,
        message: [message].flat().map(part).join(" "),
        fields: { ...(fields as Fields), ...faultFields(cause) }
      })
    )
  })
}

/** Effect's logger with LOG_LEVEL and LOG_FORMAT. */
export const layer = Layer.unwrapEffect(
  Effect.map(AppConfig, ({ logFormat, logLevel }) =>
    Layer.merge(Logger.replace(Logger.defaultLogger, logger(logFormat)), Logger.minimumLogLevel(logLevel))
  )
)

/**
 * Writes lines at level info without Effect's logger, which takes ten times as long. Used for the line of each request.
 * Undefined if LOG_LEVEL is above info.
 */
export const infoWriter = ({
  logFormat,
  logLevel
}: Pick<Settings, "logFormat" | "logLevel">): ((time: number, message: string, fields: Fields) => void) | undefined => {
  if (LogLevel.greaterThan(logLevel, LogLevel.Info)) return undefined
  const lineOf = format(logFormat)
  return (time, message, fields) => write(lineOf({ time, level: LogLevel.Info, message, fields }))
}
