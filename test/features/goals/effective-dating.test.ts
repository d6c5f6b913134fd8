import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { Timezone } from "../../../src/contract/handler/user.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import { output, TODAY } from "../../support/app.ts"
import {
  dayAt,
  type GoalKeeper,
  habit,
  overEverySurface,
  protein,
  TOMORROW,
  WEEK,
  water,
  YESTERDAY
} from "./support.ts"

overEverySurface("goals through time", (fresh, service) => {
  const noonOf = (day: string) => service().setTime(`${day}T12:00:00Z`)

  test("a goal created with a past start shows on those days with its first target, whatever changes the same day", async () => {
    const { save, only } = await fresh()
    const { id } = await save({ ...protein, schedule: { startDate: "2026-03-01" } })
    for (const targetValue of [130, 140]) await save({ id, targetValue, comparison: "max" })
    expect(await only("2026-02-28")).toBeUndefined()
    for (const day of ["2026-03-01", "2026-03-08", YESTERDAY]) {
      expect(await only(day)).toMatchObject({ targetValue: 120, comparison: "min" })
    }
    for (const day of [TODAY, TOMORROW, "2027-01-01"]) {
      expect(await only(day)).toMatchObject({ targetValue: 140, comparison: "max" })
    }
  })

  test("each day keeps its last state", async () => {
    const { save, only } = await fresh()
    const { id } = await save(water)
    await save({ id, targetValue: 2100 })
    await noonOf("2026-03-16")
    await save({ id, targetValue: 2200 })
    await save({ id, targetValue: 2300, comparison: "equals" })
    await noonOf("2026-03-18")
    await save({ id, comparison: "max" })
    const targets = await Promise.all(
      [TODAY, TOMORROW, "2026-03-16", "2026-03-17", "2026-03-18", "2026-03-30"].map(async (day) => {
        const goal = await only(day)
        return [goal?.targetValue, goal?.comparison]
      })
    )
    expect(targets).toEqual([
      [2100, "min"],
      [2100, "min"],
      [2300, "equals"],
      [2300, "equals"],
      [2300, "max"],
      [2300, "max"]
    ])
  })

  test("pausing keeps history, and resuming does not fill the gap", async () => {
    const { save, only, progress, list } = await fresh()
    const { id } = await save(habit)
    await output(progress(id, true))
    await noonOf("2026-03-16")
    await save({ id, active: false })
    expect(await list()).toMatchObject([{ id, active: false }])
    await noonOf("2026-03-18")
    await save({ id, active: true })
    const shown = await Promise.all(
      [14, 15, 16, 17, 18, 19].map(async (day) => (await only(`2026-03-${day}`))?.currentValue)
    )
    expect(shown).toEqual([true, false, undefined, undefined, false, false])
  })

  test("a pause and a resumption on one day leave that day as it was, with its progress", async () => {
    const { save, only, progress } = await fresh()
    const { id } = await save(water)
    await output(progress(id, 900))
    await save({ id, active: false })
    expect(await only()).toBeUndefined()
    await save({ id, active: true })
    expect(await only()).toMatchObject({ currentValue: 900 })
  })

  test("a schedule applies from today on: earlier days are neither removed nor added", async () => {
    const { save, day } = await fresh()
    const { id } = await save({ ...habit, schedule: { days: ["mon", "tue"], startDate: "2026-03-02" } })
    const due = async (from: number, to: number) => {
      const days = Array.from({ length: to - from + 1 }, (_, index) => dayAt(from + index))
      const shown = await Promise.all(days.map(async (date) => (await day(date)).goals.length > 0))
      return days.filter((_, index) => shown[index])
    }
    const before = await due(-14, 4)
    expect(before).toEqual(["2026-03-02", "2026-03-03", "2026-03-09", "2026-03-10"])
    await save({ id, schedule: { days: ["sat", "sun"], endDate: "2026-03-21" } })
    expect(await due(-14, 4)).toEqual(before)
    expect(await due(5, 20)).toEqual([TODAY, TOMORROW, "2026-03-21"])
    await save({ id, schedule: { startDate: "2026-03-20", endDate: null } })
    expect(await due(-14, 4)).toEqual(before)
    expect(await due(5, 20)).toEqual(["2026-03-21", "2026-03-22", "2026-03-28", "2026-03-29"])
  })

  describe("a start that is moved back", () => {
    /** The comparison and target on each of these days; undefined if the goal does not show. */
    const targets = (only: GoalKeeper["only"], days: ReadonlyArray<string>) =>
      Promise.all(
        days.map(async (day) => {
          const goal = await only(day)
          return goal === undefined ? undefined : `${goal.comparison} ${goal.targetValue}`
        })
      )

    test("shows the goal on the added days with its first target, and leaves the others as they were", async () => {
      const { save, only } = await fresh()
      const { id } = await save({ ...water, schedule: { startDate: "2026-03-12" } })
      await save({ id, targetValue: 2500, comparison: "max", schedule: { startDate: "2026-03-01" } })
      const days = ["2026-02-28", "2026-03-01", "2026-03-11", "2026-03-12", YESTERDAY, TODAY, TOMORROW]
      const first = ["min 2000", "min 2000", "min 2000", "min 2000"]
      expect(await targets(only, days)).toEqual([undefined, ...first, "max 2500", "max 2500"])
      await noonOf("2026-03-20")
      await save({ id, targetValue: 3000 })
      await noonOf("2026-03-22")
      await save({ id, schedule: { startDate: "2026-02-28" } })
      expect(await targets(only, [...days, "2026-03-20"])).toEqual([
        "min 2000",
        ...first,
        "max 2500",
        "max 2500",
        "max 3000"
      ])
    })

    test("fills days that passed while the start still lay ahead, also with the first target", async () => {
      const { save, only } = await fresh()
      const { id } = await save({ ...water, schedule: { startDate: "2026-03-20" } })
      await noonOf("2026-03-16")
      await save({ id, targetValue: 2500 })
      await noonOf("2026-03-22")
      await save({ id, targetValue: 3000 })
      const days = [TODAY, "2026-03-15", "2026-03-16", "2026-03-19", "2026-03-20", "2026-03-21", "2026-03-22"]
      const nothing = [undefined, undefined, undefined, undefined]
      expect(await targets(only, days)).toEqual([...nothing, "min 2500", "min 2500", "min 3000"])
      await save({ id, schedule: { startDate: "2026-03-15" } })
      expect(await targets(only, days)).toEqual([
        undefined,
        "min 2000",
        "min 2000",
        "min 2000",
        "min 2500",
        "min 2500",
        "min 3000"
      ])
    })

    test("keeps each day's weekdays and pauses, which apply from the day when they were saved", async () => {
      const { save, only } = await fresh()
      const { id } = await save({ ...water, schedule: { days: ["mon"], startDate: TODAY } })
      await save({ id, schedule: { days: [...WEEK], startDate: "2026-03-07" } })
      expect(await targets(only, ["2026-03-08", "2026-03-09", "2026-03-10", TODAY])).toEqual([
        undefined,
        "min 2000",
        undefined,
        "min 2000"
      ])
      const paused = await fresh()
      const other = await paused.save({ ...water, active: false })
      await paused.save({ id: other.id, active: true, schedule: { startDate: YESTERDAY } })
      expect(await targets(paused.only, [YESTERDAY, TODAY])).toEqual([undefined, "min 2000"])
    })

    test("accepts progress on the added days", async () => {
      const { save, only, progress } = await fresh()
      const { id } = await save(water)
      await save({ id, schedule: { startDate: YESTERDAY } })
      expect(await output(progress(id, 2100, YESTERDAY))).toMatchObject({ completed: true })
      expect(await only(YESTERDAY)).toMatchObject({ currentValue: 2100 })
    })

    test("and forward again removes no earlier day", async () => {
      const { save, only } = await fresh()
      const { id } = await save(water)
      await save({ id, schedule: { startDate: YESTERDAY } })
      await save({ id, schedule: { startDate: TOMORROW } })
      expect(await targets(only, [YESTERDAY, TODAY, TOMORROW])).toEqual(["min 2000", undefined, "min 2000"])
    })
  })

  test("a new name shows on all days, and changes nothing else", async () => {
    const { save, day } = await fresh()
    const { id } = await save({ ...water, schedule: { startDate: "2026-03-01" } })
    await save({ id, targetValue: 2500 })
    await noonOf("2026-03-20")
    await save({ id, name: "Drink" })
    for (const [date, targetValue] of [
      ["2026-03-01", 2000],
      [YESTERDAY, 2000],
      [TODAY, 2500],
      ["2026-03-25", 2500]
    ] as const) {
      expect((await day(date)).goals).toMatchObject([{ name: "Drink", targetValue }])
    }
  })

  test("past days are judged by their own terms", async () => {
    const { save, only, eat } = await fresh()
    const calculated = await save({ ...protein, schedule: { startDate: "2026-03-01" } })
    await save({ id: calculated.id, targetValue: 10 })
    await eat({ protein: 50 }, 1, YESTERDAY)
    expect(await only(YESTERDAY)).toMatchObject({ currentValue: 50, targetValue: 120, completed: false })
    await save({ id: calculated.id, active: false })
    await eat({ protein: 50 }, 2, YESTERDAY)
    expect(await only(YESTERDAY)).toMatchObject({ currentValue: 150, completed: true })
  })

  test("progress of a past day is judged by that day's terms", async () => {
    const { save, progress } = await fresh()
    const { id } = await save({ ...water, schedule: { startDate: "2026-03-01" } })
    await save({ id, targetValue: 500 })
    expect(await output(progress(id, 1000, YESTERDAY))).toMatchObject({ completed: false })
    expect(await output(progress(id, 1000))).toMatchObject({ completed: true })
    await save({ id, active: false })
    expect(await output(progress(id, 2000, YESTERDAY))).toMatchObject({ completed: true })
  })

  test("today is in the user's timezone: changes before and after local midnight belong to two days", async () => {
    const { save, only } = await fresh({ timezone: "America/New_York" })
    await service().setTime("2026-03-15T03:59:59Z")
    const { id } = await save({ ...water, schedule: { startDate: "2026-03-01" } })
    await save({ id, targetValue: 1 })
    await service().setTime("2026-03-15T04:00:00Z")
    await save({ id, targetValue: 2 })
    expect((await only(YESTERDAY))?.targetValue).toBe(2000)
    expect((await only(TODAY))?.targetValue).toBe(1)
    expect((await only(TOMORROW))?.targetValue).toBe(2)
    expect(await only()).toMatchObject({ targetValue: 2 })
  })

  describe("a user who moves west, back over midnight", () => {
    test("changes the goal from the earlier day on, including everything planned", async () => {
      const { save, only, person, list } = await fresh({ timezone: "Pacific/Auckland" })
      const { id } = await save({ ...water, schedule: { startDate: "2026-03-01" } })
      await save({ id, targetValue: 1 })
      const { run } = service()
      await run(
        Effect.flatMap(AccountStore, (accounts) =>
          Effect.flatMap(accounts.findUser(person.id), (user) =>
            accounts.saveUser({ ...user, timezone: Timezone.make("Pacific/Honolulu") })
          )
        )
      )
      expect(await only()).toMatchObject({ targetValue: 2000 })
      expect((await only(TOMORROW))?.targetValue).toBe(1)
      await save({ id, comparison: "max" })
      expect(await list()).toMatchObject([{ targetValue: 1, comparison: "max" }])
      for (const day of [TODAY, TOMORROW, "2026-03-16"]) {
        expect(await only(day)).toMatchObject({ targetValue: 1, comparison: "max" })
      }
      expect(await only(YESTERDAY)).toMatchObject({ targetValue: 2000, comparison: "min" })
    })
  })
})
