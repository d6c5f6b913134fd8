import { beforeAll, expect, test } from "bun:test"
import type { Today } from "../../../../../src/annexes/page/features/overview/definition.ts"
import { newFood } from "../../../../features/custom-foods/support.ts"
import { type Call, NOON, newPerson, output, overEveryStore, type Person } from "../../../../support/app.ts"
import { callInternal } from "./support.ts"

overEveryStore("today", (service) => {
  beforeAll(() => service().setTime(NOON))

  const today = (of: Person) => output<Today>(callInternal(service(), of, "get_today"))

  const eat = (rest: Call, customFoodId: string, date?: string) =>
    output(rest("log_food_entry", { customFoodId, servings: 1.005, mealType: "lunch", ...(date && { date }) }))

  test("is what the operations return one by one", async () => {
    const person = await newPerson(service(), { bodyWeightUnit: "lb" })
    const { rest } = person
    const food = await newFood(rest, { protein: 2.345, carbs: 0.005, fat: 33.335 })
    for (const date of ["2026-03-13", "2026-03-14", "2026-03-14", "2026-03-15"]) await eat(rest, food, date)
    const readings = [{ value: 70, unit: "kg", date: "2026-03-10" }]
    await output(rest("set_body_metrics", { metric: "weight", readings }))
    await output(rest("set_body_metrics", { metric: "steps", readings: [{ value: 8450 }] }))
    const goal = { name: "Fat", type: "numeric", metric: "fat", targetValue: 60, comparison: "max" }
    await output(rest("save_goal", goal))
    await output(rest("save_goal", { ...goal, name: "Paused", active: false }))
    await output(rest("save_goal", { name: "Stretch", type: "boolean" }))
    const shown = await today(person)
    const context = await output(rest("get_context"))
    const diary = await output(rest("list_food_entries"))
    const { goals } = await output(rest("get_daily_goals"))
    const [{ date, ...totals }] = diary.totals as [Record<string, unknown>]
    expect<unknown>(shown).toEqual({
      date,
      timezone: "UTC",
      goals,
      entries: diary.entries,
      total: 2,
      totals,
      steps: 8450,
      latest: context.latest,
      streak: context.streak
    })
    expect(shown.latest.weight?.display).toEqual({ value: 154.32, unit: "lb" })
  })

  test("of a new person is empty", async () => {
    expect<unknown>(await today(await newPerson(service()))).toEqual({
      date: "2026-03-14",
      timezone: "UTC",
      goals: [],
      entries: [],
      total: 0,
      totals: { calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 },
      steps: null,
      latest: { weight: null, bodyFat: null },
      streak: { current: 0, longest: 0 }
    })
  })

  test("is the user's own day, also on days when clocks change", async () => {
    for (const [instant, timezone, day] of [
      ["2026-03-29T00:59:59Z", "Europe/Berlin", "2026-03-29"],
      ["2026-03-29T22:00:00Z", "Europe/Berlin", "2026-03-30"],
      ["2026-10-25T22:59:59Z", "Europe/Berlin", "2026-10-25"],
      ["2026-10-25T23:00:00Z", "Europe/Berlin", "2026-10-26"],
      ["2026-03-08T07:59:59Z", "America/Los_Angeles", "2026-03-07"],
      ["2026-03-09T06:59:59Z", "America/Los_Angeles", "2026-03-08"]
    ] as const) {
      await service().setTime(instant)
      const person = await newPerson(service(), { timezone })
      await eat(person.rest, await newFood(person.rest))
      const { date, total } = await today(person)
      expect([instant, String(date), total]).toEqual([instant, day, 1])
    }
    await service().setTime(NOON)
  })

  test("shows a hundred entries, and counts all", async () => {
    const person = await newPerson(service())
    const food = await newFood(person.rest)
    for (let entry = 0; entry < 101; entry++) await eat(person.rest, food)
    const { entries, total } = await today(person)
    expect([entries.length, total]).toEqual([100, 101])
  })

  test("contains nothing of other users", async () => {
    const other = await newPerson(service())
    await eat(other.rest, await newFood(other.rest))
    await output(other.rest("set_body_metrics", { metric: "steps", readings: [{ value: 1 }] }))
    const { total, steps, streak } = await today(await newPerson(service()))
    expect([total, steps, streak.current]).toEqual([0, null, 0])
  })
})
