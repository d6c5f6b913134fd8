import { type Random, randomOf } from "../../../hostile/random.ts"

/** What a hostile client may know: valid values, to be mixed with wrong ones. */
export interface Known {
  readonly cookie: string
  readonly clientId: string
  readonly redirectUri: string
  readonly code: string
  readonly refreshToken: string
  readonly accessToken: string
  readonly formToken: string
  readonly consent: string
}

export interface HostileRequest {
  readonly path: string
  readonly init: RequestInit
}

const WRONG: ReadonlyArray<string> = [
  "",
  " ",
  "null",
  "undefined",
  "0",
  "-1",
  "1e309",
  "\u0000",
  "\ud800",
  "😀".repeat(50),
  "a".repeat(9000),
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "' OR 1=1 --",
  "javascript:alert(1)",
  "https://evil.example.com/callback",
  "https://evil.example.com\\@agent.example.com/callback",
  "http://127.0.0.1:1/callback",
  "https://localhost/client.json",
  "https://169.254.169.254/client.json",
  "%00",
  "%",
  "%zz",
  "\r\nset-cookie: a=b",
  "__proto__",
  "constructor",
  "fettle_code_test_",
  "fettle_refresh_live_0000000000000000000000000000000000000000000000000_0000000"
]

const PATHS = ["/oauth/authorize", "/oauth/token", "/oauth/register", "/oauth/revoke"]
const METADATA = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/v1/mcp"
]
const METHODS = ["GET", "POST", "POST", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD"]
const TYPES = [
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded; charset=utf-16",
  "application/json",
  "text/plain",
  "multipart/form-data; boundary=x",
  ""
]

const rightFields = (known: Known, random: Random): Record<string, string> => ({
  response_type: "code",
  client_id: known.clientId,
  redirect_uri: known.redirectUri,
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
  state: "state",
  scope: "fettle:read fettle:write",
  resource: "http://localhost:3000/v1/mcp",
  grant_type: random.pick(["authorization_code", "refresh_token"]),
  code: known.code,
  refresh_token: known.refreshToken,
  code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  token: random.pick([known.refreshToken, known.accessToken]),
  form_token: known.formToken,
  consent: known.consent,
  action: random.pick(["allow", "deny"]),
  write: "yes"
})

/** Some of the right parameters, some wrong, some omitted, some twice. */
const parameters = (known: Known, random: Random): string => {
  const pairs = Object.entries(rightFields(known, random)).flatMap(([name, value]) => {
    if (random.chance(0.12)) return []
    const given = random.chance(0.15) ? random.pick(WRONG) : value
    // Half of a surrogate pair cannot be encoded: it is sent as bytes that are not UTF-8.
    const encoded = given.isWellFormed() ? encodeURIComponent(given) : "%ed%a0%80"
    const pair = `${name}=${random.chance(0.05) ? given.replaceAll(/[^!-~]|[&#]/g, "") : encoded}`
    return random.chance(0.04) ? [pair, pair] : [pair]
  })
  if (random.chance(0.1)) pairs.push(`${encodeURIComponent(random.pick(["__proto__", "request", "prompt", "x"]))}=1`)
  return pairs.join("&")
}

const json = (known: Known, random: Random): string => {
  const value = (): unknown =>
    random.pick<unknown>([...WRONG, known.redirectUri, null, 1, true, [], {}, [[]], { a: { b: {} } }])
  const uris = random.pick<unknown>([
    [known.redirectUri],
    [value()],
    value(),
    Array.from({ length: random.below(20) }, () => known.redirectUri),
    Array.from({ length: 10 }, (_, n) => `${known.redirectUri}/${n}`)
  ])
  const text = JSON.stringify({ client_name: random.pick([value(), "Agent"]), redirect_uris: uris, x: value() })
  return random.chance(0.1) ? text.slice(0, random.below(text.length)) : text
}

/** A request derived from its seed. */
export const hostileRequest = (seed: number, known: Known): HostileRequest => {
  const random = randomOf(seed)
  const path = random.chance(0.1) ? random.pick(METADATA) : random.pick(PATHS)
  const method = random.chance(0.6) && path !== "/oauth/authorize" ? "POST" : random.pick(METHODS)
  const hasBody = method !== "GET" && method !== "HEAD" && method !== "OPTIONS"
  const isJson = path === "/oauth/register" ? random.chance(0.9) : random.chance(0.05)
  const type = random.chance(0.9) ? TYPES[isJson ? 2 : 0] : random.pick(TYPES)
  const query = path === "/oauth/authorize" || random.chance(0.1) ? `?${parameters(known, random)}` : ""
  return {
    path: `${path}${query.replaceAll("#", "")}`,
    init: {
      method,
      headers: {
        ...(hasBody ? { "content-type": type ?? "" } : {}),
        ...(random.chance(0.7) ? { cookie: known.cookie } : {}),
        ...(random.chance(0.8)
          ? { origin: "http://localhost:3000" }
          : { origin: random.pick(["null", "https://e.example"]) }),
        ...(random.chance(0.1) ? { authorization: random.pick(["Basic x", "Bearer x", "Basic YTpi"]) } : {})
      },
      ...(hasBody ? { body: isJson ? json(known, random) : parameters(known, random) } : {})
    }
  }
}

const CODES = new Set([
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "invalid_target",
  "invalid_redirect_uri",
  "invalid_client_metadata",
  "unsupported_grant_type",
  "unsupported_response_type",
  "access_denied",
  "temporarily_unavailable"
])

/** The fault of an answer: it must be one of OAuth, or a page without scripts, and lead nowhere else. */
export const faultOf = async (response: Response, known: Known): Promise<string | undefined> => {
  const { status, headers } = response
  const text = await response.text()
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`
  const location = headers.get("location")
  if (location !== null && location !== "/app/sign-in" && !location.startsWith(`${known.redirectUri}?`))
    return `leads to ${location}`
  if ([204, 303, 304].includes(status) || text === "") return undefined
  if (headers.get("content-type")?.startsWith("text/html") === true) {
    const policy = headers.get("content-security-policy") ?? ""
    const isSafe = policy.includes("frame-ancestors 'none'") && policy.includes("script-src 'none'")
    return isSafe && !/<script/i.test(text) ? undefined : `an unsafe page: ${policy}`
  }
  const body: unknown = JSON.parse(text)
  if (status < 300) return undefined
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : undefined
  // An unknown path, one without such a method, and a foreign origin are answered in the envelope of the API.
  if (status === 404 || (status === 403 && text.includes('"code":"origin_not_allowed"'))) return undefined
  return typeof error === "string" && CODES.has(error) ? undefined : `no error of OAuth: ${text.slice(0, 200)}`
}
