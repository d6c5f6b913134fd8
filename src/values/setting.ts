import { Config, ConfigError, Either, Option, Schema } from "effect"

/** The names of all settings that were declared. */
export const settingNames = new Set<string>()

const LONGEST_SHOWN = 60

/** A value for a message; hidden if it may contain a password. */
const shown = (given: string): string =>
  given === "" || given.includes("@") || given.length > LONGEST_SHOWN ? "" : `is "${given}", and `

/**
 * Reads one environment variable; a blank one counts as unset. If it is invalid, the error shows it, unless it is a
 * secret, and states what it must be.
 */
export const setting = <A>(
  name: string,
  fallback: string,
  parse: (text: string) => A | undefined,
  mustBe: string,
  show = shown
): Config.Config<A> => {
  settingNames.add(name)
  return Config.string().pipe(
    Config.withDefault(""),
    Config.mapOrFail((text) => {
      const value = parse(text.trim() === "" ? fallback : text.trim())
      return value === undefined
        ? Either.left(ConfigError.InvalidData([], `${show(text.trim())}${mustBe}`))
        : Either.right(value)
    }),
    Config.nested(name)
  )
}

/** Any text. */
export const text = (name: string, fallback: string) => setting(name, fallback, (value) => value, "must be text")

/** A whole number from `min` to `max`. */
export const whole = (name: string, fallback: number, min = 0, max = 1_000_000_000) =>
  setting(
    name,
    String(fallback),
    (value) => (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined),
    `must be a whole number from ${min} to ${max}`
  )

/** One of the values of `schema`. */
export const choice = <A extends string>(name: string, fallback: A, schema: Schema.Schema<A>, mustBe: string) =>
  setting(name, fallback, (value) => Option.getOrUndefined(Schema.decodeUnknownOption(schema)(value)), mustBe)

/** `on` or `off`, as a boolean. */
export const onOrOff = (name: string, fallback: "on" | "off") =>
  Config.map(choice(name, fallback, Schema.Literal("on", "off"), "must be on or off"), (value) => value === "on")

/** Items separated by commas. */
export const list = <A>(name: string, parse: (items: ReadonlyArray<string>) => A | undefined, mustBe: string) =>
  setting(
    name,
    "",
    (value) => parse(value.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]))),
    mustBe
  )

const decodePercent = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Parses `name=value` pairs separated by commas, with percent-encoded values, as in OpenTelemetry's headers. */
export const parseHeaders = (value: string): Readonly<Record<string, string>> | undefined => {
  const pairs = value.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]))
  const headers: Record<string, string> = {}
  for (const pair of pairs) {
    const [, name, encoded = ""] = /^([\w-]+)\s*=\s*(.*)$/.exec(pair) ?? []
    const text = decodePercent(encoded)
    if (name === undefined || text === undefined || !/^[\x20-\x7e]*$/.test(text)) return undefined
    headers[name.toLowerCase()] = text
  }
  return headers
}

/** An address of the service: an http or https URL without a path. */
export const parseBaseUrl = (value: string): URL | undefined => {
  if (!URL.canParse(value)) return undefined
  const url = new URL(value)
  return /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search + url.hash + url.username === ""
    ? url
    : undefined
}
