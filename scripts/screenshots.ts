/** Makes the screenshot of the README: Trends, of a person with a history of half a year. */
import { join } from "node:path"
import { openBrowser } from "../test/browser/chromium.ts"
import { demoPerson } from "../test/browser/demo.ts"
import { anyDatabase } from "../test/faults/servers.ts"
import { startServer } from "../test/support/process.ts"

const FILE = join(import.meta.dir, "../docs/trends.png")
const MOST_BYTES = 150_000

await using database = await anyDatabase()
await using server = await startServer(database.settings)
const person = await demoPerson(database.settings, server, { readings: 180, diary: 90, training: 90 })
await using browser = await openBrowser({ viewport: { width: 1100, height: 1360 }, colorScheme: "light" })
const page = await browser.context.newPage()
await page.goto(await person.link())
await page.getByRole("button", { name: "Sign in" }).click()
await page.waitForURL(/\/app/)
await page.goto(`${server.baseUrl}/app/trends?range=90`)
// Down to the end of the second row of cards.
const { y, height } = (await page.locator('section[aria-labelledby="body-fat"]').boundingBox()) ?? { y: 0, height: 0 }
await page.setViewportSize({ width: 1100, height: Math.ceil(y + height + 24) })
const png = await page.screenshot()
if (png.byteLength > MOST_BYTES) throw new Error(`The screenshot has ${png.byteLength} bytes, more than ${MOST_BYTES}`)
await Bun.write(FILE, png)
console.info(`${FILE}: ${png.byteLength} bytes`)
