/** Longest redirect URI, in characters, and most URIs of one client. */
export const LONGEST_REDIRECT = 512
export const MOST_REDIRECTS = 10

/** Cursor's desktop app, the only client known to use a scheme of its own. */
const KNOWN_SCHEMES: ReadonlyArray<string> = ["cursor://anysphere.cursor-mcp/oauth/callback"]

/** The characters of a URI without a fragment. */
const URI = /^[\w\-.~:/?[\]@!$&'()*+,;=%]+$/
const HTTPS = /^https:\/\/[\w-]+(\.[\w-]+)*(:\d{1,5})?([/?]|$)/
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?([/?].*|$)/

const isLoopback = (uri: string): boolean => LOOPBACK.test(uri)

/**
 * Whether a client may have this redirect URI: https, plain http to this machine, or a known scheme, without user info
 * and fragment.
 */
export const isRedirect = (uri: string): boolean =>
  uri.length <= LONGEST_REDIRECT &&
  URI.test(uri) &&
  (KNOWN_SCHEMES.includes(uri) || ((HTTPS.test(uri) || isLoopback(uri)) && URL.canParse(uri)))

/** A loopback URI without its port, which native apps choose when they start. */
const withoutPort = (uri: string): string => uri.replace(LOOPBACK, "$1$2")

/**
 * Whether a client with these redirect URIs may be answered at `uri`, which must match byte for byte, except for a
 * loopback port.
 */
export const isRegistered = (redirectUris: ReadonlyArray<string>, uri: string): boolean =>
  isRedirect(uri) &&
  redirectUris.some(
    (registered) =>
      registered === uri || (isLoopback(uri) && isLoopback(registered) && withoutPort(registered) === withoutPort(uri))
  )

/** Where a redirect leads, for people. */
export const placeOf = (uri: string): string => {
  const { protocol, host } = new URL(uri)
  return isLoopback(uri) ? `this device (${host})` : protocol === "https:" ? host : `${protocol}//${host}`
}

/** The source that a form may lead to, for its Content-Security-Policy. The policy cannot express IPv6 addresses. */
export const sourceOf = (uri: string): string => {
  const { protocol, hostname, origin } = new URL(uri)
  return protocol === "https:" || (protocol === "http:" && !hostname.startsWith("[")) ? origin : protocol
}

/** A redirect URI with parameters added to its query. */
export const withParameters = (uri: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams(given)}`
}
