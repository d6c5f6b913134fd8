import type { Endpoint } from "./endpoints.ts"
import { FettleError, refused } from "./errors.ts"

/** What is sent; the same for every attempt of a call. */
export interface Sent {
  /** Path with its query. */
  readonly path: string
  readonly body: string | undefined
}

type Data = Readonly<Record<string, unknown>>

export const isData = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The input as plain JSON data.
 *
 * @throws ValidationFailed for values that JSON cannot represent. JSON.stringify would turn NaN into null, or fail
 * without naming the field.
 */
const dataOf = (input: unknown): Data => {
  const paths = new WeakMap<object, string>()
  try {
    const text = JSON.stringify(input ?? {}, function (this: unknown, key: string, value: unknown): unknown {
      const outer = typeof this === "object" && this !== null ? (paths.get(this) ?? "") : ""
      const path = Array.isArray(this) ? `${outer}[${key}]` : outer === "" ? key : `${outer}.${key}`
      if (typeof value === "bigint") throw refused(path, "must be a number, not a bigint")
      if (typeof value === "number" && !Number.isFinite(value)) throw refused(path, "must be a finite number")
      if (typeof value === "object" && value !== null) paths.set(value, path)
      return value
    })
    const data: unknown = JSON.parse(text)
    if (isData(data)) return data
  } catch (error) {
    if (error instanceof FettleError) throw error
    throw refused("body", "must be plain JSON data")
  }
  throw refused("body", "must be an object")
}

/** A new idempotency key. `crypto.randomUUID` is missing on pages that were not loaded over https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/**
 * The request for an input. Writes that accept an idempotency key get one, unless the input has its own.
 *
 * @throws ValidationFailed for values that JSON cannot represent.
 */
export const sentOf = (endpoint: Endpoint, input: unknown): Sent => {
  const given = dataOf(input)
  const data = endpoint.again === "keyed" ? { ...given, idempotency_key: given.idempotency_key ?? newKey() } : given
  if (endpoint.method !== "GET" && endpoint.method !== "DELETE")
    return { path: endpoint.path, body: JSON.stringify(data) }
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(data)) if (value !== null) parameters.append(name, String(value))
  const query = parameters.toString()
  return { path: query === "" ? endpoint.path : `${endpoint.path}?${query}`, body: undefined }
}
