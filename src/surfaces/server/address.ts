import type { HttpServerRequest } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../../config.ts"
import { MisdirectedRequest, OriginNotAllowed } from "../../contract/errors.ts"
import { isBaseAuthority, isOwnOrigin } from "../web/own-address.ts"

/** Most characters of a received header repeated in an answer: the longest host name, and a port. */
const MOST_SHOWN = 259

/**
 * A received header for people. Only characters that a host can contain are repeated from its value; others become `?`.
 */
const named = (header: string, value: string | undefined): string => {
  if (value === undefined || value === "") return `no ${header} header`
  const shown = value.slice(0, MOST_SHOWN).replace(/[^\w.:[\]-]/g, "?")
  return `${header}: ${shown}${value.length > MOST_SHOWN ? "…" : ""}`
}

/** Accepts only requests sent to the service's base address, which prevents DNS rebinding and detects wrong routing. */
export class BaseAddress extends Context.Tag("BaseAddress")<
  BaseAddress,
  {
    /**
     * The failure to report; undefined if the request was sent to the base address. `peer` is the address of the
     * connection, if known.
     */
    readonly refusal: (
      request: HttpServerRequest.HttpServerRequest,
      peer: () => string | undefined
    ) => MisdirectedRequest | undefined
  }
>() {}

export const layerBaseAddress = Layer.effect(
  BaseAddress,
  Effect.map(AppConfig, ({ baseUrl, trustedProxies }) => {
    // Strangers choose the text, and the base address can be written in countless ways, so results are not cached.
    const isBase = (authority: string): boolean => authority === baseUrl.host || isBaseAuthority(authority, baseUrl)
    return BaseAddress.of({
      refusal: ({ headers }, peer) => {
        const forwarded = headers["x-forwarded-host"]
        const isProxied = forwarded !== undefined && !trustedProxies.isEmpty && trustedProxies.has(peer() ?? "")
        if (isBase((isProxied ? forwarded : headers.host) ?? "")) return undefined
        const received = isProxied ? named("X-Forwarded-Host", forwarded) : named("Host", headers.host)
        const ignored =
          forwarded !== undefined && !isProxied
            ? ` ${named("X-Forwarded-Host", forwarded)} was ignored, because TRUSTED_PROXIES does not include the sender.`
            : ""
        return new MisdirectedRequest({
          message: `This service answers at ${baseUrl.origin} only, but this request has ${received}. Send it to that address. (Its operator sets that address as BASE_URL.)${ignored}`
        })
      }
    })
  })
)

/** Accepts browser requests only from the service's own pages and from the origins in ALLOWED_ORIGINS. */
export class Origin extends Context.Tag("Origin")<
  Origin,
  {
    /**
     * The failure to report; undefined if the origin is allowed. `origin` is the Origin header; servers and agents send
     * none.
     */
    readonly refusal: (origin: string | undefined) => OriginNotAllowed | undefined
  }
>() {}

export const layerOrigin = Layer.effect(
  Origin,
  Effect.map(AppConfig, ({ allowedOrigins, baseUrl }) => {
    return Origin.of({
      refusal: (origin) =>
        origin === undefined || allowedOrigins.includes(origin) || isOwnOrigin(origin, baseUrl)
          ? undefined
          : new OriginNotAllowed({
              message:
                "Requests from this browser origin are not allowed. Call from a server, script or agent, or have the operator add the origin to ALLOWED_ORIGINS."
            })
    })
  })
)
