/**
 * How long Today takes with ten years of data, on a slow device: `bun bench/today.ts`. Prints, at 390 and 1,280 px, the
 * median time in milliseconds from the start of a load to its end, with the processor as it is and slowed to a quarter,
 * and what the server took of it; and how many screens long the page is. The database is new, on PostgreSQL.
 */
import pg from "pg"
import { statementsOf } from "../test/annexes/page/features/overview/years.ts"
import { launch, openProfile } from "../test/browser/launch.ts"
import { newDatabase, UNLIMITED } from "../test/faults/servers.ts"
import { fettle, startServer } from "../test/support/process.ts"
import { median } from "./measure.ts"

const LOADS = 15
const TEN_YEARS = { days: 3653, workouts: 3400 }

await using database = await newDatabase()
await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
const settings = { DATABASE_URL: database.value, PORT: new URL(server.baseUrl).port }
const command = async (...args: ReadonlyArray<string>) => JSON.parse((await fettle(settings, ...args, "--json")).stdout)

const { userId } = await command("user", "create", "--name", "Robin Vale", "--timezone", "UTC", "--plan", "paid")
const client = new pg.Client({ connectionString: database.value })
await client.connect()
for (const statement of statementsOf(userId, new Date().toISOString().slice(0, 10), TEN_YEARS))
  await client.query(statement)
await client.query("ANALYZE")
await client.end()

await using chromium = await launch()
for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 }
]) {
  await using profile = await openProfile(chromium, { viewport })
  const page = await profile.context.newPage()
  await page.goto((await command("login-link", "--user", userId)).url)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(/\/app/)
  const session = await page.context().newCDPSession(page)
  for (const rate of [1, 4]) {
    await session.send("Emulation.setCPUThrottlingRate", { rate })
    const loads: Array<{ readonly whole: number; readonly server: number; readonly screens: number }> = []
    for (let count = -3; count < LOADS; count++) {
      await page.goto(`${server.baseUrl}/app`, { waitUntil: "load" })
      const load = await page.evaluate<(typeof loads)[number]>(`(() => {
        const [{ loadEventStart, requestStart, responseStart }] = performance.getEntriesByType("navigation")
        const screens = document.documentElement.scrollHeight / innerHeight
        return { whole: loadEventStart, server: responseStart - requestStart, screens }
      })()`)
      if (count >= 0) loads.push(load)
    }
    const of = (name: keyof (typeof loads)[number]) => median(loads.map((load) => load[name]))
    console.log(
      `${viewport.width} px, processor ÷ ${rate}: ${of("whole").toFixed(0)} ms, of which the server ${of("server").toFixed(0)} ms; ${of("screens").toFixed(1)} screens`
    )
  }
}
await server[Symbol.asyncDispose]()
await database[Symbol.asyncDispose]()
process.exit(0)
