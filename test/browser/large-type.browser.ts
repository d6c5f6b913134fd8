import { expect, test } from "bun:test"
import { openBrowser } from "./chromium.ts"
import { dayBefore, lifts, somebody } from "./habits.ts"
import { sharedService } from "./service.ts"
import { typeSizeOf, typeSizes } from "./type-size.ts"

const service = await sharedService()

/** Texts of these elements that take more than one line. */
const wrapped = (selector: string) => `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((each) => {
  const range = document.createRange()
  range.selectNodeContents(each)
  return range.getBoundingClientRect().height > 1.8 * parseFloat(getComputedStyle(each).fontSize)
}).map((each) => each.textContent)`

/** How many times as high as one of its buttons the navigation of days is. */
const NAVIGATION = `document.querySelector(".day-nav").offsetHeight / document.querySelector(".day-nav button").offsetHeight`

/** The pixels between the last food that is offered and the end of its card's content. */
const BLANK = `(() => {
  const card = document.querySelector(".card.left")
  const { bottom } = [...card.querySelectorAll("button.likely")].at(-1).getBoundingClientRect()
  return card.getBoundingClientRect().bottom - parseFloat(getComputedStyle(card).paddingBottom) - bottom
})()`

test("with type of 24 px on a phone, days take two lines, columns' titles one, and a card ends with its food", async () => {
  const { id, fettle } = await somebody(service)
  await lifts(fettle)
  for (const mealType of ["breakfast", "lunch", "dinner", "snack"] as const)
    await fettle.log_food_entry({
      quickAdd: { name: "Oats", calories: 300, protein: 10, carbs: 40, fat: 5, alcohol: 0 },
      servings: 1,
      mealType,
      date: dayBefore(3)
    })
  await using browser = await openBrowser({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" })
  const { page } = await service.openPage(browser.context)
  await (await typeSizes(page))(24)
  await service.signIn(page, id)

  await page.goto(`${service.baseUrl}/app`)
  expect(await typeSizeOf(page)).toBe(24)
  expect(await page.locator(".card.left button.likely").count()).toBe(1)
  expect(await page.evaluate<number>(BLANK)).toBeLessThan(4)
  await page.goto(`${service.baseUrl}/app/diary?date=${dayBefore(4)}`)
  expect(await page.evaluate<number>(NAVIGATION)).toBeLessThan(2.5)
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(390)
  const { workouts } = await fettle.list_workouts({ limit: 1 })
  await page.goto(`${service.baseUrl}/app/workouts/log?again=${workouts[0]?.id}`)
  expect(await page.evaluate<unknown>(wrapped(".heads > .field"))).toEqual([])
}, 60_000)
