import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

/** What somebody eats in a day, as they would type it, and the food that is meant. */
const DAY: ReadonlyArray<readonly [meal: string, foods: ReadonlyArray<readonly [typed: string, food: RegExp]>]> = [
  [
    "breakfast",
    [
      ["oatmeal", /^Oatmeal/],
      ["latte", /latte/i],
      ["banana", /^Banana/]
    ]
  ],
  [
    "lunch",
    [
      ["chicken curry", /chicken curry/i],
      ["naan", /naan/i],
      ["egg sausage cheese biscuit", /^Egg, sausage and cheese biscuit/]
    ]
  ],
  [
    "dinner",
    [
      ["spaghetti bolognese", /(?:spaghetti|pasta).*meat/i],
      ["caesar salad", /caesar/i],
      ["tuna salad with mayonnaise-type salad dressing", /^Tuna salad, with mayonnaise-type salad dressing/],
      ["tea with milk", /^Tea/]
    ]
  ],
  [
    "snack",
    [
      ["guacamole", /guacamole/i],
      ["tortilla chips", /^Tortilla chips/],
      ["low carb chocolate ice cream", /^Ice cream, regular, low carbohydrate, chocolate/]
    ]
  ]
]

/** Texts whose lower edges are further apart are on different lines, in pixels. */
const APART = 8

/** A name with its brand is never cut off up to this many characters. */
const WHOLE = 64

/** What is shown of these elements, with the number of lines that each takes, and whether its name is cut off. */
const linesOf = (page: Page, elements: string) =>
  page.evaluate<
    ReadonlyArray<readonly [row: string, lines: number, isCut: boolean]>
  >(`[...document.querySelectorAll("${elements}")]
    .filter((each) => each.checkVisibility())
    .map((row) => {
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      const edges = []
      while (walker.nextNode()) {
        if (!walker.currentNode.parentElement.checkVisibility() || walker.currentNode.data.trim() === "") continue
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        edges.push(...[...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => bottom))
      }
      edges.sort((a, b) => a - b)
      const isCut = (name) => name.textContent.length <= ${WHOLE} && name.scrollWidth > name.clientWidth
      return [row.textContent.trim(), edges.filter((edge, at) => at === 0 || edge - edges[at - 1] > ${APART}).length, isCut(row.querySelector("strong").parentElement)]
    })`)

test("a day of dishes is logged by typing on a phone, and nothing takes more than two lines", async () => {
  await using browser = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  const expectShort = async (where: string, elements: string, least: number) => {
    const rows = await linesOf(page, elements)
    expect(rows.length).toBeGreaterThanOrEqual(least)
    expect([where, rows.filter(([, lines]) => lines < 1 || lines > 2)]).toEqual([where, []])
    expect([where, rows.filter(([, , isCut]) => isCut)]).toEqual([where, []])
  }
  let logged = 0
  for (const [meal, foods] of DAY) {
    await page.goto(`${service.baseUrl}/app/diary?meal=${meal}`)
    for (const [typed, food] of foods) {
      await page.getByRole("searchbox", { name: "Food" }).tap()
      await page.getByRole("searchbox", { name: "Food" }).fill("")
      await page.keyboard.type(typed)
      const log = page.getByRole("button", { name: /^Log / }).and(page.locator("button:not([name])"))
      const first = page
        .locator("main li")
        .filter({ has: page.locator("summary") })
        .filter({ hasText: food })
        .first()
      await first.waitFor()
      await expectShort(typed, "main li summary", 1)
      await first.locator(log).first().tap()
      logged++
      await page
        .getByText(new RegExp(`^${logged} entr`))
        .first()
        .waitFor()
    }
  }
  await page.goto(`${service.baseUrl}/app/diary`)
  await expectShort("the day", "main li summary", logged)
  // What was eaten comes first in a search, in the amount of that time, and is offered for the next meal.
  for (const [, foods] of DAY)
    for (const [typed] of foods) {
      await page.goto(`${service.baseUrl}/app/diary?meal=snack&q=${encodeURIComponent(typed)}`)
      await expectShort(`${typed} again`, "main li summary", 1)
    }
  await page.goto(`${service.baseUrl}/app/diary?meal=snack`)
  await expectShort("what is likely", "button.likely > :nth-child(2)", 8)
  expect(faults).toEqual([])
}, 60_000)
