import { expect, test } from "bun:test"
import { Effect } from "effect"
import { recogniseBody } from "../../../../src/annexes/imports/bodies/read-body.ts"
import { arrive } from "../../../../src/annexes/imports/devices/arrive.ts"
import type { Part } from "../../../../src/annexes/imports/devices/record.ts"
import { PersonClock } from "../../../../src/annexes/imports/formats/zones.ts"
import { ActivityDay, plusDays } from "../../../../src/values/activity-day.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../../support/app.ts"
import { deviceOf, OF_LIFE_DASHBOARD, send } from "./support.ts"

const TODAY = ActivityDay.make("2026-03-14")
const dayBefore = (days: number) => plusDays(TODAY, -days)

/** More records than one transaction takes, latest days first. */
const weights = Array.from({ length: 600 }, (_, index) => ({
  kilograms: 80,
  time: `${dayBefore(index)}T07:00:00Z`,
  uuid: `w${index}`
}))

/** The parts of a body, interrupted before the last. */
const interrupted = function* (body: object): Generator<Part> {
  const parts = [
    ...(recogniseBody(body, { aggregation: "" })?.parts({
      clock: new PersonClock("UTC"),
      today: TODAY,
      now: Date.now()
    }) ?? [])
  ]
  yield* parts.slice(0, -1)
  throw new Error("The process is killed")
}

const streakOf = async ({ rest }: Person) =>
  (await output<{ streak: { current: number } }>(rest("get_context"))).streak.current

overEveryDatabase("an interrupted arrival", (service) => {
  test("leaves streaks that follow from what it has written", async () => {
    const person = await newPerson(service())
    const { device } = await deviceOf(service(), person)
    const body = { ...OF_LIFE_DASHBOARD, weight: weights }
    const cut = await service().run(Effect.exit(arrive(person.id, device.id, "life-dashboard", interrupted(body))))
    expect(cut._tag).toBe("Failure")
    expect(await streakOf(person)).toBe(400)
    await send(service(), person, device.id, body)
    expect(await streakOf(person)).toBe(600)
  })

  test("is completed by the next one, even if sessions must be estimated from a weight", async () => {
    const person = await newPerson(service())
    const { device } = await deviceOf(service(), person)
    const exercise = Array.from({ length: 210 }, (_, index) => ({
      type: "56",
      start_time: `${dayBefore(index)}T17:00:00Z`,
      duration_seconds: 1800,
      uuid: `e${index}`
    }))
    await send(service(), person, device.id, { ...OF_LIFE_DASHBOARD, exercise })
    const energies = async () => {
      const { workouts } = await output<{ workouts: ReadonlyArray<{ estimatedCalories: number | null }> }>(
        person.rest("list_workouts", { limit: 100 })
      )
      return [...new Set(workouts.map(({ estimatedCalories }) => estimatedCalories))]
    }
    const before = await energies()
    const body = { ...OF_LIFE_DASHBOARD, weight: weights.toReversed() }
    await service().run(Effect.exit(arrive(person.id, device.id, "life-dashboard", interrupted(body))))
    await send(service(), person, device.id, { ...OF_LIFE_DASHBOARD, weight: [] })
    const after = await energies()
    expect(after).toHaveLength(1)
    expect(after[0]).toBeGreaterThan(0)
    expect(after).not.toEqual(before)
  })
})
