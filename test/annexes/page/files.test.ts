import { afterAll, beforeAll, expect, test } from "bun:test"
import { gunzipSync } from "node:zlib"
import { Schema } from "effect"
import * as Storage from "../../../src/storage.ts"
import { makeService, type Service } from "../../support/app.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

/** The most compressed bytes that all scripts of the page may have. */
const MOST_SCRIPT_BYTES = 60_000

const decodeManifest = Schema.decodeUnknownSync(
  Schema.Struct({
    start_url: Schema.String,
    scope: Schema.String,
    icons: Schema.Array(Schema.Struct({ src: Schema.String, sizes: Schema.String, purpose: Schema.String })),
    shortcuts: Schema.Array(Schema.Struct({ url: Schema.String }))
  })
)

let service: Service
let browser: Browser
beforeAll(async () => {
  service = await makeService(Storage.memory)
  browser = await signIn(service, await service.person())
})
afterAll(() => service.stop())

const assetsOf = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/(?:href|src)="(\/(?:app\/)?assets\/[^"]+)"/g)].map(([, path = ""]) => path)

test("a page names one stylesheet and one script, which browsers cache for a year", async () => {
  const { html, headers } = await browser.get("/app")
  const assets = assetsOf(html)
  expect(assets.map((path) => path.split(".").at(-1)).sort()).toEqual(["css", "js"])
  expect(html).not.toMatch(/<style|<script>/)
  expect(headers.get("content-security-policy")).toContain("style-src 'self'; script-src 'self';")
  for (const path of assets) {
    const { status, headers } = await browser.get(path)
    expect([path, status, headers.get("cache-control")]).toEqual([path, 200, "public, max-age=31536000, immutable"])
    expect(headers.get("content-type")).toMatch(path.endsWith("css") ? /^text\/css/ : /^text\/javascript/)
  }
})

test("the scripts are small when compressed", async () => {
  const scripts = [
    ...assetsOf((await browser.get("/app")).html).filter((path) => path.endsWith(".js")),
    "/app/worker.js"
  ]
  expect(scripts.length).toBe(2)
  let total = 0
  for (const path of scripts) {
    const response = await service.fetch(path, { headers: { "accept-encoding": "gzip" } })
    expect(response.headers.get("content-encoding")).toBe("gzip")
    total += (await response.arrayBuffer()).byteLength
  }
  expect(total).toBeGreaterThan(100)
  expect(total).toBeLessThan(MOST_SCRIPT_BYTES)
})

test("the page can be installed, and the files for that contain no personal data", async () => {
  const { html, headers } = await browser.get("/app")
  expect(headers.get("content-security-policy")).toContain("manifest-src 'self'; worker-src 'self'")
  expect(html.match(/<meta name="theme-color"/g)?.length).toBe(2)
  const [, path = ""] = /<link rel="manifest" href="([^"]+)"/.exec(html) ?? []
  const stranger = await service.fetch(path)
  expect(stranger.headers.get("content-type")).toStartWith("application/manifest+json")
  const { icons, shortcuts, start_url, scope } = decodeManifest(await stranger.json())
  expect([start_url, scope]).toEqual(["/app", "/app"])
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    "192x192 any",
    "512x512 any",
    "512x512 maskable"
  ])
  const [, touch = ""] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? []
  for (const icon of [...icons, { src: touch, sizes: "180x180" }]) {
    const response = await service.fetch(icon.src)
    expect([icon.src, response.status, response.headers.get("content-type")]).toEqual([icon.src, 200, "image/png"])
    const png = new DataView(await response.arrayBuffer())
    expect(`${png.getUint32(16)}x${png.getUint32(20)}`).toBe(icon.sizes)
  }
  for (const { url } of shortcuts) expect([url, (await browser.get(url)).status]).toEqual([url, 200])
  const offline = await (await service.fetch("/app/offline")).text()
  expect(offline).toContain("<h1>No network</h1>")
  expect(offline).not.toContain("data-user")
})

test("the worker may control all pages, and is requested anew each time", async () => {
  const { status, headers } = await service.fetch("/app/worker.js")
  expect([status, headers.get("service-worker-allowed"), headers.get("cache-control")]).toEqual([
    200,
    "/app",
    "no-cache"
  ])
})

test("whatever ends the session of this browser makes it delete what it stores", async () => {
  for (const path of ["/app/sign-out", "/app/settings/sessions", "/app/settings/delete"]) {
    const another = await signIn(service, await service.person())
    const action = path.endsWith("out") ? "leave" : path.endsWith("delete") ? "delete" : "endAll"
    const { status, headers } = await another.submit(path, action, { confirmation: "delete everything" })
    expect([path, status, headers.get("clear-site-data")]).toEqual([path, 303, '"storage"'])
  }
})

test("a page is compressed if the browser accepts it", async () => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const plain = await service.fetch("/app/diary", { headers: { cookie } })
  expect([plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([null, "Accept-Encoding"])
  const packed = await service.fetch("/app/diary", { headers: { cookie, "accept-encoding": "gzip, deflate, br" } })
  expect([packed.headers.get("content-encoding"), packed.headers.get("vary")]).toEqual(["gzip", "Accept-Encoding"])
  const bytes = await packed.bytes()
  const html = await plain.text()
  expect(bytes.length).toBeLessThan(html.length / 2)
  expect(gunzipSync(bytes).toString()).toEndWith("</html>")
})

test("every page has a different form token, and each is valid", async () => {
  const tokenOf = async () => formsOf((await browser.get("/app/settings/account")).html).at(-1)?.hidden ?? {}
  const [one, other] = [await tokenOf(), await tokenOf()]
  expect(one.form_token).not.toBe(other.form_token ?? "")
  for (const hidden of [one, other]) {
    const { status } = await browser.post("/app/settings/account", { ...hidden, name: "Test", timezone: "UTC" })
    expect(status).not.toBe(403)
  }
})
