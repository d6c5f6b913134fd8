import { expect, test } from "bun:test"
import { connect } from "node:net"
import { Effect, Exit, Fiber, Layer, Logger, LogLevel, Scope, TestClock, TestContext } from "effect"
import * as App from "../../src/app.ts"
import { AppConfig } from "../../src/config.ts"
import { Timezone } from "../../src/contract/handler/user.ts"
import { createToken, createUser, newUser } from "../../src/features/accounts/accounts.ts"
import * as Siblings from "../../src/platform/workers/siblings.ts"
import * as Storage from "../../src/storage.ts"
import { server } from "../../src/surfaces/server/server.ts"
import { settings } from "../support/app.ts"
import { freePort, until } from "../support/process.ts"

/** A request whose body never ends; `isOver` once the server has closed the connection. */
const halfRequest = async (port: number, token: string) => {
  const socket = connect(port, "127.0.0.1")
  let isOver = false
  socket.on("close", () => (isOver = true)).on("error", () => (isOver = true))
  await new Promise((resolve) => socket.once("connect", resolve))
  socket.write(
    `PUT /v1/body-metrics HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
  )
  return { isOver: () => isOver, end: () => socket.destroy() }
}

test("a client that never ends its request delays the server's end for 8 seconds, and no longer", async () => {
  const port = Number(await freePort())
  await Effect.gen(function* () {
    const scope = yield* Scope.make()
    const running = yield* Scope.extend(server(yield* App.app, { isShared: false }), scope)
    const userId = yield* createUser(newUser("Slow", Timezone.make("UTC")))
    const { token } = yield* createToken({ userId, name: "test", environment: "test", expiresAt: null })
    const client = yield* Effect.promise(() => halfRequest(port, token))
    yield* Effect.promise(() => until(() => running.pendingRequests === 1))
    const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
    yield* Effect.promise(() => Bun.sleep(50))
    // The second of goodbye, the time for waiting connections, and most of the time for requests in flight.
    for (const step of ["1 second", "700 millis"] as const) {
      yield* TestClock.adjust(step)
      yield* Effect.promise(() => Bun.sleep(50))
    }
    yield* TestClock.adjust("5300 millis")
    yield* Effect.promise(() => Bun.sleep(50))
    expect(client.isOver()).toBe(false)
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(closing)
    yield* Effect.promise(() => until(client.isOver))
    client.end()
  }).pipe(
    Effect.provide(
      App.layer.pipe(
        Layer.provideMerge(Layer.merge(Storage.memory, Siblings.layerAlone)),
        Layer.provideMerge(
          Layer.succeed(AppConfig, { ...settings, port, baseUrl: new URL(`http://localhost:${port}`) })
        )
      )
    ),
    Effect.provide(TestContext.TestContext),
    Logger.withMinimumLogLevel(LogLevel.None),
    Effect.runPromise
  )
}, 60_000)
