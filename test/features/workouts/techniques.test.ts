import { beforeEach, expect, test } from "bun:test"
import { invalidFields, NOON, output, overEveryStore, type Person } from "../../support/app.ts"
import { get, type Listed, log } from "./support.ts"

const kg = (value: number) => ({ value, unit: "kg" })

const curls = {
  exerciseId: "exr_barbell_curl",
  superset: 1,
  notes: "Slow on the way down",
  sets: [
    { setType: "warmup", weight: kg(20), reps: 10 },
    { weight: kg(40), reps: 8 },
    { technique: "drop", weight: kg(30), reps: 8 },
    { technique: "failure", weight: kg(45), reps: 5 }
  ]
}
const pushUps = { exerciseId: "exr_push_up", superset: 1, sets: [{ technique: "rest_pause", reps: 20 }] }

overEveryStore("techniques, supersets and notes on exercises", (service) => {
  let person: Person
  beforeEach(async () => {
    await service().setTime(NOON)
    person = await service().person()
  })

  test.each(["rest", "mcp"] as const)("are returned as they were logged over %s", async (surface) => {
    const call = person[surface]
    const { id, workout } = await log(call, { exercises: [curls, pushUps] })
    expect(await get(call, id)).toEqual(workout)
    expect<unknown>(workout.exercises).toMatchObject([curls, pushUps])
    expect(Object.keys(workout.exercises[0] ?? {})).toEqual(["exerciseId", "name", "superset", "notes", "sets"])
    expect(workout.exercises[0]?.sets.map(({ setType }) => setType)).toEqual([
      "warmup",
      "working",
      "working",
      "working"
    ])
  })

  test("are replaced with the workout, and gone where a replacement leaves them out", async () => {
    const { rest } = person
    const { id, workout } = await log(rest, { exercises: [curls, pushUps] })
    await output(rest("replace_workout", { ...workout }))
    expect(await get(rest, id)).toEqual(workout)
    await output(rest("replace_workout", { id, name: "Arms", exercises: [{ ...pushUps, superset: null }] }))
    const [exercise] = (await get(rest, id)).exercises
    expect(exercise).not.toHaveProperty("superset")
    expect(exercise?.sets).toEqual([{ setNumber: 1, setType: "working", technique: "rest_pause", reps: 20 }])
  })

  test("drop sets and sets to failure count for records and best sets", async () => {
    const { mcp } = person
    await log(mcp, { exercises: [curls] })
    const { exercise } = await output<Listed>(mcp("list_workouts", { exerciseId: "exr_barbell_curl" }))
    expect(exercise).toMatchObject({
      sets: 3,
      best: { setNumber: 4, technique: "failure" },
      records: { heaviest: { value: 45 } },
      sums: { reps: 21 }
    })
  })

  test("are refused if they are none of these, not whole, or too long", async () => {
    const [warmup] = curls.sets
    const exercises = [
      { ...curls, superset: 1.5, notes: "x".repeat(1001), sets: [warmup, { technique: "myo", reps: 5 }] },
      { ...curls, superset: -1, notes: "x".repeat(1000), sets: [{ technique: null, reps: 5 }] }
    ]
    expect(await invalidFields(person.mcp("log_workout", { name: "Arms", exercises }))).toEqual([
      "exercises[0].superset",
      "exercises[0].notes",
      "exercises[0].sets[1].technique",
      "exercises[1].superset"
    ])
  })

  test("a workout without them has no such fields", async () => {
    const { workout } = await log(person.rest, { exercises: [{ exerciseId: "exr_burpee", sets: [{ reps: 5 }] }] })
    expect(JSON.stringify(workout.exercises)).toBe(
      `[{"exerciseId":"exr_burpee","name":"Burpee","sets":[{"setNumber":1,"setType":"working","reps":5}]}]`
    )
  })
})
