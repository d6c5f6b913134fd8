import { expect, test } from "bun:test"
import { failure, invalidFields } from "../../support/app.ts"
import { habit, overEverySurface, protein, TOMORROW, water, YESTERDAY } from "./support.ts"

const cups = { ...water, name: "Coffee", metric: "custom", targetValue: 2, comparison: "max" }

overEverySurface("the unit of a goal", (fresh) => {
  test("is the given one for hydration and custom, trimmed, in every answer", async () => {
    const { saved, list, day } = await fresh()
    const { goal } = await saved({ ...water, unit: " ml " })
    expect(goal.unit).toBe("ml")
    const other = await saved({ ...cups, unit: "🫘".repeat(20) })
    expect(other.goal.unit).toBe("🫘".repeat(20))
    expect(await list()).toEqual([goal, other.goal])
    expect((await day()).goals.map(({ unit }) => unit)).toEqual(["ml", "🫘".repeat(20)])
  })

  test("is absent if none was given, and for yes/no goals", async () => {
    const { save, list, day } = await fresh()
    for (const goal of [water, cups, habit, { ...habit, unit: null }]) {
      expect(await save(goal)).not.toHaveProperty("unit")
    }
    for (const goal of [...(await list()), ...(await day()).goals]) expect(goal).not.toHaveProperty("unit")
  })

  test("is fixed for calculated goals", async () => {
    const { save, list, day } = await fresh()
    const units = { calories: "kcal", protein: "g", fat: "g", carbs: "g", alcohol: "g", steps: "steps" }
    for (const [metric, unit] of Object.entries(units))
      expect(await save({ ...protein, metric })).toMatchObject({ unit })
    expect((await list()).map(({ unit }) => unit)).toEqual(Object.values(units))
    expect((await day()).goals.map(({ unit }) => unit)).toEqual(Object.values(units))
  })

  test("changes with an update, on all days, and stays otherwise", async () => {
    const { save, list, only } = await fresh()
    const { id } = await save({ ...water, schedule: { startDate: YESTERDAY } })
    const named = await save({ id, unit: "ml" })
    expect(named).toMatchObject({ name: "Water", unit: "ml" })
    for (const date of [YESTERDAY, undefined, TOMORROW]) expect(await only(date)).toMatchObject({ unit: "ml" })
    expect(await save({ id, name: "Drink" })).toEqual({ ...named, name: "Drink" })
    expect(await save({ id, unit: null, targetValue: 2 })).toMatchObject({ name: "Drink", unit: "ml" })
    expect(await save({ id, unit: "l", targetValue: 3 })).toMatchObject({ name: "Drink", unit: "l", targetValue: 3 })
    expect(await only(YESTERDAY)).toMatchObject({ unit: "l", targetValue: 2000 })
    expect(await list()).toHaveLength(1)
  })

  test("is refused for goals whose unit is fixed, and for yes/no goals, with the reason", async () => {
    const { save, call, list } = await fresh()
    const refused = async (input: Record<string, unknown>, reason: string) => {
      const { details } = await failure(call("save_goal", input))
      expect(details?.fields).toContainEqual({ field: "unit", message: reason })
    }
    const always = `must be left out for a goal of protein, whose unit is always g; received "oz"`
    const none = `must be left out for a boolean goal, which has none; received "times"`
    await refused({ ...protein, unit: "oz" }, always)
    await refused({ ...protein, name: "", unit: "oz" }, always)
    await refused({ ...habit, unit: "times" }, none)
    const numeric = await save(protein)
    const yesNo = await save(habit)
    await refused({ id: numeric.id, unit: "oz" }, always)
    await refused({ id: numeric.id, unit: "oz", name: "" }, always)
    await refused({ id: yesNo.id, unit: "times" }, none)
    expect(await list()).toEqual([numeric, yesNo])
  })

  test("has 1 to 20 characters", async () => {
    const { call } = await fresh()
    for (const unit of ["", "  ", "x".repeat(21), 5, "a\u0000b"]) {
      expect(await invalidFields(call("save_goal", { ...water, unit }))).toEqual(["unit"])
    }
  })
})
