import { beforeAll, describe, expect, test } from "bun:test"
import { type Call, failure, invalidFields, NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { get, log, run, type Saved, squats } from "./support.ts"

const LEGS = {
  name: "Leg day",
  durationSeconds: 3600,
  notes: "Tired",
  date: "2026-03-12",
  exercises: [
    { ...squats, superset: 1, notes: "Belt" },
    { name: "Barbell Bench Press", sets: [{ weight: { value: 136.6866, unit: "lb" }, reps: 5, technique: "failure" }] }
  ]
}

overEveryStore("replace_workout with keepOmitted", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const arrive = async () => {
        const call: Call = (await newPerson(service()))[surface]
        const weigh = (value: number, date: string) =>
          output(call("set_body_metrics", { metric: "weight", readings: [{ value, unit: "kg", date }] }))
        await weigh(80, "2026-03-01")
        const { id } = await log(call, LEGS)
        const change = (changes: Record<string, unknown>) =>
          call("replace_workout", { id, keepOmitted: true, ...changes })
        return { call, weigh, id, before: await get(call, id), change }
      }

      test.each([
        ["a new name", { name: "Squats" }],
        ["a new day", { date: "2026-03-13" }],
        ["new notes", { notes: "Rested" }],
        ["no notes", { notes: "" }],
        ["nothing", {}]
      ])("%s changes nothing else", async (_what, changes) => {
        const { call, id, before, change } = await arrive()
        const saved = await output<Saved>(change(changes))
        expect(await get(call, id)).toEqual({ ...before, ...changes })
        expect(saved.workout).toEqual({ ...before, ...changes })
        expect(saved).toMatchObject({ id, date: saved.workout.date, timezone: "UTC" })
      })

      test("a new length estimates the energy anew; a new name does not", async () => {
        const { weigh, before, change } = await arrive()
        await weigh(160, "2026-03-12")
        const renamed = await output<Saved>(change({ name: "Squats" }))
        expect(renamed.estimatedCalories).toBe(before.estimatedCalories)
        const twice = await output<Saved>(change({ durationSeconds: 7200 }))
        expect(twice.estimatedCalories).toBeCloseTo(4 * (before.estimatedCalories ?? 0), -1)
        expect(twice.workout).toMatchObject({ name: "Squats", notes: "Tired", durationSeconds: 7200 })
      })

      test("exercises that are sent replace all of them", async () => {
        const { call, id, before, change } = await arrive()
        await output(change({ exercises: [run] }))
        const after = await get(call, id)
        expect(after.exercises.map(({ name }) => name)).toEqual(["Running"])
        expect(after).toMatchObject({ name: before.name, notes: before.notes, durationSeconds: before.durationSeconds })
      })

      test("without it, what is left out is removed, and name and exercises are required", async () => {
        const { call, id, before, change } = await arrive()
        for (const keepOmitted of [null, false]) {
          expect(await invalidFields(change({ keepOmitted }))).toEqual(["name", "exercises"])
          expect(await invalidFields(change({ keepOmitted, name: "x" }))).toEqual(["exercises"])
          expect(await invalidFields(change({ keepOmitted, exercises: [run] }))).toEqual(["name"])
        }
        expect(await get(call, id)).toEqual(before)
        await output(change({ keepOmitted: false, name: "Run", exercises: [run] }))
        const after = await get(call, id)
        expect([after.notes, after.durationSeconds, after.date]).toEqual([undefined, undefined, "2026-03-12"])
      })

      test("faults are named, and another person's workout is not found", async () => {
        const { id, change } = await arrive()
        expect(await invalidFields(change({ keepOmitted: "yes", name: "x", exercises: [run] }))).toEqual([
          "keepOmitted"
        ])
        expect(await invalidFields(change({ name: " ", exercises: [] }))).toEqual(["name", "exercises"])
        const unknown = { exercises: [{ name: "Nothing like it", sets: [{ reps: 1 }] }] }
        expect(await invalidFields(change(unknown))).toEqual(["exercises[0].name"])
        const other = (await newPerson(service()))[surface]
        const taken = other("replace_workout", { id, keepOmitted: true, name: "Mine" })
        expect((await failure(taken)).code).toBe("not_found")
      })
    })
  }
})
