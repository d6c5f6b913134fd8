import { expect, test } from "bun:test"
import { SqlError } from "@effect/sql"
import { nextStepOf } from "../../../src/platform/database/next-step.ts"

const failed = (fields: Readonly<Record<string, unknown>>) =>
  new SqlError.SqlError({ message: "Failed to execute statement", cause: Object.assign(new Error("said"), fields) })

test.each([
  ["a full disk", { errno: "53100", code: "ERR_POSTGRES_SERVER_ERROR" }, /^Make room/],
  ["a damaged table", { errno: "XX001", code: "ERR_POSTGRES_SERVER_ERROR" }, /^Restore the database from a backup/],
  [
    "a certificate of its own",
    { errno: 0, code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    /NODE_EXTRA_CA_CERTS.*sslmode=require/
  ],
  [
    "a certificate of another name",
    { errno: 0, code: "ERR_TLS_CERT_ALTNAME_INVALID" },
    /name that the certificate is for/
  ],
  ["a lost connection", { code: "ERR_POSTGRES_CONNECTION_CLOSED" }, /^See that PostgreSQL is running/]
])("the operator is told what to do about %s", (_, fields, step) => {
  expect(nextStepOf(failed(fields))).toMatch(step)
})

test.each([
  ["08006", /running/],
  ["08P01", /pooler/],
  ["28P02", /password/],
  ["40001", /transactions/],
  ["42P01", /migrations/],
  ["53200", /memory/],
  ["55P03", /locks/],
  ["57014", /locks/],
  ["57P01", /restarted/],
  ["58030", /disk/],
  ["XX000", /log/]
])("a log line of SQLSTATE %s has a next step", (errno, step) => {
  expect(nextStepOf(failed({ errno, code: "ERR_POSTGRES_SERVER_ERROR" }))).toMatch(step)
})

test.each([
  ["permission denied for schema public", /GRANT CREATE/],
  ["permission denied for table users", /GRANT SELECT.*ON ALL TABLES/],
  ["permission denied for sequence counter", /ON ALL SEQUENCES/],
  ["must be owner of table users", /migrate.*owner/],
  ["could not open file base/5/1259: Permission denied", /files/]
])("rights that are missing are granted where they are missing: %s", (message, step) => {
  const cause = Object.assign(new Error(message), { errno: "42501", code: "ERR_POSTGRES_SERVER_ERROR" })
  expect(nextStepOf(new SqlError.SqlError({ message: "Failed", cause }))).toMatch(step)
})

test.each([
  ["26000", 'prepared statement "P0" does not exist'],
  ["42P05", 'prepared statement "P0" already exists'],
  ["08P01", 'bind message supplies 2 parameters, but prepared statement "P0" requires 1']
])("%s: a pooler that mixes up prepared statements needs them to be off", (errno, message) => {
  const cause = Object.assign(new Error(message), { errno, code: "ERR_POSTGRES_SERVER_ERROR" })
  expect(nextStepOf(new SqlError.SqlError({ message: "Failed", cause }))).toMatch(/^Set DATABASE_PREPARE to off/)
})

test.each(["42P07", "42710", "42723"])("%s: a name that another program has taken needs another database", (errno) => {
  expect(nextStepOf(failed({ errno, code: "ERR_POSTGRES_SERVER_ERROR" }))).toMatch(/a database of its own/)
})

test("a wrong statement, or an error that is not the database's, has no next step", () => {
  expect(nextStepOf(failed({ errno: "42703", code: "ERR_POSTGRES_SERVER_ERROR" }))).toBeUndefined()
  expect(nextStepOf(new Error("other"))).toBeUndefined()
  expect(nextStepOf("text")).toBeUndefined()
})
