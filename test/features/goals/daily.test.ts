import { describe, expect, test } from "bun:test"
import { failure, invalidFields, output, TODAY } from "../../support/app.ts"
import { habit, overEverySurface, protein, TOMORROW, water, YESTERDAY } from "./support.ts"

const numeric = (metric: string, comparison: string, targetValue: number) => ({
  name: `${comparison} ${metric}`,
  type: "numeric",
  metric,
  comparison,
  targetValue
})

overEverySurface("daily goals", (fresh, service) => {
  describe("a day", () => {
    test("shows the goals that are active and due on it, oldest first, with progress and nothing else", async () => {
      const { save, day } = await fresh({ timezone: "Europe/Berlin" })
      const first = await save(water)
      const second = await save(habit)
      await save({ ...habit, active: false })
      await save({ ...habit, schedule: { days: ["sun"] } })
      await save({ ...habit, schedule: { startDate: TOMORROW } })
      await save({ ...habit, schedule: { startDate: "2026-03-01", endDate: YESTERDAY } })
      expect(await day()).toEqual({
        date: TODAY,
        timezone: "Europe/Berlin",
        goals: [
          { ...water, goalId: first.id, currentValue: 0, completed: false, calculated: false },
          {
            ...habit,
            goalId: second.id,
            metric: null,
            targetValue: null,
            comparison: null,
            currentValue: false,
            completed: false,
            calculated: false
          }
        ]
      })
    })

    test("may be any valid day, including the future and the ends of time; other days are refused", async () => {
      const { save, day, call } = await fresh()
      await save({ ...habit, schedule: { startDate: "1900-01-01" } })
      for (const date of ["1900-01-01", TODAY, TOMORROW, "2100-12-31"]) {
        expect(await day(date)).toMatchObject({ date, goals: [habit] })
      }
      for (const date of ["2026-02-29", "1899-12-31", "today", ""]) {
        expect(await invalidFields(call("get_daily_goals", { date }))).toEqual(["date"])
      }
      expect(await invalidFields(call("get_daily_goals", { day: TODAY }))).toEqual(["day"])
    })

    test("begins at midnight in the user's timezone, also on nights when clocks change", async () => {
      const { save, day, only, progress } = await fresh({ timezone: "Europe/Berlin" })
      await save({ ...habit, schedule: { days: ["sun"] } })
      const seen = async (instant: string) => {
        await service().setTime(instant)
        const { date, goals } = await day()
        return [date, goals.length]
      }
      expect(await seen("2026-03-28T22:59:59Z")).toEqual(["2026-03-28", 0])
      expect(await seen("2026-03-28T23:00:00Z")).toEqual(["2026-03-29", 1])
      expect(await seen("2026-03-29T21:59:59Z")).toEqual(["2026-03-29", 1])
      const goal = await only()
      await output(progress(goal?.goalId ?? "", true))
      expect(await seen("2026-03-29T22:00:00Z")).toEqual(["2026-03-30", 0])
      expect(await only("2026-03-29")).toMatchObject({ currentValue: true })
    })
  })

  describe("calculated progress", () => {
    test("follows the diary at once, whatever happens to an entry", async () => {
      const { save, day, call, eat } = await fresh()
      for (const metric of ["calories", "protein", "fat", "carbs", "alcohol"]) await save(numeric(metric, "min", 1))
      const values = async (date?: string) => (await day(date)).goals.map(({ currentValue }) => currentValue)
      expect(await values()).toEqual([0, 0, 0, 0, 0])
      const first = await eat({ protein: 10, carbs: 20, fat: 5, alcohol: 1 }, 1.5)
      expect(await values()).toEqual([258, 15, 7.5, 30, 1.5])
      const second = await eat({ protein: 1 }, 2)
      expect(await values()).toEqual([266, 17, 7.5, 30, 1.5])
      await output(call("update_food_entry", { id: first, servings: 1 }))
      expect(await values()).toEqual([180, 12, 5, 20, 1])
      await output(call("update_food_entry", { id: second, date: TOMORROW }))
      expect(await values()).toEqual([172, 10, 5, 20, 1])
      expect(await values(TOMORROW)).toEqual([8, 2, 0, 0, 0])
      await output(call("delete_food_entry", { id: first }))
      expect(await values()).toEqual([0, 0, 0, 0, 0])
    })

    test("follows the readings at once", async () => {
      const { save, only, walk, call } = await fresh()
      await save({ ...numeric("steps", "min", 8000), schedule: { startDate: YESTERDAY } })
      await output(call("set_body_metrics", { metric: "weight", readings: [{ value: 70, unit: "kg" }] }))
      expect(await only()).toMatchObject({ currentValue: 0, completed: false, calculated: true })
      await walk(8000)
      expect(await only()).toMatchObject({ currentValue: 8000, completed: true })
      expect(await only(YESTERDAY)).toMatchObject({ currentValue: 0, completed: false })
      await walk(7999)
      expect(await only()).toMatchObject({ currentValue: 7999, completed: false })
      await output(call("delete_body_metric", { metric: "steps" }))
      expect(await only()).toMatchObject({ currentValue: 0, completed: false })
    })

    test("a maximum is met only if something was logged that day", async () => {
      const { save, day, eat, walk } = await fresh()
      await save(numeric("calories", "max", 2000))
      await save(numeric("alcohol", "max", 0))
      await save(numeric("steps", "max", 5000))
      const completed = async () => (await day()).goals.map(({ completed }) => completed)
      expect(await completed()).toEqual([false, false, false])
      await walk(0)
      expect(await completed()).toEqual([false, false, true])
      await eat({}, 1)
      expect(await completed()).toEqual([true, true, true])
      await eat({ alcohol: 5 }, 1)
      expect(await completed()).toEqual([true, false, true])
      await walk(5001)
      expect(await completed()).toEqual([true, false, false])
    })

    test.each([
      ["steps", 10_000, 9500, true],
      ["steps", 10_000, 9499, false],
      ["steps", 10_000, 10_500, true],
      ["steps", 10_000, 10_501, false],
      ["protein", 0.6, 0.63, true],
      ["protein", 0.6, 0.57, true],
      ["protein", 0.6, 0.64, false],
      ["protein", 0.6, 0.56, false],
      ["protein", 60, 63, true],
      ["protein", 60, 63.01, false],
      ["protein", 0, 0, true],
      ["protein", 0, 0.01, false],
      ["protein", 1e-7, 0, false]
    ])("equals: %s with target %p and value %p is met: %p", async (metric, target, value, met) => {
      const { save, only, walk, eat } = await fresh()
      await save(numeric(metric, "equals", target))
      if (metric === "steps") await walk(value)
      else await eat({ protein: value }, 1)
      expect(await only()).toMatchObject({ currentValue: value, completed: met })
    })

    test("a minimum of 0 is met by an empty day", async () => {
      const { save, only } = await fresh()
      await save(numeric("steps", "min", 0))
      expect(await only()).toMatchObject({ currentValue: 0, completed: true })
    })

    test("treats the smallest possible amounts as zero", async () => {
      const { save, only, eat } = await fresh()
      await save(protein)
      await eat({ protein: 5e-324 }, 0.01)
      await eat({ protein: 5e-324, fat: 1 }, 5e-324)
      await eat({ protein: 1.115 }, 3)
      expect(await only()).toMatchObject({ currentValue: 3.35 })
    })

    test("counts only the user's own facts", async () => {
      const { save, only } = await fresh()
      const other = await fresh()
      await save(protein)
      await other.eat({ protein: 50 }, 3)
      await other.walk(5000)
      expect(await only()).toMatchObject({ currentValue: 0 })
    })
  })

  describe("progress set by hand", () => {
    test("replaces that day's, and no other day's", async () => {
      const { save, only, progress } = await fresh()
      const { id } = await save({ ...water, schedule: { startDate: "2026-03-01" } })
      expect(await output(progress(id, 1999.5))).toEqual({
        goalId: id,
        date: TODAY,
        timezone: "UTC",
        currentValue: 1999.5,
        completed: false
      })
      expect(await output(progress(id, 2000))).toMatchObject({ currentValue: 2000, completed: true })
      expect(await output(progress(id, 700, YESTERDAY))).toMatchObject({ date: YESTERDAY, currentValue: 700 })
      expect(await only()).toMatchObject({ currentValue: 2000, completed: true })
      expect(await only(YESTERDAY)).toMatchObject({ currentValue: 700, completed: false })
      expect(await only("2026-03-12")).toMatchObject({ currentValue: 0, completed: false })
      expect(await output(progress(id, 0))).toMatchObject({ currentValue: 0, completed: false })
      expect(await only()).toMatchObject({ currentValue: 0 })
    })

    test("keeps every number exactly, and is met to the last digit", async () => {
      const { save, only, progress } = await fresh()
      const { id } = await save(numeric("custom", "equals", 0.1))
      for (const value of [0.1, 0.30000000000000004, 1e-7, 5e-324, 123456789.12345679, Number.MAX_VALUE]) {
        expect((await save({ id, targetValue: value })).targetValue).toBe(value)
        expect(await output(progress(id, value))).toMatchObject({ currentValue: value, completed: true })
        expect(await only()).toMatchObject({ targetValue: value, currentValue: value, completed: true })
      }
    })

    test("a boolean goal is met by true", async () => {
      const { save, only, progress } = await fresh()
      const { id } = await save(habit)
      expect(await output(progress(id, true))).toMatchObject({ currentValue: true, completed: true })
      expect(await only()).toMatchObject({ currentValue: true, completed: true })
      expect(await output(progress(id, false))).toMatchObject({ currentValue: false, completed: false })
    })

    test.each([
      ["min", 1999.99, false],
      ["min", 2000, true],
      ["max", 2000, true],
      ["max", 2000.01, false],
      ["equals", 2000, true],
      ["equals", 2001, false]
    ])("%s 2000 by %p is met: %p", async (comparison, value, met) => {
      const { save, progress, only } = await fresh()
      for (const metric of ["hydration", "custom"]) {
        const { id } = await save(numeric(metric, comparison, 2000))
        expect(await output(progress(id, value))).toMatchObject({ currentValue: value, completed: met })
        expect(await only()).toMatchObject({ currentValue: value, completed: met })
        await save({ id, active: false })
      }
    })

    test("a manual maximum needs nothing logged", async () => {
      const { save, only } = await fresh()
      await save(numeric("custom", "max", 3))
      expect(await only()).toMatchObject({ currentValue: 0, completed: true })
    })

    test("calculated goals are refused", async () => {
      const { save, progress, only } = await fresh()
      for (const metric of ["calories", "protein", "fat", "carbs", "alcohol", "steps"]) {
        const { id } = await save(numeric(metric, "min", 1))
        expect(await invalidFields(progress(id, 5))).toEqual(["goalId"])
        expect(await only()).toMatchObject({ currentValue: 0 })
        await save({ id, active: false })
      }
    })

    test("days on which the goal does not apply are refused: future, not due, paused", async () => {
      const { save, progress } = await fresh()
      const { id } = await save({ ...habit, schedule: { days: ["thu", "sat"], startDate: "2026-03-05" } })
      for (const date of ["2026-03-05", "2026-03-12", TODAY]) await output(progress(id, true, date))
      for (const date of ["2026-02-28", "2026-03-06", YESTERDAY, TOMORROW, "2026-03-19"]) {
        expect(await invalidFields(progress(id, true, date))).toEqual(["date"])
      }
      await save({ id, active: false })
      expect(await invalidFields(progress(id, true))).toEqual(["date"])
      await output(progress(id, false, "2026-03-12"))
      await save({ id, active: true, schedule: { endDate: YESTERDAY } })
      expect(await invalidFields(progress(id, true))).toEqual(["date"])
    })

    test("a value of the wrong kind is refused, together with all other faults", async () => {
      const { save, progress, call, day } = await fresh()
      const boolean = await save(habit)
      const numeric = await save(water)
      for (const value of [-0.01, "5", "true", [1], {}, null, true]) {
        expect(await invalidFields(progress(numeric.id, value))).toEqual(["value"])
      }
      expect(await invalidFields(progress(boolean.id, 1))).toEqual(["value"])
      expect(await invalidFields(call("set_goal_progress", {}))).toEqual(["goalId", "value"])
      expect(await invalidFields(progress(boolean.id, 1, "2026-03-01"))).toEqual(["date", "value"])
      expect((await day()).goals.map(({ currentValue }) => currentValue)).toEqual([false, 0])
      const { message } = await failure(progress(numeric.id, "5"))
      expect(message).toContain("true or false")
    })

    test("an unknown goal is not found, and a future day is reported first", async () => {
      const { progress } = await fresh()
      expect((await failure(progress("goal_0000000000000000", 1))).code).toBe("not_found")
      expect(await invalidFields(progress("goal_0000000000000000", 1, TOMORROW))).toEqual(["date"])
    })

    test("concurrent values leave one of them, not two", async () => {
      const { save, person, only } = await fresh()
      const { id } = await save(water)
      const values = Array.from({ length: 8 }, (_, index) => index * 100)
      await Promise.all(
        values.map((value, index) =>
          output((index % 2 === 0 ? person.rest : person.mcp)("set_goal_progress", { goalId: id, value }))
        )
      )
      expect(values).toContain((await only())?.currentValue as number)
    })

    test("belongs to the day in the user's timezone", async () => {
      const { save, progress } = await fresh({ timezone: "Pacific/Auckland" })
      const { id } = await save({ ...habit, schedule: { startDate: TODAY } })
      expect(await output(progress(id, true))).toMatchObject({ date: TOMORROW, timezone: "Pacific/Auckland" })
      expect(await invalidFields(progress(id, true, "2026-03-16"))).toEqual(["date"])
    })
  })
})
