import { Effect, Schedule } from "effect"
import { AppConfig } from "../config.ts"
import { CannotStart } from "../values/cannot-start.ts"
import type { App } from "./boundary.ts"
import { handlerOf } from "./handler.ts"

/**
 * Seconds without a byte after which a connection is closed, up to 4 earlier, as Bun counts in steps. Bun measures it strictly: neither a
 * body below about 16 KiB a second nor an answer left unread puts it off. So it is longer than the 10 seconds for a body and the 5 for
 * its answer together. For headers, which must be whole, Bun has a limit of its own: 10 seconds.
 */
const IDLE_SECONDS = 20

/** How long clients may go on sending, once the server is told to stop, to learn that their connections end. */
const FAREWELL = "1 second"

/** How long requests in flight may take to finish after that. */
const DRAIN = "7 seconds"

/** Looks in a row, 10 ms apart, that find nothing new and nothing in flight: by then nobody is cut off. */
const QUIET_LOOKS = 10

type BunServer = Bun.Server<undefined>

/** What the server knows of its requests: how many have come, and whether it is about to go. */
interface Traffic {
  requests: number
  isLeaving: boolean
}

/**
 * Says goodbye before it goes: first every answer closes its connection, so that no client sends a request on one that is
 * just being closed; then nothing new is accepted; then, once all is answered or time is up, the rest is cut.
 */
const drain = (server: BunServer, traffic: Traffic) =>
  Effect.gen(function* () {
    let seen = -1
    let looks = 0
    const look = Effect.sync(() => {
      looks = traffic.requests === seen && server.pendingRequests === 0 ? looks + 1 : 0
      seen = traffic.requests
      return looks >= QUIET_LOOKS
    })
    // A finalizer cannot be interrupted, and so would wait on past its time.
    const quiet = Effect.interruptible(
      Effect.repeat(look, { until: (isQuiet) => isQuiet, schedule: Schedule.spaced("10 millis") })
    )
    traffic.isLeaving = true
    yield* Effect.timeoutOption(quiet, FAREWELL)
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

/** Fails where HOST and PORT cannot be listened on, or already are, even by a program that shares its port. */
export const checkPort = Effect.gen(function* () {
  const { host, port } = yield* AppConfig
  const probe = yield* Effect.try({
    try: () => Bun.serve({ hostname: host, port, fetch: () => new Response(null, { status: 503 }) }),
    catch: cannotListen(host, port)
  })
  yield* Effect.promise(() => probe.stop(true))
})

/** Serves `app` on HOST and PORT for as long as its scope is open; `isShared` lets sibling processes serve there too. */
export const server = Effect.fn("server")(function* (app: App, { isShared }: { readonly isShared: boolean }) {
  const { host, port, trustedProxies } = yield* AppConfig
  const handle = handlerOf(app, yield* Effect.runtime<never>())
  const isProxied = trustedProxies.length > 0
  const traffic: Traffic = { requests: 0, isLeaving: false }
  const answer = async (request: Request, server: BunServer): Promise<Response> => {
    traffic.requests++
    const response = await handle(request, isProxied ? (server.requestIP(request)?.address ?? "") : undefined)
    if (traffic.isLeaving) response.headers.set("connection", "close")
    return response
  }
  return yield* Effect.acquireRelease(
    Effect.try({
      try: (): BunServer =>
        Bun.serve({
          hostname: host,
          port,
          reusePort: isShared,
          // Bun would answer a large body with a bare 413; the input's reader refuses it unread, with an envelope.
          maxRequestBodySize: Number.MAX_SAFE_INTEGER,
          idleTimeout: IDLE_SECONDS,
          fetch: answer
        }),
      catch: cannotListen(host, port)
    }),
    (server) => drain(server, traffic)
  )
})
