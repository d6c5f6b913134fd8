import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import * as Storage from "../../../src/storage.ts"
import { makeService, type Service } from "../../support/app.ts"
import { ENCODINGS, expectEncoded, expectNotSentAgain, get } from "../../surfaces/http/sent.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(Storage.memory)
})
afterAll(() => service.stop())

test.each(ENCODINGS)("the front page is sent as %p to clients that accept %p", async (encoding, accepted, decode) => {
  await expectEncoded(service, "/", [encoding, accepted, decode])
})

test("a client that already has a page, or what installs it, gets 304, whatever its encoding", async () => {
  const home = (await get(service, "/")).bytes.toString()
  const files = [...home.matchAll(/(?:href|src)="([^"]+\.(?:css|js|svg|png))"/g)].map(([, path = ""]) => path)
  expect(files.some((path) => path.endsWith(".css"))).toBe(true)
  const installed = ["/app/manifest.webmanifest", "/app/worker.js", "/app/offline"]
  const paths = new Set(["/", "/.well-known/oauth-authorization-server", ...installed, ...files])
  for (const path of paths) await expectNotSentAgain(service, path)
  expect((await get(service, "/")).headers.get("cache-control")).toBe("no-cache")
})

test("icons and pictures are sent byte for byte as their files", async () => {
  const files: ReadonlyArray<readonly [path: string, file: string]> = [
    ["/today.png", "docs/today.png"],
    ...["icon-192.png", "icon-512.png"].map((name) => [`/app/icons/${name}`, `src/annexes/page/icons/${name}`] as const)
  ]
  for (const [path, file] of files)
    expect([path, (await get(service, path)).bytes.equals(readFileSync(file))]).toEqual([path, true])
})

test("the front page has an icon", async () => {
  expect((await get(service, "/")).bytes.toString()).toContain('href="/favicon.svg"')
})
