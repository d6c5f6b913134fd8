import { beforeAll, describe, expect, test } from "bun:test"
import type { TrackingType } from "../../../src/features/exercises/model.ts"
import type { WorkoutSet } from "../../../src/features/workouts/model.ts"
import { recordsIn } from "../../../src/features/workouts/records.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { log } from "./support.ts"

const BENCH = "exr_barbell_bench_press"
const kg = (value: number) => ({ value, unit: "kg" })

interface Answer {
  readonly exercise: { readonly records: Readonly<Record<string, unknown>> }
}

overEveryStore("the records of an exercise", (service) => {
  beforeAll(() => service().setTime(NOON))

  test("have value, day, workout and set, over the requested range", async () => {
    const { rest, mcp } = await newPerson(service(), { strengthUnit: "lb" })
    const bench = (...sets: ReadonlyArray<Record<string, unknown>>) => [{ exerciseId: BENCH, sets }]
    const first = await log(rest, {
      date: "2026-03-01",
      exercises: bench(
        { setType: "warmup", weight: kg(200), reps: 20 },
        { weight: kg(100), reps: 1 },
        { weight: kg(60), reps: 12 }
      )
    })
    const second = await log(rest, {
      date: "2026-03-08",
      exercises: bench({ weight: kg(90), reps: 6 }, { weight: kg(150), reps: 0 }, { weight: kg(100), reps: 1 })
    })
    const { exercise } = await output<Answer>(rest("list_workouts", { exerciseId: BENCH, limit: 1 }))
    expect(exercise.records).toEqual({
      heaviest: { value: 220.46, unit: "lb", date: "2026-03-01", workoutId: first.id, setNumber: 2 },
      // 90 × (1 + 6 / 30) = 108 kg
      estimatedOneRepMax: { value: 238.1, unit: "lb", date: "2026-03-08", workoutId: second.id, setNumber: 1 },
      mostReps: { value: 12, date: "2026-03-01", workoutId: first.id, setNumber: 3 }
    })
    const later = await output<Answer>(mcp("list_workouts", { exerciseId: BENCH, from: "2026-03-02" }))
    expect(later.exercise.records.heaviest).toEqual({
      value: 220.46,
      unit: "lb",
      date: "2026-03-08",
      workoutId: second.id,
      setNumber: 3
    })
    const none = await output<Answer>(rest("list_workouts", { exerciseId: "exr_push_up" }))
    expect(none.exercise.records).toEqual({})
  })

  test("are of times and distances if the exercise tracks them", async () => {
    const { rest } = await newPerson(service())
    const runs = [
      { distanceMeters: 5000, durationSeconds: 1500 },
      { distanceMeters: 3000, durationSeconds: 1800 }
    ]
    const { id } = await log(rest, { exercises: [{ exerciseId: "exr_running", sets: runs }] })
    const { exercise } = await output<Answer>(rest("list_workouts", { exerciseId: "exr_running" }))
    expect(exercise.records).toEqual({
      farthest: { value: 5000, date: "2026-03-14", workoutId: id, setNumber: 1 },
      longest: { value: 1800, date: "2026-03-14", workoutId: id, setNumber: 2 }
    })
  })
})

overEveryStore("a set that is done again as it was shown", (service) => {
  for (const [unit, loaded, farther] of [
    ["kg", { value: 280, unit: "lb" }, { value: 127.01, unit: "kg" }],
    ["lb", kg(100), { value: 220.47, unit: "lb" }]
  ] as const)
    test(`is no record, although it is rounded in ${unit}`, async () => {
      const { rest } = await newPerson(service(), { strengthUnit: unit })
      const bench = (weight: object) => [{ exerciseId: BENCH, sets: [{ weight, reps: 5 }] }]
      const first = await log(rest, { date: "2026-03-01", exercises: bench(loaded) })
      const [set] = first.workout.exercises[0]?.sets ?? []
      await log(rest, { date: "2026-03-08", exercises: bench(set?.weight ?? {}) })
      const { exercise } = await output<{
        readonly exercise: { readonly best: object; readonly records: Readonly<Record<string, object>> }
      }>(rest("list_workouts", { exerciseId: BENCH }))
      expect(exercise.best).toMatchObject({ workoutId: first.id })
      expect(exercise.records).toMatchObject({
        heaviest: { workoutId: first.id },
        estimatedOneRepMax: { workoutId: first.id }
      })
      const more = await log(rest, { date: "2026-03-10", exercises: bench(farther) })
      const after = await output<Answer>(rest("list_workouts", { exerciseId: BENCH }))
      expect(after.exercise.records).toMatchObject({ heaviest: { workoutId: more.id } })
    })
})

describe("records", () => {
  const of = (trackingType: TrackingType, ...sets: ReadonlyArray<Omit<WorkoutSet, "setType">>) => {
    const workout = { workoutId: "w", date: ActivityDay.make("2026-03-14") }
    const working = sets.map((set) => ({ setType: "working" as const, ...set }))
    return recordsIn({ trackingType }, [{ ...workout, sets: working }])
  }

  test("are never of a failed lift or of assistance", () => {
    expect(of("weight_reps", { weightKg: 100, reps: 0 })).toEqual({})
    expect(of("weight_reps", { weightKg: 40, reps: 5, loadIntent: "assistance" })).toMatchObject({
      mostReps: { value: 5 }
    })
    expect(of("weight_reps", { weightKg: 40, reps: 5, loadIntent: "assistance" }).heaviest).toBeUndefined()
  })

  test("are of no load where none was lifted", () => {
    expect(of("reps", { reps: 12 })).toEqual({ mostReps: expect.objectContaining({ value: 12 }) })
    expect(of("hold", { holdSeconds: 60 }).heaviest).toBeUndefined()
  })

  test("of equal sets are of the first", () => {
    expect(of("hold", { holdSeconds: 60 }, { durationSeconds: 60 }).longest?.setNumber).toBe(1)
    // 5,000 m in miles to the millimetre, as a form shows them.
    expect(
      of("distance_duration", { distanceMeters: 5000 }, { distanceMeters: 3.106856 * 1609.344 }).farthest?.setNumber
    ).toBe(1)
  })
})
