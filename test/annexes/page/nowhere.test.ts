import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Storage from "../../../src/storage.ts"
import { makeService, type Service } from "../../support/app.ts"
import { browserOf, signIn } from "./support.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(Storage.memory)
})
afterAll(() => service.stop())

const HTML = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" }

test("an unknown path is a page for a browser, signed in or not, and an error for a program", async () => {
  for (const browser of [browserOf(service), await signIn(service, await service.person())]) {
    for (const path of ["/app/nowhere", "/app/diary/<b>", "/app/settings/none?x=1"]) {
      const { status, html, headers } = await browser.get(path, HTML)
      expect([path, status, html.includes("This address leads nowhere")]).toEqual([path, 404, true])
      expect(html).toContain('href="/app"')
      expect(headers.get("content-security-policy")).toContain("default-src 'none'")
    }
    const { status, html } = await browser.get("/app/none", { accept: "application/json" })
    expect([status, JSON.parse(html).error.code]).toEqual([404, "not_found"])
  }
  const api = await service.fetch("/v1/none", { headers: HTML })
  expect(api.headers.get("content-type")).toContain("json")
})
