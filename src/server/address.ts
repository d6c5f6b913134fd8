import type { HttpServerRequest } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../config.ts"
import { MisdirectedRequest, OriginNotAllowed } from "../contract/errors.ts"

/** Accepts only requests sent to the service's base address. It guards against DNS rebinding and wrong routing. */
export class BaseAddress extends Context.Tag("BaseAddress")<
  BaseAddress,
  {
    /** `peer` is the address that the connection comes from, if known. */
    readonly check: (
      request: HttpServerRequest.HttpServerRequest,
      peer: string | undefined
    ) => Effect.Effect<void, MisdirectedRequest>
  }
>() {}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }

export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d{1,3}){3}$/.test(hostname)

/** Host and port of an authority such as `example.com:8080`, or undefined if it is malformed. */
const parseAuthority = (authority: string, protocol: string) => {
  const text = `${protocol}//${authority}`
  if (!/^[\w.:[\]-]+$/.test(authority) || !URL.canParse(text)) return undefined
  const { hostname, port } = new URL(text)
  return { hostname, port: port || DEFAULT_PORTS[protocol] }
}

/** Whether `authority` is the base address. If the base is a loopback address, every loopback name matches. */
export const isBaseAuthority = (authority: string, baseUrl: URL): boolean => {
  const given = parseAuthority(authority, baseUrl.protocol)
  const base = parseAuthority(baseUrl.host, baseUrl.protocol)
  if (given === undefined || base === undefined || given.port !== base.port) return false
  return given.hostname === base.hostname || (isLoopback(given.hostname) && isLoopback(base.hostname))
}

export const layerBaseAddress = Layer.effect(
  BaseAddress,
  Effect.map(AppConfig, ({ baseUrl, trustedProxies }) => {
    const verdicts = new Map<string, boolean>()
    const isBase = (authority: string): boolean => {
      const known = verdicts.get(authority)
      if (known !== undefined) return known
      const verdict = isBaseAuthority(authority, baseUrl)
      // Callers choose the text, so only valid authorities are cached: there are few of them.
      if (verdict) verdicts.set(authority, verdict)
      return verdict
    }
    return BaseAddress.of({
      check: (request, peer) => {
        const isProxied = peer !== undefined && trustedProxies.includes(peer)
        const forwarded = isProxied ? request.headers["x-forwarded-host"] : undefined
        const authority = forwarded ?? request.headers.host ?? ""
        return isBase(authority)
          ? Effect.void
          : Effect.fail(
              new MisdirectedRequest({
                message: `This service answers at ${baseUrl.origin} only; send the request there. (Its operator sets that address as BASE_URL.)`
              })
            )
      }
    })
  })
)

/** Accepts browser requests only from the service's own pages and from the origins in ALLOWED_ORIGINS. */
export class Origin extends Context.Tag("Origin")<
  Origin,
  {
    /** `origin` is the Origin header; undefined for servers and agents, which send none. */
    readonly check: (origin: string | undefined) => Effect.Effect<void, OriginNotAllowed>
  }
>() {}

export const layerOrigin = Layer.effect(
  Origin,
  Effect.map(AppConfig, ({ allowedOrigins, baseUrl }) => {
    const isOwn = (origin: string) => {
      const scheme = `${baseUrl.protocol}//`
      return origin.startsWith(scheme) && isBaseAuthority(origin.slice(scheme.length), baseUrl)
    }
    return Origin.of({
      check: (origin) =>
        origin === undefined || allowedOrigins.includes(origin) || isOwn(origin)
          ? Effect.void
          : Effect.fail(
              new OriginNotAllowed({
                message:
                  "Requests from this browser origin are not allowed. Call from a server, script or agent, or have the operator add the origin to ALLOWED_ORIGINS."
              })
            )
    })
  })
)
