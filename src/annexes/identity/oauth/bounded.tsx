/** @jsxImportSource hono/jsx */
import type { HttpServerRequest } from "@effect/platform"
import { Effect } from "effect"
import { parseFields, queryOf } from "../../../surfaces/web/exchange.ts"
import type { Route } from "../../../surfaces/web/router.ts"
import { respondWith } from "../../page/frame/respond.tsx"
import type { View } from "../../page/frame/view.ts"
import { LONGEST_REQUEST, LONGEST_STATE } from "../connected-apps/model.ts"
import { PATHS } from "./metadata.ts"

const tooLong = (what: string, length: number, most: number): View => ({
  title: "This request is too long",
  status: 400,
  content: (
    <section class="card">
      <h1>This request is too long</h1>
      <p>
        {what} has {length.toLocaleString("en")} characters, and at most {most.toLocaleString("en")} are accepted. The
        app that sent you here has to shorten it; tell its makers.
      </p>
      <p>
        <a href="/app">Go to your page</a>
      </p>
    </section>
  )
})

/** The page for a request that is too long to be answered, or to be kept while its person signs in. */
const refusalOf = (request: HttpServerRequest.HttpServerRequest): View | undefined => {
  const { state } = parseFields(queryOf(request))
  if (typeof state === "string" && state.length > LONGEST_STATE)
    return tooLong("Its parameter “state”", state.length, LONGEST_STATE)
  const { length } = request.url
  return length > LONGEST_REQUEST ? tooLong("It", length, LONGEST_REQUEST) : undefined
}

/** Refuses requests that are too long, whether their person is signed in or not. */
export const boundedRoutes = (routes: ReadonlyArray<Route>): ReadonlyArray<Route> =>
  routes.map(({ handler, ...route }) => ({
    ...route,
    handler: (request, arrival) => {
      const view = refusalOf(request)
      return view === undefined
        ? handler(request, arrival)
        : Effect.succeed({
            outcome: {},
            response: respondWith(view, { current: PATHS.authorize, standing: undefined, nav: [] })
          })
    }
  }))
