import { Effect, Layer } from "effect"
import { sweepOf } from "../../call/sweep.ts"
import { sweepApps } from "../../features/connected-apps/connected-apps.ts"
import { connectedApps } from "../../features/connected-apps/index.ts"
import { signIn } from "../../features/sign-in/index.ts"

/** Who somebody is: login links, passkeys and sessions of people; the authorization server for connected apps. */
export const identity = {
  name: "identity",
  operations: Effect.succeed([]),
  stores: {
    sql: Layer.merge(connectedApps.sql, signIn.sql),
    memory: Layer.merge(connectedApps.memory, signIn.memory)
  },
  services: Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("../../surfaces/page/session.ts")),
      ({ layer }) => layer
    )
  ),
  tokenKinds: Effect.flatMap(
    Effect.promise(() => import("../../surfaces/oauth/access-tokens.ts")),
    ({ accessTokens }) => Effect.map(accessTokens, (kind) => [kind])
  ),
  routes: Effect.flatMap(
    Effect.promise(() => import("../../surfaces/oauth/endpoints.ts")),
    ({ oauthRoutes }) => oauthRoutes
  ),
  counted: [],
  sweep: sweepOf("codes and tokens of apps", sweepApps)
}
