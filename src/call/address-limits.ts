import type { HttpServerRequest } from "@effect/platform"
import { Record } from "effect"
import { LIMITS, type Limits } from "../contract/handler/limits.ts"
import { type Addresses, clientNetwork } from "../platform/network/addresses.ts"
import { ActivityDay } from "../values/activity-day.ts"
import { type Buckets, fullBuckets, type Taking, takeFrom } from "./buckets.ts"
import type { Arrival } from "./outcome.ts"

/** Most addresses to remember; beyond that, the one seen first is dropped. */
const MOST_ADDRESSES = 20_000

/**
 * The client's network: that of the connection, or if it comes from a trusted proxy, of the last address in
 * X-Forwarded-For that is not one (the first if all are).
 */
const clientAddress = (
  { headers }: HttpServerRequest.HttpServerRequest,
  peer: string | undefined,
  trustedProxies: Addresses
): string => {
  if (peer === undefined || !trustedProxies.has(peer)) return clientNetwork(peer ?? "")
  const hops = (headers["x-forwarded-for"] ?? "").split(",").map((hop) => hop.trim())
  return clientNetwork(hops.findLast((hop) => !trustedProxies.has(hop)) || hops[0] || peer)
}

/** Limits of one address that may send `amount` writes at once, and as many again every hour. */
export const hourlyShare = (amount: number): Limits => ({
  ...Record.map(LIMITS, ({ default: usual }) => usual),
  writesPerMinute: amount / 60,
  writesBurst: amount
})

/**
 * Limits unauthenticated requests by client address, with the same buckets as a user: reads, writes, and writes a day.
 * Each process counts on its own.
 */
export const makeAddressLimits = (limits: Limits, trustedProxies: Addresses) => {
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

/** Takes one call from the buckets of a request's address. Returns whether it is allowed. */
export type IsAllowed = ReturnType<typeof makeAddressLimits>
