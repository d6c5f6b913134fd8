import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { AuthorizationServer, Client, ClientAuth, IDToken } from "oauth4webapi"
import { AppConfig } from "../../../config.ts"
import { renewDeadline } from "../../../platform/database/work.ts"
import { inTime } from "../../../platform/network/bounded.ts"
import type { OpenIdSettings } from "../../../values/openid-setting.ts"
import { trimmed } from "../../../values/text.ts"
import { faultOf, ProviderFault } from "./faults.ts"
import { library, makeMetadata, optionsFor, ProviderWaits } from "./metadata.ts"
import { type Details, LONGEST_EMAIL, LONGEST_SUBJECT } from "./model.ts"

const MINUTE = 60_000

/** How long it counts as answering after it has last answered. */
const ANSWERS_MILLIS = MINUTE

/** How long its metadata may be used to finish a sign-in that it began. */
const FINISHES_MILLIS = 24 * 60 * MINUTE

/** How far the provider's clock may be from this one, in seconds. */
const CLOCK_TOLERANCE = 60

/** What a browser must bring back unchanged for its sign-in to be finished. */
export const Begun = Schema.Struct({ state: Schema.String, nonce: Schema.String, verifier: Schema.String })
export type Begun = typeof Begun.Type

/** A person whom the provider has identified. */
export interface Identified {
  readonly subject: string
  /** The ID token as the provider sent it. */
  readonly idToken: string
  /** What else the provider says of them, which may take another request. */
  readonly details: Effect.Effect<Details, ProviderFault>
}

/** The provider of the settings. */
export interface Provider extends Pick<OpenIdSettings, "issuer" | "clientId" | "name" | "signUp"> {
  /** Why it cannot be used now; undefined if it answers. Waits as long as a page may. */
  readonly fault: Effect.Effect<ProviderFault | undefined>
  /** Begins a sign-in: where the browser goes, and what it must bring back. */
  readonly begin: (redirectUri: string) => Effect.Effect<{ readonly to: string; readonly begun: Begun }, ProviderFault>
  /** Finishes a sign-in with the query that the provider sent the browser back with. */
  readonly finish: (
    query: URLSearchParams,
    redirectUri: string,
    begun: Begun
  ) => Effect.Effect<Identified, ProviderFault>
  /**
   * Where the browser signs out of the provider and returns from; undefined if the provider offers no such address. With
   * the ID token of the sign-in, the provider need not ask the person (OpenID Connect RP-Initiated Logout 1.0, section 2).
   */
  readonly signOutAt: (returnTo: string, idToken?: string) => Effect.Effect<string | undefined>
}

const text = (longest: number) => Schema.decodeUnknownOption(trimmed({ min: 1, max: longest }))
const nameText = text(200)
const emailText = text(LONGEST_EMAIL)

const detailsOf = (claims: Readonly<Record<string, unknown>>): Details => {
  const email = Option.getOrUndefined(emailText(claims.email))
  const name = Option.getOrUndefined(nameText(claims.name))
  const userName = Option.getOrUndefined(nameText(claims.preferred_username))
  return {
    verifiedEmail: claims.email_verified === true ? email : undefined,
    name: name ?? userName,
    account: email ?? userName ?? name
  }
}

/** Asks the provider; what it answers wrongly counts as `otherwise`. */
const asking = <A>(ask: () => Promise<A>, otherwise: "unusable" | "refused") =>
  Effect.tryPromise({ try: ask, catch: (error) => faultOf(error, otherwise) }).pipe(Effect.ensuring(renewDeadline))

type Library = Awaited<ReturnType<typeof library>>

/** How the provider recognises this service: in the header if it accepts that, else in the form. */
const authenticationFor = (oauth: Library, metadata: AuthorizationServer, secret: string): ClientAuth => {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
  return !methods.includes("client_secret_basic") && methods.includes("client_secret_post")
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret)
}

const isUnknownKey = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "OAUTH_KEY_SELECTION_FAILED"

/** What is known of the provider. */
interface At {
  readonly settings: OpenIdSettings
  readonly waits: typeof ProviderWaits.Service
  readonly metadata: ReturnType<typeof makeMetadata>
}

/** Verifies a signature with the provider's keys, which are fetched again if they lack the one that signed. */
const verify = async (
  { settings: { issuer }, waits, metadata }: At,
  oauth: Library,
  provider: AuthorizationServer,
  response: Response
) => {
  const options = optionsFor(oauth, issuer, waits)
  try {
    await oauth.validateApplicationLevelSignature(provider, response, options)
  } catch (error) {
    if (!isUnknownKey(error)) throw error
    await oauth.validateApplicationLevelSignature(metadata.forgetKeys(provider), response, options)
  }
}

/** What the provider says of somebody beside the ID token. */
const userInfo = async (
  at: At,
  provider: AuthorizationServer,
  client: Client,
  accessToken: string,
  subject: string
) => {
  const oauth = await library()
  const options = optionsFor(oauth, at.settings.issuer, at.waits)
  const response = await oauth.userInfoRequest(provider, client, accessToken, options)
  const isSigned = response.headers.get("content-type")?.startsWith("application/jwt") === true
  const claims = await oauth.processUserInfoResponse(provider, client, subject, response)
  if (isSigned) await verify(at, oauth, provider, response)
  return claims
}

const begin = async ({ settings: { issuer, clientId }, metadata }: At, redirectUri: string) => {
  const oauth = await library()
  const provider = await metadata.get(ANSWERS_MILLIS)
  const isHttps = issuer.protocol === "https:"
  const endpoint = provider.authorization_endpoint ?? ""
  if (!URL.canParse(endpoint) || !(isHttps ? /^https:/ : /^https?:/).test(endpoint))
    throw new ProviderFault({ reason: "unusable", detail: "its metadata has no https authorization_endpoint" })
  const begun: Begun = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier()
  }
  const to = new URL(endpoint)
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email profile",
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256"
  }
  for (const [name, value] of Object.entries(query)) to.searchParams.set(name, value)
  return { to: to.href, begun }
}

const finish = async (at: At, query: URLSearchParams, redirectUri: string, begun: Begun): Promise<Identified> => {
  const { issuer, clientId, clientSecret } = at.settings
  const oauth = await library()
  const provider = await at.metadata.get(FINISHES_MILLIS)
  const client: Client = { client_id: clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE }
  const answer = oauth.validateAuthResponse(provider, client, query, begun.state)
  const authentication = authenticationFor(oauth, provider, Redacted.value(clientSecret))
  const response = await oauth.authorizationCodeGrantRequest(
    ...[provider, client, authentication, answer, redirectUri, begun.verifier, optionsFor(oauth, issuer, at.waits)]
  )
  const tokens = await oauth.processAuthorizationCodeResponse(provider, client, response, {
    expectedNonce: begun.nonce,
    requireIdToken: true
  })
  await verify(at, oauth, provider, response)
  const claims: IDToken | undefined = oauth.getValidatedIdTokenClaims(tokens)
  const { id_token: idToken } = tokens
  if (claims === undefined || idToken === undefined || claims.sub === "" || claims.sub.length > LONGEST_SUBJECT)
    throw new ProviderFault({ reason: "refused", detail: "it names no subject of 1 to 255 characters" })
  const isComplete = claims.email !== undefined && claims.email_verified !== undefined && claims.name !== undefined
  const more =
    isComplete || provider.userinfo_endpoint === undefined
      ? Effect.succeed({})
      : asking(() => userInfo(at, provider, client, tokens.access_token, claims.sub), "refused")
  return { subject: claims.sub, idToken, details: Effect.map(more, (others) => detailsOf({ ...claims, ...others })) }
}

const faultAt = async ({ waits, metadata }: At): Promise<ProviderFault | undefined> => {
  const asked = metadata.getGently(ANSWERS_MILLIS).then(
    () => "answers" as const,
    (error) => faultOf(error, "unusable")
  )
  const found = await inTime(waits.page, () => asked)
  if (found === "answers") return undefined
  return found ?? new ProviderFault({ reason: "unreachable", detail: "it does not answer in time" })
}

const signOutAt = async (
  { settings: { clientId }, metadata }: At,
  returnTo: string,
  idToken: string | undefined
): Promise<string | undefined> => {
  const { end_session_endpoint: endpoint } = await metadata.getGently(FINISHES_MILLIS)
  if (endpoint === undefined || !URL.canParse(endpoint) || !/^https?:/.test(endpoint)) return undefined
  const to = new URL(endpoint)
  to.searchParams.set("client_id", clientId)
  to.searchParams.set("post_logout_redirect_uri", returnTo)
  if (idToken !== undefined) to.searchParams.set("id_token_hint", idToken)
  return to.href
}

/** The provider of these settings. It keeps the provider's metadata and keys. */
export const makeProvider = (settings: OpenIdSettings, waits: typeof ProviderWaits.Service): Provider => {
  const { issuer, clientId, name, signUp } = settings
  const at: At = { settings, waits, metadata: makeMetadata(issuer, waits) }
  return {
    issuer,
    clientId,
    name,
    signUp,
    fault: Effect.ensuring(
      Effect.promise(() => faultAt(at)),
      renewDeadline
    ),
    begin: (redirectUri) => asking(() => begin(at, redirectUri), "unusable"),
    finish: (query, redirectUri, begun) => asking(() => finish(at, query, redirectUri, begun), "refused"),
    signOutAt: (returnTo, idToken) =>
      asking(() => signOutAt(at, returnTo, idToken), "unusable").pipe(Effect.orElseSucceed(() => undefined))
  }
}

/** The OpenID provider with which people may sign in, if the settings name one. */
export class OpenIdProvider extends Context.Tag("OpenIdProvider")<OpenIdProvider, Option.Option<Provider>>() {}

export const layer = Layer.effect(
  OpenIdProvider,
  Effect.map(Effect.all([AppConfig, ProviderWaits]), ([{ openId }, waits]) =>
    Option.map(openId, (settings) => makeProvider(settings, waits))
  )
)
