import { expect, test } from "bun:test"
import { SqlError } from "@effect/sql"
import { Cause, Effect, Exit, ParseResult, Schema } from "effect"
import { NotFound } from "../../../../src/contract/errors.ts"
import { faultOf, faultOfError } from "../../../../src/platform/telemetry/log/fault.ts"

const databaseError = (state: string, message: string) =>
  Object.assign(new Error(message), {
    name: "PostgresError",
    code: "ERR_POSTGRES_SERVER_ERROR",
    errno: state,
    severity: "ERROR",
    detail: "Key (user_id, name)=(usr_1, Secret) already exists.",
    where: "unnamed portal parameter $1 = 'Secret'",
    table: "goals",
    constraint: "goals_pkey"
  })

const thrown = (f: () => unknown): unknown => {
  try {
    f()
  } catch (error) {
    return error
  }
  throw new Error("Nothing was thrown")
}

const NumberOrName = Schema.Struct({ readings: Schema.Array(Schema.Struct({ value: Schema.Number })) })
const parseError = () => {
  const result = ParseResult.decodeUnknownEither(NumberOrName)({ readings: [{ value: "Secret" }] })
  return result._tag === "Left" ? ParseResult.parseError(result.left) : undefined
}

const shown: ReadonlyArray<readonly [string, unknown, string]> = [
  [
    "a refused row",
    databaseError("23505", 'duplicate "Secret"'),
    "PostgreSQL 23505 (table goals, constraint goals_pkey)"
  ],
  [
    "a refused value",
    databaseError("22P02", "invalid input: Secret"),
    "PostgreSQL 22P02 (table goals, constraint goals_pkey)"
  ],
  [
    "an error of the server",
    databaseError("40P01", "deadlock detected\nProcess 1 waits"),
    "PostgreSQL 40P01: deadlock detected (table goals, constraint goals_pkey)"
  ],
  [
    "an error's cause",
    new SqlError.SqlError({ message: "Failed to execute statement", cause: new Error("Connection terminated") }),
    "SqlError: Failed to execute statement < Error: Connection terminated"
  ],
  ["a value of the wrong type", parseError(), "ParseError: readings.0.value Type"],
  ["a declared failure, by its code", new NotFound({ message: "No Secret here" }), "not_found"],
  ["quoted values", new RangeError("'Secret' and `Secret` are no days"), 'RangeError: "…" and "…" are no days'],
  ["broken JSON", thrown(() => JSON.parse("Secret")), 'SyntaxError: JSON Parse error: Unexpected identifier "…"'],
  [
    "the query of a URL",
    new Error("GET http://x/v1/foods?query=Secret failed"),
    "Error: GET http://x/v1/foods?… failed"
  ],
  [
    "code, which is not a value",
    new TypeError("undefined is not an object (evaluating 'row.name')"),
    "TypeError: undefined is not an object (evaluating 'row.name')"
  ],
  [
    "an error of the operating system",
    Object.assign(new Error("connect ENOENT '/run/fettle'"), { syscall: "connect", code: "ENOENT" }),
    "Error: connect ENOENT '/run/fettle'"
  ],
  ["only the first line", new Error("It failed\nSecret"), "Error: It failed"],
  ["nothing of a thrown value that is not an error", "Secret", "a thrown string"]
]

test.each(shown)("the log shows %s", (_what, error, expected) => {
  expect(faultOfError(error).message).toBe(expected)
  expect(faultOf(Cause.die(error)).message).toBe(expected)
  expect(faultOfError(error).stack).not.toContain("Secret")
})

test("shows where an error was made, but not its text, which the stack repeats", () => {
  const { stack } = faultOfError(new Error("Secret"))
  expect(stack).toMatch(/^at .*fault\.test\.ts/)
  expect(stack).not.toContain("Secret")
})

test("shows the defect of a cause rather than the failure beside it, and an interruption as such", async () => {
  const both = Cause.parallel(Cause.fail(new NotFound({ message: "Secret" })), Cause.die(new Error("broken")))
  expect(faultOf(both).message).toBe("Error: broken")
  const exit = await Effect.runPromiseExit(Effect.interrupt)
  expect(Exit.isFailure(exit) && faultOf(exit.cause).message).toBe("interrupted")
})

test("an error that is its own cause does not recurse for ever", () => {
  const error = new Error("round")
  error.cause = error
  expect(faultOfError(error).message.split(" < ").length).toBeLessThan(10)
})
