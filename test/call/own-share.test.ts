import { expect, test } from "bun:test"
import { SqlError } from "@effect/sql"
import { Cause, Effect, Logger, LogLevel } from "effect"
import { failedOutcome } from "../../src/call/outcome.ts"
import { DatabaseUnavailable } from "../../src/platform/database/pool.ts"
import { failed } from "../../src/surfaces/web/exchange.ts"

const ARRIVAL = { requestId: "req_1", at: 0 }

/** The status and Retry-After of a call whose statement failed with this error. */
const answerTo = async (error: DatabaseUnavailable) => {
  const cause = Cause.die(new SqlError.SqlError({ cause: error, message: "Failed to execute statement" }))
  const outcome = await Effect.runPromise(
    failedOutcome(cause, ARRIVAL, {}).pipe(Logger.withMinimumLogLevel(LogLevel.None))
  )
  const { status, headers } = failed(outcome.failure, ARRIVAL.requestId)
  return [status, outcome.failure._tag, headers["retry-after"]]
}

test("whose own calls used their share gets 429 with Retry-After; a database that does not answer is a 500", async () => {
  const message = "No connection"
  expect(await answerTo(new DatabaseUnavailable({ message, isOwnShare: true }))).toEqual([429, "rate_limited", "1"])
  expect(await answerTo(new DatabaseUnavailable({ message }))).toEqual([500, "internal_error", undefined])
})
