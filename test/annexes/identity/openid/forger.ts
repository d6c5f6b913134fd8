import { Option, Redacted } from "effect"
import type { OpenIdSettings } from "../../../../src/values/openid-setting.ts"

type Claims = Readonly<Record<string, unknown>>

/** What the token endpoint answers, if it is not a good answer. */
export interface Forgery {
  /** Claims beside the right ones; undefined leaves one out. */
  readonly claims?: Claims
  readonly header?: Claims
  /** Signs the text; by default with the provider's key. */
  readonly sign?: (text: string, forger: { readonly secret: string }) => Promise<string> | string
  /** Replaces the whole answer. */
  readonly answer?: () => Response | Promise<Response>
  readonly userInfo?: Claims
}

const SECRET = "the client's secret"

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const newKey = async (kid: string) => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify"
  ])
  return {
    kid,
    privateKey,
    jwk: { ...(await crypto.subtle.exportKey("jwk", publicKey)), kid, use: "sig", alg: "ES256" }
  }
}

export const signWith = async ({ privateKey }: Pick<Awaited<ReturnType<typeof newKey>>, "privateKey">, text: string) =>
  Buffer.from(
    await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, new TextEncoder().encode(text))
  ).toString("base64url")

export { newKey }

/** A provider that answers as the test says. It checks nothing, so all checks are the service's. */
export const startForger = async () => {
  let key = await newKey("first")
  let forgery: Forgery = {}
  let nonce = ""
  let metadata: Claims = {}
  const asked: Array<string> = []
  const delays = new Map<string, number>()

  const idToken = async (issuer: string): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: "fettle", sub: "forged", iat: now, exp: now + 300, nonce, ...forgery.claims }
    const text = `${encoded({ alg: "ES256", kid: key.kid, ...forgery.header })}.${encoded(claims)}`
    const signature = await (forgery.sign ?? ((each: string) => signWith(key, each)))(text, { secret: SECRET })
    return `${text}.${signature}`
  }

  const answers: Readonly<Record<string, (issuer: string) => Response | Promise<Response>>> = {
    "/.well-known/openid-configuration": (issuer) =>
      Response.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        id_token_signing_alg_values_supported: ["ES256", "HS256", "none"],
        ...metadata
      }),
    "/jwks": () => Response.json({ keys: [key.jwk] }),
    "/token": async (issuer) =>
      forgery.answer?.() ??
      Response.json({ access_token: "access", token_type: "Bearer", id_token: await idToken(issuer) }),
    "/userinfo": () => Response.json({ sub: "forged", name: "Forged", ...forgery.userInfo })
  }

  const listen = (port: number) =>
    Bun.serve({
      port,
      hostname: "127.0.0.1",
      fetch: async (request) => {
        const { pathname, origin } = new URL(request.url)
        asked.push(pathname)
        await Bun.sleep(delays.get(pathname) ?? 0)
        return answers[pathname]?.(origin) ?? new Response(null, { status: 404 })
      }
    })
  let server = listen(0)
  const issuer = `http://127.0.0.1:${server.port}`
  const settings: OpenIdSettings = {
    issuer: new URL(issuer),
    clientId: "fettle",
    clientSecret: Redacted.make(SECRET),
    name: "Forger",
    // Whoever is let in becomes a user, so that nothing else stops a forgery.
    signUp: true
  }
  return {
    issuer,
    openId: Option.some(settings),
    asked,
    forge: (next: Forgery) => {
      forgery = next
    },
    /** The nonce that the token will have. */
    answersNonce: (text: string) => {
      nonce = text
    },
    describes: (changed: Claims) => {
      metadata = changed
    },
    rotate: async () => {
      key = await newKey("second")
    },
    delay: (path: string, millis: number) => delays.set(path, millis),
    forget: () => {
      forgery = {}
      metadata = {}
      delays.clear()
      asked.length = 0
    },
    stop: () => server.stop(true),
    start: () => {
      server = listen(Number(new URL(issuer).port))
    }
  }
}
