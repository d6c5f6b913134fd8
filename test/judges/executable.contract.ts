import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { workbook } from "../annexes/imports/workbook-of.ts"
import { browserOf } from "../annexes/page/support.ts"
import { HISTORY, historyPage, isAtWork, upload } from "../faults/history-page.ts"
import { freePort, runToEnd, until } from "../support/process.ts"
import { hasPostgres, postgresDatabase } from "../support/stores.ts"

const ROOT = join(import.meta.dir, "../..")
const BUILD = { command: [process.execPath, "scripts/build.ts"], options: { cwd: ROOT, env: process.env } }

const folder = mkdtempSync(join(tmpdir(), "fettle-executable-"))
const executable = join(folder, "fettle")
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A table of weights as in MacroFactor's workbook. */
const SHEET = [
  ["Date", "Weight (kg)"],
  ["2026-02-05", "80"],
  ["2026-02-06", "81"]
]
  .map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`
  )
  .join("")

const hashOf = async (path: string) => new Bun.CryptoHasher("sha256").update(await Bun.file(path).bytes()).digest("hex")

/** Builds the executable, and moves it away from the repository and its packages. */
const build = async () => {
  const { exitCode, stderr } = await runToEnd(BUILD.command, BUILD.options)
  if (exitCode !== 0) throw new Error(stderr)
  await Bun.write(executable, Bun.file(join(ROOT, "dist/fettle")), { mode: 0o755 })
  return hashOf(executable)
}

/** Nothing from this machine but a time zone: no PATH that finds Bun or Node.js. */
const settings = async () => ({ TZ: "UTC", HOST: "127.0.0.1", PORT: await freePort(), DATA_DIR: join(folder, "data") })

const isReady = (port: string) =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false
  )

describe("the single-file executable", () => {
  let hash = ""
  beforeAll(async () => {
    hash = await build()
  })

  test("is identical, byte for byte, when it is built again", async () => {
    expect(await build()).toBe(hash)
  })

  test("serves, and runs the commands, without Bun and Node.js", async () => {
    const env = await settings()
    const server = Bun.spawn([executable, "serve"], { cwd: folder, env, stdout: "pipe", stderr: "ignore" })
    try {
      const url = `http://127.0.0.1:${env.PORT}`
      await until(() => isReady(env.PORT), 100)
      for (const path of ["/", "/app/sign-in", "/docs", "/v1/openapi.json", "/v1/llms.txt"])
        expect((await fetch(url + path)).status).toBe(200)

      const run = (...args: ReadonlyArray<string>) => runToEnd([executable, ...args], { cwd: folder, env })
      const listed = await run("user", "list", "--json")
      expect(listed.exitCode).toBe(0)
      const { userId } = JSON.parse(listed.stdout).users[0]
      const { token } = JSON.parse((await run("token", "create", "--user", userId, "--json")).stdout)
      const found = await fetch(`${url}/v1/foods?query=banana`, { headers: { Authorization: `Bearer ${token}` } })
      expect(found.status).toBe(200)
      expect(await found.text()).toContain("Banana")
      expect((await run("doctor", "--json")).exitCode).toBe(0)

      const file = join(folder, "weights.csv")
      await Bun.write(file, "date,metric,value,unit\n2026-01-05,weight,80,kg\n2026-01-06,weight,81,kg\n")
      const imported = await run("import", file, "--user", userId, "--json")
      expect(imported).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`"new":2`) })

      const fetched = (path: string, init: RequestInit = {}) => fetch(url + path, { ...init, redirect: "manual" })
      const browser = browserOf({ fetch: fetched }, { origin: url })
      const made = JSON.parse((await run("login-link", "--user", userId, "--json")).stdout)
      const link = new URL(made.url).searchParams.get("link") ?? ""
      expect((await browser.post("/app/login", { link })).status).toBe(303)
      await upload(browser, "Weights.xlsx", workbook({ Weight: SHEET }))
      await browser.submit(HISTORY, "check")
      await until(async () => !(await isAtWork(browser)))
      expect(await historyPage(browser)).toContain("2 rows")
    } finally {
      server.kill()
      await server.exited
    }
    expect(server.exitCode).toBe(0)
  }, 150_000)

  test.if(hasPostgres)(
    "starts itself as worker processes",
    async () => {
      const scope = Effect.runSync(Scope.make())
      const DATABASE_URL = await Effect.runPromise(Scope.extend(postgresDatabase, scope))
      const env = { ...(await settings()), DATABASE_URL }
      const server = Bun.spawn([executable, "serve", "--workers", "2"], {
        cwd: folder,
        env,
        stdout: "pipe",
        stderr: "ignore"
      })
      try {
        await until(() => isReady(env.PORT), 100)
      } finally {
        server.kill()
        await server.exited
        await Effect.runPromise(Scope.close(scope, Exit.void))
      }
      expect(server.exitCode).toBe(0)
    },
    150_000
  )
})
