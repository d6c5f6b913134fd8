import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import * as Storage from "../../src/storage.ts"
import { makeService, type Person, type Service } from "../support/app.ts"
import { clientOf } from "../surfaces/mcp/support.ts"
import { openBrowser } from "./chromium.ts"
import type {} from "./host.ts"

const WIDTHS = [320, 640, 1200]
const THEMES = ["light", "dark"] as const

/** Where to save screenshots for people to look at; undefined if nobody asked for them. */
const screenshots = process.env.SCREENSHOTS

let service: Service
let browser: Awaited<ReturnType<typeof openBrowser>>
let page: Page
let html: string
let results: Readonly<Record<string, object>>

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 2, 14 - index)).toISOString().slice(0, 10))

/** A month of readings, food and training. */
const live = async ({ rest }: Person) => {
  const readings = days(60)
    .filter((_, index) => index % 7 !== 3)
    .map((date, index) => ({ date, value: 80 + index * 0.06 + Math.sin(index * 2.1) * 0.7, unit: "kg" }))
  await rest("set_body_metrics", { metric: "weight", readings })
  await rest("set_body_metrics", {
    metric: "steps",
    readings: days(30).map((date, index) => ({ date, value: 4000 + ((index * 7919) % 9000) }))
  })
  const food = { name: "Oats", servingSize: 100, servingSizeUnit: "g", protein: 13, carbs: 60, fat: 7 }
  const saved = await rest("save_custom_food", food)
  if (!saved.ok) throw new Error(saved.error.message)
  const { customFood } = saved.output as { readonly customFood: { readonly id: string } }
  for (const [index, date] of days(14).entries()) {
    await rest("log_food_entry", {
      customFoodId: customFood.id,
      servings: 4 + ((index * 5) % 7) / 3,
      mealType: "lunch",
      date
    })
  }
  for (const [index, date] of days(28).entries()) {
    if (index % 3 !== 0) continue
    await rest("log_workout", {
      name: "Strength",
      durationSeconds: 2400 + index * 60,
      date,
      exercises: [{ name: "Running", sets: [{ distanceMeters: 2000, durationSeconds: 600 }] }]
    })
  }
}

beforeAll(async () => {
  service = await makeService(Storage.memory)
  const person = await service.person()
  await live(person)
  const client = await clientOf(service, person.token, { mode: "auto" })
  const { contents } = await client.readResource({ uri: "ui://fettle/chart.html" })
  const [view] = contents
  if (view === undefined || !("text" in view)) throw new Error("The view is not text")
  html = view.text
  const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input })
  const month = { from: "2026-02-15", to: "2026-03-14" }
  results = {
    weight: await call("list_body_metrics", { metric: "weight", from: "2026-01-15", to: "2026-03-14" }),
    steps: await call("list_body_metrics", { metric: "steps", ...month }),
    food: await call("list_food_entries", month),
    workouts: await call("list_workouts", month),
    nothing: await call("list_body_metrics", { metric: "body_fat" }),
    failure: await call("list_body_metrics", { metric: "height" })
  }
  const built = await Bun.build({ entrypoints: [join(import.meta.dir, "host.ts")], target: "browser" })
  const script = await built.outputs[0]?.text()
  browser = await openBrowser()
  page = await browser.context.newPage()
  await page.setContent(
    '<!doctype html><body style="margin:0"><iframe sandbox="allow-scripts" style="border:0;width:100%"></iframe>'
  )
  await page.addScriptTag({ content: script ?? "", type: "module" })
  if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true })
}, 60_000)

afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await service.stop()
})

declare global {
  var getComputedStyle: (element: Element) => Readonly<Record<string, string>>
  var requestAnimationFrame: (then: () => void) => void
}

const frame = () => page.frameLocator("iframe")
const text = (query: string) => frame().locator(query).textContent()

/** The properties of an element that the tests read; the project is checked without browser types. */
interface Element {
  readonly getBoundingClientRect: () => Readonly<Record<"left" | "right" | "top" | "bottom", number>>
  readonly querySelectorAll: (query: string) => Iterable<Element>
  readonly clientWidth: number
  readonly scrollWidth: number
  readonly clientHeight: number
  readonly scrollHeight: number
}

/** Opens the view in a window of this width and shows it a result. The view has received it once it stops waiting. */
const show = async (name: string, theme: (typeof THEMES)[number], width: number) => {
  await page.setViewportSize({ width, height: 420 })
  await page.emulateMedia({ colorScheme: theme })
  const app = await page.evaluate(
    async ({ html, theme }) => {
      globalThis.host = await globalThis.openHost(html, { theme, locale: "en" })
      return globalThis.host?.app
    },
    { html, theme }
  )
  await page.evaluate((result) => globalThis.host?.show(result), results[name] as never)
  await frame().getByText("Waiting for data").waitFor({ state: "detached" })
  return app
}

const styleOf = (property: string): Promise<string> =>
  frame()
    .locator("body")
    .evaluate((body: Element, property) => globalThis.getComputedStyle(body)[property] ?? "", property)

/** Marks and labels drawn beyond the edges of the frame or over other text. */
const misplaced = () =>
  frame()
    .locator("body")
    .evaluate((root: Element) => {
      const texts = Array.from(root.querySelectorAll("svg text, svg rect, svg circle, svg path, h1, p"))
      const outside = texts.filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < -0.5 || right > root.clientWidth + 0.5
      })
      const labels = Array.from(root.querySelectorAll("svg text"), (element) => element.getBoundingClientRect())
      const overlapping = labels.filter((a, index) =>
        labels.some(
          (b, other) =>
            other < index && a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom
        )
      )
      return { outside: outside.length, overlapping: overlapping.length, scrolls: root.scrollWidth > root.clientWidth }
    })

describe.each(WIDTHS)("at %d px", (width) => {
  describe.each(THEMES)("%s", (theme) => {
    test.each([
      ["weight", "Weight", /^Trend 8\d\.\d kg, −\d\.\d kg since January \d+, 2026$/, "circle"],
      ["steps", "Steps", /^\d,\d{3} a day on average$/, "rect"],
      ["food", "Food", /^\d,\d{3}\skcal, \d+\sg protein, \d+\sg carbs, \d+\sg fat a day on average$/, "rect"],
      ["workouts", "Workouts", /^10 logged, \d+ minutes$/, "rect"]
    ] as const)("%s", async (name, title, note, mark) => {
      await show(name, theme, width)
      await frame().locator("svg").waitFor()
      expect(await text("h1")).toBe(title)
      expect(await text("p")).toMatch(note)
      const marks = await frame().locator(`svg ${mark}`).count()
      expect(marks).toBe(await frame().locator("tr").count())
      expect(marks).toBeGreaterThan(9)
      expect(await frame().locator("svg path").count()).toBe(name === "weight" ? 1 : 0)
      expect(await styleOf("color")).toBe(theme === "dark" ? "rgb(255, 255, 255)" : "rgb(0, 0, 0)")
      expect(await misplaced()).toEqual({ outside: 0, overlapping: 0, scrolls: false })
      await frame()
        .locator("body")
        .evaluate(() => new Promise<void>((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
      if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, `${name}-${width}-${theme}.png`) })
    })
  })
})

describe("the view", () => {
  test("is small, and loads nothing", () => {
    expect(Buffer.byteLength(html)).toBeLessThan(10_000)
    expect(html.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|\b(src|href)=|import |fetch\(/)
  })

  test("identifies itself to the host, and fits its height to its content", async () => {
    expect(await show("weight", "light", 640)).toEqual({ name: "Fettle chart", version: "1" })
    await frame().locator("svg").waitFor()
    const tooTall = () =>
      frame()
        .locator("html")
        .evaluate((root: Element) => root.scrollHeight - root.clientHeight)
    for (let tries = 0; tries < 50 && (await tooTall()) > 1; tries++) await Bun.sleep(20)
    expect(await tooTall()).toBeLessThanOrEqual(1)
  })

  test("describes its chart in words", async () => {
    await show("weight", "light", 640)
    const label = await frame().locator("svg").getAttribute("aria-label")
    expect(label).toContain("Weight: Trend")
    await frame().locator("summary").click()
    expect(await text("tr >> nth=0")).toMatch(/^2026-01-15\s*8\d(\.\d)? kg$/)
  })

  test("says when there is nothing to draw, or when the call failed", async () => {
    await show("nothing", "light", 320)
    expect(await text("p")).toBe("No readings in this range.")
    await show("failure", "light", 320)
    expect(await text("p")).toStartWith("Invalid input. metric: must be one of weight")
    expect(await frame().locator("svg").count()).toBe(0)
  })

  test("follows the host's theme and colours when they change", async () => {
    await show("weight", "light", 640)
    await page.evaluate(() =>
      globalThis.host?.change({
        theme: "dark",
        styles: { variables: { "--color-text-primary": "rgb(1, 2, 3)" } as never }
      })
    )
    expect(await styleOf("color")).toBe("rgb(1, 2, 3)")
    expect(await styleOf("colorScheme")).toBe("dark")
  })

  test("ends when the host asks it to", async () => {
    await show("weight", "light", 640)
    expect(await page.evaluate(() => globalThis.host?.tearDown())).toEqual({})
  })

  test("uses a diary's totals if the result contains them", async () => {
    const totals = [
      { date: "2026-03-13", calories: 2000, protein: 100, carbs: 200, fat: 80, alcohol: 0 },
      { date: "2026-03-14", calories: 1000, protein: 50, carbs: 100, fat: 40, alcohol: 0 }
    ]
    const structuredContent = { entries: [], totals, from: "2026-03-13", to: "2026-03-14", hasMore: true }
    results = { ...results, totals: { content: [], structuredContent } }
    await show("totals", "light", 640)
    const note = "1,500\xa0kcal, 75\xa0g protein, 150\xa0g carbs, 60\xa0g fat a day on average"
    expect(await text("p")).toBe(note)
  })
})
