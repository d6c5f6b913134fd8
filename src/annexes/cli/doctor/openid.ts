import { Effect, Option } from "effect"
import { AppConfig } from "../../../config.ts"
import { ProviderWaits } from "../../identity/openid/metadata.ts"
import { makeProvider } from "../../identity/openid/provider.ts"
import { OPENID_CALLBACK_PATH } from "../../page/frame/paths.ts"
import { type Check, check } from "./check.ts"

/** Checks whether the OpenID provider answers as its issuer; no check if there is none. */
export const openIdChecks: Effect.Effect<ReadonlyArray<Check>, never, AppConfig> = Effect.gen(function* () {
  const { openId, baseUrl, alsoBaseUrls } = yield* AppConfig
  if (Option.isNone(openId)) return []
  const { issuer } = openId.value
  const redirects = [baseUrl, ...alsoBaseUrls].map(({ origin }) => `${origin}${OPENID_CALLBACK_PATH}`)
  const [main = ""] = redirects
  const begun = yield* Effect.either(makeProvider(openId.value, yield* ProviderWaits).begin(main))
  if (begun._tag === "Left") {
    const { reason, detail } = begun.left
    const next =
      reason === "unreachable"
        ? "People sign in with login links and passkeys in the meantime"
        : "Set OIDC_ISSUER to the issuer exactly as the provider's /.well-known/openid-configuration has it"
    return [check("openid", "warn", `${issuer.href} cannot be used: ${detail}. ${next}`)]
  }
  const plain =
    issuer.protocol === "https:" ? "" : ". OIDC_ISSUER is not https: whoever reads the network can take a sign-in over"
  return [
    check(
      "openid",
      plain === "" ? "ok" : "warn",
      `${issuer.href} answers. Its client must allow the redirect URIs ${redirects.join(" and ")}${plain}`
    )
  ]
})
