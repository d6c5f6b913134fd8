import { expect, test } from "bun:test"
import { NOON, overEveryStore, type Service } from "../../support/app.ts"

type Input = Record<string, unknown>

/** An agent that counts its calls from `begin` on. */
const agentOf = async (service: Service) => {
  const { token } = await service.person({ timezone: "Europe/Berlin" })
  const client = await service.mcpClient(token)
  await client.listTools()
  let calls = 0
  const call = (name: string, input: Input) => {
    calls++
    return client.callTool({ name, arguments: input })
  }
  return {
    begin: () => {
      calls = 0
    },
    calls: () => calls,
    call,
    use: async <A = unknown>(name: string, input: Input = {}): Promise<A> => {
      const { isError, structuredContent, content } = await call(name, input)
      if (isError === true) throw new Error(JSON.stringify(content))
      return structuredContent as A
    }
  }
}

const kg = (value: number) => ({ value, unit: "kg" })
const bench = (value: number, reps: number) => ({
  exerciseId: "exr_barbell_bench_press",
  sets: [{ weight: kg(value), reps }]
})

overEveryStore("questions that took an agent several calls take one", (service) => {
  const agent = async () => {
    await service().setTime(NOON)
    return agentOf(service())
  }

  test("the best bench press of the month", async () => {
    const { use, begin, calls } = await agent()
    for (const [day, value, reps] of [
      [2, 90, 5],
      [5, 95, 2],
      [9, 92.5, 4]
    ] as const) {
      await use("log_workout", { name: "Push", date: `2026-03-0${day}`, exercises: [bench(value, reps)] })
    }
    begin()
    const { exercise } = await use<{ exercise: unknown }>("list_workouts", {
      from: "2026-03-01",
      to: "2026-03-31",
      exerciseId: "exr_barbell_bench_press",
      limit: 1
    })
    expect(exercise).toMatchObject({
      sets: 3,
      best: { date: "2026-03-05", weight: kg(95), reps: 2 },
      // 90 kg × (1 + 5 / 30) = 105, 92.5 kg × (1 + 4 / 30) = 104.83
      bestEstimatedOneRepMax: kg(105)
    })
    expect(calls()).toBe(1)
  })

  test("the average protein of a week with more entries than a page", async () => {
    const { use, begin, calls } = await agent()
    const { customFood } = await use<{ customFood: { id: string } }>("save_custom_food", {
      name: "Curd",
      protein: 12.345,
      carbs: 4,
      fat: 0.2,
      servingSize: 100,
      servingSizeUnit: "g"
    })
    for (let entry = 0; entry < 14; entry++) {
      const date = `2026-03-${String(8 + (entry % 7)).padStart(2, "0")}`
      await use("log_food_entry", { customFoodId: customFood.id, servings: 1 + entry, mealType: "snack", date })
    }
    begin()
    const { totals, total } = await use<{ totals: ReadonlyArray<{ protein: number }>; total: number }>(
      "list_food_entries",
      { from: "2026-03-08", to: "2026-03-14", limit: 1 }
    )
    // 12.345 g for each of 1 + 2 + … + 14 servings, each entry to 2 decimals
    expect(totals.reduce((sum, { protein }) => sum + protein, 0) / 7).toBeCloseTo(185.18, 2)
    expect([totals.length, total, calls()]).toEqual([7, 14, 1])
  })

  test("which entry prevents a food from being deleted", async () => {
    const { use, call, begin, calls } = await agent()
    const food = { name: "Mistake", protein: 1, carbs: 1, fat: 1, servingSize: 10, servingSizeUnit: "g" }
    const { customFood } = await use<{ customFood: { id: string } }>("save_custom_food", food)
    const { entry } = await use<{ entry: { id: string } }>("log_food_entry", {
      customFoodId: customFood.id,
      servings: 1,
      mealType: "snack",
      date: "2026-03-09"
    })
    begin()
    const { _meta } = await call("delete_custom_food", { id: customFood.id })
    expect(_meta?.["fettle/error"]).toMatchObject({
      error: {
        message: expect.stringContaining("Ask the person"),
        details: { foodEntries: 1, savedMeals: 0, entries: [{ id: entry.id, date: "2026-03-09" }] }
      }
    })
    expect(calls()).toBe(1)
  })

  test("the value before a change, and what a deletion removed", async () => {
    const { use, begin, calls } = await agent()
    const weigh = (value: number) => use("set_body_metrics", { metric: "weight", readings: [{ value, unit: "kg" }] })
    expect(await weigh(80)).toMatchObject({ readings: [{ previous: null }] })
    const workout = { name: "Push", exercises: [bench(60, 8)] }
    begin()
    expect(await weigh(81)).toMatchObject({
      readings: [{ value: 81, changed: true, previous: { value: 80, unit: "kg", display: kg(80) } }]
    })
    expect(await use("delete_body_metric", { metric: "weight" })).toMatchObject({
      deleted: true,
      value: 81,
      unit: "kg"
    })
    const { id, workout: saved } = await use<{ id: string; workout: unknown }>("log_workout", workout)
    expect(saved).toMatchObject({
      id,
      name: "Push",
      exercises: [{ name: "Barbell Bench Press", sets: [{ setNumber: 1, setType: "working", weightKg: 60, reps: 8 }] }]
    })
    expect(await use("replace_workout", { id, name: "Pull", exercises: [bench(70, 8)] })).toMatchObject({
      workout: { id, name: "Pull", exercises: [{ sets: [{ weightKg: 70 }] }] }
    })
    expect(await use("delete_workout", { id })).toMatchObject({ id, deleted: true, name: "Pull", date: "2026-03-14" })
    expect(calls()).toBe(5)
    expect(await use("list_body_metrics", { metric: "weight" })).toMatchObject({ readings: [] })
  })

  test("a label's macros are saved as the label states them", async () => {
    const { use, begin, calls } = await agent()
    begin()
    expect(
      await use("save_custom_food", {
        name: "Bar",
        protein: 20,
        carbs: 15,
        fat: 5,
        perServing: true,
        servingSize: 40,
        servingSizeUnit: "g"
      })
    ).toMatchObject({
      customFood: { protein: 50, carbs: 37.5, fat: 12.5, perServing: { calories: 185, protein: 20, carbs: 15, fat: 5 } }
    })
    expect(calls()).toBe(1)
  })

  test("whether a retry was a replay", async () => {
    const { call } = await agent()
    const entry = { foodId: "food_sr28_01123", servings: 1, mealType: "lunch", idempotency_key: "once" }
    const first = await call("log_food_entry", entry)
    const second = await call("log_food_entry", entry)
    expect([first._meta?.replayed, second._meta?.replayed]).toEqual([undefined, true])
    expect(second.structuredContent).toEqual({ ...Object(first.structuredContent), replayed: true })
  })
})
