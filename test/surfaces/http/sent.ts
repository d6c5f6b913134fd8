import { expect } from "bun:test"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { Service } from "../../support/app.ts"

export const get = async (
  service: Service,
  path: string,
  headers: Record<string, string> = {},
  method: "GET" | "HEAD" = "GET"
) => {
  const response = await service.fetch(path, { headers, method })
  return { response, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The encoding of what is sent to clients that accept this, and how to decode it. */
export const ENCODINGS: ReadonlyArray<
  readonly [encoding: string | null, accepted: string, decode: (bytes: Buffer) => Buffer]
> = [
  ["br", "gzip, deflate, br, zstd", (bytes) => brotliDecompressSync(bytes)],
  ["gzip", "gzip", (bytes) => gunzipSync(bytes)],
  ["gzip", "br;q=0, GZIP;q=0.5", (bytes) => gunzipSync(bytes)],
  [null, "identity", (bytes) => bytes],
  [null, "br;q=0.0, zstd", (bytes) => bytes],
  [null, "", (bytes) => bytes]
]

/** A page or a description is sent in this encoding, with the same content. */
export const expectEncoded = async (
  service: Service,
  path: string,
  [encoding, accepted, decode]: (typeof ENCODINGS)[number]
) => {
  const plain = await get(service, path)
  const { headers, bytes } = await get(service, path, { "accept-encoding": accepted })
  expect([path, headers.get("content-encoding")]).toEqual([path, encoding])
  if (!path.startsWith("/v1")) expect(headers.get("vary")).toBe("Accept-Encoding")
  expect(decode(bytes).equals(plain.bytes)).toBe(true)
  if (encoding !== null && plain.bytes.length > 2000) expect(bytes.length).toBeLessThan(plain.bytes.length / 2)
}

/** A client that already has this gets 304, whatever its encoding; with any other tag, it gets the content. */
export const expectNotSentAgain = async (service: Service, path: string) => {
  const etag = (await get(service, path)).headers.get("etag") ?? ""
  const strong = etag.replace(/^W\//, "")
  expect([path, strong.length > 20]).toEqual([path, true])
  const matching = [etag, strong, `W/"other", ${etag}`, `"a, b" ,,${strong},"c"`, "*", " * "]
  for (const header of matching) {
    const { response, headers, bytes } = await get(service, path, { "if-none-match": header, "accept-encoding": "br" })
    expect([path, response.status, bytes.length, headers.get("etag")]).toEqual([path, 304, 0, etag])
  }
  for (const header of ['W/"other"', '"*"', strong.slice(1, -1), `"x${strong.slice(1)}`, ""]) {
    const { response } = await get(service, path, { "if-none-match": header })
    expect([path, header, response.status]).toEqual([path, header, 200])
  }
}
