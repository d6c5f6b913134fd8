import { beforeAll, expect, test } from "bun:test"
import type { ExerciseHistory } from "../../../../../src/annexes/page/features/overview/definition.ts"
import { failure, NOON, newPerson, output, overEveryStore, type Person } from "../../../../support/app.ts"
import { callInternal } from "./support.ts"

const SQUAT = "exr_barbell_squat"

overEveryStore("an exercise's history", (service) => {
  beforeAll(() => service().setTime(NOON))

  const log = async ({ rest }: Person, date: string, sets: ReadonlyArray<unknown>, exerciseId = SQUAT) => {
    const exercises = [{ exerciseId, sets }]
    return (await output<{ readonly id: string }>(rest("log_workout", { name: "Session", date, exercises }))).id
  }

  const kg = (value: number, reps: number, setType = "working") => ({ setType, weight: { value, unit: "kg" }, reps })

  const history = (person: Person, input: Readonly<Record<string, unknown>> = { id: SQUAT }) =>
    output<ExerciseHistory>(callInternal(service(), person, "get_exercise", input))

  test("has each workout newest first, its estimate and volume, and the records of list_workouts", async () => {
    const person = await newPerson(service())
    const first = await log(person, "2026-03-01", [kg(60, 8, "warmup"), kg(100, 5), kg(90, 8)])
    const second = await log(person, "2026-03-08", [kg(110, 0), kg(105, 3)])
    await log(person, "2026-03-08", [{ reps: 9 }], "exr_pull_up")
    const shown = await history(person)
    expect(shown.workouts.map(({ workoutId, date }) => [workoutId, String(date)])).toEqual([
      [second, "2026-03-08"],
      [first, "2026-03-01"]
    ])
    expect(shown.workouts.map(({ estimatedOneRepMax, volume }) => [estimatedOneRepMax, volume])).toEqual([
      [115.5, 315],
      [116.67, 1220]
    ])
    const listed = await output<{ readonly exercise: { readonly records: unknown } }>(
      person.rest("list_workouts", { exerciseId: SQUAT })
    )
    expect<unknown>(shown.records).toEqual(listed.exercise.records)
    expect(shown).toMatchObject({
      name: "Barbell Squat",
      total: 2,
      records: { heaviest: { value: 105, workoutId: second }, estimatedOneRepMax: { value: 116.67, workoutId: first } },
      progress: {
        from: "2026-03-01",
        to: "2026-03-08",
        estimates: {
          grain: "day",
          periods: [
            { first: "2026-03-01", best: 116.67, record: 116.67 },
            { first: "2026-03-08", best: 115.5, record: 116.67 }
          ]
        },
        volumes: { grain: "day", periods: [{ mean: 1220 }, { mean: 315 }] }
      }
    })
    expect(shown.otherNames).toContain("back squat")
  })

  test("continues to older workouts, and is in the person's unit", async () => {
    const person = await newPerson(service(), { strengthUnit: "lb" })
    for (let day = 1; day <= 21; day++) await log(person, `2026-01-${String(day).padStart(2, "0")}`, [kg(100, 1)])
    const [newest, older] = [await history(person), await history(person, { id: SQUAT, skip: 20 })]
    expect([newest.workouts.length, newest.total, older.workouts.map(({ date }) => String(date))]).toEqual([
      20,
      21,
      ["2026-01-01"]
    ])
    expect([newest.unit, older.workouts[0]?.estimatedOneRepMax]).toEqual(["lb", 220.46])
    expect((await history(person, { id: SQUAT, skip: 31 })).workouts).toEqual([])
  })

  test("has no estimate or volume if nothing is lifted, and is empty if nothing was done", async () => {
    const person = await newPerson(service())
    expect(await history(person, { id: "exr_plank" })).toMatchObject({ total: 0, workouts: [], records: {} })
    await log(person, "2026-03-01", [{ holdSeconds: 45 }, { holdSeconds: 60 }], "exr_plank")
    const { workouts, records, progress } = await history(person, { id: "exr_plank" })
    expect(Object.keys(workouts[0] ?? {})).toEqual(["workoutId", "date", "sets"])
    expect(records).toMatchObject({ longest: { value: 60, setNumber: 2 } })
    expect([progress?.estimates.periods, progress?.volumes.periods]).toEqual([[], []])
  })

  test("contains nothing of another user; unknown ids and another user's are not found", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    await log(other, "2026-03-01", [kg(100, 5)])
    expect((await history(person)).total).toBe(0)
    for (const id of ["exr_nothing", "ownex_1", "x".repeat(128)]) {
      expect((await failure(callInternal(service(), person, "get_exercise", { id }))).code).toBe("not_found")
    }
  })
})
