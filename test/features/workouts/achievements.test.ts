import { beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { type Call, NOON, output, overEveryStore, type Person } from "../../support/app.ts"
import { addWorkout, editable, get, log, run } from "./support.ts"

interface Context {
  readonly streak: { readonly current: number; readonly longest: number }
  readonly badges: ReadonlyArray<{ readonly id: string; readonly earnedOn: string }>
}

overEveryStore("workouts count for streak and badges", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      let person: Person
      let call: Call
      const fresh = async () => {
        person = await service().person()
        call = person[surface]
      }
      const context = () => output<Context>(call("get_context"))
      const badges = async () => Object.fromEntries((await context()).badges.map(({ id, earnedOn }) => [id, earnedOn]))

      test("a day with a workout is an active day until the workout is moved or deleted", async () => {
        await fresh()
        const { id } = await log(call, { date: "2026-03-12" })
        await output(call("set_body_metrics", { metric: "steps", readings: [{ value: 1, date: "2026-03-13" }] }))
        const last = await log(call)
        expect((await context()).streak).toEqual({ current: 3, longest: 3 })
        await output(call("replace_workout", { ...editable(await get(call, id)), date: "2026-03-11" }))
        expect((await context()).streak).toEqual({ current: 2, longest: 2 })
        await log(call, { date: "2026-03-13" })
        await output(call("delete_body_metric", { metric: "steps", date: "2026-03-13" }))
        expect((await context()).streak).toEqual({ current: 2, longest: 2 })
        await output(call("delete_workout", { id: last.id }))
        expect((await context()).streak).toEqual({ current: 1, longest: 1 })
      })

      test("first_workout has the date of the first one, follows workouts added for earlier days, and stays once earned", async () => {
        await fresh()
        const first = await log(call, { date: "2026-03-10" })
        expect(await badges()).toEqual({ first_workout: "2026-03-10" })
        const earlier = await log(call, { date: "2026-03-02" })
        expect(await badges()).toEqual({ first_workout: "2026-03-02" })
        await output(call("delete_workout", { id: earlier.id }))
        await output(call("delete_workout", { id: first.id }))
        expect(await badges()).toHaveProperty("first_workout")
      })

      test("a future workout counts once its day has come", async () => {
        await fresh()
        await log(call, { date: "2026-03-16" })
        expect(await context()).toMatchObject({ streak: { current: 0, longest: 0 }, badges: [] })
        await service().setTime("2026-03-16T00:00:00Z")
        expect(await context()).toMatchObject({
          streak: { current: 1, longest: 1 },
          badges: [{ id: "first_workout", earnedOn: "2026-03-16" }]
        })
        await service().setTime(NOON)
      })

      test("workouts_100 has the date of the hundredth by date up to today", async () => {
        await fresh()
        const content = {
          name: "Run",
          startTime: null,
          endTime: null,
          durationSeconds: null,
          notes: null,
          estimatedCalories: null,
          appCalories: null
        }
        const seed = (count: number, date: string) =>
          service().run(
            Effect.gen(function* () {
              const { date: day } = yield* Effect.promise(() => log(call, { date }))
              for (let n = 1; n < count; n++) {
                const workout = { id: `${date}-${n}`, ...content, date: day as never, exercises: [run as never] }
                yield* addWorkout(person.id, workout, n)
              }
            })
          )
        await seed(60, "2026-03-01")
        await seed(38, "2026-03-10")
        await log(call, { date: "2026-03-20" })
        await log(call, { date: "2026-03-13" })
        expect(await badges()).not.toHaveProperty("workouts_100")
        const { id } = await log(call, { date: "2026-03-11" })
        expect(await badges()).toMatchObject({ workouts_100: "2026-03-13" })
        await log(call, { date: "2026-02-01" })
        expect(await badges()).toMatchObject({ workouts_100: "2026-03-11", first_workout: "2026-02-01" })
        await output(call("delete_workout", { id }))
        await output(call("delete_workout", { id: "2026-03-10-1" }))
        expect(await badges()).toHaveProperty("workouts_100")
      })
    })
  }
})
