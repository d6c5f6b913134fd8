import type { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import type { Arrival, Outcome } from "../../call/outcome.ts"

/** A response, and the outcome that it reports. */
export interface Answer {
  readonly response: HttpServerResponse.HttpServerResponse
  readonly outcome: Outcome
}

/** Answers a request. It may fail with anything; the boundary turns failures into answers. */
export type Handler = (request: HttpServerRequest.HttpServerRequest, arrival: Arrival) => Effect.Effect<Answer, unknown>

/** How operations are offered: over REST, MCP, or the pages of a signed-in person. Devices have a separate endpoint. */
export type Surface = "rest" | "mcp" | "page" | "ingest"

export interface Route {
  readonly method: string
  readonly path: string
  /** The surface it is logged and counted under; undefined for public pages and probes. */
  readonly surface: Surface | undefined
  readonly handler: Handler
  /** Whether the path is served under every host name: probes and scrapers address a machine, not the service. */
  readonly takesAnyHost?: boolean
  /** Whether the path is open to browsers on every origin, as that of a public OAuth endpoint. */
  readonly takesAnyOrigin?: boolean
}

/** Stands for every method without a route of its own. */
export const ANY = "*"

/** The routes of one path, by method. */
export interface Place {
  readonly surface: Surface | undefined
  readonly takesAnyHost: boolean
  readonly takesAnyOrigin: boolean
  readonly handlers: ReadonlyMap<string, Handler>
}

/** The page that browsers get for unknown paths below /app. */
export const NOWHERE_PATH = "/app/nowhere"

/** Every path that is served. All paths are fixed, so a route is found by one look-up. */
export type Places = ReadonlyMap<string, Place>

export const placesOf = (routes: Iterable<Route>): Places => {
  const places = new Map<string, Omit<Place, "handlers"> & { readonly handlers: Map<string, Handler> }>()
  for (const { method, path, surface, handler, takesAnyHost = false, takesAnyOrigin = false } of routes) {
    const place = places.get(path) ?? { surface, takesAnyHost, takesAnyOrigin, handlers: new Map<string, Handler>() }
    if (place.handlers.has(method)) throw new Error(`${method} ${path} is routed twice`)
    if (place.surface !== surface) throw new Error(`${path} belongs to two surfaces`)
    if (place.takesAnyHost !== takesAnyHost || place.takesAnyOrigin !== takesAnyOrigin)
      throw new Error(`${path} has two rules for hosts or origins`)
    place.handlers.set(method, handler)
    places.set(path, place)
  }
  return places
}

const NOTHING_KNOWN: Outcome = {}

/** Answers a request without authentication, and never fails. */
export type Respond = (
  request: HttpServerRequest.HttpServerRequest
) => Effect.Effect<HttpServerResponse.HttpServerResponse>

/** A GET route without authentication. */
export const open = (path: string, respond: Respond, surface?: Surface): Route => ({
  method: "GET",
  path,
  surface,
  handler: (request) => Effect.map(respond(request), (response) => ({ response, outcome: NOTHING_KNOWN }))
})
