import { Effect, Option, Predicate, Schema } from "effect"
import { AppConfig } from "../../../config.ts"
import type { Addresses } from "../../../platform/network/addresses.ts"
import { isBaseAuthority, isUnencrypted } from "../../../surfaces/web/own-address.ts"
import { isServing } from "./address.ts"
import { check } from "./check.ts"

const ANSWER_WITHIN_MILLIS = 5000

/** The answer to a request to BASE_URL, as far as it shows where the request went. */
interface Answer {
  readonly status: number
  readonly location: string | null
  readonly requestId: string
  readonly text: string
}

/** Sends a request to BASE_URL as a client would; fails with the reason if nothing answers. */
const ask = (url: string) =>
  Effect.tryPromise({
    try: async (): Promise<Answer> => {
      const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_WITHIN_MILLIS) })
      return {
        status: answer.status,
        location: answer.headers.get("location"),
        requestId: answer.headers.get("request-id") ?? "",
        text: await answer.text()
      }
    },
    catch: (error) =>
      error instanceof Error && error.name === "TimeoutError"
        ? "no answer within 5 seconds"
        : Predicate.hasProperty(error, "code")
          ? String(error.code)
          : String(error)
  })

const HOST_IS_LOST =
  "Let the proxy pass on the Host header; or let it send X-Forwarded-Host, and set TRUSTED_PROXIES to its address"

/** What is wrong if something other than Fettle answers; undefined if there is nothing to report. */
const strangerAt = (origin: string, { status, location }: Answer): string => {
  if (location !== null) return `${origin} redirects to ${location}. Set BASE_URL to the address without redirects`
  if (status >= 502 && status <= 504)
    return `${origin} answers ${status}: the proxy there does not reach this server. Point it at HOST and PORT`
  return `${origin} answers ${status}, and not as this server does. Let the proxy there pass every path on to HOST and PORT, or correct BASE_URL`
}

const Refusal = Schema.parseJson(Schema.Struct({ error: Schema.Struct({ message: Schema.String }) }))

/** Checks with a running server, which refuses requests with another host and states which one arrived. */
const faultOfRunning = (origin: string) =>
  Effect.map(ask(`${origin}/v1/me`), (answer) => {
    if (!answer.requestId.startsWith("req_")) return strangerAt(origin, answer)
    if (answer.status !== 421) return undefined
    const said = Option.match(Schema.decodeOption(Refusal)(answer.text), {
      onNone: () => "",
      onSome: ({ error }) => ` (${error.message.split(". ", 1)[0]})`
    })
    return `${origin} comes back with another host${said}. ${HOST_IS_LOST}`
  })

/** The headers and the peer of a request to BASE_URL as it arrived. */
interface Arrival {
  readonly peer: string
  readonly headers: Headers
}

/** What is wrong with a request that came back; undefined if nothing is. */
const faultOfArrival = (baseUrl: URL, trustedProxies: Addresses, { peer, headers }: Arrival): string | undefined => {
  const isTrusted = trustedProxies.has(peer)
  const forwarded = headers.get("x-forwarded-for")
  const authority = (isTrusted ? headers.get("x-forwarded-host") : null) ?? headers.get("host") ?? ""
  if (!isBaseAuthority(authority, baseUrl))
    return `${baseUrl.origin} comes back with the host ${authority}. ${HOST_IS_LOST}`
  if (forwarded !== null && !isTrusted)
    return `${baseUrl.origin} comes back through ${peer}, which TRUSTED_PROXIES does not name, so all clients count as one address. Set TRUSTED_PROXIES to ${peer}`
  return forwarded === null && baseUrl.protocol === "https:"
    ? `${baseUrl.origin} comes back without X-Forwarded-For, so all clients count as one address. Let the proxy send it, and set TRUSTED_PROXIES to ${peer}`
    : undefined
}

/** If no server is running, listens in its place to see how a request to BASE_URL arrives. */
const faultWhenStopped = Effect.gen(function* () {
  const { host, port, baseUrl, trustedProxies } = yield* AppConfig
  const path = `/doctor-${crypto.randomUUID()}`
  const arrivals: Array<Arrival> = []
  yield* Effect.acquireRelease(
    Effect.try({
      try: () =>
        Bun.serve({
          hostname: host,
          port,
          fetch: (request, server) => {
            if (new URL(request.url).pathname !== path) return new Response(null, { status: 503 })
            arrivals.push({ peer: server.requestIP(request)?.address ?? "", headers: request.headers })
            return new Response(path)
          }
        }),
      catch: () => "HOST and PORT cannot be listened on: see the check of the port"
    }),
    (server) => Effect.promise(() => server.stop(true))
  )
  const answer = yield* ask(`${baseUrl.origin}${path}`)
  const [arrival] = arrivals
  return arrival === undefined || answer.text !== path
    ? strangerAt(baseUrl.origin, answer)
    : faultOfArrival(baseUrl, trustedProxies, arrival)
}).pipe(Effect.scoped)

/**
 * Checks whether a request to BASE_URL reaches this server with everything it needs. It is sent from this machine, so a
 * firewall that blocks others goes unnoticed.
 */
export const baseUrlCheck = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  const { origin } = baseUrl
  const fault = yield* Effect.if(isServing, { onTrue: () => faultOfRunning(origin), onFalse: () => faultWhenStopped })
  if (fault !== undefined) return check("base-url", "warn", `BASE_URL: ${fault}`)
  return isUnencrypted(baseUrl)
    ? check(
        "base-url",
        "warn",
        `BASE_URL: ${origin} comes back to this server, but tokens travel unencrypted. Let a proxy handle TLS, and set BASE_URL to its https address`
      )
    : check("base-url", "ok", `A request to ${origin} comes back to this server`)
}).pipe(
  Effect.catchAll((reason) =>
    Effect.map(AppConfig, ({ baseUrl }) =>
      check(
        "base-url",
        "warn",
        `BASE_URL: ${baseUrl.origin} cannot be reached from here (${reason}). Correct BASE_URL, or start the proxy that has this address`
      )
    )
  )
)
