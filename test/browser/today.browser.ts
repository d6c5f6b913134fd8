import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { connect } from "../../src/client/client.ts"
import { UserId } from "../../src/values/ids.ts"
import { until } from "../support/process.ts"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { shoot } from "./screenshots.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const
const DESK = { viewport: { width: 1280, height: 800 } } as const

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

type Client = Awaited<ReturnType<typeof connect>>

const somebody = async () => {
  const { userId } = await service.command("user", "create", "--name", "Somebody", "--timezone", "UTC")
  const { token } = await service.command("token", "create", "--user", String(userId))
  const fettle = await connect({ baseUrl: service.baseUrl, token: String(token) })
  return { id: UserId.make(String(userId)), fettle }
}

const SPLIT = ["Push", "Pull", "Legs"] as const
const LIFTS = { Push: "Barbell Bench Press", Pull: "Barbell Deadlift", Legs: "Barbell Squat" } as const

const lifts = async (fettle: Client) => {
  for (let turn = 0; turn < 8; turn++) {
    const name = SPLIT[turn % 3] ?? "Push"
    const sets = [
      { setType: "warmup", weight: { value: 40, unit: "kg" }, reps: 8 },
      { weight: { value: 60 + turn, unit: "kg" }, reps: 5 },
      { weight: { value: 60 + turn, unit: "kg" }, reps: 5 }
    ] as const
    await fettle.log_workout({
      name,
      date: dayBefore(16 - turn * 2),
      durationSeconds: 3600,
      exercises: [
        { name: LIFTS[name], sets: [...sets] },
        { name: "Plank", sets: [{ holdSeconds: 60 }] }
      ]
    })
  }
}

const eats = async (fettle: Client) => {
  for (let day = 0; day < 8; day++)
    for (const mealType of ["breakfast", "lunch", "dinner", "snack"] as const)
      for (const name of ["Oats", "Banana"])
        await fettle.log_food_entry({
          quickAdd: { name, calories: 300, protein: 10, carbs: 40, fat: 5, alcohol: 0 },
          servings: 1,
          mealType,
          date: dayBefore(day + 1)
        })
  await fettle.save_goal({
    name: "Calories",
    type: "numeric",
    metric: "calories",
    targetValue: 2400,
    comparison: "max"
  })
}

const weighs = async (fettle: Client, since = 1) => {
  await fettle.set_body_metrics({
    metric: "weight",
    readings: Array.from({ length: 70 }, (_, day) => ({
      value: 82 + day / 30 + (day % 3) / 5,
      unit: "kg" as const,
      date: dayBefore(day + since)
    }))
  })
}

const PEOPLE = [
  ["lifts", [lifts]],
  ["eats", [eats]],
  ["weighs", [weighs]],
  ["does all three", [lifts, eats, weighs]]
] as const

/** How many screens long a page is. */
const screens = (page: Page) => page.evaluate<number>("document.documentElement.scrollHeight / innerHeight")

test.each(PEOPLE)(
  "the first screen of somebody who %s is about that, on a phone and a monitor, and accessible",
  async (name, does) => {
    const { id, fettle } = await somebody()
    for (const part of does) await part(fettle)
    for (const options of [PHONE, DESK]) {
      await using browser = await openBrowser(options)
      const { page, faults } = await service.openPage(browser.context)
      await service.signIn(page, id)
      await page.goto(`${service.baseUrl}/app`)
      const width = options.viewport.width
      await shoot(page, `today-${name}-${width}`)
      expect([width, await violationsInBothSchemes(page)]).toEqual([width, []])
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width)
      expect(await screens(page)).toBeLessThan(4)
      const isSeen = async (role: "link" | "button", text: string | RegExp) => {
        const { y = 0, height = 0 } = (await page.getByRole(role, { name: text }).first().boundingBox()) ?? {}
        return y > 0 && y + height < options.viewport.height
      }
      if (name !== "eats" && name !== "weighs") expect(await isSeen("link", "Start Legs")).toBe(true)
      if (name !== "lifts" && name !== "weighs") expect(await isSeen("button", /^Yesterday’s/)).toBe(true)
      if (name === "weighs") expect(await isSeen("button", "Save today's weight")).toBe(true)
      expect(faults).toEqual([])
    }
  },
  90_000
)

test("one tap on Today starts the next workout with last time's sets", async () => {
  const { id, fettle } = await somebody()
  await lifts(fettle)
  await using browser = await openBrowser(PHONE)
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, id)
  await page.goto(`${service.baseUrl}/app`)
  await page.getByRole("link", { name: "Start Legs" }).tap()
  await page.getByLabel("Name", { exact: true }).waitFor()
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Legs")
  expect(await page.getByRole("group", { name: /Barbell Squat/ }).count()).toBe(1)
  expect(faults).toEqual([])
}, 60_000)

const begin = async (page: Page) => {
  await page.goto(`${service.baseUrl}/app`)
  await page.getByRole("link", { name: "Start Legs" }).click()
  await page
    .getByRole("button", { name: /^Set 2: as last time|^Take|done$/ })
    .first()
    .click()
  await page.locator(".time").first().waitFor()
}

test("a workout that is going on stands on every page, also after the browser was closed, and offline", async () => {
  const { id, fettle } = await somebody()
  await lifts(fettle)
  await using browser = await openBrowser(PHONE)
  const first = await service.openPage(browser.context)
  await service.signIn(first.page, id)
  await begin(first.page)
  const form = first.page.url()
  await until(() =>
    first.page.evaluate<boolean>(`caches.match(${JSON.stringify(form)}).then((kept) => kept !== undefined)`)
  )
  await first.page.close()
  const { page } = await service.openPage(browser.context)
  const bar = page.getByRole("complementary", { name: "Workout going on" })
  for (const path of ["/app", "/app/diary", "/app/workouts", "/app/trends", "/app/settings", "/app/goals"]) {
    await page.goto(service.baseUrl + path)
    await bar.waitFor()
    expect(await bar.textContent()).toMatch(/^Legs · 0 min · 1 of \d sets/)
    const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
    const tabs = (await page.getByRole("navigation", { name: "Pages" }).boundingBox())?.y ?? 0
    // The border of the tabs is a pixel.
    expect([path, Math.abs(y + height - tabs) <= 1]).toEqual([path, true])
  }
  await page.goto(`${service.baseUrl}/app`)
  await shoot(page, "today-running", false)
  expect(await violationsInBothSchemes(page)).toEqual([])
  await until(() => page.evaluate<boolean>("caches.match('/app').then((kept) => kept !== undefined)"))
  await browser.context.setOffline(true)
  await page.goto(`${service.baseUrl}/app`)
  await page.getByText("This page is as it was on").waitFor()
  await bar.getByRole("link").tap()
  await page.getByText("is here again, not saved yet").waitFor()
  expect(await bar.count()).toBe(0)
  await browser.context.setOffline(false)
  await page.goto(form)
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByRole("button", { name: "All sets" }).click()
  await page.getByRole("button", { name: "Leave it open" }).click()
  await page.getByText("The workout is logged.").waitFor()
  await page.goto(`${service.baseUrl}/app`)
  await page.getByRole("link", { name: "Start Push" }).waitFor()
  expect(await bar.count()).toBe(0)
}, 90_000)

test("a workout begun over twelve hours ago is offered once to be logged or thrown away", async () => {
  const { id, fettle } = await somebody()
  await lifts(fettle)
  await using browser = await openBrowser(PHONE)
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, id)
  await page.clock.install({ time: Date.now() - 13 * 3_600_000 })
  await begin(page)
  await page.clock.setSystemTime(Date.now() + 13 * 3_600_000)
  const notice = page.getByRole("region", { name: "A workout that is not logged" })
  await page.goto(`${service.baseUrl}/app/trends`)
  await notice.getByText(/^Legs of \w+day .*\d\d:\d\d is not logged yet\.$/).waitFor()
  expect(await page.getByRole("complementary", { name: "Workout going on" }).count()).toBe(0)
  await page.goto(`${service.baseUrl}/app`)
  await page.getByRole("link", { name: "Start Legs" }).waitFor()
  expect(await notice.count()).toBe(0)
  await page.evaluate("localStorage.removeItem('fettle-asked')")
  await page.reload()
  await notice.getByRole("button", { name: "Throw it away" }).tap()
  await page.goto(`${service.baseUrl}/app/workouts`)
  await page.getByRole("link", { name: "Log a workout" }).waitFor()
  expect(await page.getByRole("link", { name: /^Go on with/ }).count()).toBe(0)
}, 60_000)
