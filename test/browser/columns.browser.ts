import { expect, test } from "bun:test"
import { violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()
const LOG = "/app/workouts/log"
const PHONE = { width: 390, height: 844 }

/** Exercises, the columns that each lacks at first, and what is typed into the cells of its set. */
const TYPED = [
  ["Farmer's Walk", [], { "Weight (kg)": "32", "Distance (km)": "0.04" }, "32 kg"],
  ["Assisted Pull-Up", [], { "Weight (kg)": "30", Reps: "8" }, "30 kg"],
  ["Plank", ["weight"], { "Weight (kg)": "10" }, "10 kg"],
  ["Treadmill", ["weight"], { "Weight (kg)": "9" }, "9 kg"],
  ["Elliptical Trainer", ["distance"], { "Distance (km)": "4.2" }, "4.2 km"]
] as const

test.each([[false], [true]])(
  "a carry, help, a weighted plank, a vest and an elliptical are typed on a phone, and their columns kept next time (scripts: %p)",
  async (javaScriptEnabled) => {
    await using browser = await openBrowser({ viewport: PHONE, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    for (const [name, added, cells, shown] of TYPED) {
      await page.goto(`${service.baseUrl}${LOG}`)
      await page.getByLabel("Exercise", { exact: true }).fill(name)
      await page.getByRole("button", { name: "Add exercise" }).click()
      await page.getByRole("button", { name: `Remove ${name}`, exact: true }).waitFor()
      for (const column of added) await page.getByRole("button", { name: `${name}: + ${column}` }).click()
      for (const [label, value] of Object.entries(cells)) await page.getByLabel(`Set 1: ${label}`).fill(value)
      if (javaScriptEnabled) {
        const wide = Number(await page.evaluate("document.documentElement.scrollWidth"))
        expect([name, await violationsOn(page), wide <= PHONE.width]).toEqual([name, [], true])
      }
      await page.getByLabel("Name", { exact: true }).fill(`With ${name}`)
      await page.getByRole("button", { name: "Log the workout" }).click()
      await page.waitForURL(/done=logged/)
      expect((await page.locator(".exercises .set").allTextContents()).join()).toContain(shown)

      await page.goto(`${service.baseUrl}${LOG}`)
      await page.getByLabel("Exercise", { exact: true }).fill(name)
      await page.getByRole("button", { name: "Add exercise" }).click()
      await page.getByRole("button", { name: `Remove ${name}`, exact: true }).waitFor()
      for (const label of Object.keys(cells)) await page.getByLabel(`Set 1: ${label}`).waitFor()
      for (const column of added)
        expect(await page.getByRole("button", { name: `${name}: + ${column}` }).count()).toBe(0)
      // What is typed and not logged waits for the next visit.
      const remove = page.getByRole("button", { name: `Remove ${name}`, exact: true })
      await remove.click()
      await remove.waitFor({ state: "detached" })
    }
    expect(faults).toEqual([])
  },
  120_000
)
