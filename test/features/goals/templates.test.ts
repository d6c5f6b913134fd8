import { describe, expect, test } from "bun:test"
import { failure, invalidFields, output, TODAY } from "../../support/app.ts"
import { habit, overEverySurface, protein, TOMORROW, WEEK, water, YESTERDAY } from "./support.ts"

const everyDay = { days: WEEK, startDate: TODAY, endDate: null }

overEverySurface("goal templates", (fresh) => {
  describe("creating", () => {
    test("a goal is by default due every day from today on, open-ended and active", async () => {
      const { saved, list } = await fresh()
      const { goal, created } = await saved({ ...water, name: "  Water " })
      expect(created).toBe(true)
      expect(goal).toEqual({
        ...water,
        id: expect.stringMatching(/^goal_[0-9a-z]{16}$/),
        schedule: everyDay,
        active: true,
        calculated: false
      })
      expect(await list()).toEqual([goal])
    })

    test("a boolean goal has no target, metric or comparison", async () => {
      const { save, call } = await fresh()
      expect(await save({ ...habit, targetValue: null, metric: null, comparison: null })).toMatchObject({
        ...habit,
        targetValue: null,
        metric: null,
        comparison: null,
        calculated: false
      })
      expect(await invalidFields(call("save_goal", { ...water, type: "boolean" }))).toEqual([
        "metric",
        "targetValue",
        "comparison"
      ])
    })

    test.each([
      ["calories", true],
      ["protein", true],
      ["fat", true],
      ["carbs", true],
      ["alcohol", true],
      ["steps", true],
      ["hydration", false],
      ["custom", false]
    ])("progress of %s is calculated: %p", async (metric, calculated) => {
      const { save } = await fresh()
      expect((await save({ ...water, metric })).calculated).toBe(calculated)
    })

    test("all missing fields are reported at once, with all other faults", async () => {
      const { call, list } = await fresh()
      const faults = (input: Record<string, unknown>) => invalidFields(call("save_goal", input))
      expect(await faults({})).toEqual(["name", "type"])
      expect(await faults({ name: null, type: null })).toEqual(["name", "type"])
      expect(await faults({ type: "numeric" })).toEqual(["name", "metric", "targetValue", "comparison"])
      expect(
        (
          await faults({ name: " ", type: "numeric", targetValue: -1, schedule: { days: [] }, colour: "red" })
        ).toSorted()
      ).toEqual(["colour", "comparison", "metric", "name", "schedule.days", "targetValue"])
      expect(await faults({ ...habit, schedule: { startDate: TOMORROW, endDate: TODAY }, metric: "steps" })).toEqual([
        "metric",
        "schedule.startDate",
        "schedule.endDate"
      ])
      expect(await list()).toEqual([])
    })

    test.each([
      [{ name: "x".repeat(201) }, ["name"]],
      [{ name: "a\u0000b" }, ["name"]],
      [{ type: "scale" }, ["type"]],
      [{ metric: "sleep" }, ["metric"]],
      [{ targetValue: "2000" }, ["targetValue"]],
      [{ targetValue: -0.5 }, ["targetValue"]],
      [{ comparison: "most" }, ["comparison"]],
      [{ active: "yes" }, ["active"]],
      [{ schedule: [] }, ["schedule"]],
      [{ schedule: { days: ["mon", "mon"] } }, ["schedule.days"]],
      [{ schedule: { days: ["monday"] } }, ["schedule.days[0]"]],
      [{ schedule: { start: TODAY } }, ["schedule.start"]],
      [{ schedule: { startDate: "2026-02-30", endDate: "tomorrow" } }, ["schedule.startDate", "schedule.endDate"]],
      [{ schedule: { startDate: TOMORROW, endDate: TODAY } }, ["schedule.startDate", "schedule.endDate"]],
      [{ schedule: { endDate: YESTERDAY } }, ["schedule.startDate", "schedule.endDate"]],
      [{ calculated: false }, ["calculated"]]
    ])("%j is refused", async (part, fields) => {
      const { call, list } = await fresh()
      expect(await invalidFields(call("save_goal", { ...water, ...part }))).toEqual(fields)
      expect(await list()).toEqual([])
    })

    test("a target of 0, a single day and a name of 200 characters are accepted", async () => {
      const { save } = await fresh()
      const schedule = { days: ["sun"], startDate: TODAY, endDate: TODAY }
      const goal = { ...water, name: "ü".repeat(200), targetValue: 0, schedule, active: false }
      expect(await save(goal)).toMatchObject(goal)
    })
  })

  describe("listing", () => {
    test("returns the oldest first, including paused ones and those made at the same instant or changed since", async () => {
      const { save, list, call } = await fresh()
      const c = await save({ ...habit, name: "c" })
      const a = await save({ ...habit, name: "a" })
      const b = await save({ ...habit, name: "b" })
      const d = await save({ ...habit, name: "d" })
      await save({ id: a.id, active: false, name: "z" })
      await output(call("delete_goal", { id: d.id }))
      const e = await save({ ...habit, name: "e" })
      expect((await list()).map(({ id, active }) => [id, active])).toEqual([
        [c.id, true],
        [a.id, false],
        [b.id, true],
        [e.id, true]
      ])
    })

    test("takes no input, and ignores unknown fields", async () => {
      const { save, call } = await fresh()
      const goal = await save(habit)
      expect(await output(call("list_goals", { active: true, limit: -1 }))).toEqual({ goals: [goal] })
    })
  })

  describe("deleting", () => {
    test("the goal goes with all its days; a second deletion is not_found", async () => {
      const { save, list, day, call, progress } = await fresh()
      const { id } = await save({ ...water, schedule: { startDate: "2026-03-01" } })
      const kept = await save(habit)
      await output(progress(id, 500, YESTERDAY))
      await output(progress(kept.id, true))
      await save({ id, targetValue: 1 })
      expect(await output(call("delete_goal", { id }))).toEqual({ id, deleted: true, name: water.name })
      expect(await list()).toEqual([kept])
      expect((await day(YESTERDAY)).goals).toEqual([])
      expect((await day()).goals).toMatchObject([{ goalId: kept.id, currentValue: true }])
      expect((await failure(call("delete_goal", { id }))).code).toBe("not_found")
      expect((await failure(call("save_goal", { id, name: "x" }))).code).toBe("not_found")
      expect((await failure(progress(id, 1))).code).toBe("not_found")
      expect(await invalidFields(call("delete_goal", {}))).toEqual(["id"])
    })

    test("of concurrent deletions of one goal, one succeeds; progress set at that instant leaves nothing behind", async () => {
      const { save, person, list } = await fresh()
      const { id } = await save(habit)
      const outcomes = await Promise.all([
        person.rest("delete_goal", { id }),
        person.mcp("set_goal_progress", { goalId: id, value: true }),
        person.mcp("delete_goal", { id }),
        person.rest("save_goal", { id, name: "Renamed" })
      ])
      expect([outcomes[0], outcomes[2]].filter(({ ok }) => ok)).toHaveLength(1)
      for (const outcome of outcomes) if (!outcome.ok) expect(outcome.error.code).toBe("not_found")
      expect(await list()).toEqual([])
    })
  })

  describe("the cap", () => {
    test("counts paused goals; at the cap, goals can be changed and deleted, and deleting makes room", async () => {
      const { save, call } = await fresh({ ownLimits: { goalTemplates: 2 } })
      const { limits } = await output<{ limits: { goalTemplates: number } }>(call("get_context"))
      expect(limits.goalTemplates).toBe(2)
      const paused = await save({ ...habit, active: false })
      const { id } = await save(water)
      const { code, details } = await failure(call("save_goal", protein))
      expect([code, details]).toEqual(["limit_exceeded", { limit: 2, current: 2 }])
      expect(await invalidFields(call("save_goal", { ...protein, name: "" }))).toEqual(["name"])
      await save({ id: paused.id, active: true })
      await output(call("delete_goal", { id }))
      await save(protein)
      expect((await failure(call("save_goal", water))).code).toBe("limit_exceeded")
    })

    test("may be 0, and may be lowered below what the user has", async () => {
      const { call } = await fresh({ ownLimits: { goalTemplates: 0 } })
      expect((await failure(call("save_goal", habit))).details).toEqual({ limit: 0, current: 0 })
    })

    test("limits concurrent creations over both surfaces", async () => {
      const { person, list } = await fresh({ ownLimits: { goalTemplates: 3 } })
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? person.rest : person.mcp)("save_goal", { ...habit, name: `Goal ${index}` })
        )
      )
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
      for (const outcome of outcomes) {
        if (!outcome.ok)
          expect(outcome.error).toMatchObject({ code: "limit_exceeded", details: { limit: 3, current: 3 } })
      }
      expect(await list()).toHaveLength(3)
    })
  })

  test("nobody sees or changes another user's goals", async () => {
    const mine = await fresh()
    const other = await fresh()
    const goal = await mine.save(habit)
    await output(mine.progress(goal.id, true))
    expect(await other.list()).toEqual([])
    expect((await other.day()).goals).toEqual([])
    for (const attempt of [
      other.call("save_goal", { id: goal.id, name: "Mine now" }),
      other.call("delete_goal", { id: goal.id }),
      other.progress(goal.id, false)
    ]) {
      expect((await failure(attempt)).code).toBe("not_found")
    }
    await other.save(habit)
    expect(await mine.list()).toEqual([goal])
    expect(await mine.only()).toMatchObject({ goalId: goal.id, currentValue: true })
  })
})
