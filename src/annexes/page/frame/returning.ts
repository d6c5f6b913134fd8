import type { HttpServerRequest } from "@effect/platform"
import { Data, DateTime, Effect, Option } from "effect"
import { hourlyShare, makeAddressLimits } from "../../../call/address-limits.ts"
import type { Arrival } from "../../../call/outcome.ts"
import { AppConfig } from "../../../config.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import { LIFETIME, LONGEST_REQUEST } from "../../identity/connected-apps/model.ts"
import { newRequestKey, requestHashOf } from "../../identity/connected-apps/secrets.ts"
import { RequestStore } from "../../identity/connected-apps/store.ts"
import { LONGEST_IN_COOKIE, sitesOf } from "./cookies.ts"
import type { Page } from "./page.ts"

type Request = HttpServerRequest.HttpServerRequest

/** One address's share of MOST_WAITING_REQUESTS: what may be kept for it at once, and again every hour. */
const SHARE = 50

/** Requests that wait for a sign-in queue separately, so that they do not hold up the service's own work. */
const waiting = onBehalfOf("waiting requests")

/** Too many requests wait for a sign-in. */
class TooManyWaiting extends Data.TaggedError("TooManyWaiting") {}

/**
 * Where a sign-in leads: the address is in a cookie, or, if it is too long for one, in the database under a random key,
 * which only this browser's cookie holds.
 */
export const makeReturning = Effect.gen(function* () {
  const config = yield* AppConfig
  const siteOf = sitesOf(config)
  const requests = yield* RequestStore
  const isWithinShare = makeAddressLimits(hourlyShare(SHARE), config.trustedProxies)

  return {
    /**
     * The cookie's value for an address; undefined if it is too long and its page does not need it. Fails if too many
     * are kept, for this client's network or in all.
     */
    keep: Effect.fnUntraced(function* (page: Page, to: string, request: Request, arrival: Arrival) {
      if (encodeURIComponent(to).length <= LONGEST_IN_COOKIE) return to
      if (page.keepsLongAddress !== true || to.length > LONGEST_REQUEST) return undefined
      if (!isWithinShare(request, arrival, "write")) return yield* new TooManyWaiting()
      const createdAt = DateTime.unsafeMake(arrival.at)
      const expiresAt = DateTime.add(createdAt, { millis: LIFETIME.waiting })
      const { text, hash } = yield* newRequestKey
      const isKept = yield* waiting(requests.keep({ hash, address: to, createdAt, expiresAt }))
      return isKept ? text : yield* new TooManyWaiting()
    }),

    /** The address to which a browser returns, once if it is kept. */
    taken: (request: Request, arrival: Arrival): Effect.Effect<string | undefined> => {
      const value = siteOf(request, arrival).cookies.returning.read(request)
      const hash = requestHashOf(value ?? "")
      return hash === undefined
        ? Effect.succeed(value)
        : Effect.map(waiting(requests.take(hash, DateTime.unsafeMake(arrival.at))), Option.getOrUndefined)
    }
  }
})
