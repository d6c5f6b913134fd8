import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fettle, type ServerProcess, startServer } from "../support/process.ts"
import { fillFolder } from "../support/stores.ts"

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

test("fettle login-link prints a link to the service's page that signs in, while the service runs", async () => {
  const user = /usr_[0-9a-z]{16}/.exec(server.welcome)?.[0] ?? ""
  const { stdout, stderr, exitCode } = await command({}, "--user", user, "--json")
  const { url, expiresAt } = JSON.parse(stdout) as { url: string; expiresAt: string }
  expect([stderr, exitCode]).toEqual(["", 0])
  expect(url).toStartWith(`${server.baseUrl}/app/login?link=fettle_link_${user.slice(4)}`)
  const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
  expect([minutes > 13, minutes <= 15]).toEqual([true, true])
  expect(await (await fetch(url)).text()).toContain("Sign in as Demo?")
}, 30_000)

test("it fails for an unknown user, and where the page is off, and says why", async () => {
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
