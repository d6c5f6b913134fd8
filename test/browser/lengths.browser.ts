import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { kept } from "../support/kept.ts"
import { openBrowser } from "./chromium.ts"
import { HABITS, somebody } from "./habits.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

/** The pages are measured as they come from the service, each person's in the same browser. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: "block" } as const
const browser = kept(() => openBrowser(PHONE))

/** The links of a page that lead to another page of the person, not to a file, a form of the account or another host. */
const linksOf = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(
    `[...document.querySelectorAll("main a[href^='/app'], header a[href^='/app']")]
      .map((link) => link.getAttribute("href").split("#")[0])
      .filter((href) => !/download|sign-out/.test(href))`
  )

/** What an address is of: without the values of its parameters. */
const kindOf = (address: string) => address.replace(/=[^&]*/g, "=")

/** Visits a page of each kind that links lead to from Today, and returns how many screens long each is. */
const lengthsOf = async (page: Page) => {
  const [lengths, ahead] = [new Map<string, number>(), ["/app"]]
  for (const path of ahead) {
    if (lengths.has(kindOf(path))) continue
    await page.goto(service.baseUrl + path)
    lengths.set(kindOf(path), await page.evaluate<number>("document.documentElement.scrollHeight / innerHeight"))
    ahead.push(...(await linksOf(page)))
  }
  return lengths
}

test.each(HABITS)(
  "no page of somebody who %s is longer than four screens of a phone",
  async (_, does) => {
    const { id, fettle } = await somebody(service)
    await does(fettle, id, service)
    const { page } = await service.openPage((await browser()).context)
    await service.signIn(page, id)
    const lengths = await lengthsOf(page)
    for (const path of ["/app/diary", "/app/workouts", "/app/trends", "/app/goals"])
      expect([...lengths.keys()]).toContain(path)
    expect([...lengths].filter(([, length]) => length > 4)).toEqual([])
    await page.close()
  },
  90_000
)
