import { Predicate } from "effect"
import { program } from "../assets/assets.ts"

const SCHEMA =
  "Start the service again, which applies missing migrations; if tables are missing still, restore the database from a backup"

const TAKEN =
  "Another program uses that name in this database: set DATABASE_URL to a database of its own for Fettle (`createdb`)"

const UNPREPARED = "Set DATABASE_PREPARE to off, because the pooler in front of PostgreSQL keeps no prepared statements"

/** What to do, by an error's message. */
type ByMessage = ReadonlyArray<readonly [RegExp, string]>

/** What to do if PostgreSQL refuses for lack of rights. */
const RIGHTS: ByMessage = [
  [
    /permission denied for (?:schema|database)/,
    "Let the database's owner grant it (`GRANT CREATE, USAGE ON SCHEMA public TO …`), or connect as that owner"
  ],
  [
    /permission denied for (?:table|sequence|function|view|materialized view|relation)/,
    "Let the owner of the tables grant it (`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO …`, `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO …`), or connect as that owner"
  ],
  [/must be owner/, `Run \`${program} migrate\` with a DATABASE_URL of the tables' owner, then start again`],
  [/could not .*(?:file|directory)/, "Let PostgreSQL's user own its files and write them"]
]

/** What to do about errors of a SQLSTATE whose message tells more. */
const BY_MESSAGE: Readonly<Record<string, ByMessage>> = {
  "08P01": [[/but prepared statement .* requires/, UNPREPARED]],
  "42501": RIGHTS
}

const RESTARTED = "Nothing, if the server was restarted on purpose; otherwise look at its log"

/** What to do about a database error, by its SQLSTATE or the code of Bun's driver. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  "25006": "Set DATABASE_URL to the primary, or to all servers separated by commas",
  "26000": UNPREPARED,
  "28000": "Create the role or let it in (pg_hba.conf); if the server wants TLS, add ?sslmode=require to DATABASE_URL",
  "28P01": "Correct the user and the password in DATABASE_URL",
  "3D000": "Create it with `createdb`, or correct its name in DATABASE_URL",
  "25P03": "Find out why the service stopped within a transaction: look at its CPU and memory",
  "25P04": "Look for long locks (pg_stat_activity) and at the server's load, which made a transaction take too long",
  "3F000": SCHEMA,
  "42501": "Let the owner of what the message names grant it to the user in DATABASE_URL, or connect as that owner",
  "42P05": UNPREPARED,
  "42883": SCHEMA,
  "42P01": SCHEMA,
  "42P07": TAKEN,
  "42710": TAKEN,
  "42723": TAKEN,
  "53100": "Make room on the database's disk; until then, writes fail",
  "53300": "Lower DATABASE_CONNECTIONS, or raise max_connections of the server",
  "55P03": "Look for transactions that keep locks for long (pg_stat_activity)",
  "57014": "Look for long locks (pg_stat_activity) and at the server's load, which made a statement take too long",
  "57P01": RESTARTED,
  "57P02": RESTARTED,
  "57P03": "Wait until the server has started, then try again",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "Set the host in DATABASE_URL to the name that the certificate is for, or sslmode to verify-ca, which does not compare it",
  ERR_POSTGRES_TLS_NOT_AVAILABLE: "Leave sslmode out of DATABASE_URL, or turn on TLS in the server",
  XX001: "Restore the database from a backup: its files are damaged",
  XX002: "Repair the index with REINDEX, or restore the database from a backup"
}

/** What to do about other errors of a SQLSTATE class, its first two characters. */
const OF_CLASS: Readonly<Record<string, string>> = {
  "08": "See that PostgreSQL is running and can be reached, also through the pooler if there is one",
  "28": "Correct the user and the password in DATABASE_URL, and what the server lets in (pg_hba.conf)",
  "40": "Nothing, if it is rare: others changed the same data. Otherwise look for long transactions (pg_stat_activity)",
  "53": "Give the server more memory, disk or connections: its log says which ran out",
  "57": "See whether somebody stops the server or its statements: its log says",
  "58": "Look at the server's disk and its log: PostgreSQL could not read or write a file",
  F0: "Correct the server's configuration files: its log says where",
  XX: "Look at the server's log; if it happens again, restore the database from a backup"
}

/** The error codes of certificates that TLS does not accept, such as DEPTH_ZERO_SELF_SIGNED_CERT. */
const CERTIFICATE = /CERT|^UNABLE_TO_/

const SQL_STATE = /^[0-9A-Z]{5}$/

const UNTRUSTED =
  "Let this machine trust the server's certificate (NODE_EXTRA_CA_CERTS), or set sslmode=require in DATABASE_URL, which does not check it"

/** If the driver gives no better reason, nobody answered. */
const UNREACHABLE = "See that PostgreSQL is running and can be reached"

/** An error and its causes, outermost first. */
export const causesOf = (error: unknown): ReadonlyArray<unknown> =>
  error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error]

/** Whether the driver could not connect, or lost its connection. */
export const isUnreachable = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && String(error.code).startsWith("ERR_POSTGRES_CONNECTION_")

const codesOf = (error: unknown): ReadonlyArray<string> =>
  (["errno", "code"] as const).flatMap((name) => {
    const code = Predicate.hasProperty(error, name) ? error[name] : undefined
    return typeof code === "string" ? [code] : []
  })

/**
 * What the operator can do about a database error; undefined for errors that only Fettle's developers can fix, such as
 * a value that a column does not accept.
 */
export const nextStepOf = (error: unknown): string | undefined => {
  const errors = causesOf(error)
  const codes = errors.flatMap(codesOf)
  const told = codes
    .flatMap((code) => BY_MESSAGE[code] ?? [])
    .find(([pattern]) => errors.some((each) => each instanceof Error && pattern.test(each.message)))
  if (told !== undefined) return told[1]
  const known = codes.find((code) => Object.hasOwn(NEXT_STEPS, code))
  if (known !== undefined) return NEXT_STEPS[known]
  const ofClass = codes.find((code) => SQL_STATE.test(code) && Object.hasOwn(OF_CLASS, code.slice(0, 2)))
  if (ofClass !== undefined) return OF_CLASS[ofClass.slice(0, 2)]
  if (codes.some((code) => CERTIFICATE.test(code))) return UNTRUSTED
  return errors.some(isUnreachable) ? UNREACHABLE : undefined
}
