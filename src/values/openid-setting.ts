import { Config, ConfigError, Either, Option, Redacted } from "effect"
import { onOrOff, setting, text } from "./setting.ts"

/** The OpenID provider with which people may sign in. */
export interface OpenIdSettings {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  /** How the page calls it. */
  readonly name: string
  /** Whether a person whom nobody has linked to a user becomes a new one. */
  readonly signUp: boolean
}

const parseIssuer = (value: string): URL | undefined => {
  if (!URL.canParse(value)) return undefined
  const url = new URL(value)
  return /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === "" ? url : undefined
}

const optional = (url: URL | undefined) => (url === undefined ? undefined : Option.some(url))

const incomplete = (name: string) =>
  Either.left(
    ConfigError.InvalidData(
      [name],
      "is missing: signing in with OpenID Connect needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET"
    )
  )

/** The provider of the settings `OIDC_…`; none if none of the three that it needs is set. */
export const openIdSetting: Config.Config<Option.Option<OpenIdSettings>> = Config.all({
  issuer: setting(
    "OIDC_ISSUER",
    "",
    (value) => (value === "" ? Option.none<URL>() : optional(parseIssuer(value))),
    "must be the provider's issuer, an https URL such as https://auth.example.com"
  ),
  clientId: text("OIDC_CLIENT_ID", ""),
  clientSecret: setting(
    "OIDC_CLIENT_SECRET",
    "",
    (value) => Redacted.make(value),
    "must be text",
    () => ""
  ),
  name: text("OIDC_NAME", "OpenID Connect"),
  signUp: onOrOff("OIDC_SIGN_UP", "off")
}).pipe(
  Config.mapOrFail(({ issuer, clientId, clientSecret, name, signUp }) => {
    const hasSecret = Redacted.value(clientSecret) !== ""
    if (Option.isNone(issuer))
      return clientId === "" && !hasSecret ? Either.right(Option.none()) : incomplete("OIDC_ISSUER")
    if (clientId === "") return incomplete("OIDC_CLIENT_ID")
    if (!hasSecret) return incomplete("OIDC_CLIENT_SECRET")
    return Either.right(Option.some({ issuer: issuer.value, clientId, clientSecret, name, signUp }))
  })
)
