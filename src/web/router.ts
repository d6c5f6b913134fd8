import type { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import type { Effect } from "effect"
import type { Exchange } from "../call/exchange.ts"

/** What answers one method of one path; it may fail with anything, the boundary makes an answer of it. */
export type Route = (
  request: HttpServerRequest.HttpServerRequest,
  exchange: Exchange
) => Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>

/** In place of a method: every one that is not routed by its own name. */
export const ANY = "*"

/** Every path that is served, and what answers each of its methods. All paths are fixed, so finding one is a look-up. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Route>>

export const routes = (entries: Iterable<readonly [method: string, path: string, route: Route]>): Routes => {
  const byPath = new Map<string, Map<string, Route>>()
  for (const [method, path, route] of entries) {
    const methods = byPath.get(path) ?? new Map<string, Route>()
    if (methods.has(method)) throw new Error(`${method} ${path} is routed twice`)
    byPath.set(path, methods.set(method, route))
  }
  return byPath
}
