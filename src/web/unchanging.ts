import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import type { Respond } from "./router.ts"

type Encoding = "br" | "gzip" | "identity"

/** At higher qualities, Brotli takes many times as long and saves only a tenth more. */
const BROTLI_QUALITY = 6
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const compress = (body: Uint8Array, encoding: Encoding): Promise<Uint8Array> => {
  switch (encoding) {
    case "br":
      return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    case "gzip":
      return gzipped(body)
    case "identity":
      return Promise.resolve(body)
  }
}

/** The smallest encoding that a client accepts. A weight of 0 means not accepted. */
const encodingOf = (accepted: string | undefined): Encoding => {
  const isAccepted = (encoding: Encoding) =>
    (accepted ?? "").split(",").some((entry) => {
      const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase())
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  return isAccepted("br") ? "br" : isAccepted("gzip") ? "gzip" : "identity"
}

/** A short hash of a body. */
const hashOf = (body: string | Uint8Array): string =>
  new Bun.CryptoHasher("sha256").update(body).digest("base64url").slice(0, 22)

export interface Content {
  readonly body: string | Uint8Array
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

const accepts = (request: HttpServerRequest.HttpServerRequest, etag: string): boolean =>
  (request.headers["if-none-match"] ?? "").split(",").some((each) => each.trim() === etag)

/** A static answer. It is compressed once per encoding. Clients ask each time whether their copy is current, and then get no other. */
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
