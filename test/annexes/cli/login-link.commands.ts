import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { fettle, freePort, type ServerProcess, startServer } from "../../support/process.ts"
import { filledDatabase, fillFolder, hasPostgres } from "../../support/stores.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-"))
let server: ServerProcess
beforeAll(async () => {
  await fillFolder(folder)
  server = await startServer({ DATA_DIR: folder })
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const command = (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  fettle({ DATA_DIR: folder, PORT: new URL(server.baseUrl).port, ...settings }, "login-link", ...args)

test("fettle login-link prints a link to the service's page that signs in while the service runs", async () => {
  const user = /usr_[0-9a-z]{16}/.exec(server.welcome)?.[0] ?? ""
  const { stdout, stderr, exitCode } = await command({}, "--user", user, "--json")
  const { url, expiresAt } = JSON.parse(stdout) as { url: string; expiresAt: string }
  expect([stderr, exitCode]).toEqual(["", 0])
  expect(url).toStartWith(`${server.baseUrl}/app/login?link=fettle_link_${user.slice(4)}`)
  const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
  expect([minutes > 13, minutes <= 15]).toEqual([true, true])
  expect(await (await fetch(url)).text()).toContain("Sign in as Demo?")
}, 30_000)

test("it prints a link at another address of the service, and refuses what is no address", async () => {
  const user = /usr_[0-9a-z]{16}/.exec(server.welcome)?.[0] ?? ""
  const also = { ALSO_BASE_URLS: "http://nas.local:3000,http://192.168.1.5:3000" }
  const there = await command(also, "--user", user, "--address", "http://192.168.1.5:3000", "--json")
  expect([there.stderr, there.exitCode]).toEqual(["", 0])
  expect(JSON.parse(there.stdout).url).toStartWith("http://192.168.1.5:3000/app/login?link=fettle_link_")
  const wrong = await command(also, "--user", user, "--address", "192.168.1.5")
  expect([wrong.stdout, wrong.exitCode]).toEqual(["", 2])
  expect(wrong.stderr).toContain("must be a URL without a path")
}, 30_000)

test("it fails for an unknown user or if the page is off, and says why", async () => {
  const unknown = await command({}, "--user", "usr_0000000000000000")
  expect([unknown.exitCode, unknown.stdout, unknown.stderr]).toEqual([
    1,
    "",
    "fettle: There is no user usr_0000000000000000"
  ])
  const off = await command({ PAGE: "off" }, "--user", "usr_0000000000000000")
  expect([off.exitCode, off.stderr]).toEqual([1, expect.stringContaining("PAGE is off")])
  const wrong = await command({ PAGE: "perhaps" }, "--user", "usr_0000000000000000")
  expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining("must be on or off")])
}, 30_000)

test.if(hasPostgres)(
  "on PostgreSQL too, it prints the address of the one connected server",
  async () => {
    const scope = Effect.runSync(Scope.make())
    const DATABASE_URL = await Effect.runPromise(Scope.extend(filledDatabase, scope))
    const settings = async () => ({ DATABASE_URL, PORT: await freePort() })
    const first = await startServer(await settings())
    const user = /usr_[0-9a-z]{16}/.exec(first.welcome)?.[0] ?? ""
    const link = async () => (await fettle({ DATABASE_URL, PORT: "4321" }, "login-link", "--user", user)).stdout
    expect(await link()).toStartWith(`${first.baseUrl}/app/login?link=`)
    const second = await startServer(await settings())
    expect(await link()).toStartWith("http://localhost:4321/app/login?link=")
    await first[Symbol.asyncDispose]()
    expect(await link()).toStartWith(`${second.baseUrl}/app/login?link=`)
    await second[Symbol.asyncDispose]()
    expect(await link()).toStartWith("http://localhost:4321/app/login?link=")
    await Effect.runPromise(Scope.close(scope, Exit.void))
  },
  60_000
)

test("it prints the running server's address even if its own settings name another, and its own if no server runs", async () => {
  const user = /usr_[0-9a-z]{16}/.exec(server.welcome)?.[0] ?? ""
  const beside = await command({ PORT: await freePort() }, "--user", user)
  expect(beside.stdout).toStartWith(`${server.baseUrl}/app/login?link=`)
  expect(statSync(join(folder, "server.json")).mode & 0o777).toBe(0o600)
  await server[Symbol.asyncDispose]()
  // A killed server has left its note.
  const alone = await command({ PORT: "4321" }, "--user", user)
  expect(alone.stdout).toStartWith("http://localhost:4321/app/login?link=")
  server = await startServer({ DATA_DIR: folder })
  server.child.kill("SIGTERM")
  await server.child.exited
  expect(existsSync(join(folder, "server.json"))).toBe(false)
}, 60_000)
