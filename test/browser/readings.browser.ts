import { expect, test } from "bun:test"
import { violationsButOfColours } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test.each([[true], [false]])(
  "on a phone, readings of past days are deleted from the figures of Trends, and brought back (scripts: %p)",
  async (javaScriptEnabled) => {
    await using browser = await openBrowser({ viewport: { width: 390, height: 844 }, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    const record = async (label: string, value: string, day: string) => {
      await page.goto(`${service.baseUrl}/app`)
      await page.getByText("Record another, or for another day").click()
      const form = page.locator("details[open] form").filter({ has: page.getByLabel(label) })
      await form.getByRole("textbox", { name: label }).fill(value)
      await form.getByLabel("Day").fill(day)
      await form.getByRole("button").click()
      await page.getByText("is saved").waitFor()
    }
    await record("Weight (kg)", "80.25", dayBefore(3))
    await record("Weight (kg)", "79.5", dayBefore(500))
    await record("Body fat (%)", "21.5", dayBefore(4))
    await record("Steps", "8000", dayBefore(70))

    for (const [link, button, text] of [
      ["Weight of each day, to change or delete one", /^Delete 80.25 kg of /, "80.25 kg of"],
      ["Body fat of each day, to change or delete one", /^Delete 21.5 % of /, "21.5 % of"],
      ["Steps of each day, to change or delete some", /^Delete 8,000 steps of /, "8,000 steps of"]
    ] as const) {
      await page.goto(`${service.baseUrl}/app/trends`)
      const figures = page
        .locator("details")
        .filter({ has: page.getByRole("link", { name: link, includeHidden: true }) })
      await figures.locator("summary").click()
      await figures.getByRole("link", { name: link }).click()
      await page.getByRole("button", { name: button }).click()
      await page.getByText(text).and(page.getByRole("status")).waitFor()
      expect(await page.getByRole("button", { name: button }).count()).toBe(0)
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByText("The reading is back.").waitFor()
      await page.getByRole("button", { name: button }).click()
      await page.getByText(text).and(page.getByRole("status")).waitFor()
      if (javaScriptEnabled) expect(await violationsButOfColours(page)).toEqual([])
    }

    await page.goto(`${service.baseUrl}/app/trends/readings?metric=weight`)
    await page.getByText("There are no readings in the year up to this day.").waitFor()
    await page.getByLabel("Up to").fill(dayBefore(400))
    await page.getByRole("button", { name: "Show" }).click()
    await page.getByRole("button", { name: /^Delete 79.5 kg of / }).click()
    await page.getByText("There are no readings in the year up to this day.").waitFor()
    expect(faults).toEqual([])
  },
  120_000
)
