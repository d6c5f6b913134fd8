import { beforeAll, describe, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { get, log, type Saved } from "./support.ts"

const lb = (value: number) => ({ value, unit: "lb" })
const squats = (...weights: ReadonlyArray<object | undefined>) => ({
  name: "Barbell Squat",
  sets: weights.map((weight) => ({ reps: 5, ...(weight === undefined ? {} : { weight }) }))
})

overEveryStore("loads as they were given", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      test("stand in the answer to a write, where they are in the other unit", async () => {
        const call = (await newPerson(service()))[surface]
        const exercises = [squats(undefined, lb(165.4), { value: 80, unit: "kg" }), squats(lb(225))]
        const saved = await log(call, { exercises })
        const given = (workout: Saved["workout"]) =>
          workout.exercises.map(({ sets }) => sets.map((set) => set.given ?? null))
        expect(given(saved.workout)).toEqual([[null, lb(165.4), null], [lb(225)]])
        expect(saved.workout.exercises[0]?.sets[1]).toMatchObject({ weightKg: 75.0242, weight: { unit: "kg" } })
        expect(given(await get(call, saved.id))).toEqual([[null, null, null], [null]])
        const { workout, id } = saved
        const again = await output<Saved>(call("replace_workout", { ...workout, id }))
        expect(given(again.workout)).toEqual([[null, null, null], [null]])
        expect(again.workout.exercises[1]?.sets[0]).toMatchObject({ weightKg: 102.0583 })
        const replaced = await output<Saved>(call("replace_workout", { id, name: "x", exercises: [squats(lb(200))] }))
        expect(given(replaced.workout)).toEqual([[lb(200)]])
      })

      test("are not repeated in the person's own unit", async () => {
        const call = (await newPerson(service(), { strengthUnit: "lb" }))[surface]
        const saved = await log(call, { exercises: [squats(lb(165.4))] })
        expect(saved.workout.exercises[0]?.sets[0]).toMatchObject({ weight: lb(165.4) })
        expect(saved.workout.exercises[0]?.sets[0]).not.toHaveProperty("given")
      })
    })
  }
})
