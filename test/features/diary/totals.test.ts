import { beforeAll, expect, test } from "bun:test"
import fc from "fast-check"
import { type Call, NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { newFood } from "../custom-foods/support.ts"
import { type Entry, type Logged, list } from "./support.ts"

const FROM = "2026-03-01"
const TO = "2026-03-05"

const NUTRIENTS = ["calories", "protein", "carbs", "fat", "alcohol"] as const

const hundredths = (amount: number) => Math.round(amount * 100)

/** The sums of the displayed values, in whole hundredths, which add up exactly. */
const summed = (entries: ReadonlyArray<Entry>) =>
  [...Map.groupBy(entries, ({ date }) => date)].map(([date, entries]) => ({
    date,
    ...Object.fromEntries(
      NUTRIENTS.map((nutrient) => [
        nutrient,
        entries.reduce((sum, { nutrition }) => sum + hundredths(nutrition[nutrient]), 0) / 100
      ])
    )
  }))

overEveryStore("totals of the diary", (service) => {
  beforeAll(() => service().setTime(NOON))

  const eat = (call: Call, customFoodId: string, servings: number, date: string) =>
    output<Logged>(call("log_food_entry", { customFoodId, servings, mealType: "lunch", date }))

  test("are the sums of the displayed entries, for whole days, on every page", async () => {
    const servings = fc.oneof(
      fc.double({ min: 0.001, max: 50, noNaN: true }),
      fc.constantFrom(0.5, 1.005, 2.675, 1 / 3)
    )
    const day = fc.integer({ min: 1, max: 5 }).map((day) => `2026-03-0${day}`)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(servings, day), { maxLength: 8 }), async (eaten) => {
        const { rest, mcp } = await newPerson(service())
        const food = await newFood(rest, { protein: 2.345, carbs: 0.005, fat: 33.335, servingSize: 100 })
        for (const [servings, day] of eaten) await eat(rest, food, servings, day)
        await eat(rest, food, 1, "2026-02-28")
        const whole = await list(mcp, { from: FROM, to: TO })
        expect(whole.total).toBe(eaten.length)
        expect<unknown>(whole.totals).toEqual(summed(whole.entries))
        const first = await list(rest, { from: FROM, to: TO, limit: 1 })
        expect([first.totals, first.total]).toEqual([whole.totals, whole.total])
        if (first.nextCursor === null) return
        const next = await list(rest, { from: FROM, to: TO, limit: 1, cursor: first.nextCursor })
        expect([next.totals, next.total]).toEqual([whole.totals, whole.total])
      }),
      { numRuns: 12, seed: 20260314 }
    )
  }, 60_000)

  test("are what the day's goals count", async () => {
    const { rest } = await newPerson(service())
    const food = await newFood(rest, { fat: 33.335, servingSize: 100 })
    await output(rest("save_goal", { name: "Fat", type: "numeric", metric: "fat", targetValue: 1, comparison: "max" }))
    for (const servings of [0.35, 1.7, 2.003]) await eat(rest, food, servings, "2026-03-14")
    const { goals } = await output<{ goals: ReadonlyArray<{ currentValue: number }> }>(rest("get_daily_goals"))
    expect((await list(rest)).totals?.map(({ fat }) => fat)).toEqual(goals.map(({ currentValue }) => currentValue))
  })

  test("round halves up wherever an amount is shown, even if its double is slightly below", async () => {
    const { rest } = await newPerson(service())
    const food = await newFood(rest, { carbs: 33.3, servingSize: 30 })
    await output(
      rest("save_goal", { name: "Carbs", type: "numeric", metric: "carbs", targetValue: 1, comparison: "min" })
    )
    const { entry } = await eat(rest, food, 22.5, "2026-03-14")
    const { totals } = await list(rest)
    const { goals } = await output<{ goals: ReadonlyArray<{ currentValue: number }> }>(rest("get_daily_goals"))
    expect([entry.nutrition.carbs, totals?.[0]?.carbs, goals[0]?.currentValue]).toEqual([224.78, 224.78, 224.78])
  })

  test("stop at 366 days; the number of entries is always returned", async () => {
    const { rest } = await newPerson(service())
    const food = await newFood(rest)
    for (const day of ["2025-03-14", "2026-03-13", "2026-03-14"]) await eat(rest, food, 1, day)
    const year = await list(rest, { from: "2025-03-14", to: "2026-03-14" })
    expect([year.totals?.map(({ date }) => date), year.total]).toEqual([["2025-03-14", "2026-03-13", "2026-03-14"], 3])
    const more = await list(rest, { from: "2025-03-13", to: "2026-03-14" })
    expect(["totals" in more, more.total, more.entries.length]).toEqual([false, 3, 3])
  })
})
