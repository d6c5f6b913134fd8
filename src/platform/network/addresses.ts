import ipaddr from "ipaddr.js"

/** An IPv6 network of this size belongs to one customer. */
const IPV6_PREFIX = 64

type Address = ReturnType<typeof ipaddr.process>

/** Parses an IP address. An IPv4 address mapped into IPv6 becomes an IPv4 address. */
const parse = (text: string): Address | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(":") && ipaddr.IPv6.isValid(text))
    ? ipaddr.process(text)
    : undefined

/**
 * The part of IPv6 in which networks have been assigned. Addresses outside it lead nowhere, or stand for IPv4
 * addresses.
 */
const ASSIGNED_IPV6 = ipaddr.IPv6.parseCIDR("2000::/4")

/** Whether an IP address is on the public internet. Private, loopback, link-local, reserved, translated, tunnelled and unassigned ranges are not. */
export const isPublicAddress = (address: string): boolean => {
  const parsed = parse(address)
  if (parsed === undefined || parsed.range() !== "unicast") return false
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(ASSIGNED_IPV6)
}

/** Ranges of private networks, among them those of overlay networks and this machine itself. */
const PRIVATE: ReadonlyArray<string> = ["private", "loopback", "carrierGradeNat", "uniqueLocal"]

/** Addresses in these ranges at which clouds hand out a machine's credentials. */
const METADATA: ReadonlyArray<string> = ["100.100.100.200", "fd00:ec2:0:0:0:0:0:254"]

/**
 * Whether an IP address is in a private network or of this machine. Link-local addresses, at which clouds hand out
 * credentials, are not.
 */
export const isPrivateAddress = (address: string): boolean => {
  const parsed = parse(address)
  return parsed !== undefined && PRIVATE.includes(parsed.range()) && !METADATA.includes(parsed.toNormalizedString())
}

/** The network that belongs to one client: an IPv4 address, or an IPv6 network; `unknown` for any other text. */
export const clientNetwork = (address: string): string => {
  const parsed = parse(address)
  if (parsed === undefined) return "unknown"
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_PREFIX}`).toString()
    : parsed.toString()
}

/** A set of IP addresses. */
export interface Addresses {
  readonly isEmpty: boolean
  /** False for text that is not an IP address. */
  readonly has: (address: string) => boolean
}

const BITS = { ipv4: 32, ipv6: 128 }

const parseRange = (item: string): readonly [Address, number] | undefined => {
  const [, address = "", prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(item) ?? []
  const parsed = parse(address)
  if (parsed === undefined) return undefined
  const bits = prefix === undefined ? BITS[parsed.kind()] : Number(prefix)
  return bits <= BITS[parsed.kind()] ? [parsed, bits] : undefined
}

/**
 * The addresses of a list of addresses and networks in CIDR notation, such as `10.0.0.0/8` and `2001:db8::/32`.
 * Undefined if an item is neither.
 */
export const addresses = (items: ReadonlyArray<string>): Addresses | undefined => {
  const ranges = items.flatMap((item) => {
    const range = parseRange(item)
    return range === undefined ? [] : [range]
  })
  if (ranges.length < items.length) return undefined
  return {
    isEmpty: ranges.length === 0,
    has: (text) => {
      const address = parse(text)
      return (
        address !== undefined &&
        ranges.some(([network, bits]) => address.kind() === network.kind() && address.match([network, bits]))
      )
    }
  }
}
