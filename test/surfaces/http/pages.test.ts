import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Storage from "../../../src/storage.ts"
import { makeService, type Service } from "../../support/app.ts"
import { ENCODINGS, expectEncoded, expectNotSentAgain, get } from "./sent.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(Storage.memory)
})
afterAll(() => service.stop())

test.each(ENCODINGS)(
  "the reference and descriptions are sent as %p to clients that accept %p",
  async (encoding, accepted, decode) => {
    for (const path of ["/docs", "/v1/openapi.json", "/v1/llms.txt"])
      await expectEncoded(service, path, [encoding, accepted, decode])
  }
)

test("a client that already has the reference or a description gets 304, whatever its encoding", async () => {
  for (const path of ["/docs", "/favicon.svg", "/v1/openapi.json", "/v1/llms.txt"])
    await expectNotSentAgain(service, path)
  expect((await get(service, "/docs")).headers.get("cache-control")).toBe("no-cache")
})

test("the reference has an icon, which is also at the usual path", async () => {
  expect((await get(service, "/docs")).bytes.toString()).toContain('href="/favicon.svg"')
  for (const path of ["/favicon.svg", "/favicon.ico"]) {
    const { response, headers } = await get(service, path)
    expect([response.status, headers.get("content-type")]).toEqual([200, "image/svg+xml"])
  }
})

test("the descriptions answer HEAD, and may be cached while their ETag is current", async () => {
  for (const path of ["/v1/openapi.json", "/v1/llms.txt"]) {
    const got = await get(service, path)
    const { response, headers, bytes } = await get(service, path, {}, "HEAD")
    expect([path, response.status, bytes.length]).toEqual([path, 200, 0])
    for (const name of ["etag", "content-type", "cache-control", "vary"])
      expect(headers.get(name)).toBe(got.headers.get(name))
    expect([headers.get("cache-control"), headers.get("vary")]).toEqual(["no-cache", "Accept-Encoding, Origin"])
    const again = await get(service, path, { "if-none-match": headers.get("etag") ?? "" }, "HEAD")
    expect([again.response.status, again.headers.get("vary")]).toEqual([304, "Accept-Encoding, Origin"])
  }
})

test("HEAD returns the headers of a page's GET, without its body", async () => {
  const { response, headers, bytes } = await get(service, "/docs", {}, "HEAD")
  expect([response.status, bytes.length, headers.get("content-type")]).toEqual([200, 0, "text/html; charset=utf-8"])
})
