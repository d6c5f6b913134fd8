import { Redacted } from "effect"

/** What DATABASE_URL says: one server, or several of which one accepts writes. */
export interface DatabaseServers {
  /** A URL for each server, with the password if there is one. */
  readonly urls: readonly [string, ...ReadonlyArray<string>]
  /** Host and port of each server, for messages. */
  readonly hosts: string
  /** The name of the database, for messages. */
  readonly database: string
  /** Whether the server may change: there are several, or the URL asks for one that accepts writes. */
  readonly mayChange: boolean
}

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#@]+)(\/[^?#]*)?(?:\?([^#]*))?$/

/** The parameter of PostgreSQL's own clients that says which of several servers to use. Fettle always needs to write. */
const TARGET = "target_session_attrs"
const TARGETS: ReadonlyArray<string | null> = [null, "any", "read-write", "primary"]

/**
 * Reads a URL such as `postgres://user:password@host:5432/fettle`, with several servers separated by commas
 * (`host1:5432,host2:5432`) and `?target_session_attrs=read-write` where there are standbys. Undefined if it is none.
 */
export const databaseServers = (text: string): DatabaseServers | undefined => {
  const [, start, list, path = "", query = ""] = FORM.exec(text) ?? []
  if (start === undefined || list === undefined) return undefined
  const parameters = new URLSearchParams(query)
  const target = parameters.get(TARGET)
  if (!TARGETS.includes(target)) return undefined
  parameters.delete(TARGET)
  const rest = path + (parameters.size === 0 ? "" : `?${parameters}`)
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

/** The servers of a URL that is known to be valid; throws otherwise. */
export const serversAt = (url: string): Redacted.Redacted<DatabaseServers> => {
  const servers = databaseServers(url)
  if (servers === undefined) throw new Error("This is not a PostgreSQL URL")
  return Redacted.make(servers)
}
