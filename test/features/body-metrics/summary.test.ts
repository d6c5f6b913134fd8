import { beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { BodyMetricStore } from "../../../src/features/body-metrics/store.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"

interface Value {
  readonly value: number
  readonly unit: string
  readonly display: { readonly value: number; readonly unit: string }
}
interface Listed {
  readonly readings: ReadonlyArray<Value & { readonly date: string }>
  readonly mean?: Value
  readonly first?: Value
  readonly last?: Value
  readonly change?: Value
}
interface Set {
  readonly readings: ReadonlyArray<Value & { readonly previous: Value | null; readonly given?: unknown }>
}

overEveryStore("what readings come to, and came from", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const arrive = async (details: Parameters<typeof newPerson>[1] = {}) => {
        const call = (await newPerson(service(), details))[surface]
        const set = (metric: string, readings: ReadonlyArray<object>) =>
          output<Set>(call("set_body_metrics", { metric, readings }))
        const list = (metric: string, more: object = {}) =>
          output<Listed>(call("list_body_metrics", { metric, ...more }))
        return { set, list }
      }

      test("mean, first, last and change are those of the readings in the range", async () => {
        const { set, list } = await arrive({ bodyWeightUnit: "lb" })
        const days = [82, 81, 79.5].map((value, day) => ({ value, unit: "kg", date: `2026-03-0${day + 1}` }))
        await set("weight", [...days, { value: 100, unit: "kg", date: "2026-01-01" }])
        for (const more of [{}, { analysis: true }]) {
          const { readings, mean, first, last, change } = await list("weight", more)
          expect(mean).toEqual({ value: 80.8333, unit: "kg", display: { value: 178.21, unit: "lb" } })
          expect([first, last]).toEqual([readings[0], readings[2]])
          expect(change).toEqual({ value: -2.5, unit: "kg", display: { value: -5.51, unit: "lb" } })
        }
      })

      test("a mean of steps has decimals; one reading is first and last; without readings there are none", async () => {
        const { set, list } = await arrive()
        await set("steps", [{ value: 100, date: "2026-03-13" }, { value: 101 }])
        expect(await list("steps")).toMatchObject({ mean: { value: 100.5, unit: "steps" }, change: { value: 1 } })
        const one = await list("steps", { from: "2026-03-14" })
        expect([one.first, one.last, one.change?.value]).toEqual([one.readings[0], one.readings[0], 0])
        const none = await list("sleep")
        expect(Object.keys(none)).not.toContain("mean")
        expect([none.first, none.last, none.change]).toEqual([undefined, undefined, undefined])
      })

      test("a write says what was there, null for nothing, and the value as given in another unit", async () => {
        const { set } = await arrive()
        const [first] = (await set("weight", [{ value: 165.4, unit: "lb" }])).readings
        expect(first).toMatchObject({ value: 75.0242, unit: "kg", previous: null, given: { value: 165.4, unit: "lb" } })
        const [second] = (await set("weight", [{ value: 75, unit: "kg" }])).readings
        expect(second?.previous).toMatchObject({ value: 75.0242, display: { value: 75.02, unit: "kg" } })
        expect(second).not.toHaveProperty("given")
        const [waist] = (await set("waist", [{ value: 33.5, unit: "in" }])).readings
        expect(waist).toMatchObject({ previous: null, given: { value: 33.5, unit: "in" } })
        expect((await set("steps", [{ value: 8000 }])).readings[0]).not.toHaveProperty("given")
        const twice = [
          { value: 160, unit: "lb", date: "2026-03-01" },
          { value: 161, unit: "lb", date: "2026-03-01" }
        ]
        expect((await set("weight", twice)).readings).toMatchObject([{ given: { value: 161, unit: "lb" } }])
      })

      test("nothing is said twice where the person's own unit was given", async () => {
        const { set } = await arrive({ bodyWeightUnit: "lb" })
        const [reading] = (await set("weight", [{ value: 165.4, unit: "lb" }])).readings
        expect(reading).toMatchObject({ display: { value: 165.4, unit: "lb" }, previous: null })
        expect(reading).not.toHaveProperty("given")
      })
    })
  }
})

overEveryStore("histories of readings", (service) => {
  test("hold the first and the last day of a range, and no day outside it", async () => {
    const person = await newPerson(service())
    const [before, first, last, after] = [1, 2, 8, 9].map((day) => ActivityDay.make(`2026-03-0${day}`))
    for (const [metric, unit] of [
      ["weight", { unit: "kg" }],
      ["body_fat", {}],
      ["steps", {}]
    ] as const) {
      const readings = [before, first, last, after].map((date) => ({ date, value: 50, ...unit }))
      await output(person.rest("set_body_metrics", { metric, readings }))
    }
    const histories = Effect.flatMap(BodyMetricStore, (store) =>
      store.histories(person.id, ActivityDay.make("2026-03-02"), ActivityDay.make("2026-03-08"))
    )
    const held = [first, last].map((date) => expect.objectContaining({ date, value: 50 }))
    expect<unknown>(await service().run(histories)).toEqual({ weight: held, body_fat: held, steps: held })
  })
})
