import { describe, expect, spyOn, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Cause, Effect, Fiber } from "effect"
import * as Client from "../../src/platform/database/client.ts"
import { STATEMENT_MILLIS } from "../../src/platform/database/session.ts"
import { withoutTimeout } from "../../src/platform/database/statements.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { fakePostgres } from "../support/fake-postgres.ts"

/** More than the longest statement, and less than a start that people notice as blocked. */
const SOON = STATEMENT_MILLIS + 2000

const ask = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))

/** Runs an effect on a server that never answers a statement with this text, and returns the outcome. */
const onServerThatIgnores = async <A, E>(
  ignores: string,
  statementMillis: number,
  effect: Effect.Effect<A, E, SqlClient.SqlClient>
) => {
  const server = fakePostgres({ ignores })
  const asking = Effect.runFork(
    Effect.scoped(Effect.provide(effect, Client.external(serversAt(server.url), 1, statementMillis)))
  )
  const ended = await Promise.race([
    Effect.runPromise(Fiber.await(asking)),
    Bun.sleep(SOON).then(() => "waits" as const)
  ])
  server.stop()
  await Effect.runPromise(Fiber.await(asking))
  return ended === "waits" ? ended : ended._tag === "Success" ? "answered" : Cause.pretty(ended.cause)
}

describe("a response of the database that is lost on the way", () => {
  test.concurrent.each([
    ["a server", STATEMENT_MILLIS],
    ["a command", 0]
  ])("does not block the start of %s", async (_, statementMillis) => {
    expect(await onServerThatIgnores("pg_settings", statementMillis, Effect.void)).toContain("did not answer in time")
  })

  test.concurrent("ends a statement of the service, and the next one is answered", async () => {
    const lost = Effect.flip(ask("SELECT lost"))
    expect(await onServerThatIgnores("lost", STATEMENT_MILLIS, Effect.zipRight(lost, ask("SELECT 1")))).toBe("answered")
  })

  test.concurrent.each([
    ["a server's work without a timeout", STATEMENT_MILLIS, withoutTimeout(ask("SELECT lost"))],
    ["a command's statement", 0, ask("SELECT lost")]
  ])("is awaited in %s, which may take long", async (_, statementMillis, effect) => {
    expect(await onServerThatIgnores("lost", statementMillis, effect)).toBe("waits")
  })
})

test("a client may connect long after it was made", async () => {
  const server = fakePostgres({})
  const client = Client.external(serversAt(server.url), 1, STATEMENT_MILLIS)
  const later = performance.now() + 3_600_000
  const clock = spyOn(performance, "now").mockImplementation(() => later)
  const asked = await Effect.runPromiseExit(Effect.scoped(Effect.provide(ask("SELECT 1"), client)))
  clock.mockRestore()
  server.stop()
  expect(asked._tag).toBe("Success")
})
