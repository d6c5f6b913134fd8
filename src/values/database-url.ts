import { Redacted } from "effect"

/** The servers in DATABASE_URL. If there are several, one of them accepts writes. */
export interface DatabaseServers {
  /** A URL for each server, including the password if there is one. */
  readonly urls: readonly [string, ...ReadonlyArray<string>]
  /** Host and port of each server, for messages. */
  readonly hosts: string
  /** The name of the database, for messages. */
  readonly database: string
  /** Whether the primary may move: there are several servers, or the URL asks for one that accepts writes. */
  readonly mayChange: boolean
}

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#@]+)(\/[^?#]*)?(?:\?([^#]*))?$/

/**
 * The parameter by which PostgreSQL's own clients choose among several servers. Fettle always needs one that accepts
 * writes.
 */
const TARGET = "target_session_attrs"

const CHOICES: Readonly<Record<string, ReadonlyArray<string>>> = {
  [TARGET]: ["any", "read-write", "primary"],
  sslmode: ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]
}

/** Whether every percent sign of a text begins an encoded byte, and the bytes are UTF-8. */
const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** What the first parameter with an invalid value must be; undefined if all are valid. */
export const wrongParameter = (text: string): string | undefined => {
  const given = new URLSearchParams(text.split("?")[1])
  const wrong = Object.entries(CHOICES).find(([name, choices]) =>
    given.getAll(name).some((value) => !choices.includes(value))
  )
  return wrong === undefined ? undefined : `${wrong[0]} must be one of ${wrong[1].join(", ")}`
}

/**
 * Parses a URL such as `postgres://user:password@host:5432/fettle`, with several servers separated by commas
 * (`host1:5432,host2:5432`), and `?target_session_attrs=read-write` if there are standbys. Undefined if it is invalid.
 */
export const databaseServers = (text: string): DatabaseServers | undefined => {
  const [, start, list, path = "", query = ""] = FORM.exec(text) ?? []
  if (start === undefined || list === undefined) return undefined
  const parameters = new URLSearchParams(query)
  const target = parameters.get(TARGET)
  if (wrongParameter(text) !== undefined) return undefined
  parameters.delete(TARGET)
  const rest = path + (parameters.size === 0 ? "" : `?${parameters}`)
  if (!isEncoded(start + path)) return undefined
  const [first, ...others] = list.split(",").map((host) => start + host.trim() + rest)
  if (first === undefined || ![first, ...others].every((url) => URL.canParse(url) && new URL(url).host !== "")) {
    return undefined
  }
  return {
    urls: [first, ...others],
    hosts: list,
    database: path.slice(1),
    mayChange: others.length > 0 || (target !== null && target !== "any")
  }
}

/** The servers in a URL known to be valid; throws otherwise. */
export const serversAt = (url: string): Redacted.Redacted<DatabaseServers> => {
  const servers = databaseServers(url)
  if (servers === undefined) throw new Error("This is not a PostgreSQL URL")
  return Redacted.make(servers)
}
