import type { Settings } from "../../config.ts"

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }

export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d{1,3}){3}$/.test(hostname)

/** Whether requests to the base address travel over a network without encryption. */
export const isUnencrypted = ({ protocol, hostname }: URL): boolean => protocol === "http:" && !isLoopback(hostname)

/** Whether a text is a host name or an IP address, with or without a port, and nothing else. */
export const isAuthority = (text: string | undefined): text is string =>
  text !== undefined && /^[\w.:[\]-]{1,259}$/.test(text) && URL.canParse(`http://${text}`)

/** Host and port of an authority such as `example.com:8080`, or undefined if it is malformed. */
const parseAuthority = (authority: string, protocol: string) => {
  const text = `${protocol}//${authority}`
  if (!/^[\w.:[\]-]+$/.test(authority) || !URL.canParse(text)) return undefined
  const { hostname, port } = new URL(text)
  return { hostname, port: port || DEFAULT_PORTS[protocol] }
}

/** Whether `authority` is the base address. If the base is a loopback address, every loopback name matches. */
export const isBaseAuthority = (authority: string, baseUrl: URL): boolean => {
  const given = parseAuthority(authority, baseUrl.protocol)
  const base = parseAuthority(baseUrl.host, baseUrl.protocol)
  if (given === undefined || base === undefined || given.port !== base.port) return false
  return given.hostname === base.hostname || (isLoopback(given.hostname) && isLoopback(base.hostname))
}

/** Whether a browser's origin is the service's own, by any of its names. */
export const isOwnOrigin = (origin: string, baseUrl: URL): boolean => {
  const scheme = `${baseUrl.protocol}//`
  return origin.startsWith(scheme) && isBaseAuthority(origin.slice(scheme.length), baseUrl)
}

/** What a request says about the host that it was sent to. */
interface Sent {
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** The addresses at which the service answers: BASE_URL, and those of ALSO_BASE_URLS. */
export const ownAddresses = ({
  baseUrl,
  alsoBaseUrls,
  trustedProxies
}: Pick<Settings, "baseUrl" | "alsoBaseUrls" | "trustedProxies">) => {
  const all = [baseUrl, ...alsoBaseUrls]

  /** Whether a trusted proxy has forwarded the request. `peer` is the address of the connection, if known. */
  const isForwarded = ({ headers }: Sent, peer: () => string | undefined): boolean =>
    headers["x-forwarded-host"] !== undefined && !trustedProxies.isEmpty && trustedProxies.has(peer() ?? "")

  /** The host and port that a client named; undefined if it named none. */
  const authorityOf = (sent: Sent, peer: () => string | undefined): string | undefined =>
    sent.headers[isForwarded(sent, peer) ? "x-forwarded-host" : "host"]

  // Strangers choose the text, and an address can be written in countless ways, so results are not cached.
  const named = (authority: string | undefined): URL | undefined =>
    authority === baseUrl.host ? baseUrl : all.find((address) => isBaseAuthority(authority ?? "", address))

  return {
    isForwarded,
    authorityOf,
    /** The address with this host and port; undefined if the service does not answer there. */
    named,
    /** The address that an accepted request was sent to. */
    of: (sent: Sent, peer: () => string | undefined = () => undefined): URL =>
      (alsoBaseUrls.length === 0 ? undefined : named(authorityOf(sent, peer))) ?? baseUrl,
    /** Whether a browser's origin is the service's own, at any of its addresses. */
    isOwn: (origin: string): boolean => all.some((address) => isOwnOrigin(origin, address))
  }
}

/**
 * The address to hand to another device or program by somebody who uses `address`: BASE_URL, unless that is this
 * machine alone and `address` is not.
 */
export const sharedAddress = (baseUrl: URL, address: URL): URL =>
  isLoopback(baseUrl.hostname) && !isLoopback(address.hostname) ? address : baseUrl
