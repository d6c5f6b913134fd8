import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import https from "node:https"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { browserOf, formsOf } from "../annexes/page/support.ts"
import {
  fettle,
  freePort,
  runToEnd,
  type ServerProcess,
  type SettingsOfProcess,
  startServer
} from "../support/process.ts"
import { filledDatabase, filledFolder, hasPostgres } from "../support/stores.ts"
import { isInstalled, makeCertificate, PROXIES, startReverseProxy } from "./reverse-proxies.ts"
import { folder, ROOT } from "./service.ts"

const SLOW = 60_000
/** More than the calls of all tests, but few enough to be used up. */
const READS = 60
const HISTORY = "/app/settings/history"

const ca = makeCertificate()
const scope = Effect.runSync(Scope.make())
let ports = { https: "", http: "", service: "" }
let url = ""
let settings: SettingsOfProcess = {}
let service: ServerProcess

beforeAll(async () => {
  ports = { https: await freePort(), http: await freePort(), service: await freePort() }
  url = `https://localhost:${ports.https}`
  const database = hasPostgres
    ? { DATABASE_URL: await Effect.runPromise(Scope.extend(filledDatabase, scope)) }
    : { DATA_DIR: await Effect.runPromise(Scope.extend(filledFolder, scope)) }
  settings = {
    ...database,
    PORT: ports.service,
    BASE_URL: url,
    TRUSTED_PROXIES: "127.0.0.1/32",
    METRICS: "on",
    READS_BURST: String(READS),
    READS_PER_MINUTE: "1"
  }
  service = await startServer(settings)
}, SLOW)
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const send = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: "manual", ...init, tls: { ca } })
const call = (path: string, method: string, body: string) =>
  send(path, {
    method,
    body,
    headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" }
  })

const newLink = async (): Promise<string> => {
  const userId = /usr_\w+/.exec(service.welcome)?.[0] ?? ""
  return JSON.parse((await fettle(settings, "login-link", "--user", userId, "--json")).stdout).url
}

/** The status of a request that comes from another address of this machine. */
const statusFrom = (localAddress: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    const { host, port, hostname } = new URL(url)
    const options = { host: "127.0.0.1", port, servername: hostname, ca, path, localAddress }
    https
      .get({ ...options, headers: { host, ...headers } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      .on("error", reject)
  })

describe.each(PROXIES.filter(isInstalled))("behind %s, as deploy configures it", (proxy) => {
  let running: Awaited<ReturnType<typeof startReverseProxy>>
  beforeAll(async () => {
    running = await startReverseProxy(proxy, ports)
  })
  afterAll(() => running.stop())

  test("REST and MCP answer, and an answer names the public address", async () => {
    const weight = { metric: "weight", readings: [{ value: 80, unit: "kg" }] }
    expect((await call("/v1/body-metrics", "PUT", JSON.stringify(weight))).status).toBe(200)
    const refused = await send("/v1/mcp", { method: "POST" })
    expect(refused.status).toBe(401)
    expect(refused.headers.get("www-authenticate")).toContain(`resource_metadata="${url}/.well-known/`)
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_context", arguments: {} } }
    expect(await (await call("/v1/mcp", "POST", JSON.stringify(message))).json()).toMatchObject({
      result: { structuredContent: { timezone: "UTC" } }
    })
    expect((await send("/metrics")).status).toBe(404)
    expect((await send("/ready")).status).toBe(200)
  })

  test("a body of 1 MiB passes, and Fettle refuses a larger one with its own error", async () => {
    const search = JSON.stringify({ metric: "weight", readings: [{ value: 80, unit: "kg" }] })
    const refusal = async (bytes: number) => {
      const answer = await call("/v1/body-metrics", "PUT", search.padEnd(bytes))
      return { status: answer.status, text: await answer.text() }
    }
    expect((await refusal(2 ** 20)).status).toBe(200)
    const { status, text } = await refusal(2 ** 20 + 1)
    expect(status).toBe(400)
    expect(JSON.parse(text).error.details.fields).toEqual([
      { field: "body", message: "must be at most 1 MiB; send it in several calls" }
    ])
  })

  test("a person signs in, uploads a file in parts, and downloads their archive", async () => {
    const browser = browserOf({ fetch: send }, { origin: url })
    const { pathname, searchParams, origin } = new URL(await newLink())
    expect(origin).toBe(url)
    const signedIn = await browser.post(pathname, { link: searchParams.get("link") ?? "" })
    expect(signedIn.headers.get("set-cookie")).toMatch(/^__Host-fettle_session=.*; Secure/)
    expect((await browser.get("/app")).status).toBe(200)

    const bytes = Buffer.alloc(1_500_000, "x")
    for (const at of [0, 750_000]) {
      const form = formsOf((await browser.get(HISTORY)).html).find(({ hidden }) => hidden.action !== undefined)
      const data = bytes.subarray(at, at + 750_000).toString("base64url")
      const part = { name: "strong.csv", size: String(bytes.length), at: String(at), data, action: "part" }
      expect((await browser.post(HISTORY, { ...form?.hidden, ...part })).status).toBe(303)
    }
    await browser.submit(HISTORY, "cancel")

    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const archive = await send(`${HISTORY}?download=all`, { headers: { cookie } })
    expect(
      Buffer.from(await archive.arrayBuffer())
        .subarray(0, 2)
        .toString()
    ).toBe("PK")
  })

  test("an app's state of 8,000 characters survives a sign-in, and comes back to the app", async () => {
    const state = "/+".repeat(4000)
    const redirect_uri = "https://agent.example.com/callback"
    const body = JSON.stringify({ redirect_uris: [redirect_uri] })
    const headers = { "content-type": "application/json" }
    const registered = await send("/oauth/register", { method: "POST", headers, body })
    const { client_id } = (await registered.json()) as { readonly client_id: string }
    const path = `/oauth/authorize?${new URLSearchParams({
      response_type: "code",
      client_id,
      redirect_uri,
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      state
    })}`
    const browser = browserOf({ fetch: send }, { origin: url })
    expect((await browser.get(path)).headers.get("location")).toBe("/app/sign-in")
    const { pathname, searchParams } = new URL(await newLink())
    const signedIn = await browser.post(pathname, { link: searchParams.get("link") ?? "" })
    expect(signedIn.headers.get("location")).toBe(path)
    const denied = await browser.submit(path, "deny")
    expect(new URL(denied.headers.get("location") ?? "none:").searchParams.get("state")).toBe(state)
  })

  test("each client is limited by its own address, whatever it claims", async () => {
    const metadata = "/.well-known/oauth-authorization-server"
    const [one, other] = proxy === PROXIES[0] ? ["127.0.0.2", "127.0.0.3"] : ["127.0.0.4", "127.0.0.5"]
    const statuses = await Promise.all(
      Array.from({ length: READS + 5 }, (_, index) =>
        statusFrom(one, metadata, { "x-forwarded-for": `198.51.100.${index}` })
      )
    )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
    expect(await statusFrom(other, metadata)).toBe(200)
  })
})

test("systemd never stops restarting the service", () => {
  const [unit = ""] = readFileSync(join(ROOT, "deploy/fettle.service"), "utf8").split("[Service]")
  expect(unit).toContain("\nStartLimitIntervalSec=0\n")
})

test.if(Bun.which("systemd-analyze") !== null)("systemd finds no fault in the unit", async () => {
  const unit = readFileSync(join(ROOT, "deploy/fettle.service"), "utf8")
  const path = join(folder, "fettle.service")
  await Bun.write(path, unit.replace("/usr/local/bin/fettle", process.execPath))
  expect(await runToEnd(["systemd-analyze", "verify", path], { cwd: folder, env: process.env })).toEqual({
    exitCode: 0,
    stdout: "",
    stderr: ""
  })
})

test.if(isInstalled("nginx"))("nginx redirects http to https", async () => {
  const running = await startReverseProxy("nginx", ports)
  const answer = await fetch(`http://localhost:${ports.http}/docs?a=b`, { redirect: "manual" })
  await running.stop()
  expect([answer.status, answer.headers.get("location")]).toEqual([301, `${url}/docs?a=b`])
})
