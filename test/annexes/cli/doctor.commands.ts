import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import pg from "pg"
import * as Client from "../../../src/platform/database/client.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { makeService } from "../../support/app.ts"
import { fettle, freePort, type SettingsOfProcess, startServer, typedProgram } from "../../support/process.ts"
import { fillFolder, hasPostgres, migrated, postgresDatabase } from "../../support/stores.ts"

const SLOW = 60_000

const folder = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Report {
  readonly ok: boolean
  readonly checks: ReadonlyArray<{ readonly name: string; readonly status: string; readonly message: string }>
}

/** The doctor's checks, each as `status message`, by name. */
const examine = async (settings: SettingsOfProcess) => {
  const { stdout, stderr, exitCode } = await fettle({ PORT: await freePort(), ...settings }, "doctor", "--json")
  const { ok, checks } = JSON.parse(stdout) as Report
  const found = Object.fromEntries(checks.map(({ name, status, message }) => [name, `${status}: ${message}`]))
  return { ok, exitCode, stderr, found, checks }
}

describe("fettle doctor", () => {
  test("finds no fault before the first start, and creates nothing", async () => {
    const DATA_DIR = join(folder, "absent")
    const { ok, exitCode, stderr, found } = await examine({ DATA_DIR })
    expect({ ok, exitCode, stderr }).toEqual({ ok: true, exitCode: 0, stderr: "" })
    expect(found.settings).toBe("ok: All are valid")
    expect(found["data-dir"]).toMatch(/^ok: .*absent can be written \([\d,]+ MB free\), and no server runs on it$/)
    expect(found["base-url"]).toMatch(/^ok: A request to http:\/\/localhost:\d+ comes back to this server$/)
    expect(found.database).toBe(
      `warn: There is none yet in ${DATA_DIR}: the first start of \`${typedProgram} serve\` makes it`
    )
    expect(found.port).toMatch(/^ok: PORT \d+ on 127\.0\.0\.1 is free$/)
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  test(
    "checks the embedded database beside a running server, and without one",
    async () => {
      const settings = { DATA_DIR: join(folder, "data"), PORT: await freePort() }
      await fillFolder(settings.DATA_DIR)
      const server = await startServer(settings)
      const beside = await examine(settings)
      expect(beside.ok).toBe(true)
      expect(beside.found).toMatchObject({
        "data-dir": expect.stringMatching(/^ok: .* can be written \([\d,]+ MB free\); a server runs on it$/),
        database: expect.stringMatching(/^ok: PostgreSQL \d\d.*, embedded, answers$/),
        migrations: expect.stringMatching(/^ok: All \d+ are applied$/),
        foods: "ok: 14,221 foods, with this version of those that come with Fettle",
        devices: "ok: No device sends data by itself",
        exercises: "ok: 1,255 exercises come with Fettle",
        port: `ok: A Fettle server is running on http://127.0.0.1:${settings.PORT}, and is ready`
      })
      server.child.kill("SIGTERM")
      expect(await server.child.exited).toBe(0)

      const alone = await examine(settings)
      expect(alone.found).toEqual({
        ...beside.found,
        "data-dir": expect.stringMatching(/^ok: .* can be written \([\d,]+ MB free\), and no server runs on it$/),
        "temp-dir": expect.stringMatching(/^ok: .* can be written \([\d,]+ MB free\)$/),
        port: `ok: PORT ${settings.PORT} on 127.0.0.1 is free`
      })
    },
    SLOW
  )

  test("reports a temporary folder that cannot be used", async () => {
    const absent = join(folder, "no-temporary")
    const { ok, found } = await examine({ DATA_DIR: join(folder, "absent"), TMPDIR: absent })
    expect(ok).toBe(false)
    expect(found["temp-dir"]).toBe(
      `fail: TMPDIR: there is no ${absent}. Correct the path, or set TMPDIR to another folder`
    )
  })

  test("names every unusable setting, one a line, and shows no password", async () => {
    const { stdout, exitCode } = await fettle(
      { PORT: "seventy", LOG_LEVEL: "loud", DATABASE_URL: "mysql://root:hidden-word@localhost" },
      "doctor"
    )
    expect(exitCode).toBe(1)
    expect(stdout.trim().split("\n")).toEqual([
      expect.stringMatching(/^fail {2}settings {7}PORT is "seventy", and must be /),
      expect.stringMatching(/^fail {2}settings {7}DATABASE_URL must be /),
      expect.stringMatching(/^fail {2}settings {7}LOG_LEVEL is "loud", and must be /)
    ])
    expect(stdout).not.toContain("hidden-word")
  })

  test("reports an unusable port, folder and database", async () => {
    const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("Hello") })
    const PORT = String(other.port)
    const embedded = await examine({ PORT, DATA_DIR: "/proc/version" })
    const external = await examine({ PORT, DATABASE_URL: "postgres://postgres:hidden-word@127.0.0.1:1/none" })
    await other.stop(true)
    expect([embedded.ok, embedded.exitCode, external.ok, external.exitCode]).toEqual([false, 1, false, 1])
    expect(embedded.found.port).toStartWith(`fail: PORT ${PORT} on 127.0.0.1 is taken by another program: `)
    expect(embedded.found["data-dir"]).toStartWith(
      "fail: DATA_DIR: /proc/version is not a folder. Set DATA_DIR to another path"
    )
    expect(external.found["data-dir"]).toBe("ok: Not used, as DATABASE_URL is set")
    expect(external.found.database).toBe(
      "fail: DATABASE_URL: the PostgreSQL server at 127.0.0.1:1 cannot be used (nothing listens there). Start PostgreSQL, or correct host and port in DATABASE_URL"
    )
    expect(JSON.stringify(external.checks)).not.toContain("hidden-word")
  })

  test("reports how many workers serve, and what to do if that does not end", async () => {
    const workers = { expected: 8, serving: 7 }
    const answers: ReadonlyArray<readonly [answer: object, said: RegExp]> = [
      [{ status: "ready", workers: { expected: 8, serving: 8 } }, /^ok: .*, and is ready$/],
      [{ status: "degraded", workers }, /^warn: .* 7 of 8 workers serve: the others are .* the server's log shows how/],
      [{ status: "unavailable", workers }, /^warn: .* not ready: 7 of 8 workers serve, .* restart the server/],
      [{ status: "unavailable", workers: { expected: 8, serving: 8 } }, /^warn: .* see the database checks$/]
    ]
    for (const [answer, said] of answers) {
      const server = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: ({ url }) => Response.json(url.endsWith("/health") ? { status: "ok" } : answer)
      })
      const { found } = await examine({ PORT: String(server.port), DATA_DIR: join(folder, "absent") })
      await server.stop(true)
      expect(found.port).toMatch(said)
    }
  })

  if (hasPostgres) {
    test(
      "reports a PostgreSQL without migrations or foods, with unknown ones, and with all of them, and applies none",
      () =>
        Effect.gen(function* () {
          const DATABASE_URL = yield* postgresDatabase
          yield* Effect.promise(async () => {
            const client = new pg.Client({ connectionString: DATABASE_URL })
            await client.connect()
            const look = async () => (await examine({ DATABASE_URL })).found
            try {
              expect(await look()).toMatchObject({
                database: expect.stringMatching(/^ok: PostgreSQL \d\d.*, answers$/),
                migrations: expect.stringMatching(/^warn: (\d+) of \1 are missing: .*fettle migrate`/),
                foods: expect.stringMatching(/^warn: There are none yet: /)
              })
              expect((await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0)

              const service = await makeService(migrated(Client.external(serversAt(DATABASE_URL), 1, 0)))
              await service.person()
              await service.stop()
              expect(await look()).toMatchObject({
                migrations: expect.stringMatching(/^ok: All \d+ are applied$/),
                foods: expect.stringMatching(/^ok: 14,221 foods/)
              })

              const readOnly = "default_transaction_read_only"
              const { pathname } = new URL(DATABASE_URL)
              await client.query(`ALTER DATABASE ${pathname.slice(1)} SET ${readOnly} = on`)
              expect((await look()).database).toMatch(
                /^fail: PostgreSQL \d.*, answers but accepts no writes\. Set DATABASE_URL to the primary, or/
              )
              await client.query(`ALTER DATABASE ${pathname.slice(1)} RESET ${readOnly}`)

              await client.query("UPDATE catalogue_versions SET version = 'older'")
              await client.query("DELETE FROM functions WHERE name = 'add_workout'")
              expect(await look()).toMatchObject({
                migrations: expect.stringMatching(/^warn: 1 of \d+ are missing/),
                foods: expect.stringMatching(/^warn: 14,221 foods, with another version/)
              })

              await client.query("INSERT INTO migrations (migration_id, name) VALUES (9999, 'later')")
              const newer = await examine({ DATABASE_URL })
              expect(newer.found.migrations).toMatch(
                /^fail: .* newer Fettle: its schema is at migration 9999 \(later\),/
              )
              expect([newer.ok, newer.exitCode]).toEqual([false, 1])

              await client.query("CREATE TABLE unfinished_move (source text)")
              expect((await look()).migrations).toMatch(/^fail: A move into this database is unfinished\./)
            } finally {
              await client.end()
            }
          })
        }).pipe(Effect.scoped, Effect.runPromise),
      SLOW
    )
  }
})
