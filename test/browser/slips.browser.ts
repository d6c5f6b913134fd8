import { expect, test } from "bun:test"
import { violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()
const NARROW = { width: 320, height: 640 }

test.each([[true], [false]])(
  "a load over twice, or repetitions over three times, the best so far are asked about before they are saved (scripts: %p)",
  async (javaScriptEnabled) => {
    await using browser = await openBrowser({ viewport: NARROW, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    /** Later pages offer to undo the last log, so the text alone does not say that this one arrived. */
    const logged = { waitFor: () => page.waitForURL(/done=logged/) }
    const log = async (weight: string, reps: string) => {
      await page.goto(`${service.baseUrl}/app/workouts/log`)
      await page.getByLabel("Exercise", { exact: true }).fill("Barbell Squat")
      await page.getByRole("button", { name: "Add exercise" }).click()
      await page.getByLabel("Set 1: Weight (kg)").fill(weight)
      await page.getByLabel("Set 1: Reps").fill(reps)
      await page.getByRole("button", { name: "Log the workout" }).click()
    }
    const sets = () => page.locator(".exercises .set").allTextContents()

    await log("100", "5")
    await logged.waitFor()

    await log("1025", "5")
    await page.getByText("Barbell Squat, set 1: 1,025 kg is over twice your best so far, 100 kg.").waitFor()
    if (javaScriptEnabled)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violationsOn(page)).toEqual([])
      }
    expect(Number(await page.evaluate("document.documentElement.scrollWidth"))).toBeLessThanOrEqual(NARROW.width)
    await page.getByRole("button", { name: "It was 102.5 kg" }).click()
    await logged.waitFor()
    expect(await sets()).toEqual(["102.5 kg × 5"])

    await log("100", "55")
    await page.getByText("55 repetitions are over three times your most so far, 5.").waitFor()
    await page.getByRole("button", { name: "It was 5 repetitions" }).waitFor()
    await page.getByRole("button", { name: "It is right" }).click()
    await logged.waitFor()
    expect(await sets()).toEqual(["100 kg × 55"])

    await page.getByText("Change the workout").click()
    await page.getByLabel("Notes", { exact: true }).fill("Light")
    await page.getByRole("button", { name: "Save the workout" }).click()
    await page.getByText("The workout is saved.").waitFor()
    await page.getByText("Change the workout").click()
    await page.getByLabel("Set 1: Weight (kg)").fill("260")
    await page.getByRole("button", { name: "Save the workout" }).click()
    await page.getByText("260 kg is over twice your best so far, 102.5 kg.").waitFor()
    await page.getByLabel("Set 1: Weight (kg)").fill("26")
    await page.getByRole("button", { name: "Save the workout" }).click()
    await page.getByText("The workout is saved.").waitFor()
    expect(await sets()).toEqual(["26 kg × 55"])
    expect(faults).toEqual([])
  },
  120_000
)
