import { expect, test } from "bun:test"
import { NOON, newPerson, output, TODAY } from "../../support/app.ts"
import { hookOf, onlyOne, overDatabases, sendAll, verified } from "./support.ts"

const SQUAT = { exerciseId: "exr_barbell_squat", sets: [{ weight: { value: 100, unit: "kg" }, reps: 5 }] }
const LEGS = { name: "Legs", exercises: [SQUAT] }
const EGGS = { quickAdd: { name: "Eggs", calories: 150 }, servings: 2, mealType: "breakfast" }

overDatabases("events of webhooks", { webhooksPrivate: true }, (service, receiver) => {
  const begin = async (...events: Parameters<typeof hookOf>[3] extends infer E ? [E?] : never) => {
    const person = await newPerson(service())
    const to = receiver()
    return { person, to, hook: await hookOf(service(), person, to, events[0]) }
  }

  test("hold what the operation returns, signed, on either surface", async () => {
    for (const surface of ["rest", "mcp"] as const) {
      const { person, to, hook } = await begin()
      const call = person[surface]
      const logged = await output(call("log_workout", LEGS))
      const replaced = await output(call("replace_workout", { id: logged.id, ...LEGS, name: "Legs again" }))
      const read = await output(
        call("set_body_metrics", { metric: "weight", readings: [{ value: 160.25, unit: "lb" }] })
      )
      const eaten = await output(call("log_food_entry", EGGS))
      const deleted = await output(call("delete_workout", { id: logged.id }))
      await sendAll(service())
      expect(to.got.map(({ type, data }) => [type, data])).toEqual([
        ["workout.logged", logged],
        ["workout.changed", replaced],
        ["reading.set", read],
        ["food.logged", eaten],
        ["workout.changed", deleted]
      ])
      for (const got of to.got) {
        expect(verified(got, hook.secret)).toEqual({ type: got.type, timestamp: got.timestamp, data: got.data })
        expect(got.timestamp).toBe(new Date(NOON).toISOString())
        expect(got.headers.get("content-type")).toBe("application/json")
        expect(got.id).toMatch(/^msg_[0-9a-z]{24}$/)
      }
      expect(new Set(to.got.map(({ id }) => id)).size).toBe(5)
    }
  })

  test("are none for reads, refused changes, replays, and readings that were there", async () => {
    const { person, to } = await begin()
    await person.rest("get_context")
    await person.rest("list_workouts")
    expect((await person.rest("log_workout", { ...LEGS, exercises: [] })).ok).toBe(false)
    expect((await person.rest("delete_workout", { id: "wkout_none" })).ok).toBe(false)
    expect((await person.rest("log_food_entry", { ...EGGS, quickAdd: undefined, foodId: "none" })).ok).toBe(false)
    const keyed = { ...EGGS, idempotency_key: "eggs" }
    const reading = { metric: "steps", readings: [{ value: 4000 }] }
    for (let again = 0; again < 3; again += 1) {
      await output(person.rest("log_food_entry", keyed))
      await output(person.rest("set_body_metrics", reading))
    }
    await sendAll(service())
    expect(to.types()).toEqual(["food.logged", "reading.set"])
  })

  test("are one for concurrent calls with one key", async () => {
    const { person, to } = await begin()
    await Promise.all(
      Array.from({ length: 8 }, () => output(person.rest("log_workout", { ...LEGS, idempotency_key: "once" })))
    )
    await sendAll(service())
    expect(to.types()).toEqual(["workout.logged"])
  })

  test("go only to webhooks that want them, under one id, and only to their person's", async () => {
    const { person, to } = await begin(["food.logged"])
    const all = receiver()
    await hookOf(service(), person, all)
    const other = await begin()
    await output(person.rest("log_food_entry", EGGS))
    await output(person.rest("log_workout", LEGS))
    await sendAll(service())
    expect(to.types()).toEqual(["food.logged"])
    expect(all.types()).toEqual(["food.logged", "workout.logged"])
    expect(all.got[0]?.id).toBe(onlyOne(to.got).id)
    expect(other.to.got).toEqual([])
  })

  test("leave parts out of data that is too large, but not what it takes to read them", async () => {
    const { person, to } = await begin()
    const sets = Array.from({ length: 100 }, () => ({ weight: { value: 100, unit: "kg" }, reps: 5 }))
    const exercises = Array.from({ length: 20 }, () => ({ ...SQUAT, sets }))
    const logged = await output(person.rest("log_workout", { ...LEGS, exercises }))
    await sendAll(service())
    const { data, body } = onlyOne(to.got)
    expect(data).toEqual({
      id: logged.id,
      date: TODAY,
      timezone: "UTC",
      truncated: true,
      ...(logged.estimatedCalories === undefined ? {} : { estimatedCalories: logged.estimatedCalories })
    })
    expect(body.length).toBeLessThan(65_536)
  })

  test("arrive in the order of the changes, also of concurrent ones", async () => {
    const { person, to } = await begin()
    const days = Array.from({ length: 40 }, (_, index) => index + 1)
    const set = await Promise.all(
      days.map((value) => person.rest("set_body_metrics", { metric: "steps", readings: [{ value }] }))
    )
    await sendAll(service())
    const told = to.got.map(
      ({ data }) => (data.readings as ReadonlyArray<{ value: number; previous: { value: number } | null }>)[0]
    )
    // On a slow machine, some of so many calls at once are refused, because others had their time.
    const made = days.filter((_, index) => set[index]?.ok)
    expect(made.length).toBeGreaterThan(1)
    expect(told.map((reading) => reading?.value).toSorted()).toEqual(made.toSorted())
    // Each change says what it replaced, so the order can be seen.
    for (const [place, reading] of told.entries()) expect(reading?.previous?.value).toBe(told[place - 1]?.value)
  })
})
