import type { HttpServerRequest } from "@effect/platform"
import ipaddr from "ipaddr.js"
import type { Limits } from "../caller/limits.ts"
import { ActivityDay } from "../values/activity-day.ts"
import { type Buckets, fullBuckets, type Taking, takeFrom } from "./buckets.ts"
import type { Arrival } from "./outcome.ts"

/** Most addresses that are remembered. The one that was first seen gives way. */
const MOST_ADDRESSES = 20_000

/** An IPv6 network of this size belongs to one customer. */
const IPV6_PREFIX = 64

/** The address that limits count: an IPv4 address, or an IPv6 network. */
const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return "unknown"
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_PREFIX}`).toString()
    : parsed.toString()
}

/** The client's address: the last one in X-Forwarded-For that is no trusted proxy, if a trusted proxy has sent it. */
export const clientAddress = (
  { headers }: HttpServerRequest.HttpServerRequest,
  peer: string | undefined,
  trustedProxies: ReadonlyArray<string>
): string => {
  if (peer === undefined || !trustedProxies.includes(peer)) return networkOf(peer ?? "")
  const hops = (headers["x-forwarded-for"] ?? "").split(",").map((hop) => hop.trim())
  return networkOf(hops.findLast((hop) => !trustedProxies.includes(hop)) || peer)
}

/**
 * Limits requests without a user by the address they come from. Each process counts for itself. The buckets are those
 * of a user: reads, writes, and writes a day.
 */
export const makeAddressLimits = (limits: Limits, trustedProxies: ReadonlyArray<string>) => {
  const byAddress = new Map<string, Buckets>()

  /** Takes one call. Returns whether it is allowed. */
  return (request: HttpServerRequest.HttpServerRequest, { at, peer }: Arrival, access: "read" | "write"): boolean => {
    const address = clientAddress(request, peer?.(), trustedProxies)
    const day = ActivityDay.make(new Date(at).toISOString().slice(0, 10))
    const taking: Taking = { access, limits, now: at, day }
    const { allowed, buckets } = takeFrom(byAddress.get(address) ?? fullBuckets(taking), taking)
    const [first] = byAddress.size >= MOST_ADDRESSES && !byAddress.has(address) ? byAddress.keys() : []
    if (first !== undefined) byAddress.delete(first)
    byAddress.set(address, buckets)
    return allowed
  }
}
