import { beforeAll, expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import { newGoalId } from "../../../../../src/features/goals/model.ts"
import { GoalStore } from "../../../../../src/features/goals/store.ts"
import { newFood } from "../../../../features/custom-foods/support.ts"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../../../support/app.ts"
import { callInternal } from "../overview/support.ts"

interface Kept {
  readonly goal: { readonly id: string; readonly name: string }
  readonly isDue: boolean
  readonly currentValue: number | boolean
  readonly completed: boolean
  readonly days: ReadonlyArray<string>
}

const water = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2000, comparison: "min", unit: "ml" }
const SCHEDULE = { startDate: "2026-03-01" }

overEveryStore("The goals of the page", (service) => {
  beforeAll(() => service().setTime(NOON))

  const ask = <A>(person: Person, operation: string, input: unknown = {}) =>
    output<A>(callInternal(service(), person, operation, input))
  const goalsOf = async (person: Person) => (await ask<{ goals: ReadonlyArray<Kept> }>(person, "get_goals")).goals
  const save = async (person: Person, goal: Record<string, unknown>) =>
    (await output<{ goal: { id: string } }>(person.rest("save_goal", goal))).goal.id

  test("show the result of each day, by that day's terms", async () => {
    const person = await newPerson(service())
    const { rest } = person
    const food = await newFood(rest, { protein: 100, carbs: 0, fat: 0 })
    await output(rest("log_food_entry", { customFoodId: food, servings: 1, mealType: "lunch", date: "2026-03-12" }))
    await output(
      rest("set_body_metrics", {
        metric: "steps",
        readings: [
          { value: 9000, date: "2026-03-11" },
          { value: 4000, date: "2026-03-14" }
        ]
      })
    )
    const numeric = { type: "numeric", comparison: "min", schedule: SCHEDULE }
    const steps = await save(person, { ...numeric, name: "Steps", metric: "steps", targetValue: 8000 })
    await save(person, { ...numeric, name: "Protein", metric: "protein", targetValue: 90 })
    await save(person, { ...numeric, name: "Little", metric: "calories", targetValue: 5000, comparison: "max" })
    const walk = { name: "Walk", type: "boolean", schedule: { days: ["mon", "fri"], startDate: "2026-03-06" } }
    const walkId = await save(person, walk)
    await output(rest("set_goal_progress", { goalId: walkId, value: true, date: "2026-03-13" }))
    // Today's target is reached; the earlier target applies to the days before.
    await output(rest("save_goal", { id: steps, targetValue: 3000 }))
    const goals = await goalsOf(person)
    expect(goals.map(({ goal, days }) => [goal.name, days.length, days.slice(-5).join(" ")])).toEqual([
      ["Steps", 28, "missed met missed missed met"],
      ["Protein", 28, "missed missed met missed open"],
      ["Little", 28, "missed missed met missed open"],
      ["Walk", 28, "off off off met off"]
    ])
    expect(goals.map(({ days }) => days.filter((day) => day === "off").length)).toEqual([14, 14, 14, 25])
    const daily = await output<{ goals: ReadonlyArray<{ currentValue: unknown; completed: boolean }> }>(
      rest("get_daily_goals")
    )
    expect<unknown>(
      goals.filter(({ isDue }) => isDue).map(({ currentValue, completed }) => [currentValue, completed])
    ).toEqual(daily.goals.map(({ currentValue, completed }) => [currentValue, completed]))
  })

  test("for the body, follow the day's reading or the last before it, even from before the days shown", async () => {
    const person = await newPerson(service())
    const weigh = (value: number, date: string) =>
      output(person.rest("set_body_metrics", { metric: "weight", readings: [{ value, unit: "kg", date }] }))
    await weigh(74, "2025-12-01")
    await weigh(76, "2026-03-11")
    await weigh(75, "2026-03-13")
    const schedule = { startDate: "2026-01-01" }
    const goal = { name: "Weight", type: "numeric", metric: "weight", unit: "kg", targetValue: 75, comparison: "max" }
    await save(person, { ...goal, schedule })
    await save(person, { ...goal, metric: "body_fat", unit: "percent", targetValue: 18, schedule })
    const [weight, bodyFat] = await goalsOf(person)
    expect(weight).toMatchObject({ currentValue: 75, completed: true })
    expect(weight?.days.join(" ")).toBe(`${"met ".repeat(24)}missed missed met met`)
    expect(bodyFat).toMatchObject({ currentValue: 0, completed: false })
    expect(bodyFat?.days.at(-2)).toBe("missed")
  })

  test("of the body come back with their unit when they were deleted", async () => {
    const person = await newPerson(service())
    const goal = {
      name: "Weight",
      type: "numeric",
      metric: "weight",
      unit: "lb",
      targetValue: 165.4,
      comparison: "max"
    }
    const id = await save(person, goal)
    const list = () => output(person.rest("list_goals"))
    const held = await list()
    await ask(person, "remove_goal", { id })
    expect(await list()).toEqual({ goals: [] })
    await ask(person, "restore_goal", { id })
    expect(await list()).toEqual(held)
  })

  test("add up, even concurrently, and never fall below zero", async () => {
    const person = await newPerson(service())
    const goalId = await save(person, water)
    await Promise.all([250, 250, 250].map((amount) => ask(person, "add_goal_progress", { goalId, amount })))
    expect((await goalsOf(person))[0]?.currentValue).toBe(750)
    await ask(person, "add_goal_progress", { goalId, amount: -5000 })
    expect((await goalsOf(person))[0]?.currentValue).toBe(0)
    const habit = await save(person, { name: "Walk", type: "boolean" })
    const refused = await callInternal(service(), person, "add_goal_progress", { goalId: habit, amount: 1 })
    expect(refused).toMatchObject({ ok: false, error: { code: "validation_failed" } })
  })

  test("are restored completely after a deletion, only the last one, and only to their owner", async () => {
    const person = await newPerson(service())
    const other = await newPerson(service())
    const { rest } = person
    const id = await save(person, { ...water, schedule: SCHEDULE })
    const second = await save(person, { name: "Walk", type: "boolean" })
    await output(rest("set_goal_progress", { goalId: id, value: 2500, date: "2026-03-10" }))
    await output(rest("save_goal", { id, targetValue: 3000 }))
    const before = await goalsOf(person)
    expect(await ask(person, "remove_goal", { id })).toEqual({ id, name: "Water" })
    expect((await goalsOf(person)).map(({ goal }) => goal.id)).toEqual([second])
    for (const [who, of] of [
      [other, id],
      [person, second]
    ] as const) {
      const refused = await callInternal(service(), who, "restore_goal", { id: of })
      expect(refused).toMatchObject({ ok: false, error: { code: "not_found" } })
    }
    await ask(person, "restore_goal", { id })
    expect(await goalsOf(person)).toEqual(before)
    expect(await callInternal(service(), person, "restore_goal", { id })).toMatchObject({ ok: false })
    expect(await callInternal(service(), other, "remove_goal", { id })).toMatchObject({ ok: false })
    for (const each of [second, id]) await ask(person, "remove_goal", { id: each })
    expect(await callInternal(service(), person, "restore_goal", { id: second })).toMatchObject({ ok: false })
    await ask(person, "restore_goal", { id })
  })

  test("cannot be restored beyond the limit, or once they are forgotten", async () => {
    const person = await newPerson(service(), { ownLimits: { goalTemplates: 1 } })
    const id = await save(person, water)
    await ask(person, "remove_goal", { id })
    const next = await save(person, { name: "Walk", type: "boolean" })
    const full = await callInternal(service(), person, "restore_goal", { id })
    expect(full).toMatchObject({ ok: false, error: { code: "limit_exceeded" } })
    await output(person.rest("delete_goal", { id: next }))
    await service().run(
      Effect.flatMap(GoalStore, (store) => store.forgetDiscarded(DateTime.unsafeMake(Date.parse(NOON) + 1)))
    )
    expect(await callInternal(service(), person, "restore_goal", { id })).toMatchObject({
      ok: false,
      error: { code: "not_found" }
    })
  })

  test("of an unknown id are not found", async () => {
    const person = await newPerson(service())
    const id = await service().run(newGoalId)
    for (const [operation, input] of [
      ["add_goal_progress", { goalId: id, amount: 1 }],
      ["remove_goal", { id }]
    ] as const) {
      const refused = await callInternal(service(), person, operation, input)
      expect(refused).toMatchObject({ ok: false, error: { code: "not_found" } })
    }
  })
})
