import dns from "node:dns"
import { isIP } from "node:net"
import { Context } from "effect"
import { isPrivateAddress, isPublicAddress } from "../../platform/network/addresses.ts"

/** How hosts are found. Tests replace it. */
export class WebhookHosts extends Context.Reference<WebhookHosts>()("WebhookHosts", {
  defaultValue: () => ({
    /** Every IP address of a host. */
    addressesOf: async (host: string): Promise<ReadonlyArray<string>> =>
      (await dns.promises.lookup(host, { all: true })).map(({ address }) => address)
  })
}) {}

const LONGEST_URL = 2000

/** The address of a receiver; undefined unless it is an http or https URL without a user's name. */
export const parseDestination = (text: string): URL | undefined => {
  if (text.length > LONGEST_URL || !URL.canParse(text)) return undefined
  const url = new URL(text)
  url.hash = ""
  return /^https?:$/.test(url.protocol) && url.username + url.password === "" ? url : undefined
}

/** The host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "")

/** What may be connected to. */
export type Reach = "public" | "private"

/** Whether an address may be connected to. In private networks, that needs the operator's leave; outside them, https. */
const isAllowed = ({ protocol }: URL, address: string, reach: Reach): boolean =>
  (protocol === "https:" && isPublicAddress(address)) || (reach === "private" && isPrivateAddress(address))

/** Most addresses of a host that are tried. */
const MOST_TRIED = 3

/**
 * The addresses of a receiver's host, to connect to these very ones: at another look-up, the host may have others. Those
 * of IPv4 come first, because networks without IPv6 are common. Empty if the host may not be connected to, which one
 * forbidden address is enough for. Rejects if the host is unknown.
 */
export const allowedAddresses = async (
  hosts: typeof WebhookHosts.Service,
  url: URL,
  reach: Reach
): Promise<ReadonlyArray<string>> => {
  const host = hostOf(url)
  const found = isIP(host) === 0 ? await hosts.addressesOf(host) : [host]
  if (!found.every((address) => isAllowed(url, address, reach))) return []
  return found.toSorted((one, other) => isIP(one) - isIP(other)).slice(0, MOST_TRIED)
}
