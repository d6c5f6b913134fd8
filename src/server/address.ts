import type { HttpServerRequest } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../config.ts"
import { MisdirectedRequest, OriginNotAllowed } from "../contract/errors.ts"
import { isBaseAuthority, isOwnOrigin } from "../web/own-address.ts"

/** Accepts only requests sent to the service's base address. It guards against DNS rebinding and wrong routing. */
export class BaseAddress extends Context.Tag("BaseAddress")<
  BaseAddress,
  {
    /** `peer` tells the address that the connection comes from, if known. */
    readonly check: (
      request: HttpServerRequest.HttpServerRequest,
      peer: () => string | undefined
    ) => Effect.Effect<void, MisdirectedRequest>
  }
>() {}

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
        const isProxied = trustedProxies.length > 0 && trustedProxies.includes(peer() ?? "")
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
    return Origin.of({
      check: (origin) =>
        origin === undefined || allowedOrigins.includes(origin) || isOwnOrigin(origin, baseUrl)
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
