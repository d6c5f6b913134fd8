import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { hostedCheck } from "../../../../src/annexes/cli/doctor/hosted.ts"
import { DocumentHosts } from "../../../../src/annexes/identity/oauth/documents.ts"
import { AppConfig } from "../../../../src/config.ts"
import { makeService, type Service, settings } from "../../../support/app.ts"
import { storeSets } from "../../../support/stores.ts"

const [MEMORY] = storeSets
if (MEMORY === undefined) throw new Error("There are no stores")
const BASE = "https://fettle.example.com"

describe("the doctor on hosted agents", () => {
  let service: Service
  beforeAll(async () => {
    service = await makeService(MEMORY.layer, { baseUrl: new URL(BASE) })
  })
  afterAll(() => service.stop())

  /** The doctor's check of a base address whose host has these addresses. */
  const finding = (
    baseUrl: string,
    addresses: ReadonlyArray<string> | null = ["93.184.216.34"],
    answer: (path: string) => Promise<Response> = (path) =>
      service.fetch(path, { headers: { host: "fettle.example.com" } })
  ) =>
    hostedCheck.pipe(
      Effect.provideService(AppConfig, { ...settings, baseUrl: new URL(baseUrl) }),
      Effect.provideService(DocumentHosts, {
        addressesOf: () => (addresses === null ? Promise.reject(new Error("ENOTFOUND")) : Promise.resolve(addresses)),
        get: (url) => answer(new URL(url).pathname)
      }),
      Effect.runPromise
    )

  test("says what to do without https", async () => {
    for (const baseUrl of ["http://localhost:3000", "http://fettle.example.com"]) {
      const { name, status, message } = await finding(baseUrl)
      expect([name, status]).toEqual(["hosted-agents", "warn"])
      expect(message).toContain("set BASE_URL")
    }
  })

  test("says what to do if the host cannot be reached from outside", async () => {
    for (const addresses of [["10.0.0.5"], ["93.184.216.34", "fe80::1"], [], null]) {
      const { status, message } = await finding(BASE, addresses)
      expect([status, message.includes("no public address")]).toEqual(["warn", true])
    }
  })

  test("finds no fault if the service answers there, and says what a firewall must let through", async () => {
    const { status, message } = await finding(BASE)
    expect([status, message.includes(`${BASE}/v1/mcp`), message.includes("firewall")]).toEqual(["ok", true, true])
  })

  test.each([
    ["/.well-known/oauth-authorization-server"],
    ["/.well-known/oauth-protected-resource/v1/mcp"],
    ["/v1/me"]
  ])("names %s if something else answers there", async (broken) => {
    const others = [
      () => Promise.resolve(new Response("<html>", { status: 200 })),
      () => Promise.resolve(Response.json({ issuer: "http://fettle.example.com" })),
      () => Promise.resolve(new Response(null, { status: 404 })),
      () => Promise.reject(new Error("refused"))
    ]
    for (const other of others) {
      const { status, message } = await finding(BASE, ["93.184.216.34"], (path) =>
        path === broken ? other() : service.fetch(path, { headers: { host: "fettle.example.com" } })
      )
      expect([status, message.startsWith(`${BASE}${broken}`)]).toEqual(["warn", true])
    }
  })

  test("names /v1/me if a proxy drops the challenge, or answers for a client without a token", async () => {
    const answered = async (init: (challenge: string) => ResponseInit) => {
      const { status, message } = await finding(BASE, ["93.184.216.34"], async (path) => {
        const own = await service.fetch(path, { headers: { host: "fettle.example.com" } })
        return path === "/v1/me" ? new Response("{}", init(own.headers.get("www-authenticate") ?? "")) : own
      })
      return `${status}: ${message.split(" ", 1)}`
    }
    const kept = (status: number) => (challenge: string) => ({ status, headers: { "www-authenticate": challenge } })
    expect(await answered(kept(401))).toStartWith("ok: ")
    for (const init of [() => ({ status: 401 }), kept(200), kept(403)])
      expect(await answered(init)).toBe(`warn: ${BASE}/v1/me`)
  })
})
