import { Effect, Schedule } from "effect"
import { AppConfig } from "../config.ts"
import { CannotStart } from "../values/cannot-start.ts"
import type { App } from "./boundary.ts"
import { handlerOf } from "./handler.ts"

/**
 * Seconds without traffic after which Bun closes a connection. It may close up to 4 seconds earlier, because it counts
 * in steps. Slow traffic does not prevent it: neither a body below about 16 KiB a second nor an answer left unread. So
 * it must exceed the 10 seconds for a body plus the 5 seconds for its answer. For headers, Bun has its own limit of 10
 * seconds.
 */
const IDLE_SECONDS = 20

/** How long a stopping server still accepts requests, so that clients learn that their connections close. */
const CLOSING = "1 second"

/** How long requests in flight may then take to finish. */
const DRAIN = "7 seconds"

/** Consecutive checks, 10 ms apart, without requests, after which the server counts as quiet. */
const QUIET_CHECKS = 10

type BunServer = Bun.Server<undefined>

/** Requests received so far, and whether the server is stopping. */
interface Traffic {
  requests: number
  isStopping: boolean
}

/**
 * Stops the server gracefully. First every answer closes its connection, so that no client sends a request on a closing
 * one. Then no new connections are accepted. Once all requests are answered, or time is up, the rest is cut off.
 */
const drain = (server: BunServer, traffic: Traffic) =>
  Effect.gen(function* () {
    let seen = -1
    let quietChecks = 0
    const check = Effect.sync(() => {
      quietChecks = traffic.requests === seen && server.pendingRequests === 0 ? quietChecks + 1 : 0
      seen = traffic.requests
      return quietChecks >= QUIET_CHECKS
    })
    // A finalizer cannot be interrupted, so a timeout would have no effect on it.
    const quiet = Effect.interruptible(
      Effect.repeat(check, { until: (isQuiet) => isQuiet, schedule: Schedule.spaced("10 millis") })
    )
    traffic.isStopping = true
    yield* Effect.timeoutOption(quiet, CLOSING)
    void server.stop()
    yield* Effect.timeoutOption(quiet, DRAIN)
    void server.stop(true)
  })

const cannotListen = (host: string, port: number) => (error: unknown) =>
  new CannotStart({
    message:
      error instanceof Error && "code" in error && error.code === "EADDRINUSE"
        ? `PORT ${port} on ${host} is taken by another program: stop that one, or set PORT to a free port`
        : `HOST ${host} and PORT ${port} cannot be listened on: ${error instanceof Error ? error.message : String(error)}`
  })

/** Fails if HOST and PORT cannot be listened on or are in use, even by a program that shares its port. */
export const checkPort = Effect.gen(function* () {
  const { host, port } = yield* AppConfig
  const probe = yield* Effect.try({
    try: () => Bun.serve({ hostname: host, port, fetch: () => new Response(null, { status: 503 }) }),
    catch: cannotListen(host, port)
  })
  yield* Effect.promise(() => probe.stop(true))
})

/**
 * Serves `app` on HOST and PORT for as long as its scope is open. `isShared` lets sibling processes use the same port.
 */
export const server = Effect.fn("server")(function* (app: App, { isShared }: { readonly isShared: boolean }) {
  const { host, port, trustedProxies } = yield* AppConfig
  const handle = handlerOf(app, yield* Effect.runtime<never>())
  const isProxied = trustedProxies.length > 0
  const traffic: Traffic = { requests: 0, isStopping: false }
  const answer = async (request: Request, server: BunServer): Promise<Response> => {
    traffic.requests++
    const response = await handle(request, isProxied ? (server.requestIP(request)?.address ?? "") : undefined)
    if (traffic.isStopping) response.headers.set("connection", "close")
    return response
  }
  return yield* Effect.acquireRelease(
    Effect.try({
      try: (): BunServer =>
        Bun.serve({
          hostname: host,
          port,
          reusePort: isShared,
          // Bun would answer a large body with a bare 413. The input reader rejects it instead, unread and with an
          // envelope.
          maxRequestBodySize: Number.MAX_SAFE_INTEGER,
          idleTimeout: IDLE_SECONDS,
          fetch: answer
        }),
      catch: cannotListen(host, port)
    }),
    (server) => drain(server, traffic)
  )
})
