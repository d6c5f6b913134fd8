import { beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { keepingLoads } from "../../../src/features/workouts/loads.ts"
import { fromKilograms, toKilograms } from "../../../src/values/units.ts"
import { NOON, output, overEveryStore } from "../../support/app.ts"
import { editable, get, log, type Saved } from "./support.ts"

const BENCH = "exr_barbell_bench_press"
const bench = (...values: ReadonlyArray<number>) => [
  { exerciseId: BENCH, sets: values.map((value) => ({ weight: { value, unit: "kg" }, reps: 5 })) }
]

const performed = (...loads: ReadonlyArray<number>) => [
  { exerciseId: BENCH, sets: loads.map((weightKg) => ({ setType: "working" as const, weightKg })) }
]

overEveryStore("the loads of a replaced workout", (service) => {
  beforeAll(() => service().setTime(NOON))

  test("stay the same when sent back as shown in pounds, again and again", async () => {
    const { rest, mcp } = await service().person({ strengthUnit: "lb" })
    const { id } = await log(rest, { exercises: bench(62, 61.235, 100.01, 62) })
    for (const call of [rest, mcp, rest]) {
      await output(call("replace_workout", editable(await get(rest, id))))
    }
    const kept = (await get(rest, id)).exercises[0]?.sets.map(({ weightKg }) => weightKg)
    expect(kept).toEqual([62, 61.235, 100.01, 62])
  })

  test("stay round as the page lists them: 62 kg is 136.69 lb", async () => {
    const { rest } = await service().person({ strengthUnit: "lb" })
    const { id } = await log(rest, { exercises: bench(62) })
    const sets = [{ weight: { value: 136.69, unit: "lb" }, reps: 5 }]
    const { workout } = await output<Saved>(
      rest("replace_workout", { id, name: "Run", exercises: [{ exerciseId: BENCH, sets }] })
    )
    expect(workout.exercises[0]?.sets[0]?.weightKg).toBe(62)
  })

  test("stay equal to the best set of another day, and do not beat it by rounding", async () => {
    const { rest } = await service().person({ strengthUnit: "lb" })
    const first = await log(rest, { date: "2026-03-01", exercises: bench(62) })
    const second = await log(rest, { date: "2026-03-02", exercises: bench(62) })
    await output(rest("replace_workout", editable(await get(rest, first.id))))
    await output(rest("replace_workout", editable(await get(rest, second.id))))
    const { exercise } = await output<{ readonly exercise: { readonly best: { readonly workoutId: string } } }>(
      rest("list_workouts", { exerciseId: BENCH })
    )
    expect(exercise.best.workoutId).toBe(first.id)
  })
})

describe("a load sent back", () => {
  const kilograms = fc.oneof(
    fc.double({ min: 0, max: 2000, noNaN: true }),
    fc.integer({ min: 0, max: 4000 }).map((n) => n / 2),
    fc.integer({ min: 0, max: 8000 }).map((n) => toKilograms(n / 2, "lb"))
  )
  const unit = fc.constantFrom("kg" as const, "lb" as const)

  test("is the stored one, for every list of loads and either unit", () => {
    fc.assert(
      fc.property(fc.array(kilograms, { maxLength: 8 }), unit, (loads, unit) => {
        const convert = keepingLoads(performed(...loads))
        expect(loads.map((load) => convert({ value: fromKilograms(load, unit, 4), unit }))).toEqual(loads)
      })
    )
  })

  test("is the one shown exactly so, before one that a list shows shortened so", () => {
    const pounds = toKilograms(136.69, "lb")
    const convert = keepingLoads(performed(62, pounds))
    expect(convert({ value: 136.69, unit: "lb" })).toBe(pounds)
    expect(convert({ value: 136.6866, unit: "lb" })).toBe(62)
  })

  test("is converted if it was changed", () => {
    const convert = keepingLoads(performed(62, toKilograms(135.125, "lb")))
    expect(convert({ value: 136.7, unit: "lb" })).toBe(toKilograms(136.7, "lb"))
    expect(convert({ value: 62.01, unit: "kg" })).toBe(62.01)
    expect(convert({ value: 135.13, unit: "lb" })).toBe(toKilograms(135.13, "lb"))
  })
})
