import type { HttpServerRequest } from "@effect/platform"
import { Effect } from "effect"
import { isOfType, readBytes } from "../../../surfaces/web/exchange.ts"
import { fault, type OAuthFault } from "./answers.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Largest body of a client's request, in bytes: 10 KB. */
const MOST_BYTES = 10_240

const utf8 = new TextDecoder("utf-8", { fatal: true })

const bodyOf = (request: Request): Effect.Effect<string, OAuthFault> => {
  const tooLarge = fault("invalid_request", "The body may have 10 KB at most.")
  if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES) return tooLarge
  return readBytes(request).pipe(
    Effect.mapError(({ details }) => fault("invalid_request", `The body ${details.fields[0]?.message}.`)),
    Effect.flatMap((bytes) =>
      bytes.byteLength > MOST_BYTES
        ? tooLarge
        : Effect.try({
            try: () => utf8.decode(bytes),
            catch: () => fault("invalid_request", "The body is not valid UTF-8.")
          })
    )
  )
}

/** The parameters of a request, by name. Empty ones count as absent. */
export type Fields = ReadonlyMap<string, string>

/** The parameters of a query or form. RFC 6749 forbids repeating one. */
export const fieldsOf = (encoded: string): Effect.Effect<Fields, OAuthFault> => {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(encoded)) {
    if (fields.has(name)) return fault("invalid_request", "A parameter is given more than once.")
    // No parameter may contain it, and the database would refuse it.
    if (value.includes("\u0000")) return fault("invalid_request", `${name} holds a character that is not allowed.`)
    fields.set(name, value)
  }
  return Effect.succeed(new Map([...fields].filter(([, value]) => value !== "")))
}

/** The parameters of a request's form. */
export const readForm = (request: Request): Effect.Effect<Fields, OAuthFault> =>
  isOfType(request, "application/x-www-form-urlencoded")
    ? Effect.flatMap(bodyOf(request), fieldsOf)
    : fault("invalid_request", "The body must be a form, sent as application/x-www-form-urlencoded.")

/** A request's JSON. */
export const readJson = (request: Request): Effect.Effect<unknown, OAuthFault> =>
  isOfType(request, "application/json")
    ? Effect.flatMap(bodyOf(request), (body) =>
        Effect.try({
          try: (): unknown => JSON.parse(body),
          catch: () => fault("invalid_client_metadata", "The body is not valid JSON.")
        })
      )
    : fault("invalid_client_metadata", "The body must be JSON, sent as application/json.")

/** A required parameter. */
export const required = (fields: Fields, name: string): Effect.Effect<string, OAuthFault> => {
  const value = fields.get(name)
  return value === undefined ? fault("invalid_request", `${name} is missing.`) : Effect.succeed(value)
}
