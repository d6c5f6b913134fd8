/**
 * How long Today and the diary take with ten years of data, on a slow device and a slow network: `bun bench/today.ts`.
 * Prints, at 390 and 1,280 px, the median time in milliseconds from the start of a load of Today to its end, with the
 * processor as it is and slowed to a quarter, and what the server took of it; and how many screens long the page is. Then,
 * for Today and a diary with 18 foods on a slow telephone (1.6 Mbit/s, 150 ms, the processor slowed to a quarter), the
 * median time to the first content and to the end of the load, and the longest task: cold, with nothing on the device
 * but the session, and warm, with the files and the service worker of earlier visits. The database is new, on PostgreSQL.
 */
import pg from "pg"
import type { Browser, CDPSession, Page } from "playwright-core"
import { statementsOf } from "../test/annexes/page/features/overview/years.ts"
import { launch, openProfile } from "../test/browser/launch.ts"
import { newDatabase, UNLIMITED } from "../test/faults/servers.ts"
import { fettle, startServer } from "../test/support/process.ts"
import { median } from "./measure.ts"

const LOADS = 15
const COLD_LOADS = 7
const TEN_YEARS = { days: 3653, workouts: 3400 }

/** 1.6 Mbit/s down, 0.75 up; milliseconds and bytes a second. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

await using database = await newDatabase()
await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
const settings = { DATABASE_URL: database.value, PORT: new URL(server.baseUrl).port }
const command = async (...args: ReadonlyArray<string>) => JSON.parse((await fettle(settings, ...args, "--json")).stdout)

const { userId } = await command("user", "create", "--name", "Robin Vale", "--timezone", "UTC", "--plan", "paid")
const today = new Date().toISOString().slice(0, 10)
const client = new pg.Client({ connectionString: database.value })
await client.connect()
for (const statement of statementsOf(userId, today, TEN_YEARS)) await client.query(statement)
// The diary of today has 14 foods until now.
await client.query(
  `INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, calories,
      protein, carbs, fat, alcohol, created_at)
    SELECT user_id, entry_id || '_again', date, meal_type, servings, food_kind, food_id, food_name, calories, protein, carbs,
      fat, alcohol, created_at
    FROM diary_entries WHERE user_id = $1 AND date = $2 LIMIT 4`,
  [userId, today]
)
await client.query("ANALYZE")
await client.end()

const signIn = async (page: Page) => {
  await page.goto((await command("login-link", "--user", userId)).url)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(/\/app/)
}

interface Load {
  readonly whole: number
  readonly server: number
  readonly painted: number
  readonly longest: number
  readonly screens: number
}

const load = async (page: Page, path: string): Promise<Load> => {
  await page.goto(server.baseUrl + path, { waitUntil: "load" })
  return page.evaluate<Load>(`(async () => {
    const tasks = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const [{ loadEventStart, requestStart, responseStart }] = performance.getEntriesByType("navigation")
    const [paint] = performance.getEntriesByName("first-contentful-paint")
    return {
      whole: loadEventStart,
      server: responseStart - requestStart,
      painted: paint?.startTime ?? loadEventStart,
      longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
      screens: document.documentElement.scrollHeight / innerHeight
    }
  })()`)
}

const medianOf = (loads: ReadonlyArray<Load>, name: keyof Load) => median(loads.map((each) => each[name]))
const millis = (loads: ReadonlyArray<Load>, name: keyof Load) => `${medianOf(loads, name).toFixed(0)} ms`

const onSlowDevice = async (chromium: Browser) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 }
  ]) {
    await using profile = await openProfile(chromium, { viewport })
    const page = await profile.context.newPage()
    await signIn(page)
    const session = await page.context().newCDPSession(page)
    for (const rate of [1, 4]) {
      await session.send("Emulation.setCPUThrottlingRate", { rate })
      const loads: Array<Load> = []
      for (let count = -3; count < LOADS; count++) {
        const each = await load(page, "/app")
        if (count >= 0) loads.push(each)
      }
      console.log(
        `${viewport.width} px, processor ÷ ${rate}: ${millis(loads, "whole")}, of which the server ${millis(loads, "server")}; ${medianOf(loads, "screens").toFixed(1)} screens`
      )
    }
  }
}

/** The service worker's requests are those of another target than the page's. */
const slowWorkers = async (browser: CDPSession) => {
  const { targetInfos } = await browser.send("Target.getTargets")
  for (const { targetId } of targetInfos.filter(({ type }) => type === "service_worker")) {
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: false })
    const send = (id: number, method: string, params: object) =>
      browser.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) })
    await send(1, "Network.enable", {})
    await send(2, "Network.emulateNetworkConditions", SLOW_NETWORK)
  }
}

const onSlowNetwork = async (chromium: Browser, path: string) => {
  const [cold, warm]: [Array<Load>, Array<Load>] = [[], []]
  const browser = await chromium.newBrowserCDPSession()
  for (let count = 0; count < COLD_LOADS; count++) {
    await using profile = await openProfile(chromium, { viewport: { width: 390, height: 844 } })
    const first = await profile.context.newPage()
    await signIn(first)
    const { cookies } = await profile.context.storageState()
    await using fresh = await openProfile(chromium, { viewport: { width: 390, height: 844 } })
    await fresh.context.addCookies(cookies)
    const page = await fresh.context.newPage()
    const session = await fresh.context.newCDPSession(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 })
    cold.push(await load(page, path))
    await page.evaluate("navigator.serviceWorker.ready")
    await slowWorkers(browser)
    for (let again = 0; again < 3; again++) {
      const each = await load(page, path)
      // The first is the one that the worker comes to know.
      if (again > 0) warm.push(each)
    }
  }
  for (const [name, loads] of [
    ["cold", cold],
    ["warm", warm]
  ] as const)
    console.log(
      `${path}, slow network, ${name}: first content after ${millis(loads, "painted")}, whole after ${millis(loads, "whole")}; longest task ${millis(loads, "longest")}`
    )
}

await using chromium = await launch()
await onSlowDevice(chromium)
for (const path of ["/app", "/app/diary"]) await onSlowNetwork(chromium, path)
await server[Symbol.asyncDispose]()
await database[Symbol.asyncDispose]()
process.exit(0)
