import { DateTime, Effect } from "effect"
import { ClientId, LIFETIME } from "../../../../src/annexes/identity/connected-apps/model.ts"
import { newSecret } from "../../../../src/annexes/identity/connected-apps/secrets.ts"
import { GrantStore } from "../../../../src/annexes/identity/connected-apps/store.ts"
import { randomText } from "../../../../src/values/ids.ts"
import { BASE_URL, type Person, type Service } from "../../../support/app.ts"

export const RESOURCE = `${BASE_URL}/v1/mcp`
export const VERIFIER = "correct-horse-battery-staple-correct-horse-battery"
export const CHALLENGE = new Bun.CryptoHasher("sha256").update(VERIFIER).digest("base64url")
export const CALLBACK = "https://agent.example.com/callback"

type Form = Readonly<Record<string, string | undefined>>

const encoded = (form: Form) =>
  new URLSearchParams(
    Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined)
  ).toString()

/** Posts a form to an endpoint; `peer` is the client's address. */
export const post = (service: Service, path: string, form: Form | string, init: { readonly peer?: string } = {}) =>
  service.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: typeof form === "string" ? form : encoded(form),
    ...init
  })

let registrations = 0

/** Registers a client, from another address each time unless `peer` is one. */
export const register = async (service: Service, metadata: unknown, init: { readonly peer?: string } = {}) => {
  registrations++
  const response = await service.fetch("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof metadata === "string" ? metadata : JSON.stringify(metadata),
    peer: `198.51.${Math.floor(registrations / 250) % 250}.${registrations % 250}`,
    ...init
  })
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers
  }
}

/** A registered client. */
export const newClient = async (service: Service, redirectUris: ReadonlyArray<string> = [CALLBACK]) => {
  const { status, body } = await register(service, { client_name: "Agent", redirect_uris: redirectUris })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return String(body.client_id)
}

/** A code as a person's consent makes it. */
export const newCode = (
  service: Service,
  person: Person,
  clientId: string,
  { mayWrite = true, redirectUri = CALLBACK }: { readonly mayWrite?: boolean; readonly redirectUri?: string } = {}
): Promise<string> =>
  service.run(
    Effect.gen(function* () {
      const store = yield* GrantStore
      const { text, hash } = yield* newSecret("code", "test", person.id)
      yield* store.addCode({
        userId: person.id,
        hash,
        consentId: yield* randomText(16),
        clientId: ClientId.make(clientId),
        clientName: "Agent",
        redirectUri,
        challenge: CHALLENGE,
        mayWrite,
        expiresAt: DateTime.add(yield* DateTime.now, { millis: LIFETIME.code })
      })
      return text
    })
  )

export interface Tokens {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/** The answer of the token endpoint. */
export const askForTokens = async (service: Service, form: Form) => {
  const response = await post(service, "/oauth/token", form)
  const body = (await response.json()) as Tokens & { readonly error?: string; readonly error_description?: string }
  return { status: response.status, body, headers: response.headers }
}

export const codeForm = (clientId: string, code: string, changed: Form = {}): Form => ({
  grant_type: "authorization_code",
  client_id: clientId,
  code,
  redirect_uri: CALLBACK,
  code_verifier: VERIFIER,
  resource: RESOURCE,
  ...changed
})

export const refreshForm = (clientId: string, token: string, changed: Form = {}): Form => ({
  grant_type: "refresh_token",
  client_id: clientId,
  refresh_token: token,
  resource: RESOURCE,
  ...changed
})

/** A client that a person has connected, with its first tokens. */
export const connect = async (service: Service, person: Person, options: { readonly mayWrite?: boolean } = {}) => {
  const clientId = await newClient(service)
  const code = await newCode(service, person, clientId, options)
  const { status, body } = await askForTokens(service, codeForm(clientId, code))
  if (status !== 200) throw new Error(JSON.stringify(body))
  const refresh = (token: string, changed: Form = {}) => askForTokens(service, refreshForm(clientId, token, changed))
  return { clientId, code, tokens: body, refresh }
}

/** The status of a call with a token. */
export const statusWith = async (service: Service, token: string): Promise<number> =>
  (await service.fetch("/v1/me", { headers: { authorization: `Bearer ${token}` } })).status

/** The apps of a person, as the settings list them. */
export const appsOf = (service: Service, person: Person) =>
  service.run(
    Effect.gen(function* () {
      return yield* (yield* GrantStore).list(person.id, yield* DateTime.now)
    })
  )

/** The path of a client's request for authorization. */
export const authorizePath = (clientId: string, changed: Form = {}): string =>
  `/oauth/authorize?${encoded({
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    state: "st &=?",
    resource: RESOURCE,
    ...changed
  })}`

/** The parameters that a redirect brings to the client. */
export const answerIn = (location: string | null): Readonly<Record<string, string>> =>
  Object.fromEntries(new URL(location ?? "none:").searchParams)
