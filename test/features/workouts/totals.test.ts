import { beforeAll, describe, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { get, log } from "./support.ts"

const kg = (value: number) => ({ value, unit: "kg" })
const SESSION = [
  {
    name: "Barbell Squat",
    sets: [
      { setType: "warmup", weight: kg(60), reps: 8 },
      { weight: kg(100), reps: 5 },
      { weight: kg(102.5), reps: 5 }
    ]
  },
  { name: "Assisted Pull-Up", sets: [{ weight: kg(30), reps: 8 }] },
  { name: "Pull-Up", sets: [{ weight: kg(10), reps: 4 }, { reps: 6 }] },
  { name: "Plank", sets: [{ holdSeconds: 60 }] }
]

overEveryStore("a workout's volume and sets", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      test("are those of its exercises: no warm-ups, no assistance", async () => {
        const call = (await newPerson(service()))[surface]
        const { id } = await log(call, { exercises: SESSION })
        expect(await get(call, id)).toMatchObject({ sets: 6, volume: kg(100 * 5 + 102.5 * 5 + 10 * 4) })
        const counted = await Promise.all(
          ["Barbell Squat", "Assisted Pull-Up", "Pull-Up", "Plank"].map((exerciseId) =>
            output<{ exercise: { sets: number; sums: { volume?: { value: number } } } }>(
              call("list_workouts", { exerciseId })
            )
          )
        )
        expect(counted.reduce((sum, { exercise }) => sum + exercise.sets, 0)).toBe(6)
        expect(counted.reduce((sum, { exercise }) => sum + (exercise.sums.volume?.value ?? 0), 0)).toBe(1052.5)
      })

      test("are in the person's unit, and without a load there is no volume", async () => {
        const call = (await newPerson(service(), { strengthUnit: "lb" }))[surface]
        const squat = { name: "Barbell Squat", sets: [{ weight: { value: 225, unit: "lb" }, reps: 5 }] }
        const { id } = await log(call, { exercises: [squat] })
        expect(await get(call, id)).toMatchObject({ sets: 1, volume: { value: 1125, unit: "lb" } })
        const hold = await log(call, { exercises: [{ name: "Plank", sets: [{ holdSeconds: 60 }] }] })
        const shown = await get(call, hold.id)
        expect([shown.sets, shown.volume]).toEqual([1, undefined])
      })
    })
  }
})
