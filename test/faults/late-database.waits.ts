import { expect, test } from "bun:test"
import { fakePostgres } from "../support/fake-postgres.ts"
import { fettle, freePort, startServer } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { startProxy } from "./proxy.ts"
import { newDatabase } from "./servers.ts"

const SLOW = 90_000

if (hasPostgres)
  for (const args of [[], ["--workers", "2"]])
    test.concurrent(
      `serve ${args.join(" ")} waits for a database that comes late, and says so once`,
      async () => {
        await using database = await newDatabase()
        await using proxy = await startProxy(database.value)
        await proxy.turn("refusing")
        const late = Bun.sleep(6000).then(() => proxy.turn("passing"))
        await using server = await startServer({ DATABASE_URL: proxy.url }, { args })
        await late
        const printedText = server.welcome.split("\n").filter((line) => line.startsWith("Waiting"))
        expect(printedText).toEqual([
          `Waiting up to 30 seconds for the PostgreSQL at ${new URL(proxy.url).host} (nothing listens there)…`
        ])
        expect((await fetch(`${server.baseUrl}/ready`)).status).toBe(200)
      },
      SLOW
    )

test.concurrent(
  "serve gives up after 30 seconds, or at once if waiting would not help",
  async () => {
    const started = performance.now()
    const settings = { PORT: await freePort(), DATABASE_URL: `postgres://ada@127.0.0.1:${await freePort()}/fettle` }
    const { exitCode, stdout, stderr } = await fettle(settings, "serve")
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("nothing listens there")])
    expect(stdout).toMatch(/still working, 2[6-9] s/)
    expect(performance.now() - started).toBeWithin(30_000, 60_000)
    const fake = fakePostgres({ refuses: { state: "28P01", message: "password authentication failed" } })
    const refused = await fettle({ ...settings, DATABASE_URL: fake.url }, "serve")
    fake.stop()
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("password")])
    expect(refused.stdout).not.toContain("Waiting")
  },
  SLOW
)
