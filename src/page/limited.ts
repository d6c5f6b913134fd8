import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import type { IsAllowed } from "../call/address-limits.ts"
import type { Route } from "../web/router.ts"
import { tooManyView } from "./errors.tsx"
import { respondWith } from "./respond.tsx"

/** After how many seconds somebody with too many requests is told to try again. */
export const RETRY_SECONDS = "5"

/** Pages that are open to everybody, limited by address: a GET is a read, and a POST a write. */
export const limitedByAddress = (routes: ReadonlyArray<Route>, isAllowed: IsAllowed): ReadonlyArray<Route> =>
  routes.map(({ handler, ...route }) => {
    const response = HttpServerResponse.setHeader(
      respondWith(tooManyView, { current: route.path, standing: undefined, nav: [] }),
      "retry-after",
      RETRY_SECONDS
    )
    return {
      ...route,
      handler: (request, arrival) =>
        isAllowed(request, arrival, route.method === "GET" ? "read" : "write")
          ? handler(request, arrival)
          : Effect.succeed({ response, outcome: {} })
    }
  })
