import { HttpServerRequest } from "@effect/platform"
import { Cause, Context, type Duration, Effect, Exit, Predicate, Runtime, RuntimeFlags, Schedule } from "effect"
import { AppConfig } from "../../config.ts"
import { Work, workWithin } from "../../platform/database/work.ts"
import { CannotStart } from "../../values/cannot-start.ts"
import type { App, Peer } from "./boundary.ts"
import { listNoFibers } from "./fibers.ts"
import { gateOf } from "./gate.ts"
import { raiseHeaderLimit } from "./header-limit.ts"
import { areFilesScarce, connectionCutter, lowLimitAdvice, openFilesLimit } from "./open-files.ts"
import { makeUnanswered } from "./unanswered.ts"

/** Answers a web request. */
type WebHandler = (request: Request, peer?: Peer, extend?: () => void) => Promise<Response>

/**
 * How long a request may start new database statements, in milliseconds, from its arrival and again from the end of its
 * body. With the time limit of the last statement, it is answered within 5 seconds.
 */
const STATEMENTS_MILLIS = 2000

/**
 * The app itself decides what can be interrupted: writing the log line, the metrics and the span cannot. Nobody reads
 * Effect's own metrics, of which it would update five per request.
 */
const LEFT_OUT = RuntimeFlags.make(RuntimeFlags.Interruption, RuntimeFlags.RuntimeMetrics)

/**
 * The app as a function of web requests. Each request runs in its own context, which contains only its deadline: the
 * app already has its services, and a large context makes every step slower. A client that disconnects interrupts its
 * request.
 */
export const webHandlerOf = (app: App, { fiberRefs, runtimeFlags: flags }: Runtime.Runtime<never>): WebHandler => {
  const runtimeFlags = RuntimeFlags.disableAll(flags, LEFT_OUT)
  return (request, peer = () => undefined, extend) =>
    new Promise((resolve, reject) => {
      const context = Context.make(Work, workWithin(STATEMENTS_MILLIS))
      const answering = app(HttpServerRequest.fromWeb(request), peer, extend)
      const fiber = Runtime.runFork(Runtime.make({ context, fiberRefs, runtimeFlags }))(answering)
      fiber.addObserver((exit) => (Exit.isSuccess(exit) ? resolve(exit.value) : reject(Cause.squash(exit.cause))))
      // Adding a listener would cost three times as much.
      request.signal.onabort = () => fiber.unsafeInterruptAsFork(fiber.id())
    })
}

/**
 * Seconds without traffic after which Bun closes a connection. It may close up to 4 seconds earlier, because it counts
 * in steps. Slow traffic does not count: neither a body slower than about 16 KiB a second nor an unread answer. So it
 * must exceed the 10 seconds for a body plus the 5 seconds for its answer. For headers, Bun has its own limit of 10
 * seconds.
 */
const IDLE_SECONDS = 20

/** The same for data from devices with a token, because a month of records takes longer than a call. */
const ARRIVAL_SECONDS = 120

/** How long a stopping server still accepts requests, so that clients learn that their connections are closing. */
const CLOSING = "1 second"

/**
 * How long connections made before the gate was shut may take to be accepted and answered. Less than the second after
 * which new clients retry, because by then the port must belong to another server, or be closed.
 */
const LETTING_IN = "700 millis"

/** How long requests in flight may then take to finish; 8 seconds together with the preceding steps. */
const DRAIN = "6300 millis"

/** How many consecutive checks without requests, 10 ms apart, make the server count as quiet. */
const QUIET_CHECKS = 10

type BunServer = Bun.Server<undefined>

/** The number of requests received so far, those not answered yet, and whether the server is stopping. */
interface Traffic {
  requests: number
  readonly unanswered: ReturnType<typeof makeUnanswered>
  isStopping: boolean
}

/**
 * Stops the server gracefully. First, every answer closes its connection, so that no client sends a request on a
 * closing one. Then the gate is shut, and connections waiting behind it are accepted and answered, before the listener
 * closes. Once all requests are answered, or time is up, the rest is cut off.
 */
const drain = (server: BunServer, traffic: Traffic) =>
  Effect.gen(function* () {
    const gate = server.port === undefined ? undefined : gateOf(server.port)
    let seen = -1
    let quietChecks = 0
    const check = Effect.sync(() => {
      const isQuiet = traffic.requests === seen && server.pendingRequests === 0
      quietChecks = isQuiet && (gate === undefined || gate.waiting() === 0) ? quietChecks + 1 : 0
      seen = traffic.requests
      return quietChecks >= QUIET_CHECKS
    })
    // Runs without its own fiber: a second signal would interrupt it, and with it what is still being answered.
    const quietWithin = (time: Duration.DurationInput) =>
      Effect.repeat(check, {
        until: (isQuiet) => isQuiet,
        schedule: Schedule.upTo(Schedule.spaced("10 millis"), time)
      })
    traffic.isStopping = true
    yield* quietWithin(CLOSING)
    if (gate !== undefined) {
      gate.shut()
      quietChecks = 0
      yield* quietWithin(LETTING_IN)
    }
    void server.stop()
    yield* quietWithin(DRAIN)
    void server.stop(true)
  })

const listenFault = (host: string, port: number, error: unknown): string => {
  switch (Predicate.hasProperty(error, "code") ? error.code : undefined) {
    case "EADDRINUSE":
      return `PORT ${port} on ${host} is taken by another program: stop that one, or set PORT to a free port`
    case "EACCES":
      return `PORT ${port} on ${host}: this user has no permission for ports below 1024. Set PORT to a higher one, and let a proxy listen on ${port}`
    case "EADDRNOTAVAIL":
    case "EINVAL":
      return `HOST ${host} is not an address of this machine. Set HOST to 127.0.0.1, to 0.0.0.0 for every interface, or to one of its addresses`
    default:
      return `HOST ${host} and PORT ${port} cannot be listened on (${error instanceof Error ? error.message : String(error)}). Set them to others`
  }
}

/**
 * How often the server checks whether file descriptors are running out, and how long a request then has before it is
 * cut off.
 */
const LOOK_EVERY = "250 millis"
const SPARED_MILLIS = 2000

/**
 * Closes connections when file descriptors run out, so that new ones, including health checks, are accepted: first idle
 * ones, then if necessary all except those with a request in the last 2 seconds. Bun itself would accept nothing until
 * clients leave.
 */
const keepFilesFree = (server: BunServer, { unanswered }: Traffic) =>
  Effect.suspend(() => {
    const limit = openFilesLimit()
    const { port } = server
    if (limit === undefined || port === undefined) return Effect.void
    const cut = connectionCutter()
    const look = Effect.suspend(() => {
      if (!areFilesScarce(limit)) return Effect.void
      let closed = server.closeIdleConnections()
      if (cut !== undefined && areFilesScarce(limit)) {
        const since = performance.now() - SPARED_MILLIS
        const recent = unanswered.since(since).map((request) => server.requestIP(request)?.port)
        closed += cut(port, new Set(recent.filter((port) => port !== undefined)), limit)
      }
      return Effect.annotateLogs(
        Effect.logWarning(
          "Open files ran out, and connections were closed: raise ulimit -n, or limit clients at the proxy"
        ),
        { limit, closed }
      )
    })
    return Effect.asVoid(Effect.forkScoped(Effect.repeat(look, Schedule.spaced(LOOK_EVERY))))
  })

const cannotListen = (host: string, port: number) => (error: unknown) =>
  new CannotStart({ message: listenFault(host, port, error) })

/** Fails if HOST and PORT cannot be listened on or are in use, even by a program that shares its port. */
export const checkPort = Effect.gen(function* () {
  const { host, port } = yield* AppConfig
  const probe = yield* Effect.try({
    try: () => Bun.serve({ hostname: host, port, fetch: () => new Response(null, { status: 503 }) }),
    catch: cannotListen(host, port)
  })
  yield* Effect.promise(() => probe.stop(true))
})

/** Serves `app` on HOST and PORT while its scope is open. `isShared` lets sibling processes use the same port. */
export const server = Effect.fn("server")(function* (app: App, { isShared }: { readonly isShared: boolean }) {
  const { host, port } = yield* AppConfig
  listNoFibers()
  raiseHeaderLimit()
  const handle = webHandlerOf(app, yield* Effect.runtime<never>())
  const traffic: Traffic = { requests: 0, unanswered: makeUnanswered(), isStopping: false }
  const answer = async (request: Request, server: BunServer): Promise<Response> => {
    traffic.requests++
    const place = traffic.unanswered.add(request)
    try {
      const response = await handle(
        request,
        () => server.requestIP(request)?.address,
        () => server.timeout(request, ARRIVAL_SECONDS)
      )
      if (traffic.isStopping) response.headers.set("connection", "close")
      return response
    } finally {
      traffic.unanswered.remove(place)
    }
  }
  const running = yield* Effect.acquireRelease(
    Effect.try({
      try: (): BunServer =>
        Bun.serve({
          hostname: host,
          port,
          reusePort: isShared,
          // Bun would answer a large body with a bare 413. Instead, the input reader rejects it unread, with an
          // envelope.
          maxRequestBodySize: Number.MAX_SAFE_INTEGER,
          idleTimeout: IDLE_SECONDS,
          fetch: answer
        }),
      catch: cannotListen(host, port)
    }),
    (server) => drain(server, traffic)
  )
  yield* keepFilesFree(running, traffic)
  const advice = lowLimitAdvice()
  if (advice !== undefined) yield* Effect.logWarning(advice)
  return running
})
