import { beforeAll, expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import type { Trends } from "../../../../../src/annexes/page/features/overview/definition.ts"
import { OwnExercises } from "../../../../../src/features/exercises/store.ts"
import { newFood } from "../../../../features/custom-foods/support.ts"
import {
  failure,
  invalidFields,
  NOON,
  newPerson,
  output,
  overEveryStore,
  type Person,
  TODAY
} from "../../../../support/app.ts"
import { callInternal } from "./support.ts"

const DAY = 86_400_000

/** The day this many days before today. */
const ago = (days: number) => new Date(Date.parse(TODAY) - days * DAY).toISOString().slice(0, 10)

/** Random numbers, the same in every run. */
const randomFrom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

const EXERCISES = ["exr_barbell_squat", "exr_running", "exr_pull_up"] as const

interface Life {
  readonly weights: ReadonlyArray<{ readonly date: string; readonly value: number }>
  readonly steps: ReadonlyArray<{ readonly date: string; readonly value: number }>
}

/** Readings with gaps, food and training over more than a year, written through the public operations. */
const live = async ({ rest }: Person): Promise<Life> => {
  const random = randomFrom(14)
  const days = Array.from({ length: 420 }, (_, index) => index).filter(() => random() < 0.6)
  const weights = days.map((day) => ({ date: ago(day), value: Math.round((80 + day / 60 + random()) * 100) / 100 }))
  const steps = days.map((day) => ({ date: ago(day), value: Math.round(random() * 15_000) }))
  for (let start = 0; start < days.length; start += 100) {
    const part = <A>(readings: ReadonlyArray<A>) => readings.slice(start, start + 100)
    await output(
      rest("set_body_metrics", { metric: "weight", readings: part(weights).map((each) => ({ ...each, unit: "kg" })) })
    )
    await output(rest("set_body_metrics", { metric: "steps", readings: part(steps) }))
  }
  const customFoodId = await newFood(rest, { protein: 2.345, carbs: 30.005, fat: 3.335, servingSize: 100 })
  for (let entry = 0; entry < 60; entry++) {
    const date = ago(Math.floor(random() * 50))
    await output(rest("log_food_entry", { customFoodId, servings: 0.1 + random() * 9, mealType: "lunch", date }))
  }
  for (let workout = 0; workout < 20; workout++) {
    const sets = (weight: boolean) =>
      Array.from({ length: 3 }, (_, index) => ({
        setType: index === 0 ? "warmup" : "working",
        ...(weight ? { weight: { value: 60 + Math.floor(random() * 40), unit: "kg" } } : {}),
        reps: 1 + Math.floor(random() * 10)
      }))
    await output(
      rest("log_workout", {
        name: "Session",
        date: ago(Math.floor(random() * 60)),
        exercises: [
          { exerciseId: EXERCISES[0], sets: sets(true) },
          ...(random() < 0.5 ? [{ exerciseId: EXERCISES[2], sets: sets(false) }] : []),
          ...(random() < 0.3
            ? [{ exerciseId: EXERCISES[1], sets: [{ distanceMeters: 5000, durationSeconds: 1500 }] }]
            : [])
        ]
      })
    )
  }
  return { weights: weights.toSorted(byDate), steps: steps.toSorted(byDate) }
}

const byDate = (a: { readonly date: string }, b: { readonly date: string }) => (a.date < b.date ? -1 : 1)

/** The trend by its definition: a sum over all readings by their weights, as long as they count. */
const trendOn = (readings: Life["weights"], last: number) =>
  readings.slice(0, last + 1).reduce((sum, { date, value }, index) => {
    const at = Date.parse(date) / DAY
    const before = readings[index - 1]
    const share = before === undefined ? 1 : 1 - Math.exp((Date.parse(before.date) / DAY - at) / 10)
    return sum + value * share * Math.exp((at - Date.parse(readings[last]!.date) / DAY) / 10)
  }, 0)

overEveryStore("trends", (service) => {
  let person: Person
  let life: Life

  beforeAll(async () => {
    await service().setTime(NOON)
    person = await newPerson(service())
    life = await live(person)
  }, 60_000)

  const trends = (of: Person, range?: string) =>
    output<Trends>(callInternal(service(), of, "get_trends", range === undefined ? {} : { range }))

  test("the weight's trend uses all readings, whatever the start of the range", async () => {
    for (const range of ["30", "90"]) {
      const { weight, from } = await trends(person, range)
      const expected = life.weights.flatMap(({ date, value }, index) =>
        date < from ? [] : [{ first: date, days: 1, mean: value, trend: trendOn(life.weights, index) }]
      )
      expect(weight.grain).toBe("day")
      expect(weight.periods.map(({ first, days, mean }) => ({ first: String(first), days, mean }))).toEqual(
        expected.map(({ trend: _, ...reading }) => reading)
      )
      for (const [index, { trend }] of weight.periods.entries()) expect(trend).toBeCloseTo(expected[index]!.trend, 1)
      expect(weight.latest?.trend).toBeCloseTo(expected.at(-1)!.trend, 1)
      expect(weight.change).toBeCloseTo(expected.at(-1)!.trend - expected[0]!.trend, 1)
      expect(weight.rate?.perWeek).toBeLessThan(0.5)
    }
  })

  test("everything starts with the first fact, by week or by month", async () => {
    const { from, to, weight, steps } = await trends(person, "all")
    expect([String(from), String(to)]).toEqual([life.weights[0]!.date, TODAY])
    expect([weight.grain, steps.grain]).toEqual(["week", "month"])
    expect(weight.periods.reduce((sum, { days }) => sum + days, 0)).toBe(life.weights.length)
  })

  test("steps are means over the days that have any", async () => {
    const { steps, from } = await trends(person, "365")
    const values = life.steps.filter(({ date }) => date >= from).map(({ value }) => value)
    expect(steps.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 1)
    expect(steps.periods.reduce((sum, { days }) => sum + days, 0)).toBe(values.length)
  })

  test("food agrees with the diary's own totals", async () => {
    const { food, from, to } = await trends(person, "30")
    const { totals } = await output<{
      totals: ReadonlyArray<{ date: string; calories: number; protein: number; carbs: number; fat: number }>
    }>(person.rest("list_food_entries", { from, to, limit: 1 }))
    expect(food.periods.map(({ first }) => String(first))).toEqual(totals.map(({ date }) => date))
    for (const [index, day] of food.periods.entries()) {
      for (const nutrient of ["calories", "protein", "carbs", "fat"] as const) {
        // The diary rounds each entry to hundredths.
        expect(Math.abs(day[nutrient] - totals[index]![nutrient])).toBeLessThan(0.05)
      }
    }
    const calories = totals.reduce((sum, day) => sum + day.calories, 0) / totals.length
    expect(Math.abs((food.mean?.calories ?? 0) - calories)).toBeLessThan(0.05)
  })

  test("best sets are those of list_workouts; volume is that of the workouts", async () => {
    const { training, from, to } = await trends(person, "90")
    const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string; date: string }> }>(
      person.rest("list_workouts", { from, to, limit: 100 })
    )
    expect(training.grain).toBe("week")
    expect(training.periods.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(workouts.length)
    let volume = 0
    for (const { id } of workouts) {
      const { exercises } = await output<{
        exercises: ReadonlyArray<{ sets: ReadonlyArray<{ setType: string; weightKg?: number; reps?: number }> }>
      }>(person.rest("get_workout", { id }))
      for (const { setType, weightKg = 0, reps = 0 } of exercises.flatMap(({ sets }) => sets)) {
        if (setType === "working") volume += weightKg * reps
      }
    }
    expect(training.periods.reduce((sum, period) => sum + period.volume, 0)).toBe(volume)
    expect(training.exercises.length).toBe(3)
    expect(training.exercises[0]).toMatchObject({ name: "Barbell Squat", sessions: 20 })
    for (const { exerciseId, name, sessions, estimatedFrom, estimates: _, ...results } of training.exercises) {
      const listed = await output<{ total: number; exercise: Record<string, unknown> }>(
        person.rest("list_workouts", { from, to, exerciseId })
      )
      const { sums, records, ...achieved } = listed.exercise
      expect<unknown>([sessions, results]).toEqual([listed.total, achieved])
      expect([name, sums, records]).not.toContain(undefined)
      const { weight, reps = 0 } = estimatedFrom ?? {}
      const estimate = (weight?.value ?? 0) * (reps === 1 ? 1 : 1 + reps / 30)
      expect(Math.abs((results.bestEstimatedOneRepMax?.value ?? 0) - estimate)).toBeLessThan(0.01)
    }
  })

  test("pounds are the same trend in another unit", async () => {
    const inPounds = await newPerson(service(), { bodyWeightUnit: "lb", strengthUnit: "lb" })
    const readings = life.weights.slice(-60).map((reading) => ({ ...reading, unit: "kg" }))
    await output(inPounds.rest("set_body_metrics", { metric: "weight", readings }))
    const kilograms = await newPerson(service())
    await output(kilograms.rest("set_body_metrics", { metric: "weight", readings }))
    const sets = [{ weight: { value: 100, unit: "kg" }, reps: 10 }]
    const workout = { name: "Heavy", exercises: [{ exerciseId: EXERCISES[0], sets }] }
    await output(inPounds.rest("log_workout", workout))
    const [lb, kg] = [await trends(inPounds), await trends(kilograms)]
    expect([lb.weight.unit, kg.weight.unit, lb.training.unit]).toEqual(["lb", "kg", "lb"])
    for (const [index, { mean, trend }] of kg.weight.periods.entries()) {
      expect(lb.weight.periods[index]!.mean).toBeCloseTo(mean / 0.45359237, 1)
      expect(lb.weight.periods[index]!.trend).toBeCloseTo(trend / 0.45359237, 1)
    }
    expect(lb.training.periods[0]?.volume).toBe(2205)
  })

  test("one reading is a point with a trend and without a rate; no readings are an empty trend", async () => {
    const fresh = await newPerson(service())
    const nothing = await trends(fresh, "all")
    expect(nothing).toMatchObject({ from: ago(29), to: TODAY, steps: { periods: [] }, food: { periods: [] } })
    expect(Object.keys(nothing.weight)).toEqual(["grain", "unit", "periods", "targets", "excluded"])
    await output(fresh.rest("set_body_metrics", { metric: "weight", readings: [{ value: 70, unit: "kg" }] }))
    const { weight } = await trends(fresh, "30")
    const point = { first: TODAY, days: 1, mean: 70, trend: 70 }
    expect<unknown>(weight).toEqual({
      grain: "day",
      unit: "kg",
      periods: [point],
      latest: { date: TODAY, trend: 70 },
      change: 0,
      excluded: [],
      targets: []
    })
  })

  test("an own exercise has its name, and a best set by what it records", async () => {
    const fresh = await newPerson(service())
    const createdAt = DateTime.unsafeMake(NOON)
    const own = { id: "ownex_1", name: "Sled drag", category: "cardio", trackingType: "duration", createdAt } as const
    await service().run(Effect.flatMap(OwnExercises, (exercises) => exercises.add(fresh.id, own)))
    const sets = [{ durationSeconds: 60 }, { durationSeconds: 90 }]
    await output(fresh.rest("log_workout", { name: "Sled", exercises: [{ exerciseId: own.id, sets }] }))
    const { training } = await trends(fresh)
    expect(training.exercises).toMatchObject([{ name: "Sled drag", sessions: 1, best: { durationSeconds: 90 } }])
  })

  test("future facts and other people's do not count", async () => {
    const fresh = await newPerson(service())
    const customFoodId = await newFood(fresh.rest)
    await output(fresh.rest("log_food_entry", { customFoodId, servings: 1, mealType: "lunch", date: "2026-03-15" }))
    await output(
      fresh.rest("log_workout", {
        name: "Next",
        date: "2026-03-20",
        exercises: [{ exerciseId: EXERCISES[1], sets: [{}] }]
      })
    )
    const { food, training, weight } = await trends(fresh, "all")
    expect([food.periods, training.periods, training.exercises, weight.periods]).toEqual([[], [], [], []])
  })

  test("the range is one of five, and three months by default", async () => {
    expect((await trends(person)).range).toBe("90")
    expect(await invalidFields(callInternal(service(), person, "get_trends", { range: "31" }))).toEqual(["range"])
    expect(await invalidFields(callInternal(service(), person, "get_trends", { user: "usr_1" }))).toEqual(["user"])
  })

  test("no surface offers it, and it counts against the limits like every read", async () => {
    for (const path of ["/trends", "/today", "/v1/trends", "/v1/today"]) {
      expect((await service().fetch(path, { headers: { authorization: `Bearer ${person.token}` } })).status).toBe(404)
    }
    await expect(person.mcp("get_trends")).rejects.toThrow()
    const poor = await service().person({ ownLimits: { readsPerMinute: 0, readsBurst: 1 } })
    await trends(poor)
    expect((await failure(callInternal(service(), poor, "get_trends"))).code).toBe("rate_limited")
    const lapsed = await service().person({ plan: "free" })
    expect((await failure(callInternal(service(), lapsed, "get_today"))).code).toBe("subscription_required")
  })
})
