import { describe, expect, test } from "bun:test"
import { failure, invalidFields, output, TODAY } from "../../support/app.ts"
import { type GoalKeeper, overEverySurface, TOMORROW, YESTERDAY } from "./support.ts"

const lose = { name: "Weight", type: "numeric", metric: "weight", targetValue: 75, unit: "kg", comparison: "max" }
const lean = { name: "Body fat", type: "numeric", metric: "body_fat", targetValue: 18, comparison: "max" }

const weigh = ({ call }: GoalKeeper, value: number, date: string, unit = "kg") =>
  output(call("set_body_metrics", { metric: "weight", readings: [{ date, value, unit }] }))
const fat = ({ call }: GoalKeeper, value: number, date: string) =>
  output(call("set_body_metrics", { metric: "body_fat", readings: [{ date, value }] }))

overEverySurface("goals for the body", (fresh) => {
  describe("progress", () => {
    test("is the day's reading or the last before it, on every day", async () => {
      const keeper = await fresh()
      const { only, save } = keeper
      await save({ ...lose, schedule: { startDate: "2026-03-01" } })
      const standing = async (date: string) => {
        const goal = await only(date)
        return [goal?.currentValue, goal?.completed]
      }
      await weigh(keeper, 76, "2026-02-10")
      await weigh(keeper, 75, "2026-03-10")
      await weigh(keeper, 75.1, YESTERDAY)
      expect(await standing("2026-03-09")).toEqual([76, false])
      expect(await standing("2026-03-10")).toEqual([75, true])
      expect(await standing("2026-03-12")).toEqual([75, true])
      for (const date of [YESTERDAY, TODAY, TOMORROW]) expect(await standing(date)).toEqual([75.1, false])
      // A reading filled in later counts for its day and those after it, and a deleted one no longer does.
      await weigh(keeper, 74, "2026-03-05")
      expect(await standing("2026-03-09")).toEqual([74, true])
      await output(keeper.call("delete_body_metric", { metric: "weight", date: YESTERDAY }))
      expect(await standing(TODAY)).toEqual([75, true])
    })

    test("is 0 and not completed without a reading", async () => {
      const keeper = await fresh()
      for (const comparison of ["min", "max", "equals"]) {
        await keeper.save({ ...lose, comparison })
        await keeper.save({ ...lean, comparison })
      }
      const { goals } = await keeper.day()
      expect(goals.map(({ currentValue, completed }) => [currentValue, completed])).toEqual(
        Array.from({ length: 6 }, () => [0, false])
      )
      // One after the day is none before it.
      await keeper.save({ ...lose, schedule: { startDate: "2026-03-01" } })
      await weigh(keeper, 70, TODAY)
      expect(await keeper.only(YESTERDAY)).toMatchObject({ currentValue: 0, completed: false })
    })

    test("is completed at most, at least, or within 5 % of the target", async () => {
      const keeper = await fresh()
      for (const comparison of ["min", "max", "equals"]) await keeper.save({ ...lean, targetValue: 20, comparison })
      const completed = async (value: number) => {
        await fat(keeper, value, TODAY)
        return (await keeper.day()).goals.map((goal) => goal.completed)
      }
      expect(await completed(18.99)).toEqual([false, true, false])
      expect(await completed(19)).toEqual([false, true, true])
      expect(await completed(20)).toEqual([true, true, true])
      expect(await completed(21)).toEqual([true, false, true])
      expect(await completed(21.01)).toEqual([true, false, false])
    })

    test("meets a target in pounds exactly by the same pounds", async () => {
      const keeper = await fresh()
      for (const pounds of [165.4, 44.1, 199.99, 321.7]) {
        await weigh(keeper, pounds, TODAY, "lb")
        const ids: Array<string> = []
        for (const comparison of ["min", "max"])
          ids.push((await keeper.save({ ...lose, targetValue: pounds, unit: "lb", comparison })).id)
        const { goals } = await keeper.day()
        expect(goals).toMatchObject([
          { currentValue: pounds, completed: true, unit: "lb" },
          { currentValue: pounds, completed: true, unit: "lb" }
        ])
        for (const id of ids) await output(keeper.call("delete_goal", { id }))
      }
      await keeper.save({ ...lose, targetValue: 165.4, unit: "lb" })
      await weigh(keeper, 165.41, TODAY, "lb")
      expect(await keeper.only()).toMatchObject({ currentValue: 165.41, completed: false })
      await weigh(keeper, 75, TODAY)
      expect(await keeper.only()).toMatchObject({ currentValue: 165.347, completed: true })
    })

    test("is not set by hand", async () => {
      const keeper = await fresh()
      for (const goal of [lose, lean]) {
        const { id } = await keeper.save(goal)
        const { details } = await failure(keeper.progress(id, 70))
        expect(details?.fields).toEqual([
          {
            field: "goalId",
            message: `names a calculated goal (${goal.metric}): its progress is calculated from what is logged with set_body_metrics`
          }
        ])
      }
    })
  })

  describe("a goal", () => {
    test("is shown with its unit, as calculated", async () => {
      const { save, list } = await fresh()
      expect(await save(lose)).toMatchObject({ ...lose, calculated: true })
      expect(await save({ ...lose, unit: " lb ", targetValue: 165.4 })).toMatchObject({
        unit: "lb",
        targetValue: 165.4
      })
      expect(await save(lean)).toMatchObject({ ...lean, unit: "percent", calculated: true })
      expect(await save({ ...lean, unit: "percent" })).toMatchObject({ unit: "percent" })
      expect((await list()).map(({ unit }) => unit)).toEqual(["kg", "lb", "percent", "percent"])
    })

    test("keeps the unit in which its targets were set; the same one again is fine", async () => {
      const { save, call, only } = await fresh()
      const { id } = await save({ ...lose, schedule: { startDate: YESTERDAY } })
      const { details } = await failure(call("save_goal", { id, unit: "lb", targetValue: 165 }))
      expect(details?.fields).toEqual([
        { field: "unit", message: "stays kg once the goal exists; received lb. For another, create a new goal" }
      ])
      expect(await save({ id, unit: "kg", targetValue: 74 })).toMatchObject({ unit: "kg", targetValue: 74 })
      expect(await only(YESTERDAY)).toMatchObject({ targetValue: 75 })
      const { id: fatId } = await save(lean)
      expect(await save({ id: fatId, unit: "percent", targetValue: 17 })).toMatchObject({ unit: "percent" })
    })

    test("needs kg or lb for weight, and takes nothing but percent for body fat", async () => {
      const { call, list } = await fresh()
      const message = async (goal: Record<string, unknown>) => (await failure(call("save_goal", goal))).details?.fields
      const { unit: _, ...bare } = lose
      expect(await message(bare)).toEqual([{ field: "unit", message: "is required: kg or lb for a goal of weight" }])
      expect(await message({ ...lose, unit: "stone" })).toEqual([
        { field: "unit", message: `must be kg or lb for a goal of weight; received "stone"` }
      ])
      expect(await invalidFields(call("save_goal", { ...lean, unit: "kg" }))).toEqual(["unit"])
      expect(await list()).toEqual([])
    })

    test("has a possible reading as its target", async () => {
      const { call, save } = await fresh()
      const refused = (goal: Record<string, unknown>) => invalidFields(call("save_goal", goal))
      for (const targetValue of [0, 19.9, 500.1])
        expect(await refused({ ...lose, targetValue })).toEqual(["targetValue"])
      for (const targetValue of [44, 1102.4])
        expect(await refused({ ...lose, unit: "lb", targetValue })).toEqual(["targetValue"])
      for (const targetValue of [0, 1.9, 80.1]) expect(await refused({ ...lean, targetValue })).toEqual(["targetValue"])
      for (const targetValue of [20, 500]) await save({ ...lose, targetValue })
      for (const targetValue of [44.1, 1102.31]) await save({ ...lose, unit: "lb", targetValue })
      const { id } = await save(lean)
      expect(await refused({ id, targetValue: 81 })).toEqual(["targetValue"])
      const pounds = await save({ ...lose, unit: "lb", targetValue: 165 })
      expect(await refused({ id: pounds.id, targetValue: 20 })).toEqual(["targetValue"])
    })
  })
})
