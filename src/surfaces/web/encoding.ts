import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { HttpBody, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import type { Handler } from "./router.ts"

/** The compression of a body. */
export type Encoding = "br" | "gzip" | "identity"

/** At higher qualities, Brotli takes many times as long and saves only a tenth more. */
const BROTLI_QUALITY = 6
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export const compress = (body: Uint8Array, encoding: Encoding): Promise<Uint8Array> => {
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
export const encodingOf = (accepted: string | undefined): Encoding => {
  const isAccepted = (encoding: Encoding) =>
    (accepted ?? "").split(",").some((entry) => {
      const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase())
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  return isAccepted("br") ? "br" : isAccepted("gzip") ? "gzip" : "identity"
}

/** Compression gains nothing for shorter pages. */
const LEAST_BYTES = 1000

/**
 * A handler whose HTML is compressed with gzip if the browser accepts it. Brotli takes longer than it saves on a page
 * made for one visit.
 */
export const compressed =
  (handler: Handler): Handler =>
  (request, arrival) =>
    Effect.flatMap(handler(request, arrival), (answer) => {
      const { response } = answer
      const { body, headers } = response
      if (body._tag !== "Uint8Array" || body.contentLength < LEAST_BYTES || headers["content-encoding"] !== undefined)
        return Effect.succeed(answer)
      const varying = HttpServerResponse.setHeader(response, "vary", "Accept-Encoding")
      if (encodingOf(request.headers["accept-encoding"]) === "identity")
        return Effect.succeed({ ...answer, response: varying })
      return Effect.map(
        Effect.promise(() => compress(body.body, "gzip")),
        (bytes) => ({
          ...answer,
          response: HttpServerResponse.setBody(
            HttpServerResponse.setHeader(varying, "content-encoding", "gzip"),
            HttpBody.uint8Array(bytes, body.contentType)
          )
        })
      )
    })
