import { beforeAll, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { log } from "./support.ts"

const kg = (value: number) => ({ value, unit: "kg" })
const ASSISTED = "exr_assisted_pull_up_machine"

interface Answer {
  readonly exercise: {
    readonly best?: unknown
    readonly bestEstimatedOneRepMax?: unknown
    readonly records: Readonly<Record<string, unknown>>
    readonly sums: Readonly<Record<string, unknown>>
  }
}

overEveryStore("what the weight of an exercise is", (service) => {
  beforeAll(() => service().setTime(NOON))

  test("is help on an assisted machine, unless a set says otherwise", async () => {
    const { rest, mcp } = await newPerson(service())
    const first = await log(rest, {
      date: "2026-03-01",
      exercises: [
        {
          exerciseId: ASSISTED,
          sets: [
            { weight: kg(30), reps: 8 },
            { weight: kg(40), reps: 12 }
          ]
        }
      ]
    })
    const second = await log(rest, {
      date: "2026-03-08",
      exercises: [
        {
          exerciseId: ASSISTED,
          sets: [
            { weight: kg(20), reps: 6 },
            { weight: kg(20), loadIntent: "assistance", reps: 6 }
          ]
        }
      ]
    })
    for (const call of [rest, mcp]) {
      const { exercise } = await output<Answer>(call("list_workouts", { exerciseId: ASSISTED }))
      expect(exercise.best).toMatchObject({ workoutId: second.id, setNumber: 1, weightKg: 20, reps: 6 })
      expect(exercise.bestEstimatedOneRepMax).toBeUndefined()
      expect(exercise.records).toEqual({
        leastAssistance: { value: 20, unit: "kg", date: "2026-03-08", workoutId: second.id, setNumber: 1 },
        mostReps: { value: 12, date: "2026-03-01", workoutId: first.id, setNumber: 2 }
      })
      expect(exercise.sums).toEqual({ reps: 32 })
    }
    await log(rest, {
      exercises: [{ exerciseId: ASSISTED, sets: [{ weight: kg(5), loadIntent: "added_bodyweight", reps: 3 }] }]
    })
    const { exercise } = await output<Answer>(rest("list_workouts", { exerciseId: ASSISTED }))
    expect(exercise.best).toMatchObject({ weightKg: 5, reps: 3 })
    expect(exercise.records.heaviest).toMatchObject({ value: 5 })
    expect(exercise.sums.volume).toEqual({ value: 15, unit: "kg" })
  })

  test("is help of a band where repetitions are tracked, and without a weight an unknown one", async () => {
    const { rest } = await newPerson(service())
    const sets = [{ reps: 12 }, { weight: kg(20), reps: 10 }, { weight: kg(10), reps: 8 }]
    await log(rest, { exercises: [{ name: "Band-Assisted Pull-Up", sets }] })
    const { exercise } = await output<Answer>(rest("list_workouts", { exerciseId: "Band-Assisted Pull-Up" }))
    expect(exercise.best).toMatchObject({ setNumber: 3 })
    expect(exercise.records).toMatchObject({ leastAssistance: { value: 10 }, mostReps: { value: 12 } })
    expect(exercise.records.heaviest).toBeUndefined()
  })

  test("is added to the body in a weighted pull-up, which has no one-rep maximum", async () => {
    const { rest } = await newPerson(service())
    await log(rest, { exercises: [{ name: "Weighted Pull-Up", sets: [{ weight: kg(20), reps: 5 }] }] })
    const { exercise } = await output<Answer>(rest("list_workouts", { exerciseId: "exr_weighted_pull_up" }))
    expect(exercise.records).toMatchObject({ heaviest: { value: 20 }, mostReps: { value: 5 } })
    expect(exercise.records.estimatedOneRepMax).toBeUndefined()
    expect(exercise.sums.volume).toEqual({ value: 100, unit: "kg" })
  })

  test("stands in search_exercises and get_workout, and can be sent back", async () => {
    const { rest, mcp } = await newPerson(service())
    const { id } = await log(rest, {
      exercises: [
        { name: "Assisted Pull-Up", sets: [{ weight: kg(30), reps: 8 }] },
        { name: "Pull-Up", sets: [{ reps: 8 }] },
        { name: "Barbell Squat", sets: [{ weight: kg(80), reps: 5 }] }
      ]
    })
    for (const call of [rest, mcp]) {
      const workout = await output<{ readonly exercises: ReadonlyArray<{ readonly weightIs?: string }> }>(
        call("get_workout", { id })
      )
      expect(workout.exercises.map(({ weightIs }) => weightIs)).toEqual(["assistance", "added_bodyweight", undefined])
      expect(await output(call("replace_workout", { ...workout, id }))).toMatchObject({ id, workout })
    }
    const { exercises } = await output<{ readonly exercises: ReadonlyArray<unknown> }>(
      rest("search_exercises", { query: "assisted pull-up", limit: 1 })
    )
    expect(exercises).toMatchObject([{ name: "Assisted Pull-Up", weightIs: "assistance" }])
  })
})

overEveryStore("exercises with a weight and a distance", (service) => {
  beforeAll(() => service().setTime(NOON))

  test("have the heaviest and the farthest as records, and the heaviest set as the best", async () => {
    const { rest } = await newPerson(service())
    const sets = [
      { weight: kg(24), distanceMeters: 80, durationSeconds: 60 },
      { weight: kg(32), distanceMeters: 40 },
      { weight: kg(32), distanceMeters: 50 }
    ]
    const { id } = await log(rest, { exercises: [{ name: "Farmer's Walk", sets }] })
    const { exercise } = await output<Answer>(rest("list_workouts", { exerciseId: "exr_farmers_walk" }))
    expect(exercise.best).toMatchObject({ setNumber: 3 })
    expect(exercise.records).toEqual({
      heaviest: { value: 32, unit: "kg", date: "2026-03-14", workoutId: id, setNumber: 2 },
      farthest: { value: 80, date: "2026-03-14", workoutId: id, setNumber: 1 }
    })
    const { exercises } = await output<{ readonly exercises: ReadonlyArray<unknown> }>(
      rest("search_exercises", { query: "farmer's walk", limit: 1 })
    )
    expect(exercises).toMatchObject([{ trackingType: "weight_distance" }])
  })
})
