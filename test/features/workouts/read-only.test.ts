import { afterAll, beforeAll, expect, test } from "bun:test"
import { READ_ONLY, withoutReadOnly } from "../../../src/features/workouts/read-only.ts"
import { invalidFields, makeService, NOON, output, type Service } from "../../support/app.ts"
import { inMemory } from "../../support/stores.ts"
import { get, log } from "./support.ts"

const kg = (value: number) => ({ value, unit: "kg" })
const sets = [
  { setType: "warmup", weight: kg(60), reps: 8 },
  { weight: kg(100), reps: 5, loadIntent: "bar_total", intensity: 8 }
]
const exercises = [
  { exerciseId: "exr_barbell_squat", sets },
  { name: "Running", sets: [{ distanceMeters: 2000, durationSeconds: 600 }] }
]

let service: Service
beforeAll(async () => {
  service = await makeService(inMemory.layer)
  await service.setTime(NOON)
})
afterAll(() => service.stop())

test.each(["rest", "mcp"] as const)(
  "the whole output of get_workout can be sent to replace_workout over %s",
  async (surface) => {
    const person = await service.person({ strengthUnit: "lb" })
    const call = person[surface]
    await output(call("set_body_metrics", { metric: "weight", readings: [kg(80)] }))
    const { id } = await log(call, { exercises, durationSeconds: 3600, notes: "Heavy" })
    const before = await get(call, id)
    expect(Object.keys(before)).toContain("estimatedCalories")
    await output(call("replace_workout", { ...before, startTime: "2026-03-14T10:00:00Z", caloriesSource: "app" }))
    expect<unknown>(await get(call, id)).toEqual(before)
  }
)

test("weightKg alone is refused, because the load would be lost, and so are read-only fields of a new workout", async () => {
  const { mcp } = await service.person()
  const { id } = await log(mcp, { exercises })
  const lost = {
    id,
    name: "Legs",
    exercises: [{ name: "Barbell Squat", sets: [{ setNumber: 1, weightKg: 100, reps: 5 }] }]
  }
  expect(await invalidFields(mcp("replace_workout", lost))).toEqual(["exercises[0].sets[0].weightKg"])
  const { id: _id, ...fresh } = await get(mcp, id)
  expect(await invalidFields(mcp("log_workout", { ...fresh, estimatedCalories: 5 }))).toContain("estimatedCalories")
})

test("only the read-only fields are removed", () => {
  const set = { setNumber: 1, weight: kg(60), weightKg: 60, reps: 8, tempo: "slow" }
  const workout = { id: "a", startTime: 1, endTime: 2, estimatedCalories: 3, caloriesSource: "x", exerciseCount: 1 }
  expect(withoutReadOnly({ ...workout, exercises: [{ name: "Plank", weightIs: "x", sets: [set, 5] }, null] })).toEqual({
    id: "a",
    exerciseCount: 1,
    exercises: [{ name: "Plank", sets: [{ weight: kg(60), reps: 8, tempo: "slow" }, 5] }, null]
  })
  expect(withoutReadOnly([1])).toEqual([1])
  expect(READ_ONLY).toEqual({
    workout: ["startTime", "endTime", "estimatedCalories", "caloriesSource", "volume", "sets"],
    exercise: ["weightIs"],
    set: ["setNumber", "given", "weightKg"]
  })
})
