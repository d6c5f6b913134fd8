import { Effect, Layer } from "effect"
import { sweepOf } from "../../call/sweep.ts"
import { sweepApps } from "./connected-apps/connected-apps.ts"
import { connectedApps } from "./connected-apps/index.ts"
import { openId } from "./openid/index.ts"
import { signIn } from "./sign-in/index.ts"

/**
 * Who somebody is: login links, passkeys, an OpenID provider and sessions of people; the authorization server for
 * connected apps.
 */
export const identity = {
  name: "identity",
  operations: Effect.succeed([]),
  stores: {
    sql: Layer.mergeAll(connectedApps.sql, signIn.sql, openId.sql),
    memory: Layer.mergeAll(connectedApps.memory, signIn.memory, openId.memory)
  },
  services: Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => Promise.all([import("./sign-in/session.ts"), import("./openid/provider.ts")])),
      ([sessions, provider]) => Layer.merge(sessions.layer, provider.layer)
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
  works: Effect.void,
  sweep: sweepOf("codes and tokens of apps", sweepApps)
}
