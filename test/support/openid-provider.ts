import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Option, Redacted } from "effect"
import Provider, { type Configuration, type KoaContextWithOIDC } from "oidc-provider"
import type { OpenIdSettings } from "../../src/values/openid-setting.ts"
import { freePort } from "./process.ts"

/** What the provider says of somebody. */
export interface Account {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly preferred_username?: string
}

export const CLIENT = { id: "fettle", secret: "a secret of the client, with %, + and :" }

const formOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

const page = (body: string) => `<!doctype html><html lang="en"><title>Provider</title><main>${body}</main></html>`

const LOGIN = page(
  `<form method="post"><label>Subject <input name="subject"></label><button>Enter</button><button name="abort" value="1">Abort</button></form>`
)

/** Asks a browser whether its person wants to leave, unless the client has shown whom it signed in, as Keycloak does. */
const logoutSource = (ctx: KoaContextWithOIDC, form: string): void => {
  const isKnown = ctx.oidc.entities.IdTokenHint?.payload.sub === ctx.oidc.session?.accountId
  const rest = isKnown
    ? `<input type="hidden" form="op.logoutForm" name="logout" value="yes"><script>document.forms[0].submit()</script>`
    : `<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`
  ctx.body = page(`${form}${rest}`)
}

/** A real OpenID provider (`oidc-provider`) on a port of its own, whose people are the ones of `accounts`. */
export const startProvider = async (origins: ReadonlyArray<string>, changed: Configuration = {}) => {
  const port = Number(await freePort())
  const issuer = `http://127.0.0.1:${port}`
  const accounts = new Map<string, Account>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: origins.map((origin) => `${origin}/app/openid/callback`),
        post_logout_redirect_uris: origins.map((origin) => `${origin}/app/sign-in`)
      }
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "preferred_username"] },
    cookies: { keys: ["of the test"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource } },
    findAccount: (_, id) => {
      const account = accounts.get(id)
      return account === undefined ? undefined : { accountId: id, claims: () => ({ sub: id, ...account }) }
    },
    // Everybody has consented.
    loadExistingGrant: async ({ oidc }) => {
      const { accountId } = oidc.session ?? {}
      const grant = new oidc.provider.Grant({ clientId: CLIENT.id, ...(accountId === undefined ? {} : { accountId }) })
      grant.addOIDCScope("openid email profile")
      await grant.save()
      return grant
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ...changed
  })
  const rest = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST") return response.setHeader("content-type", "text/html").end(LOGIN)
    const form = await formOf(request)
    const subject = form.get("subject") ?? ""
    const outcome =
      form.has("abort") || !accounts.has(subject) ? { error: "access_denied" } : { login: { accountId: subject } }
    return provider.interactionFinished(request, response, outcome)
  }
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/interaction/") !== true) return rest(request, response)
    return interact(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  const listen = () => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  await listen()

  const settings: OpenIdSettings = {
    issuer: new URL(issuer),
    clientId: CLIENT.id,
    clientSecret: Redacted.make(CLIENT.secret),
    name: "Home & Co",
    signUp: false
  }
  return {
    issuer,
    accounts,
    settings,
    openId: (changed: Partial<OpenIdSettings> = {}) => Option.some({ ...settings, ...changed }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
    start: listen
  }
}

export type RealProvider = Awaited<ReturnType<typeof startProvider>>

/** A browser at the provider: it keeps cookies, and follows redirects as far as the provider's own pages go. */
export const atProvider = ({ issuer }: Pick<RealProvider, "issuer">) => {
  const cookies = new Map<string, string>()
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, cookie } })
    for (const header of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (value === "") cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  /** Follows redirects; returns the address that leads away from the provider, or the last page. */
  const follow = async (
    url: string,
    init: RequestInit = {}
  ): Promise<{ readonly url: string; readonly html: string }> => {
    const response = await ask(url, init)
    const location = response.headers.get("location")
    if (location === null) return { url, html: await response.text() }
    const next = new URL(location, url).href
    return next.startsWith(issuer) ? follow(next) : { url: next, html: "" }
  }
  return {
    cookies,
    follow,
    /** Signs in as `subject` where the provider asks for it, and returns the address that leads back. */
    signIn: async (to: string, fields: Readonly<Record<string, string>>): Promise<string> => {
      const asked = await follow(to)
      if (!asked.url.startsWith(`${issuer}/interaction/`)) return asked.url
      const body = new URLSearchParams(fields)
      return (await follow(asked.url, { method: "POST", body })).url
    }
  }
}
