import { describe, expect, test } from "bun:test"
import { newPerson, output, overEveryStore, type Person, TODAY } from "../../support/app.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

interface Readings {
  readonly readings: ReadonlyArray<{ readonly value: number; readonly unit: string }>
}

const dayBefore = (days: number): string =>
  new Date(Date.parse(`${TODAY}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

overEveryStore("what is typed on the page", (service) => {
  const inKilograms = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }
  const inPounds = async () => {
    const person = await newPerson(service(), { bodyWeightUnit: "lb", strengthUnit: "lb", distanceUnit: "mi" })
    return { person, browser: await signIn(service(), person) }
  }
  /** Today shows its forms for readings once something is recorded. */
  const weighedBefore = ({ rest }: Person) =>
    output(rest("set_body_metrics", { metric: "weight", readings: [{ value: 82, unit: "kg", date: dayBefore(60) }] }))
  const latest = async ({ rest }: Person, metric: string) =>
    (await output<Readings>(rest("list_body_metrics", { metric }))).readings.at(-1)?.value

  describe.each([
    ["kilograms", inKilograms],
    ["pounds", inPounds]
  ] as const)("by a person who uses %s", (_, somebody) => {
    test.each([
      ["weigh", "82.4 kg", 82.4],
      ["weigh", "82,4kg", 82.4],
      ["weigh", "181 lb", 82.1002],
      ["weigh", "13 st 1", 83.0074],
      ["body_fat", "18,5 %", 18.5],
      ["steps", "8,500 steps", 8500]
    ])("%s takes %s", async (form, text, value) => {
      const { person, browser } = await somebody()
      await weighedBefore(person)
      const sent = await browser.submit("/app", form === "weigh" ? "weight" : form, { value: text })
      expect(sent.status).toBe(303)
      expect(await latest(person, form === "weigh" ? "weight" : form)).toBe(value)
    })

    test.each([
      ["waist", "82 cm", 82],
      ["waist", "32 in", 81.28],
      ["resting_heart_rate", "58 bpm", 58],
      ["sleep", "7 h 30", 450]
    ])("the measure %s takes %s", async (metric, text, value) => {
      const { person, browser } = await somebody()
      await weighedBefore(person)
      expect((await browser.submit("/app", "measure", { metric, value: text })).status).toBe(303)
      expect(await latest(person, metric)).toBe(value)
    })

    test("a unit that a field does not know is refused with those that it knows", async () => {
      const { person, browser } = await somebody()
      await weighedBefore(person)
      const { status, html } = await browser.submit("/app", "weight", { value: "82 bananas" })
      expect(status).toBe(400)
      expect(html).toContain("it may be followed by kg, lb or st")
      expect(await latest(person, "weight")).toBeUndefined()
    })
  })

  describe("that is hardly meant", () => {
    const weighed = async () => {
      const { person, browser } = await inKilograms()
      const readings = Array.from({ length: 28 }, (_, day) => ({ value: 82, unit: "kg", date: dayBefore(28 - day) }))
      await output(person.rest("set_body_metrics", { metric: "weight", readings }))
      return { person, browser }
    }
    /** Answers the question of a page with one of its buttons. */
    const answer = (browser: Browser, html: string, action: string, name: "sure" | "meant") => {
      const form = formsOf(html).find(({ hidden }) => hidden.action === action)
      const [, value = ""] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? []
      const [, typed = ""] = /name="value"[^>]*value="([^"]+)"/.exec(html) ?? []
      return browser.post(form?.to ?? "", { ...form?.hidden, value: typed, [name]: value })
    }

    test.each([
      ["28.4", "82.4 kg", 82.4],
      ["824", "82.4 kg", 82.4],
      ["181", "181 lb", 82.1002],
      ["8 kg", undefined, undefined],
      ["60", undefined, 60],
      ["90", undefined, 90]
    ])("%s as a weight is asked about, and %s is offered", async (text, likely, value) => {
      const { person, browser } = await weighed()
      const asked = await browser.submit("/app", "weigh", { value: text })
      expect(asked.status).toBe(200)
      expect(asked.html).toContain("the trend of the last four weeks, 82 kg.")
      expect(await latest(person, "weight")).toBe(82)
      if (likely === undefined) expect(asked.html).not.toContain('name="meant"')
      else expect(asked.html).toContain(`It was ${likely}`)
      const sent = await answer(browser, asked.html, "weigh", likely === undefined ? "sure" : "meant")
      expect(sent.status).toBe(value === undefined ? 400 : 303)
      if (value !== undefined) expect(await latest(person, "weight")).toBe(value)
    })

    test("is saved as typed with one tap", async () => {
      const { person, browser } = await weighed()
      const asked = await browser.submit("/app", "weigh", { value: "28.4" })
      expect((await answer(browser, asked.html, "weigh", "sure")).status).toBe(303)
      expect(await latest(person, "weight")).toBe(28.4)
    })

    test("is not what is within 6 % of the trend, or 10 % of the reading before", async () => {
      const { browser } = await weighed()
      for (const value of ["86", "78", "180 lb"]) {
        expect([value, (await browser.submit("/app", "weigh", { value })).status]).toEqual([value, 303])
      }
      const other = await inKilograms()
      expect((await other.browser.submit("/app", "weigh", { value: "130" })).status).toBe(303)
      const again = { value: "119", date: dayBefore(0) }
      expect((await other.browser.submit("/app", "weight", again)).status).toBe(303)
    })

    test("is judged on its own day", async () => {
      const { person, browser } = await weighed()
      const date = dayBefore(3)
      const asked = await browser.submit("/app", "weight", { value: "95", date })
      expect([asked.status, asked.html.includes(`value="${date}"`)]).toEqual([200, true])
      expect(await latest(person, "weight")).toBe(82)
    })

    test("is steps over 60,000", async () => {
      const { person, browser } = await inKilograms()
      await weighedBefore(person)
      expect((await browser.submit("/app", "steps", { value: "60000" })).status).toBe(303)
      const asked = await browser.submit("/app", "steps", { value: "85,000" })
      expect(asked.html).toContain("It was 8,500 steps")
      expect((await answer(browser, asked.html, "steps", "meant")).status).toBe(303)
      expect(await latest(person, "steps")).toBe(8500)
    })
  })
})
