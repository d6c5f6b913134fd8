import { afterEach, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { baseUrlCheck } from "../../../../src/annexes/cli/doctor/base-url.ts"
import { AppConfig, type Settings } from "../../../../src/config.ts"
import { addresses } from "../../../../src/platform/network/addresses.ts"
import { freePort } from "../../../support/process.ts"
import { settings } from "../../../support/settings.ts"

const servers: Array<Bun.Server<undefined>> = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop(true))))

type Answering = (request: Request) => Response | Promise<Response>

const listen = (fetch: Answering, port = 0): number => {
  const server = Bun.serve({ port, hostname: "127.0.0.1", fetch })
  servers.push(server)
  return Number(server.port)
}

/** A proxy that forwards requests to a port, with these headers instead of its client's. */
const proxyTo = (port: number, headersOf: (request: Request) => Record<string, string>) =>
  listen((request) => {
    const url = new URL(request.url)
    return fetch(`http://127.0.0.1:${port}${url.pathname}`, { headers: headersOf(request), redirect: "manual" })
  })

const look = (given: Partial<Settings>) =>
  baseUrlCheck.pipe(
    Effect.provideService(AppConfig, {
      ...settings,
      trustedProxies: addresses([]) ?? settings.trustedProxies,
      ...given
    }),
    Effect.map(({ status, message }) => `${status}: ${message}`),
    Effect.runPromise
  )

const at = (port: number | string) => new URL(`http://localhost:${port}`)

const newPort = async () => Number(await freePort())

describe("while no server runs, a request to BASE_URL", () => {
  test("that reaches this server is fine", async () => {
    const port = await newPort()
    expect(await look({ port, baseUrl: at(port) })).toBe(
      `ok: A request to http://localhost:${port} comes back to this server`
    )
  })

  test("through a proxy that passes on the host is fine", async () => {
    const port = await newPort()
    const proxy = proxyTo(port, (request) => ({ host: request.headers.get("host") ?? "" }))
    expect(await look({ port, baseUrl: at(proxy) })).toStartWith("ok: ")
  })

  test("through a proxy that loses the host names the host that arrived", async () => {
    const port = await newPort()
    const proxy = proxyTo(port, () => ({}))
    expect(await look({ port, baseUrl: at(proxy) })).toBe(
      `warn: BASE_URL: http://localhost:${proxy} comes back with the host 127.0.0.1:${port}. Let the proxy pass on the Host header; or let it send X-Forwarded-Host, and set TRUSTED_PROXIES to its address`
    )
  })

  test("through a proxy that forwards host and client is fine once the proxy is trusted", async () => {
    const port = await newPort()
    const proxy = proxyTo(port, (request) => ({
      "x-forwarded-host": request.headers.get("host") ?? "",
      "x-forwarded-for": "192.0.2.7"
    }))
    const trustedProxies = addresses(["127.0.0.1"]) ?? settings.trustedProxies
    expect(await look({ port, baseUrl: at(proxy) })).toStartWith("warn: ")
    expect(await look({ port, baseUrl: at(proxy), trustedProxies })).toStartWith("ok: ")
  })

  test("through an untrusted proxy that forwards clients' addresses names the proxy", async () => {
    const port = await newPort()
    const proxy = proxyTo(port, (request) => ({
      host: request.headers.get("host") ?? "",
      "x-forwarded-for": "192.0.2.7"
    }))
    expect(await look({ port, baseUrl: at(proxy) })).toEndWith("Set TRUSTED_PROXIES to 127.0.0.1")
  })

  test("that nobody answers, that another service answers, or that leads elsewhere, is reported", async () => {
    const [port, nobody] = [await newPort(), await newPort()]
    const other = listen(() => new Response("Hello"))
    const gateway = listen(() => new Response("Bad gateway", { status: 502 }))
    const elsewhere = listen(() => Response.redirect("https://fettle.example.com/", 301))
    expect(await look({ port, baseUrl: at(nobody) })).toMatch(/cannot be reached from here \(.+\)\. Correct BASE_URL/)
    expect(await look({ port, baseUrl: at(other) })).toContain(
      "answers 200, and not as this server does. Let the proxy"
    )
    expect(await look({ port, baseUrl: at(gateway) })).toContain(
      "answers 502: the proxy there does not reach this server"
    )
    expect(await look({ port, baseUrl: at(elsewhere) })).toContain(
      "redirects to https://fettle.example.com/. Set BASE_URL"
    )
  })

  test("that crosses a network unencrypted is a warning", async () => {
    const port = await newPort()
    expect(await look({ port, host: "0.0.0.0", baseUrl: new URL(`http://0.0.0.0:${port}`) })).toContain(
      "tokens travel unencrypted. Let a proxy handle TLS"
    )
  })
})

describe("while a server runs, a request to BASE_URL", () => {
  const running = (answer: Answering) =>
    listen((request) => (request.url.endsWith("/health") ? Response.json({ status: "ok" }) : answer(request)))
  const headers = { "request-id": "req_0123456789abcdefghij" }

  test("that it answers is fine", async () => {
    const port = running(() => new Response("{}", { status: 401, headers }))
    expect(await look({ port, baseUrl: at(port) })).toStartWith("ok: ")
  })

  test("that it refuses for its host names the host that arrived", async () => {
    const message =
      "This service answers at https://a.example only, but this request has Host: b. Send it to that address."
    const port = running(() => Response.json({ error: { message } }, { status: 421, headers }))
    expect(await look({ port, baseUrl: at(port) })).toContain(
      "comes back with another host (This service answers at https://a.example only, but this request has Host: b). Let the proxy"
    )
  })

  test("that another service answers is reported", async () => {
    const port = running(() => new Response("Hello"))
    const other = listen(() => new Response("Hello", { status: 404 }))
    expect(await look({ port, baseUrl: at(other) })).toContain("answers 404, and not as this server does")
  })
})
