import { expect, test } from "bun:test"
import { failure, invalidFields, output, TODAY } from "../../support/app.ts"
import { habit, overEverySurface, TOMORROW, water, YESTERDAY } from "./support.ts"

overEverySurface("changing a goal", (fresh) => {
  test("only passed fields change, also in the schedule", async () => {
    const { save, saved, list } = await fresh()
    const first = await save({ ...water, schedule: { days: ["mon", "fri"], endDate: "2026-12-31" } })
    const steps: ReadonlyArray<readonly [Record<string, unknown>, Record<string, unknown>]> = [
      [{ name: "Drink" }, { name: "Drink" }],
      [{ targetValue: 2500 }, { targetValue: 2500 }],
      [{ comparison: "equals" }, { comparison: "equals" }],
      [{ active: false }, { active: false }],
      [{ schedule: { days: ["tue"] } }, { schedule: { ...first.schedule, days: ["tue"] } }],
      [{ schedule: { startDate: TOMORROW } }, { schedule: { ...first.schedule, days: ["tue"], startDate: TOMORROW } }],
      [{ schedule: { endDate: null } }, { schedule: { days: ["tue"], startDate: TOMORROW, endDate: null } }]
    ]
    let expected = { ...first }
    for (const [change, effect] of steps) {
      expected = { ...expected, ...effect }
      expect(await saved({ id: first.id, ...change })).toEqual({ goal: expected, created: false })
      expect(await list()).toEqual([expected])
    }
  })

  test("null clears only endDate; elsewhere it means omitted", async () => {
    const { save } = await fresh()
    const goal = await save({ ...water, schedule: { days: ["mon"], startDate: TODAY, endDate: "2026-12-31" } })
    const { id } = goal
    const nothing = { name: null, type: null, metric: null, targetValue: null, comparison: null, active: null }
    expect(await save({ id, ...nothing, schedule: { days: null, startDate: null, endDate: null } })).toEqual({
      ...goal,
      schedule: { ...goal.schedule, endDate: null }
    })
    expect(await save({ ...nothing, id, schedule: null, targetValue: 1 })).toMatchObject({ ...water, targetValue: 1 })
  })

  test("the same type or metric is accepted, another is refused", async () => {
    const { save, call } = await fresh()
    const numeric = await save(water)
    const boolean = await save(habit)
    expect(await save({ id: numeric.id, ...water })).toEqual(numeric)
    expect(await save({ id: numeric.id, type: "numeric", metric: "hydration" })).toEqual(numeric)
    expect(await save({ id: boolean.id, type: "boolean", metric: null, targetValue: null })).toEqual(boolean)
    const faults = (input: Record<string, unknown>) => invalidFields(call("save_goal", input))
    expect(await faults({ id: numeric.id, type: "boolean", metric: "custom" })).toEqual(["type", "metric"])
    expect(await faults({ id: boolean.id, type: "numeric" })).toEqual(["type"])
    expect(await faults({ id: boolean.id, targetValue: 1, comparison: "min", metric: "custom" })).toEqual([
      "metric",
      "targetValue",
      "comparison"
    ])
  })

  test("the dates must fit with the stored ones", async () => {
    const { save, call, list } = await fresh()
    const goal = await save({ ...habit, schedule: { startDate: TODAY, endDate: TOMORROW } })
    const both = ["schedule.startDate", "schedule.endDate"]
    const faults = (schedule: Record<string, unknown>) =>
      invalidFields(call("save_goal", { id: goal.id, name: "Other", schedule }))
    expect(await faults({ startDate: "2026-03-16" })).toEqual(both)
    expect(await faults({ endDate: YESTERDAY })).toEqual(both)
    expect(await list()).toEqual([goal])
    expect(
      (await save({ id: goal.id, schedule: { startDate: "2026-03-16", endDate: null } })).schedule.endDate
    ).toBeNull()
  })

  test("an update without changes is refused", async () => {
    const { save, call } = await fresh()
    const { id } = await save(habit)
    for (const nothing of [{}, { name: null }, { schedule: {} }, { schedule: { days: null, startDate: null } }]) {
      expect(await invalidFields(call("save_goal", { id, ...nothing }))).toEqual(["body"])
    }
  })

  test("an unknown goal is not found; faults of the input are reported first", async () => {
    const { call } = await fresh()
    for (const id of ["goal_0000000000000000", "nothing", "🥦"]) {
      expect((await failure(call("save_goal", { id, name: "x" }))).code).toBe("not_found")
      expect(await invalidFields(call("save_goal", { id, name: "" }))).toEqual(["name"])
    }
    for (const id of ["", " ", "x".repeat(129), "a\u0000b"]) {
      expect(await invalidFields(call("save_goal", { id, name: "x" }))).toEqual(["id"])
    }
  })

  test("concurrent changes of one goal are all stored", async () => {
    const { save, person, list } = await fresh()
    const { id } = await save(water)
    await Promise.all([
      output(person.rest("save_goal", { id, name: "Drink" })),
      output(person.mcp("save_goal", { id, targetValue: 3000 })),
      output(person.rest("save_goal", { id, comparison: "equals" })),
      output(person.mcp("save_goal", { id, schedule: { days: ["mon"] } })),
      output(person.rest("save_goal", { id, schedule: { endDate: TOMORROW } })),
      output(person.mcp("save_goal", { id, active: false }))
    ])
    expect(await list()).toMatchObject([
      {
        id,
        name: "Drink",
        targetValue: 3000,
        comparison: "equals",
        schedule: { days: ["mon"], startDate: TODAY, endDate: TOMORROW },
        active: false
      }
    ])
  })

  test("other goals of the same name are listed, oldest first, so that a retry's twin is visible", async () => {
    const { save, saved, call } = await fresh()
    const stranger = await fresh()
    await stranger.save(water)
    const first = await saved(water)
    expect(first).not.toHaveProperty("sameName")
    const paused = await saved({ ...water, name: ` ${water.name} `, active: false })
    expect(paused.sameName).toEqual([first.goal.id])
    const boolean = await saved({ ...habit, name: water.name })
    expect(boolean.sameName).toEqual([first.goal.id, paused.goal.id])
    expect(await saved({ id: paused.goal.id, targetValue: 1 })).toMatchObject({
      created: false,
      sameName: [first.goal.id, boolean.goal.id]
    })
    const other = await save({ ...water, name: "water" })
    expect((await saved({ id: other.id, name: water.name })).sameName).toHaveLength(3)
    expect(await saved({ id: other.id, name: "Tea" })).not.toHaveProperty("sameName")
    for (const id of [first.goal.id, paused.goal.id]) await output(call("delete_goal", { id }))
    expect(await saved({ id: boolean.goal.id, active: true })).not.toHaveProperty("sameName")
  })
})
