import { expect, test } from "bun:test"
import { Cause, Effect, Exit } from "effect"
import { type ClientError, ConnectionFailed, make, NotFound, TimedOut } from "../../src/client/effect.ts"
import { answerOf, faulty } from "./faulty.ts"

const TOKEN = "fit_live_0123456789abcdefSECRET"

const failureOf = async (answer: string | undefined): Promise<ClientError> => {
  await using server = await faulty(answer)
  const program = Effect.flatMap(
    make({ baseUrl: server.baseUrl, token: TOKEN, timeout: 200, maxRetries: 0 }),
    (client) => client.get_workout({ id: "workout_none" })
  )
  const exit = await Effect.runPromiseExit(program)
  if (Exit.isSuccess(exit)) throw new Error("The call succeeded")
  for (const form of [Bun.inspect(exit, { depth: 20 }), JSON.stringify(exit), Cause.pretty(exit.cause)])
    expect(form).not.toMatch(/SECRET|authorization/i)
  return Effect.runPromise(Effect.flip(Effect.flatMap(exit, Effect.succeed)))
}

test("the client for Effect programs fails with the same classes, none of which contains the token", async () => {
  const error = { code: "not_found", message: "No such workout.", requestId: "req_1" }
  expect(await failureOf(answerOf("404 Not Found", "application/json", JSON.stringify({ error })))).toBeInstanceOf(
    NotFound
  )
  expect(await failureOf("")).toBeInstanceOf(ConnectionFailed)
  expect(await failureOf(undefined)).toBeInstanceOf(TimedOut)
})

test("interrupting an effect ends its request", async () => {
  let signal: AbortSignal | null | undefined
  const fetch = (_url: string, init: RequestInit) => {
    signal = init.signal
    return new Promise<never>(() => {})
  }
  const calling = Effect.flatMap(make({ baseUrl: "http://localhost", token: TOKEN, fetch }), (client) =>
    client.get_context()
  )
  const exit = await Effect.runPromiseExit(Effect.timeoutOption(calling, "50 millis"))
  expect(Exit.isSuccess(exit) && exit.value._tag).toBe("None")
  expect(signal?.aborted).toBe(true)
})
