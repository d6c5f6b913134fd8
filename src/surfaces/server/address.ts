import type { HttpServerRequest } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../../config.ts"
import { MisdirectedRequest, OriginNotAllowed } from "../../contract/errors.ts"
import { ownAddresses } from "../web/own-address.ts"

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

/** Accepts only requests sent to one of the service's addresses, which prevents DNS rebinding and detects wrong routing. */
export class BaseAddress extends Context.Tag("BaseAddress")<
  BaseAddress,
  {
    /**
     * The failure to report; undefined if the request was sent to one of them. `peer` is the address of the
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
  Effect.map(AppConfig, (config) => {
    const own = ownAddresses(config)
    const { origin } = config.baseUrl
    return BaseAddress.of({
      refusal: (request, peer) => {
        if (own.named(own.authorityOf(request, peer)) !== undefined) return undefined
        const { host, "x-forwarded-host": forwarded } = request.headers
        const isProxied = own.isForwarded(request, peer)
        const received = isProxied ? named("X-Forwarded-Host", forwarded) : named("Host", host)
        const ignored =
          forwarded !== undefined && !isProxied
            ? ` ${named("X-Forwarded-Host", forwarded)} was ignored, because TRUSTED_PROXIES does not include the sender.`
            : ""
        return new MisdirectedRequest({
          message: `This service answers at ${origin} only, but this request has ${received}. Send it to that address. (Its operator sets that address as BASE_URL, and further ones as ALSO_BASE_URLS.)${ignored}`
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
  Effect.map(AppConfig, (config) => {
    const own = ownAddresses(config)
    return Origin.of({
      refusal: (origin) =>
        origin === undefined || config.allowedOrigins.includes(origin) || own.isOwn(origin)
          ? undefined
          : new OriginNotAllowed({
              message:
                "Requests from this browser origin are not allowed. Call from a server, script or agent, or have the operator add the origin to ALLOWED_ORIGINS."
            })
    })
  })
)
