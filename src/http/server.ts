import { HttpApp, HttpMiddleware } from "@effect/platform"
import { Context, Effect, Schedule } from "effect"
import { AppConfig } from "../config.ts"
import { CannotStart } from "../start.ts"
import { app } from "./app.ts"
import { Peer } from "./boundary.ts"

/** How long requests in flight may take to finish once the server is told to stop. */
const DRAIN = "10 seconds"

type BunServer = Bun.Server<undefined>

/** Stops accepting, lets what is in flight finish, then closes. */
const drain = (server: BunServer) =>
  Effect.gen(function* () {
    void server.stop()
    yield* Effect.sync(() => server.pendingRequests).pipe(
      Effect.repeat({ until: (pending) => pending === 0, schedule: Schedule.spaced("10 millis") }),
      // A release is uninterruptible, and a time limit would wait for it.
      Effect.interruptible,
      Effect.timeoutOption(DRAIN)
    )
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

/** Serves the app on HOST and PORT for as long as its scope is open; `isShared` lets sibling processes serve there too. */
export const server = Effect.fn("server")(function* ({ isShared }: { readonly isShared: boolean }) {
  const { host, port, trustedProxies } = yield* AppConfig
  const httpApp = HttpMiddleware.withTracerDisabledWhenEffect(yield* app, () => true)
  const handle = HttpApp.toWebHandlerRuntime(yield* Effect.runtime<never>())(httpApp)
  const isProxied = trustedProxies.length > 0
  return yield* Effect.acquireRelease(
    Effect.try({
      try: (): BunServer =>
        Bun.serve({
          hostname: host,
          port,
          reusePort: isShared,
          // Bun would answer a large body with a bare 413; the input's reader refuses it unread, with an envelope.
          maxRequestBodySize: Number.MAX_SAFE_INTEGER,
          fetch: (request, server) =>
            isProxied ? handle(request, Context.make(Peer, server.requestIP(request)?.address ?? "")) : handle(request)
        }),
      catch: cannotListen(host, port)
    }),
    drain
  )
})
