import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import type { IsAllowed } from "../../../call/address-limits.ts"
import type { Route } from "../../../surfaces/web/router.ts"
import { tooManyView } from "./errors.tsx"
import { respondWith } from "./respond.tsx"

/** How many seconds to wait after too many requests. */
export const RETRY_SECONDS = "5"

/** The answer to an address that has sent too many requests. */
export const tooManyAnswer = (path: string) => ({
  outcome: {},
  response: HttpServerResponse.setHeader(
    respondWith(tooManyView, { current: path, standing: undefined, nav: [] }),
    "retry-after",
    RETRY_SECONDS
  )
})

/** Public pages, limited by address: a GET counts as a read, a POST as a write. */
export const limitedByAddress = (routes: ReadonlyArray<Route>, isAllowed: IsAllowed): ReadonlyArray<Route> =>
  routes.map(({ handler, ...route }) => {
    const tooMany = tooManyAnswer(route.path)
    return {
      ...route,
      handler: (request, arrival) =>
        isAllowed(request, arrival, route.method === "GET" ? "read" : "write")
          ? handler(request, arrival)
          : Effect.succeed(tooMany)
    }
  })
