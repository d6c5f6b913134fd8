import { Effect, Layer } from "effect"
import { sweepOf } from "../../call/sweep.ts"
import { sweepApps } from "./connected-apps/connected-apps.ts"
import { connectedApps } from "./connected-apps/index.ts"
import { signIn } from "./sign-in/index.ts"

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
      Effect.promise(() => import("./sign-in/session.ts")),
      ({ layer }) => layer
    )
  ),
  ports: Layer.empty,
  tokenKinds: Effect.flatMap(
    Effect.promise(() => import("./oauth/access-tokens.ts")),
    ({ accessTokens }) => Effect.map(accessTokens, (kind) => [kind])
  ),
  routes: Effect.flatMap(
    Effect.promise(() => import("./oauth/endpoints.ts")),
    ({ oauthRoutes }) => oauthRoutes
  ),
  counted: [],
  sweep: sweepOf("codes and tokens of apps", sweepApps)
}
