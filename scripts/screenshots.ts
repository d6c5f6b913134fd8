/**
 * Takes the README's screenshots, in `docs`, of the sample data: Today and a workout on a phone, and Trends. With
 * `--all DIR`, it takes every page of a demo person instead, at four widths in both schemes, for inspection.
 */
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Page } from "playwright-core"
import { demoPerson, samplePerson } from "../test/browser/demo.ts"
import { everyPage, STATES } from "../test/browser/every-page.ts"
import { launch, openProfile } from "../test/browser/launch.ts"
import { startService } from "../test/browser/service.ts"

const DOCS = join(import.meta.dir, "../docs")
const MOST_BYTES = 150_000

const PHONE = { width: 390, height: 844 }
const SIZES = [{ width: 320, height: 640 }, PHONE, { width: 768, height: 1024 }, { width: 1280, height: 800 }]
const SCHEMES = ["light", "dark"] as const

const { all } = parseArgs({ options: { all: { type: "string" } } }).values

await using server = await startService()
const person = await (all === undefined
  ? samplePerson(server)
  : demoPerson(server, { readings: 180, diary: 90, training: 90 }))
const pages = await everyPage(person)
await using chromium = await launch()

/** A browser page in which the person is signed in. */
const signedIn = async ({ context }: Awaited<ReturnType<typeof openProfile>>): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(await person.link())
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(/\/app/)
  return page
}

const open = (page: Page, name: string) =>
  page.goto(`${server.baseUrl}${pages.find(([each]) => each === name)?.[1]}`, { waitUntil: "networkidle" })

const write = async (name: string, png: Buffer) => {
  if (png.byteLength > MOST_BYTES) throw new Error(`${name} has ${png.byteLength} bytes, more than ${MOST_BYTES}`)
  await Bun.write(join(DOCS, name), png)
  console.info(`docs/${name}: ${png.byteLength} bytes`)
}

/** The screens of a phone. */
const takePhone = async () => {
  await using browser = await openProfile(chromium, { viewport: PHONE, hasTouch: true, deviceScaleFactor: 1.5 })
  const page = await signedIn(browser)
  for (const [name, file] of [
    ["today", "today.png"],
    ["workout-again", "workout.png"]
  ] as const) {
    await open(page, name)
    await write(file, await page.screenshot())
  }
}

/** The first screen of Trends on a desktop. */
const takeTrends = async () => {
  await using browser = await openProfile(chromium, { viewport: { width: 1100, height: 1000 }, colorScheme: "light" })
  const page = await signedIn(browser)
  await open(page, "trends")
  await write("trends.png", await page.screenshot())
}

/** A page as first seen, and in full if it is longer than the screen. */
const take = async (page: Page, folder: string, name: string) => {
  const first = join(folder, `${name}.png`)
  await page.screenshot({ path: first })
  const isLonger = await page.evaluate("document.documentElement.scrollHeight > innerHeight")
  if (isLonger === true) await page.screenshot({ path: first.replace(/\.png$/, "-whole.png"), fullPage: true })
}

const takeAll = async (folder: string) => {
  await using browser = await openProfile(chromium, { hasTouch: true })
  const page = await signedIn(browser)
  for (const size of SIZES)
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      const suffix = `${size.width}-${colorScheme}`
      for (const [name] of pages) {
        await open(page, name)
        await take(page, folder, `${name}-${suffix}`)
      }
      for (const [name, path, reach] of STATES) {
        await page.goto(server.baseUrl + path)
        await reach(page)
        await take(page, folder, `${name}-${suffix}`)
      }
      // Drafts of refused forms would appear on the pages of the next size.
      await page.evaluate("localStorage.clear()")
      console.info(`${pages.length + STATES.length} at ${size.width} px, ${colorScheme}`)
    }
}

if (all === undefined) {
  await takePhone()
  await takeTrends()
} else await takeAll(all)
