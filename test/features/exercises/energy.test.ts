import { beforeAll, describe, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"

interface Found {
  readonly exercises: ReadonlyArray<{ readonly id: string; readonly name: string; readonly kcalPerHour?: number }>
  readonly searchedFor?: string
  readonly leftOut?: ReadonlyArray<string>
}

overEveryStore("what search_exercises says beside exercises", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const arrive = async () => {
        const call = (await newPerson(service()))[surface]
        const search = (query: string, limit = 3) => output<Found>(call("search_exercises", { query, limit }))
        const weigh = (value: number, date: string) =>
          output(call("set_body_metrics", { metric: "weight", readings: [{ value, unit: "kg", date }] }))
        return { call, search, weigh }
      }

      test("kcalPerHour is at the person's weight, as an hour's workout has it, and absent without one", async () => {
        const { call, search, weigh } = await arrive()
        for (const { kcalPerHour } of (await search("running")).exercises) expect(kcalPerHour).toBeUndefined()
        await weigh(100, "2026-01-01")
        await weigh(80, "2026-03-10")
        const { exercises } = await search("squat")
        expect(exercises).toHaveLength(3)
        for (const { id, kcalPerHour } of exercises) {
          const hour = { name: "An hour", durationSeconds: 3600, exercises: [{ exerciseId: id, sets: [{ reps: 5 }] }] }
          const logged = await output<{ readonly estimatedCalories?: number }>(call("log_workout", hour))
          expect(kcalPerHour).toBe(logged.estimatedCalories as number)
        }
        const [running] = (await search("running", 1)).exercises
        expect(running).toMatchObject({ name: "Running", kcalPerHour: 781 })
      })

      test("leftOut has the words that no exercise has", async () => {
        const { search } = await arrive()
        expect(await search("basmati squat")).toMatchObject({ searchedFor: "squat", leftOut: ["basmati"] })
        expect(await search("the purple barbell curl with bananas")).toMatchObject({ leftOut: ["purple", "bananas"] })
        for (const query of ["squat", "squatt", "dead lift", "leg exercises", "xyzzyq"])
          expect(await search(query)).not.toHaveProperty("leftOut")
      })
    })
  }
})
