import { expect, test } from "bun:test"
import type { Locator } from "playwright-core"
import { violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()
const VIEWPORT = { width: 390, height: 844 }

const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** Types into a field, leaves it, and returns what it shows then. */
const shown = async (field: Locator, text: string): Promise<string> => {
  await field.fill(text)
  await field.blur()
  return field.inputValue()
}

test("numbers with a unit are shown converted in their fields before they are saved", async () => {
  await using browser = await openBrowser({ viewport: VIEWPORT })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  const named = (name: string) => page.locator(`main input[name="${name}"]:visible`).first()

  await page.goto(`${service.baseUrl}/app`)
  await page.getByText("I know it").click()
  expect(await shown(named("calories"), "8368 kJ")).toBe("2000")
  expect(await shown(named("protein"), "4 oz")).toBe("113.4")
  expect(await shown(named("water"), "64 fl oz")).toBe("1.92")
  expect(await shown(page.getByLabel("Weight (kg)").first(), "181 lb")).toBe("82.1")

  await page.goto(`${service.baseUrl}/app/goals`)
  for (const [kind, typed, converted] of [
    ["hydration", "1,5 l", "1500"],
    ["weight", "13 st 1", "83.01"],
    ["sodium", "2,3 g", "2300"],
    ["steps", "8000 steps", "8000"],
    ["custom", "20 pages", "20 pages"]
  ] as const) {
    await page.getByLabel("About").selectOption(kind)
    expect([kind, await shown(page.getByLabel("Target", { exact: true }), typed)]).toEqual([kind, converted])
  }
  await page.getByLabel("About").selectOption("hydration")
  await page.getByLabel("Unit", { exact: true }).fill("glasses")
  expect(await shown(page.getByLabel("Target", { exact: true }), "8 glasses")).toBe("8")
  await page.getByLabel("Unit", { exact: true }).fill("l")
  expect(await shown(page.getByLabel("Target", { exact: true }), "750 ml")).toBe("0.75")
  await page.getByRole("button", { name: "Make the goal" }).click()
  await page.getByText("is made").first().waitFor()
  await page.goto(`${service.baseUrl}/app`)
  await page.getByText("Change", { exact: true }).first().click()
  expect(await shown(page.getByLabel("Water today (l)"), "20 fl oz")).toBe("0.6")

  await page.goto(`${service.baseUrl}/app/workouts/log`)
  const length = page.getByLabel("Length (min)")
  for (const text of ["1 h 15", "75 min", "1:15", "1,25 h"])
    expect([text, await shown(length, text)]).toEqual([text, "75"])

  await page.goto(`${service.baseUrl}/app/settings/foods`)
  const size = page.getByLabel("One serving is")
  if (!(await size.isVisible())) await page.locator("summary").first().click()
  expect([await shown(size, "8 fl oz"), await page.locator("[name=servingSizeUnit]").inputValue()]).toEqual([
    "240",
    "ml"
  ])
  expect([await shown(size, "1 oz"), await page.locator("[name=servingSizeUnit]").inputValue()]).toEqual([
    "28.3495",
    "g"
  ])
  expect(await shown(named("fat"), "500 mg")).toBe("0.5")
  expect(await page.locator("[data-label-kcal]").textContent()).toBe("5 kcal")

  for (const what of ["meal", "recipe"]) {
    await page.goto(`${service.baseUrl}/app/settings/${what}s?name=Toast&q=bread,+white,+commercially+prepared`)
    await page.locator("[data-found] summary").first().click()
    const form = page.locator("details[open] form")
    const unit = () => form.locator("option:checked").textContent()
    const amount = form.getByRole("textbox", { name: "Amount" })
    expect([await shown(amount, "0,217 kg"), await unit()]).toEqual(["217", "g"])
    await form.getByRole("button", { name: /^Begin with this amount/ }).click()
    await page.getByText(`The ${what} is saved.`).waitFor()
    expect(await page.locator(".entries small").allTextContents()).toEqual(["217 g"])
  }
  expect(await shown(page.getByLabel("Weighs when done"), "1,9 kg")).toBe("1900 g")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("1 serving, 1,900 g").waitFor()
  expect(faults).toEqual([])
}, 90_000)

test.each([[true], [false]])(
  "a weight and steps that are hardly meant are asked about, and the tap that was meant saves them (scripts: %p)",
  async (javaScriptEnabled) => {
    await using browser = await openBrowser({ viewport: VIEWPORT, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    const record = async (label: string, value: string, day?: string) => {
      await page.goto(`${service.baseUrl}/app`)
      await page.getByText("Record another, or for another day").click()
      const form = page.locator("details[open] form").filter({ has: page.getByLabel(label) })
      await form.getByRole("textbox", { name: label }).fill(value)
      if (day !== undefined) await form.getByLabel("Day").fill(day)
      await form.getByRole("button").click()
    }
    const readings = async (metric: string) => {
      await page.goto(`${service.baseUrl}/app/trends/readings?metric=${metric}`)
      const all = await page.getByRole("button", { name: /^Delete / }).all()
      const labels = await Promise.all(all.map((each) => each.getAttribute("aria-label")))
      return labels.map((label) => label?.split(" of ")[0])
    }
    const saved = { waitFor: () => page.getByText("is saved").first().waitFor() }

    await record("Weight (kg)", "82", yesterday())
    await saved.waitFor()
    await page.goto(`${service.baseUrl}/app`)
    await page.getByLabel("Weight (kg)").first().fill("28.4")
    await page.getByRole("button", { name: "Save today's weight" }).click()
    const meant = page.getByRole("button", { name: "It was 82.4 kg" })
    await meant.waitFor()
    if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([])
    expect(await readings("weight")).toEqual(["Delete 82 kg"])
    await page.goto(`${service.baseUrl}/app`)
    await page.getByLabel("Weight (kg)").first().fill("181 lb")
    await page.getByRole("button", { name: "Save today's weight" }).click()
    await saved.waitFor()
    await record("Weight (kg)", "28.4")
    await page.getByRole("button", { name: "It was 82.4 kg" }).click()
    await saved.waitFor()
    expect(await readings("weight")).toEqual(["Delete 82.4 kg", "Delete 82 kg"])
    await record("Weight (kg)", "60")
    await page.getByRole("button", { name: "It is right" }).click()
    await saved.waitFor()
    expect(await readings("weight")).toEqual(["Delete 60 kg", "Delete 82 kg"])

    await record("Steps", "85000")
    await page.getByRole("button", { name: "It was 8,500 steps" }).click()
    await saved.waitFor()
    await record("Steps", "70000", yesterday())
    await page.getByRole("button", { name: "It is right" }).click()
    await saved.waitFor()
    expect(await readings("steps")).toEqual(["Delete 8,500 steps", "Delete 70,000 steps"])
    expect(faults).toEqual([])
  },
  90_000
)
