import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../config.ts"
import { OriginNotAllowed } from "../contract/errors.ts"
import { isBaseAuthority } from "./base-address.ts"

/** Lets browsers in only from the service's own pages and from the origins it was told to allow. */
export class Origin extends Context.Tag("Origin")<
  Origin,
  {
    /** `origin` is the request's header; servers and agents send none. */
    readonly check: (origin: string | undefined) => Effect.Effect<void, OriginNotAllowed>
  }
>() {}

export const layer = Layer.effect(
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
