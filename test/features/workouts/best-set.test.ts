import { beforeAll, describe, expect, test } from "bun:test"
import type { TrackingType } from "../../../src/features/exercises/model.ts"
import { achieved, estimatedOneRepMax } from "../../../src/features/workouts/best-set.ts"
import type { WorkoutSet } from "../../../src/features/workouts/model.ts"
import { showSums } from "../../../src/features/workouts/sums.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"
import { invalidFields, NOON, output, overEveryStore, TODAY } from "../../support/app.ts"
import { type Listed, log } from "./support.ts"

const kg = (value: number) => ({ value, unit: "kg" })
const bench = (sets: ReadonlyArray<Record<string, unknown>>) => ({ exerciseId: "exr_barbell_bench_press", sets })
const squat = { exerciseId: "exr_barbell_squat", sets: [{ weight: kg(300), reps: 3 }] }

overEveryStore("list_workouts with an exercise", (service) => {
  beforeAll(() => service().setTime(NOON))

  test("returns only workouts with it, and what was achieved in it over the whole range, on every page", async () => {
    const { rest, mcp } = await service().person({ strengthUnit: "lb" })
    const month = [
      ["2026-02-27", [bench([{ weight: kg(200), reps: 1 }])]],
      [
        "2026-03-02",
        [
          bench([
            { setType: "warmup", weight: kg(150), reps: 1 },
            { weight: kg(90), reps: 5 }
          ]),
          squat
        ]
      ],
      ["2026-03-05", [squat, bench([{ weight: kg(95), reps: 3 }]), bench([{ weight: kg(80), reps: 12 }])]],
      [
        "2026-03-09",
        [
          bench([
            { weight: kg(95), reps: 3 },
            { weight: kg(60), reps: 20 }
          ])
        ]
      ],
      ["2026-03-10", [squat]]
    ] as const
    const saved = []
    for (const [date, exercises] of month) saved.push(await log(rest, { date, exercises }))
    const input = { from: "2026-03-01", exerciseId: "exr_barbell_bench_press" }
    const whole = await output<Listed>(rest("list_workouts", input))
    expect(whole.workouts.map(({ date }) => date)).toEqual(["2026-03-09", "2026-03-05", "2026-03-02"])
    expect(whole.workouts[1]?.exercises).toEqual([
      { exerciseId: "exr_barbell_squat", name: "Barbell Squat" },
      { exerciseId: "exr_barbell_bench_press", name: "Barbell Bench Press" },
      { exerciseId: "exr_barbell_bench_press", name: "Barbell Bench Press" }
    ])
    expect<unknown>([whole.total, whole.exercise]).toEqual([
      3,
      {
        sets: 5,
        best: {
          workoutId: saved[2]?.id,
          date: "2026-03-05",
          setNumber: 1,
          setType: "working",
          weight: { value: 209.4391, unit: "lb" },
          weightKg: 95,
          reps: 3
        },
        // 80 kg × (1 + 12 / 30) = 112 kg
        bestEstimatedOneRepMax: { value: 246.92, unit: "lb" },
        records: {
          heaviest: { value: 209.44, unit: "lb", date: "2026-03-05", workoutId: saved[2]?.id, setNumber: 1 },
          estimatedOneRepMax: { value: 246.92, unit: "lb", date: "2026-03-05", workoutId: saved[2]?.id, setNumber: 1 },
          mostReps: { value: 20, date: "2026-03-09", workoutId: saved[3]?.id, setNumber: 2 }
        },
        // 90 × 5 + 95 × 3 + 80 × 12 + 95 × 3 + 60 × 20 = 3180 kg
        sums: { reps: 43, volume: { value: 7010.7, unit: "lb" } }
      }
    ])
    const page = await output<Listed>(mcp("list_workouts", { ...input, exerciseId: "barbell bench-presses", limit: 1 }))
    expect([page.exercise, page.total, page.workouts]).toEqual([whole.exercise, 3, whole.workouts.slice(0, 1)])
    const cursor = page.nextCursor
    const next = await output<Listed>(rest("list_workouts", { ...input, limit: 1, cursor }))
    expect([next.exercise, next.workouts]).toEqual([whole.exercise, whole.workouts.slice(1, 2)])
    for (const other of [{ from: input.from }, { ...input, exerciseId: "exr_barbell_squat" }]) {
      expect(await invalidFields(rest("list_workouts", { ...other, cursor }))).toEqual(["cursor"])
    }
    const all = await output<Listed>(rest("list_workouts"))
    expect([all.total, "exercise" in all]).toEqual([5, false])
    const none = await output<Listed>(rest("list_workouts", { exerciseId: "exr_push_up" }))
    expect<unknown>(none).toEqual({
      workouts: [],
      exercise: { sets: 0, records: {}, sums: {} },
      total: 0,
      hasMore: false,
      nextCursor: null,
      today: TODAY
    })
    expect(await invalidFields(rest("list_workouts", { exerciseId: "exr_barbell_bench_pres" }))).toEqual(["exerciseId"])
  })

  test("a failed lift is not the best set, but counts among the sets", async () => {
    const { rest } = await service().person()
    const lifts = [
      { weight: kg(40), reps: 5 },
      { weight: kg(50), reps: 0 }
    ]
    const { id } = await log(rest, { exercises: [bench(lifts)] })
    const { exercise } = await output<Listed>(rest("list_workouts", { exerciseId: "exr_barbell_bench_press" }))
    expect(exercise?.sets).toBe(2)
    expect(exercise?.best).toMatchObject({ workoutId: id, setNumber: 1, weightKg: 40 })
  })

  test("another user's workouts do not count", async () => {
    const [one, other] = [await service().person(), await service().person()]
    await log(one.rest, { exercises: [bench([{ weight: kg(100), reps: 5 }])] })
    const seen = await output<Listed>(other.rest("list_workouts", { exerciseId: "exr_barbell_bench_press" }))
    expect<unknown>([seen.total, seen.exercise]).toEqual([0, { sets: 0, records: {}, sums: {} }])
  })
})

describe("the best set", () => {
  const bestOf = (trackingType: TrackingType, ...sets: ReadonlyArray<Omit<WorkoutSet, "setType">>) =>
    achieved({ trackingType }, [
      {
        workoutId: "w",
        date: ActivityDay.make("2026-03-14"),
        sets: sets.map((set) => ({ setType: "working" as const, ...set }))
      }
    ]).best?.setNumber

  test("is judged by what the exercise tracks", () => {
    expect(
      bestOf("weight_reps", { weightKg: 50, reps: 12 }, { weightKg: 60, reps: 2 }, { weightKg: 60, reps: 4 })
    ).toBe(3)
    expect(
      bestOf(
        "weight_reps",
        { weightKg: 40, loadIntent: "assistance", reps: 5 },
        { weightKg: 20, loadIntent: "assistance", reps: 5 }
      )
    ).toBe(2)
    expect(bestOf("weight_reps", { weightKg: 20, loadIntent: "assistance", reps: 5 }, { reps: 1 })).toBe(2)
    // Twenty pull-ups with help are not better than twelve without, nor than three with less of it.
    const helped = { weightKg: 20, loadIntent: "assistance", reps: 20 } as const
    expect(bestOf("reps", helped, { reps: 12 }, { reps: 11 })).toBe(2)
    expect(bestOf("reps", helped, { weightKg: 5, loadIntent: "assistance", reps: 3 })).toBe(2)
    expect(bestOf("reps", { reps: 10 }, { reps: 12 }, { reps: 12, weightKg: 5 })).toBe(3)
    expect(
      bestOf(
        "distance_duration",
        { distanceMeters: 5000, durationSeconds: 1500 },
        { distanceMeters: 5000, durationSeconds: 1400 }
      )
    ).toBe(2)
    expect(bestOf("duration", { durationSeconds: 60 }, { durationSeconds: 90 })).toBe(2)
    expect(bestOf("hold", { holdSeconds: 61 }, { holdSeconds: 60 })).toBe(1)
    expect(bestOf("weight_reps")).toBeUndefined()
  })

  test("was completed: a failed lift of 0 repetitions is never best, however heavy", () => {
    expect(bestOf("weight_reps", { weightKg: 40, reps: 5 }, { weightKg: 50, reps: 0 })).toBe(1)
    expect(bestOf("weight_reps", { weightKg: 50, reps: 0 })).toBeUndefined()
    expect(bestOf("weight_reps", { weightKg: 50 }, { weightKg: 20, reps: 1 })).toBe(2)
    expect(bestOf("weight_reps", { weightKg: 50, reps: 0, durationSeconds: 20 })).toBeUndefined()
    expect(bestOf("reps", { reps: 0, weightKg: 10 }, { reps: 1 })).toBe(2)
    expect(bestOf("hold", { holdSeconds: 0, weightKg: 10 })).toBeUndefined()
    expect(bestOf("distance_duration", { distanceMeters: 0, durationSeconds: 0 })).toBeUndefined()
  })

  test("is found in a hold that was logged as its duration too", () => {
    expect(bestOf("hold", { holdSeconds: 60 }, { durationSeconds: 75 }, { holdSeconds: 61 })).toBe(2)
  })

  test("has a one-repetition maximum by Epley for 1 to 12 repetitions of a whole load", () => {
    const of = (set: Omit<WorkoutSet, "setType">) => estimatedOneRepMax({ setType: "working", ...set }, {})
    expect(of({ weightKg: 100, reps: 5 })).toBeCloseTo(116.6667, 4)
    expect(of({ weightKg: 100, reps: 1 })).toBe(100)
    expect(of({ weightKg: 30, reps: 12, loadIntent: "per_hand" })).toBeCloseTo(42, 10)
    expect(of({ weightKg: 100, reps: 13 })).toBeUndefined()
    expect(of({ weightKg: 100, reps: 0 })).toBeUndefined()
    expect(of({ weightKg: 100 })).toBeUndefined()
    expect(of({ reps: 5 })).toBeUndefined()
    for (const loadIntent of ["assistance", "added_bodyweight", "plates_each_side", "custom"] as const) {
      expect(of({ weightKg: 20, reps: 5, loadIntent })).toBeUndefined()
    }
  })
})

describe("the sums of sets", () => {
  const working = (set: Omit<WorkoutSet, "setType">): WorkoutSet => ({ setType: "working", ...set })

  test("leave out warm-ups, assistance, and values that no set has", () => {
    const sets = [
      { setType: "warmup", weightKg: 20, reps: 10 } as const,
      working({ weightKg: 60, reps: 5 }),
      working({ weightKg: 30, reps: 4, loadIntent: "assistance" }),
      working({ weightKg: 10 })
    ]
    expect(showSums({}, sets, "kg")).toEqual({ reps: 9, volume: { value: 300, unit: "kg" } })
    expect(showSums({}, sets.slice(0, 1), "kg")).toEqual({})
  })

  test("add up distances and times, including holds", () => {
    const run = [5000.1, 3000.2].map((distanceMeters) => working({ distanceMeters, durationSeconds: 1500.5 }))
    expect(showSums({}, [...run, working({ holdSeconds: 60 })], "lb")).toEqual({
      distanceMeters: 8000.3,
      durationSeconds: 3061
    })
  })
})
