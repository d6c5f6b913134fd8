const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }

export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d{1,3}){3}$/.test(hostname)

/** Whether requests to the base address travel over a network without encryption. */
export const isUnencrypted = ({ protocol, hostname }: URL): boolean => protocol === "http:" && !isLoopback(hostname)

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
