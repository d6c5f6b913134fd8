import { Predicate } from "effect"

/** What to do about an error of the database, by its SQLSTATE or the code of Bun's driver. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  "25006": "Set DATABASE_URL to the primary, or to all servers separated by commas",
  "26000": "Set DATABASE_PREPARE to off, because the pooler in front of PostgreSQL keeps no prepared statements",
  "28000": "Create the role or let it in (pg_hba.conf); if the server wants TLS, add ?sslmode=require to DATABASE_URL",
  "28P01": "Correct the user and the password in DATABASE_URL",
  "3D000": "Create it with `createdb`, or correct its name in DATABASE_URL",
  "42501": "Let the database's owner grant it (`GRANT CREATE ON SCHEMA public TO …`), or connect as that owner",
  "42P05": "Set DATABASE_PREPARE to off, because the pooler in front of PostgreSQL keeps no prepared statements",
  "53100": "Make room on the database's disk; until then, writes fail",
  "53300": "Lower DATABASE_CONNECTIONS, or raise max_connections of the server",
  "57P03": "Wait until the server has started, then try again",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "Set the host in DATABASE_URL to the name that the certificate is for, or sslmode to verify-ca, which does not compare it",
  ERR_POSTGRES_TLS_NOT_AVAILABLE: "Leave sslmode out of DATABASE_URL, or turn on TLS in the server",
  XX001: "Restore the database from a backup: its files are damaged",
  XX002: "Repair the index with REINDEX, or restore the database from a backup"
}

/** The codes of certificates that TLS does not accept, such as DEPTH_ZERO_SELF_SIGNED_CERT. */
const CERTIFICATE = /CERT|^UNABLE_TO_/

const UNTRUSTED =
  "Let this machine trust the server's certificate (NODE_EXTRA_CA_CERTS), or set sslmode=require in DATABASE_URL, which does not check it"

/** Where the driver gives no better reason, nobody answered. */
const UNREACHABLE = "See that PostgreSQL is running and can be reached"

const chain = (error: unknown): ReadonlyArray<unknown> =>
  error instanceof Error && error.cause !== undefined ? [error, ...chain(error.cause)] : [error]

/** Whether the driver could not connect, or lost its connection. */
export const isUnreachable = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && String(error.code).startsWith("ERR_POSTGRES_CONNECTION_")

const codesOf = (error: unknown): ReadonlyArray<string> =>
  (["errno", "code"] as const).flatMap((name) => {
    const code = Predicate.hasProperty(error, name) ? error[name] : undefined
    return typeof code === "string" ? [code] : []
  })

/** What the operator can do about an error of the database; undefined if there is nothing better than to look. */
export const nextStepOf = (error: unknown): string | undefined => {
  const errors = chain(error)
  const codes = errors.flatMap(codesOf)
  const known = codes.find((code) => Object.hasOwn(NEXT_STEPS, code))
  if (known !== undefined) return NEXT_STEPS[known]
  if (codes.some((code) => CERTIFICATE.test(code))) return UNTRUSTED
  return errors.some(isUnreachable) ? UNREACHABLE : undefined
}
