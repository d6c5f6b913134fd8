import { expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { WorkoutStore } from "../../../src/features/workouts/store.ts"
import { exercise, importRows, reading, session, set } from "../../annexes/imports/support.ts"
import { callInternal } from "../../annexes/page/features/overview/support.ts"
import { newPerson, output, overEveryDatabase, overEveryStore, type Person } from "../../support/app.ts"
import { get, type Listed, log } from "./support.ts"

overEveryDatabase("workouts from before the first weight", (service) => {
  const run = exercise("Running", [set({ weightKg: undefined as never, distanceMeters: 5000, durationSeconds: 1500 })])
  const own = exercise("Gargoyle Heave", [set({ weightKg: 60 })])

  const lifter = async () => {
    const person = await newPerson(service(), { timezone: "UTC" })
    await importRows(service(), person, "hevy", [
      session("2025-03-03", "18:00:00", [run]),
      session("2025-03-05", "18:00:00", [own])
    ])
    return person
  }
  const weigh = (person: Person, date: string, value: number) =>
    output(person.rest("set_body_metrics", { metric: "weight", readings: [{ date, value, unit: "kg" }] }))
  type Summary = Listed["workouts"][number] & { readonly estimatedCalories?: number }
  const listed = async (person: Person, input: Record<string, unknown> = {}): Promise<ReadonlyArray<Summary>> =>
    (await output<Listed>(person.rest("list_workouts", input))).workouts
  const energyOf = async (person: Person) => (await listed(person)).map(({ estimatedCalories }) => estimatedCalories)

  test("have no calories until a weight arrives, and then those of the formula, in lists and alone", async () => {
    const person = await lifter()
    const stranger = await lifter()
    expect(await energyOf(person)).toEqual([undefined, undefined])
    await weigh(person, "2025-04-01", 80)
    // 5 km in 25 min of an hour: 11.8 MET. 11.8 × 3.5 × 80 / 200 × 60 = 991.2
    expect(await energyOf(person)).toEqual([expect.any(Number), 991])
    for (const { id, estimatedCalories } of await listed(person)) {
      expect(await get(person.rest, id)).toMatchObject({ estimatedCalories })
    }
    expect((await listed(person, { limit: 1 }))[0]).toHaveProperty("estimatedCalories")
    expect(await energyOf(stranger)).toEqual([undefined, undefined])
  })

  test("are what an import after the weight gives", async () => {
    const [early, late] = [await lifter(), await newPerson(service(), { timezone: "UTC" })]
    for (const person of [early, late]) await weigh(person, "2025-03-04", 71.5)
    await importRows(service(), late, "hevy", [
      session("2025-03-03", "18:00:00", [run]),
      session("2025-03-05", "18:00:00", [own])
    ])
    expect(await energyOf(early)).toEqual(await energyOf(late))
  })

  test("follow the readings; an imported weight counts too", async () => {
    const person = await lifter()
    await importRows(service(), person, "withings", [reading("weight", "2025-04-01", 80)])
    expect((await energyOf(person))[1]).toBe(991)
    await weigh(person, "2025-04-02", 100)
    expect((await energyOf(person))[1]).toBe(991)
    await weigh(person, "2025-03-01", 60)
    expect((await energyOf(person))[1]).toBe(743)
    await output(person.rest("delete_body_metric", { metric: "weight", date: "2025-03-01" }))
    expect((await energyOf(person))[1]).toBe(991)
  })

  test("keep their estimate once they were stored with one", async () => {
    const person = await lifter()
    await weigh(person, "2025-03-01", 80)
    const [, running] = await listed(person)
    const id = running?.id ?? ""
    const exercises = [{ name: "Running", sets: [{ distanceMeters: 5000, durationSeconds: 1500 }] }]
    await output(person.rest("replace_workout", { id, name: "Run", exercises }))
    await weigh(person, "2025-03-02", 40)
    expect(await get(person.rest, id)).toMatchObject({ estimatedCalories: 413 })
  })

  test("are estimated once, until the workout or its weight changes", async () => {
    const person = await lifter()
    await weigh(person, "2025-04-01", 80)
    const [, running] = await listed(person)
    const id = running?.id ?? ""
    const keep = (kcal: number) =>
      service().run(
        Effect.gen(function* () {
          const store = yield* WorkoutStore
          const { revision } = Option.getOrThrow(yield* store.current(person.id, id))
          yield* store.keepEstimates(person.id, [{ id, revision, bodyWeightKg: 80, kcal }])
        })
      )
    await keep(5)
    expect(await energyOf(person)).toEqual([expect.any(Number), 5])
    expect(await get(person.rest, id)).toMatchObject({ estimatedCalories: 5 })
    await weigh(person, "2025-04-01", 100)
    expect((await energyOf(person))[1]).toBe(1239)
    await weigh(person, "2025-04-01", 80)
    expect((await energyOf(person))[1]).toBe(991)
  })

  test("have their calories on the page, alone and where they are found", async () => {
    const person = await lifter()
    await weigh(person, "2025-04-01", 80)
    const { workouts } = await output<Listed>(callInternal(service(), person, "find_workouts", { query: "running" }))
    expect(workouts).toMatchObject([{ estimatedCalories: 991 }])
    const read = callInternal(service(), person, "get_recorded_workout", { id: workouts[0]?.id })
    expect(await output(read)).toMatchObject({ workout: { estimatedCalories: 991 } })
  })
})

overEveryStore("a workout that was logged before the first weight", (service) => {
  test("has the calories of its own day's weight, else of the one before, else of the first", async () => {
    const { rest } = await newPerson(service())
    const { id } = await log(rest, { date: "2026-03-10" })
    const energyAfter = async (date: string, value: number) => {
      await output(rest("set_body_metrics", { metric: "weight", readings: [{ date, value, unit: "kg" }] }))
      return (await get(rest, id)).estimatedCalories
    }
    expect((await get(rest, id)).estimatedCalories).toBeUndefined()
    expect(await energyAfter("2026-03-11", 120)).toBe(620)
    expect(await energyAfter("2026-03-09", 100)).toBe(516)
    expect(await energyAfter("2026-03-10", 80)).toBe(413)
  })
})
