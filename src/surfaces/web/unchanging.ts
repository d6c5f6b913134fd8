import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { compress, type Encoding, encodingOf } from "./encoding.ts"
import type { Respond } from "./router.ts"

/** A short hash of a body. */
export const hashOf = (body: string | Uint8Array): string =>
  new Bun.CryptoHasher("sha256").update(body).digest("base64url").slice(0, 22)

export interface Content {
  readonly body: string | Uint8Array
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The opaque part of each entity tag in a list; it may contain commas. */
const OPAQUE_TAGS = /"[^"]*"/g

/**
 * Whether `If-None-Match` names the current version, by the weak comparison of RFC 9110, section 13.1.2: `W/"a"` and
 * `"a"` are the same, `*` matches every version, and in a list one match is enough.
 */
export const isHeld = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false
  const [opaque] = etag.match(OPAQUE_TAGS) ?? []
  return header.trim() === "*" || (header.match(OPAQUE_TAGS) ?? []).some((tag) => tag === opaque)
}

/**
 * A static answer, compressed once per encoding. Clients ask each time whether their copy is current, and then get no
 * body.
 */
export const unchanging = ({ body, contentType, headers = {} }: Content): Respond => {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  // A weak ETag, because it is the same for every encoding.
  const etag = `W/"${hashOf(bytes)}"`
  const shared = { "cache-control": "no-cache", etag, vary: "Accept-Encoding", ...headers }
  const encoded = new Map<Encoding, Promise<Uint8Array>>()
  return (request) => {
    if (isHeld(request.headers["if-none-match"], etag))
      return Effect.succeed(HttpServerResponse.empty({ status: 304, headers: shared }))
    const encoding = encodingOf(request.headers["accept-encoding"])
    const known = encoded.get(encoding) ?? compress(bytes, encoding)
    encoded.set(encoding, known)
    return Effect.map(
      Effect.promise(() => known),
      (bytes) =>
        HttpServerResponse.uint8Array(bytes, {
          contentType,
          headers: encoding === "identity" ? shared : { ...shared, "content-encoding": encoding }
        })
    )
  }
}
