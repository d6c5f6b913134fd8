import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { fettle, freePort, onTerminal, type SettingsOfProcess, startServer } from "../../support/process.ts"
import { filledSettings, fillFolder, hasPostgres, postgresDatabase } from "../../support/stores.ts"

const SLOW = 180_000

const folders: Array<string> = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-"))
  folders.push(folder)
  return folder
}
const running: Array<{ kill: (signal?: number | NodeJS.Signals) => void; exited: Promise<number> }> = []
const serve = async (settings: SettingsOfProcess) => {
  const server = await startServer(settings)
  running.push(server.child)
  return server
}
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill("SIGKILL")
    await child.exited
  }
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** What a command or the start printed, in the form that the test expects. */
interface Printed {
  readonly userId: string
  readonly token: string
  readonly tokenId: string
  readonly users: ReadonlyArray<Record<string, unknown>>
  readonly tokens: ReadonlyArray<Record<string, unknown>>
  readonly mcpServers: { readonly fettle: { readonly url: string; readonly headers: Record<string, string> } }
}

const json = (text: string): Printed => JSON.parse(text)

describe.each([{ mode: "the embedded database" }, ...(hasPostgres ? [{ mode: "PostgreSQL" }] : [])])(
  "on $mode",
  ({ mode }) => {
    const scope = Effect.runSync(Scope.make())
    let settings: SettingsOfProcess = {}
    beforeAll(async () => {
      settings =
        mode === "PostgreSQL"
          ? { DATABASE_URL: await Effect.runPromise(Scope.extend(postgresDatabase, scope)) }
          : { DATA_DIR: join(newFolder(), "data") }
    })
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

    test(
      "the first start makes a demo user whose printed calls work; commands work beside it; it stops cleanly",
      async () => {
        const server = await serve(settings)
        expect(server.welcome).toMatch(/^(Creating the embedded database in .*data…\n|Starting on the PostgreSQL at )/)
        const curl = /curl -H "Authorization: (Bearer \w+)" (\S+)/.exec(server.welcome)
        const answer = await fetch(curl?.[2] ?? "", { headers: { authorization: curl?.[1] ?? "" } })
        expect(((await answer.json()) as { timezone: string }).timezone).toBe("UTC")

        const mcp = json(server.welcome.slice(server.welcome.indexOf("{"))).mcpServers.fettle
        const claude = `claude mcp add --transport http fettle ${mcp.url} --header "Authorization: ${mcp.headers.Authorization}"`
        expect(server.welcome).toContain(`\n  ${claude}\n`)
        expect(server.welcome).toContain("docs/clients.md")
        const ping = await fetch(mcp.url, {
          method: "POST",
          headers: { ...mcp.headers, "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })
        })
        expect(await ping.json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} })

        const created = await fettle(
          settings,
          "user",
          "create",
          "--json",
          "--name",
          "Ada",
          "--timezone",
          "Europe/Berlin",
          "--reads-burst",
          "7"
        )
        expect(created.exitCode).toBe(0)
        const { userId } = json(created.stdout)
        const { token, tokenId } = json((await fettle(settings, "token", "create", "--user", userId, "--json")).stdout)
        /** Asks again once a process may no longer use its cached account. */
        const me = async () => {
          await Bun.sleep(300)
          return fetch(`${server.baseUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
        }
        expect(await (await me()).json()).toMatchObject({
          timezone: "Europe/Berlin",
          limits: { reads: { burst: 7, perMinute: 300 } }
        })

        expect((await fettle(settings, "user", "set", userId, "--timezone", "Asia/Tokyo", "--json")).exitCode).toBe(0)
        expect(await (await me()).json()).toMatchObject({ timezone: "Asia/Tokyo", limits: { reads: { burst: 7 } } })

        const { users } = json((await fettle(settings, "user", "list", "--json")).stdout)
        const ada = { userId, name: "Ada", timezone: "Asia/Tokyo", plan: "paid", accessUntil: null, hasSignedIn: false }
        expect(users).toContainEqual(ada)
        const { tokens } = json((await fettle(settings, "token", "list", "--user", userId, "--json")).stdout)
        const neither = { expiresAt: null, revokedAt: null }
        expect(tokens).toMatchObject([{ tokenId, environment: "test", ...neither, lastUsedAt: expect.any(String) }])

        await fettle(settings, "user", "set", "--plan", "free", userId)
        expect((await me()).status).toBe(403)
        await fettle(settings, "user", "set", "--plan", "trial", userId)
        const shown = json((await fettle(settings, "user", "show", userId, "--json")).stdout)
        expect(shown).toMatchObject({ userId, plan: "trial", ownLimits: { readsBurst: 7 }, validTokens: 1 })
        expect((await me()).status).toBe(200)
        await fettle(settings, "token", "revoke", tokenId ?? "")
        expect((await me()).status).toBe(401)
        expect((await fettle(settings, "user", "delete", userId, "--yes", "--json")).exitCode).toBe(0)
        expect((await fettle(settings, "token", "list", "--user", userId)).exitCode).toBe(1)

        server.child.kill("SIGTERM")
        expect(await server.child.exited).toBe(0)
      },
      SLOW
    )

    test(
      "a crash loses no write, and leaves nothing that blocks the next start",
      async () => {
        const first = await serve(settings)
        const { userId } = json(
          (await fettle(settings, "user", "create", "--name", "B", "--timezone", "UTC", "--json")).stdout
        )
        const { token } = json((await fettle(settings, "token", "create", "--user", userId, "--json")).stdout)
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
        const body = JSON.stringify({ metric: "steps", readings: [{ value: 4321 }] })
        expect((await fetch(`${first.baseUrl}/v1/body-metrics`, { method: "PUT", headers, body })).status).toBe(200)
        first.child.kill("SIGKILL")
        await first.child.exited

        const second = await serve(settings)
        const listed = await fetch(`${second.baseUrl}/v1/body-metrics?metric=steps`, { headers })
        expect(await listed.json()).toMatchObject({ readings: [{ value: 4321 }] })
        expect(second.token).toBe("")
      },
      SLOW
    )

    test(
      "the commands work while no server runs",
      async () => {
        const list = await Promise.all([
          fettle(settings, "user", "list", "--json"),
          fettle(settings, "user", "list", "--json")
        ])
        expect(list.map(({ exitCode }) => exitCode)).toEqual([0, 0])
        expect(await fettle(settings, "migrate", "--json")).toMatchObject({ exitCode: 0, stdout: '{"applied":[]}\n' })
      },
      SLOW
    )
  }
)

describe("the embedded database", () => {
  test(
    "belongs to one server at a time, and is open to psql while it runs",
    async () => {
      const settings = { DATA_DIR: join(newFolder(), "data") }
      await fillFolder(settings.DATA_DIR)
      const server = await serve(settings)
      const second = await fettle({ ...settings, PORT: await freePort() }, "serve")
      expect(second.exitCode).toBe(1)
      expect(second.stderr).toMatch(
        /^fettle: DATA_DIR: another Fettle server is running on .*data\. Stop it, or set DATA_DIR.*$/
      )
      if (Bun.which("psql") !== null) {
        const psql = Bun.spawn(
          ["psql", "-h", settings.DATA_DIR, "-U", "postgres", "-Atc", "SELECT name FROM users", "postgres"],
          { stderr: "pipe" }
        )
        expect(await new Response(psql.stdout).text()).toBe("Demo\n")
        expect((await fetch(`${server.baseUrl}/ready`)).status).toBe(200)
      }
      server.child.kill("SIGINT")
      expect(await server.child.exited).toBe(0)
      expect(existsSync(join(settings.DATA_DIR, ".s.PGSQL.5432"))).toBe(false)
    },
    SLOW
  )
})

describe("an unusable setting is reported in one line, with exit code 1", () => {
  test.each([
    ["OTEL_EXPORTER_OTLP_HEADERS", { OTEL_EXPORTER_OTLP_HEADERS: "x-key=%zz,hidden-word" }],
    ["DATA_DIR", { DATA_DIR: `/tmp/${"long".repeat(30)}` }],
    ["DATA_DIR", { DATA_DIR: "/proc/nowhere" }],
    ["DATA_DIR", { DATA_DIR: "/sys" }]
  ])("%s %p", async (name, settings) => {
    const { exitCode, stderr, stdout } = await fettle({ ...settings, PORT: await freePort() }, "serve")
    expect(exitCode).toBe(1)
    expect(stderr).toStartWith(`fettle: ${name}`)
    expect(stderr.split("\n")).toHaveLength(1)
    expect(stdout + stderr).not.toContain("hidden-word")
  })

  test(
    "a taken port, which leaves the demo user's token valid",
    async () => {
      const settings = { DATA_DIR: join(newFolder(), "data") }
      await fillFolder(settings.DATA_DIR)
      const taken = createServer()
      await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve))
      const { port } = taken.address() as { readonly port: number }
      const { exitCode, stderr } = await fettle({ ...settings, PORT: String(port) }, "serve")
      taken.close()
      expect([exitCode, stderr]).toEqual([
        1,
        `fettle: PORT ${port} on 127.0.0.1 is taken by another program: stop that one, or set PORT to a free port`
      ])
      expect((await serve(settings)).token).not.toBe("")
    },
    SLOW
  )
})

describe("usage", () => {
  test.each([
    [["nonsense"]],
    [["user", "create", "--name", "X", "--timezone", "Mars/Olympus"]],
    [["user", "create", "--name", "X", "--timezone", "UTC", "--reads-burst", "-1"]],
    [["user", "create", "--name", "X", "--timezone", "UTC", "--access-until", "tomorrow"]],
    [["token", "create", "--user", "usr_0000000000000000", "--expires", "2020-01-01T00:00:00Z"]],
    [["user", "delete", "usr_0000000000000000"]]
  ])("%p is wrong: exit code 2, and nothing on standard output", async (args) => {
    const { exitCode, stdout, stderr } = await fettle({ DATA_DIR: "/nonexistent" }, ...args)
    expect([exitCode, stdout]).toEqual([2, ""])
    expect(stderr.length).toBeGreaterThan(10)
  })

  test(
    "an unknown id is exit code 1, and deleting a user asks on a terminal",
    async () => {
      const scope = Effect.runSync(Scope.make())
      const settings = await Effect.runPromise(Scope.extend(filledSettings, scope))
      const { exitCode, stderr } = await fettle(settings, "user", "delete", "--yes", "usr_0000000000000000")
      expect([exitCode, stderr]).toEqual([1, "fettle: There is no user usr_0000000000000000"])

      const { userId } = json(
        (await fettle(settings, "user", "create", "--name", "Ada", "--timezone", "UTC", "--json")).stdout
      )
      const item = "food_none:1"
      const meal = await fettle(settings, "meal", "save", "--user", userId, "--name", "Tea", "--item", item)
      expect([meal.exitCode, meal.stderr]).toEqual([
        1,
        "fettle: There is no food food_none in the catalogue or among the user's custom foods"
      ])
      expect((await fettle(settings, "meal", "list", "--user", userId, "--json")).stdout).toBe('{"meals":[]}\n')
      const gone = await fettle(settings, "meal", "delete", "meal_none", "--user", userId)
      expect([gone.exitCode, gone.stderr]).toEqual([1, "fettle: There is no saved meal meal_none"])

      const refused = await onTerminal(settings, ["user", "delete", userId], "no\n")
      expect(refused.exitCode).toBe(1)
      expect(refused.screen).toContain(`Delete Ada (${userId}) with all their data and tokens?`)
      expect(refused.screen).toContain("nothing was changed")
      expect(await onTerminal(settings, ["user", "delete", userId], "yes\n")).toMatchObject({ exitCode: 0 })
      expect((await fettle(settings, "user", "list", "--json")).stdout).toBe('{"users":[]}\n')
      await Effect.runPromise(Scope.close(scope, Exit.void))
    },
    SLOW
  )
})
