import { beforeAll, expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import type { Today } from "../../../../../src/annexes/page/features/overview/definition.ts"
import { OwnExercises } from "../../../../../src/features/exercises/store.ts"
import { ActivityDay } from "../../../../../src/values/activity-day.ts"
import { newFood } from "../../../../features/custom-foods/support.ts"
import { type Call, NOON, newPerson, output, overEveryStore, type Person } from "../../../../support/app.ts"
import { callInternal } from "./support.ts"

/** The week of the tests' day, a Saturday. */
const WEEK = ["09", "10", "11", "12", "13", "14", "15"].map((day) => `2026-03-${day}`)

overEveryStore("today", (service) => {
  beforeAll(() => service().setTime(NOON))

  const today = (of: Person, input = {}) => output<Today>(callInternal(service(), of, "get_today", input))

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
    const { lately, ...shown } = await today(person)
    const context = await output(rest("get_context"))
    const diary = await output(rest("list_food_entries"))
    const { goals } = await output(rest("get_daily_goals"))
    const [{ date, ...totals }] = diary.totals as [Record<string, unknown>]
    expect<unknown>(shown).toEqual({
      date,
      timezone: "UTC",
      goals,
      hasGoals: true,
      total: 2,
      totals,
      steps: 8450,
      latest: context.latest,
      streak: context.streak
    })
    expect(shown.latest.weight?.display).toEqual({ value: 154.32, unit: "lb" })
    expect(lately.days).toEqual({ trained: 0, ate: 2, weighed: 1 })
    expect(lately.weight.periods).toEqual([
      { first: ActivityDay.make("2026-03-10"), days: 1, mean: 154.32, trend: 154.32 }
    ])
  })

  test("of a new person is empty", async () => {
    const { lately, ...shown } = await today(await newPerson(service()))
    expect(lately).toMatchObject({ days: { trained: 0, ate: 0, weighed: 0 }, next: [], eaten: [] })
    expect([lately.week.map(({ date }) => String(date)), lately.last]).toEqual([WEEK, undefined])
    expect<unknown>(shown).toEqual({
      date: "2026-03-14",
      timezone: "UTC",
      goals: [],
      hasGoals: false,
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

  const train = (rest: Call, name: string, date: string, exercises: ReadonlyArray<string>, durationSeconds?: number) =>
    output<{ readonly id: string }>(
      rest("log_workout", {
        name,
        date,
        exercises: exercises.map((each) => ({ name: each, sets: [{ reps: 5 }] })),
        ...(durationSeconds === undefined ? {} : { durationSeconds })
      })
    )

  test("knows which workout is likely next, and the days of the week", async () => {
    const person = await newPerson(service())
    const { rest } = person
    const createdAt = DateTime.unsafeMake(NOON)
    const own = { id: "ownex_1", name: "Yard log toss", category: "cardio", trackingType: "reps", createdAt } as const
    await service().run(Effect.flatMap(OwnExercises, (exercises) => exercises.add(person.id, own)))
    for (const [name, date, seconds] of [
      ["Push", "2026-02-23", 3000],
      ["Pull", "2026-02-25", 3600],
      ["Legs", "2026-02-27", 4200],
      ["Push", "2026-03-02", 3100],
      ["pull ", "2026-03-09", undefined],
      // Too long ago to count.
      ["Legs", "2026-01-13", 60],
      ["Yoga", "2025-12-01", 60]
    ] as const)
      await train(rest, name, date, name === "Legs" ? ["Barbell Squat", own.name] : ["Pull-up"], seconds)
    const push = await train(rest, "Push", "2026-03-13", ["Pull-up"])
    const again = await train(rest, "Pull", "2026-03-14", ["Pull-up"])
    const { lately } = await today(person)
    expect(lately.days.trained).toBe(7)
    expect<unknown>(lately.last).toEqual({ name: "Pull", date: "2026-03-14" })
    expect(lately.next).toMatchObject([
      { name: "Legs", exercises: ["Barbell Squat", "Yard log toss"], seconds: 4200 },
      { name: "Push", workoutId: push.id, seconds: 3100 },
      { name: "Pull", workoutId: again.id, seconds: 3600 }
    ])
    expect(lately.week.filter(({ workouts }) => workouts.length > 0)).toMatchObject([
      { date: "2026-03-09", workouts: [{ name: "pull" }] },
      { date: "2026-03-13", workouts: [{ id: push.id }] },
      { date: "2026-03-14", workouts: [{ id: again.id, name: "Pull" }] }
    ])
    const routine = await output<{ id: string }>(
      callInternal(service(), person, "make_routine", {
        name: "LEGS",
        exercises: [{ name: "Barbell Deadlift", sets: [{ reps: 5 }] }]
      })
    )
    const [first] = (await today(person)).lately.next
    expect(first).toEqual({ name: "LEGS", routineId: routine.id, exercises: ["Barbell Deadlift"], seconds: 4200 })
  })

  test("offers what is likely at the meal, without what it has already", async () => {
    const person = await newPerson(service())
    const { rest } = person
    const log = (name: string, date: string, mealType = "breakfast") =>
      output(rest("log_food_entry", { quickAdd: { name, calories: 100 }, servings: 1, mealType, date }))
    for (const date of ["2026-03-11", "2026-03-12", "2026-03-13"])
      for (const name of ["Oats", "Tea"]) await log(name, date)
    const offered = async (mealType: string) => (await today(person, { mealType })).likely
    const names = (entries: ReadonlyArray<{ readonly food: { readonly name: string } }> = []) =>
      entries.map(({ food }) => food.name)
    const before = await offered("breakfast")
    expect([names(before?.likely).sort(), names(before?.dayBefore)]).toEqual([
      ["Oats", "Tea"],
      ["Oats", "Tea"]
    ])
    await log("Oats", "2026-03-14")
    const half = await offered("breakfast")
    expect([names(half?.likely), names(half?.dayBefore)]).toEqual([["Tea"], ["Oats", "Tea"]])
    await log("Tea", "2026-03-14")
    const all = await offered("breakfast")
    expect([names(all?.likely), names(all?.dayBefore)]).toEqual([[], []])
    expect(names((await offered("lunch"))?.likely).sort()).toEqual(["Oats", "Tea"])
    expect(await today(person)).not.toHaveProperty("likely")
    expect((await today(person)).lately.eaten.map(({ calories }) => calories)).toEqual([200, 200, 200, 200])
  })

  test("contains nothing of other users", async () => {
    const other = await newPerson(service())
    await eat(other.rest, await newFood(other.rest))
    await output(other.rest("set_body_metrics", { metric: "steps", readings: [{ value: 1 }] }))
    await train(other.rest, "Legs", "2026-03-13", ["Barbell Squat"])
    await output(other.rest("set_body_metrics", { metric: "weight", readings: [{ value: 70, unit: "kg" }] }))
    const { total, steps, streak, lately } = await today(await newPerson(service()), { mealType: "lunch" })
    expect([total, steps, streak.current]).toEqual([0, null, 0])
    expect([lately.next, lately.weight.periods, lately.days]).toEqual([[], [], { trained: 0, ate: 0, weighed: 0 }])
  })
})
