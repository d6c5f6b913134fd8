import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
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

const accepts = (request: HttpServerRequest.HttpServerRequest, etag: string): boolean =>
  (request.headers["if-none-match"] ?? "").split(",").some((each) => each.trim() === etag)

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
    if (accepts(request, etag)) return Effect.succeed(HttpServerResponse.empty({ status: 304, headers: shared }))
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
