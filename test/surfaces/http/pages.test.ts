import { afterAll, beforeAll, expect, test } from "bun:test"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as Storage from "../../../src/storage.ts"
import { makeService, type Service } from "../../support/app.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(Storage.memory)
})
afterAll(() => service.stop())

const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
  const response = await service.fetch(path, { headers, method })
  return { response, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

test.each([
  ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["gzip", "br;q=0, GZIP;q=0.5", gunzipSync],
  [null, "identity", (bytes: Buffer) => bytes],
  [null, "br;q=0.0, zstd", (bytes: Buffer) => bytes],
  [null, "", (bytes: Buffer) => bytes]
])(
  "pages and descriptions are sent as %p to clients that accept %p, with the same content",
  async (encoding, accepted, decode) => {
    for (const path of ["/", "/docs", "/v1/openapi.json", "/v1/llms.txt"]) {
      const plain = await get(path)
      const { headers, bytes } = await get(path, { "accept-encoding": accepted })
      expect([path, headers.get("content-encoding")]).toEqual([path, encoding])
      if (!path.startsWith("/v1")) expect(headers.get("vary")).toBe("Accept-Encoding")
      expect(decode(bytes).equals(plain.bytes)).toBe(true)
      if (encoding !== null && plain.bytes.length > 2000) expect(bytes.length).toBeLessThan(plain.bytes.length / 2)
    }
  }
)

test("a client that already has a page or a description gets 304, whatever its encoding", async () => {
  const home = (await get("/")).bytes.toString()
  const files = [...home.matchAll(/(?:href|src)="([^"]+\.(?:css|js|svg|png))"/g)].map(([, path = ""]) => path)
  const described = ["/v1/openapi.json", "/v1/llms.txt", "/.well-known/oauth-authorization-server"]
  const installed = ["/app/manifest.webmanifest", "/app/worker.js", "/app/offline"]
  const paths = new Set(["/", "/docs", "/favicon.svg", ...described, ...installed, ...files])
  expect(files.some((path) => path.endsWith(".css"))).toBe(true)
  for (const path of paths) {
    const etag = (await get(path)).headers.get("etag") ?? ""
    const strong = etag.replace(/^W\//, "")
    expect([path, strong.length > 20]).toEqual([path, true])
    const matching = [etag, strong, `W/"other", ${etag}`, `"a, b" ,,${strong},"c"`, "*", " * "]
    for (const header of matching) {
      const { response, headers, bytes } = await get(path, { "if-none-match": header, "accept-encoding": "br" })
      expect([path, response.status, bytes.length, headers.get("etag")]).toEqual([path, 304, 0, etag])
    }
    for (const header of ['W/"other"', '"*"', strong.slice(1, -1), `"x${strong.slice(1)}`, ""])
      expect([path, header, (await get(path, { "if-none-match": header })).response.status]).toEqual([
        path,
        header,
        200
      ])
  }
  for (const path of ["/", "/docs"]) expect((await get(path)).headers.get("cache-control")).toBe("no-cache")
})

test("every page has an icon, which is also at the usual path", async () => {
  for (const path of ["/", "/docs"]) expect((await get(path)).bytes.toString()).toContain('href="/favicon.svg"')
  for (const path of ["/favicon.svg", "/favicon.ico"]) {
    const { response, headers } = await get(path)
    expect([response.status, headers.get("content-type")]).toEqual([200, "image/svg+xml"])
  }
})

test("the descriptions answer HEAD, and may be cached while their ETag is current", async () => {
  for (const path of ["/v1/openapi.json", "/v1/llms.txt"]) {
    const got = await get(path)
    const { response, headers, bytes } = await get(path, {}, "HEAD")
    expect([path, response.status, bytes.length]).toEqual([path, 200, 0])
    for (const name of ["etag", "content-type", "cache-control", "vary"])
      expect(headers.get(name)).toBe(got.headers.get(name))
    expect([headers.get("cache-control"), headers.get("vary")]).toEqual(["no-cache", "Accept-Encoding, Origin"])
    const again = await get(path, { "if-none-match": headers.get("etag") ?? "" }, "HEAD")
    expect([again.response.status, again.headers.get("vary")]).toEqual([304, "Accept-Encoding, Origin"])
  }
})

test("HEAD returns the headers of a page's GET, without its body", async () => {
  const { response, headers, bytes } = await get("/docs", {}, "HEAD")
  expect([response.status, bytes.length, headers.get("content-type")]).toEqual([200, 0, "text/html; charset=utf-8"])
})
