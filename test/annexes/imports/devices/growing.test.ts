import { expect, test } from "bun:test"
import { newPerson, output, overEveryDatabase } from "../../../support/app.ts"
import { deviceOf, send } from "./support.ts"

const DAY = "2026-03-13"

/** What Health Auto Export sends with the aggregation Days: each value is the day's total so far. */
const soFar = (kcal: number, grams: number) => ({
  data: {
    metrics: [
      {
        name: "dietary_energy",
        units: "kcal",
        data: [{ date: `${DAY} 00:00:00 +0000`, qty: kcal, source: "Food app" }]
      },
      { name: "protein", units: "g", data: [{ date: `${DAY} 00:00:00 +0000`, qty: grams, source: "Food app" }] }
    ]
  }
})

overEveryDatabase("values that grow during a day", (service) => {
  test("end with the last total, in whatever order they come", async () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1]
    ]) {
      const person = await newPerson(service())
      const { device } = await deviceOf(service(), person, "health-auto-export")
      const bodies = [soFar(310, 9), soFar(990, 31), soFar(1020, 100), soFar(2004.5, 120)]
      for (const index of order) await send(service(), person, device.id, bodies[index] ?? {})
      const { entries } = await output<{ entries: ReadonlyArray<{ nutrition: object }> }>(
        person.rest("list_food_entries", { from: DAY, to: DAY })
      )
      expect([order, entries.map(({ nutrition }) => nutrition)]).toMatchObject([
        order,
        [{ calories: 2004.5, protein: 120 }]
      ])
    }
  })
})
