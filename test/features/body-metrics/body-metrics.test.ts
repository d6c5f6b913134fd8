import { beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { Timezone } from "../../../src/contract/handler/user.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import {
  type Call,
  failure,
  invalidFields,
  NOON,
  output,
  overEveryStore,
  type Person,
  TODAY
} from "../../support/app.ts"

interface Readings {
  readonly metric: string
  readonly from: string
  readonly to: string
  readonly timezone: string
  readonly readings: ReadonlyArray<{
    readonly date: string
    readonly value: number
    readonly unit: string
    readonly display: { readonly value: number; readonly unit: string }
    readonly changed?: boolean
    readonly previous?: unknown
  }>
}

interface Context {
  readonly latest: {
    readonly weight: Readings["readings"][number] | null
    readonly bodyFat: Readings["readings"][number] | null
  }
  readonly streak: { readonly current: number; readonly longest: number }
  readonly badges: ReadonlyArray<{ readonly id: string; readonly earnedOn: string }>
}

overEveryStore("body metrics", (service) => {
  let person: Person
  beforeAll(async () => {
    await service().setTime(NOON)
  })

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      let call: Call
      const set = (metric: string, readings: ReadonlyArray<Record<string, unknown>>) =>
        output<Readings>(call("set_body_metrics", { metric, readings }))
      const list = (input: Record<string, unknown>) => output<Readings>(call("list_body_metrics", input))
      const fresh = async (details: Parameters<ReturnType<typeof service>["person"]>[0] = {}) => {
        person = await service().person(details)
        call = person[surface]
      }

      test("a reading without a date belongs to today's Activity Day in the user's timezone", async () => {
        await fresh({ timezone: "Pacific/Auckland" })
        const { readings, timezone } = await set("weight", [{ value: 72.4, unit: "kg" }])
        expect(timezone).toBe("Pacific/Auckland")
        expect(readings).toEqual([
          {
            date: "2026-03-15",
            value: 72.4,
            unit: "kg",
            display: { value: 72.4, unit: "kg" },
            changed: true,
            previous: null
          }
        ])
      })

      test("pounds are stored as kilograms to 4 decimals and come back as the same pounds", async () => {
        await fresh({ bodyWeightUnit: "lb" })
        const { readings } = await set("weight", [{ value: 160.25, unit: "lb", date: TODAY }])
        expect(readings[0]).toMatchObject({ value: 72.6882, unit: "kg", display: { value: 160.25, unit: "lb" } })
        const listed = await list({ metric: "weight" })
        expect(listed.readings[0]).toEqual({
          date: TODAY,
          value: 72.6882,
          unit: "kg",
          display: { value: 160.25, unit: "lb" }
        })
      })

      test("changed compares with the day's reading before the call", async () => {
        await fresh()
        const first = await set("body_fat", [{ value: 18.256 }, { value: 20, unit: "percent", date: "2026-03-01" }])
        expect(first.readings.map(({ value, changed }) => [value, changed])).toEqual([
          [18.26, true],
          [20, true]
        ])
        const second = await set("body_fat", [{ value: 18.26 }, { value: 21, date: "2026-03-01" }])
        expect(second.readings.map(({ changed }) => changed)).toEqual([false, true])
      })

      test("the later reading of a day wins, and days come in the order in which they first appear", async () => {
        await fresh()
        const { readings } = await set("steps", [
          { value: 100, date: "2026-03-10" },
          { value: 200, date: "2026-03-09" },
          { value: 300, date: "2026-03-10" }
        ])
        expect(readings.map(({ date, value }) => [date, value])).toEqual([
          ["2026-03-10", 300],
          ["2026-03-09", 200]
        ])
      })

      test("a batch is stored completely or not at all", async () => {
        await fresh()
        const faults = await invalidFields(
          call("set_body_metrics", {
            metric: "weight",
            readings: [
              { value: 70, unit: "kg" },
              { value: 19.9, unit: "kg" },
              { value: 80 },
              { value: 80, unit: "percent" },
              { value: 80, unit: "kg", date: "2026-03-15" }
            ]
          })
        )
        expect(faults).toEqual(["readings[1].value", "readings[2].unit", "readings[3].unit", "readings[4].date"])
        expect((await list({ metric: "weight" })).readings).toEqual([])
      })

      test.each([
        [
          "weight",
          { value: 20, unit: "kg" },
          { value: 500, unit: "kg" },
          { value: 19.9999, unit: "kg" },
          { value: 500.0001, unit: "kg" }
        ],
        [
          "weight",
          { value: 44.1, unit: "lb" },
          { value: 1102.31, unit: "lb" },
          { value: 44.09, unit: "lb" },
          { value: 1102.32, unit: "lb" }
        ],
        ["body_fat", { value: 2 }, { value: 80 }, { value: 1.99 }, { value: 80.01 }],
        ["steps", { value: 0 }, { value: 100_000, unit: "steps" }, { value: -1 }, { value: 100_001 }]
      ])("the bounds of %s are included", async (metric, low, high, under, over) => {
        await fresh()
        for (const reading of [low, high]) expect((await set(metric, [reading])).readings).toHaveLength(1)
        for (const reading of [under, over]) {
          expect(await invalidFields(call("set_body_metrics", { metric, readings: [reading] }))).toEqual([
            "readings[0].value"
          ])
        }
      })

      test.each(["weight", "body_fat", "steps"])(
        "an invalid reading of %s is reported once, as a whole",
        async (metric) => {
          await fresh()
          const readings = [[{ value: 80, unit: "kg" }], null, "80 kg", 80]
          expect(await invalidFields(call("set_body_metrics", { metric, readings }))).toEqual([
            "readings[0]",
            "readings[1]",
            "readings[2]",
            "readings[3]"
          ])
        }
      )

      test("steps are whole numbers", async () => {
        await fresh()
        const fields = await invalidFields(call("set_body_metrics", { metric: "steps", readings: [{ value: 10.5 }] }))
        expect(fields).toEqual(["readings[0].value"])
      })

      test("a batch over the user's own limit is refused; get_context shows the limit", async () => {
        await fresh({ ownLimits: { bodyMetricBatch: 2 } })
        const context = await output<{ limits: { bodyMetricBatch: number } }>(call("get_context"))
        expect(context.limits.bodyMetricBatch).toBe(2)
        const readings = ["2026-03-01", "2026-03-02", "2026-03-03"].map((date) => ({ date, value: 1 }))
        expect(await invalidFields(call("set_body_metrics", { metric: "steps", readings }))).toEqual(["readings"])
        expect((await set("steps", readings.slice(1))).readings).toHaveLength(2)
      })

      test("a list covers the 30 days up to today by default, oldest first", async () => {
        await fresh()
        await set("steps", [
          { value: 3, date: TODAY },
          { value: 1, date: "2026-02-13" },
          { value: 0, date: "2026-02-12" }
        ])
        const listed = await list({ metric: "steps" })
        expect(listed).toMatchObject({ metric: "steps", from: "2026-02-13", to: TODAY, timezone: "UTC" })
        expect(listed.readings.map(({ date }) => date)).toEqual(["2026-02-13", TODAY])
      })

      test("a range holds at most 366 days; from after to names both", async () => {
        await fresh()
        const both = ["from", "to"]
        expect((await list({ metric: "steps", from: "2025-03-14", to: TODAY })).from).toBe("2025-03-14")
        expect(
          await invalidFields(call("list_body_metrics", { metric: "steps", from: "2025-03-13", to: TODAY }))
        ).toEqual(both)
        expect(await invalidFields(call("list_body_metrics", { metric: "steps", from: "2026-03-15" }))).toEqual(both)
        expect(
          await invalidFields(call("list_body_metrics", { metric: "steps", from: "2026-02-02", to: "2026-02-01" }))
        ).toEqual(both)
      })

      test("delete removes one reading, by default today's, and returns not_found if there is none", async () => {
        await fresh()
        await set("steps", [{ value: 5 }, { value: 6, date: "2026-03-01" }])
        expect(await output(call("delete_body_metric", { metric: "steps" }))).toEqual({
          metric: "steps",
          date: TODAY,
          timezone: "UTC",
          deleted: true,
          value: 5,
          unit: "steps",
          display: { value: 5, unit: "steps" }
        })
        expect((await failure(call("delete_body_metric", { metric: "steps" }))).code).toBe("not_found")
        expect((await failure(call("delete_body_metric", { metric: "weight", date: "2026-03-01" }))).code).toBe(
          "not_found"
        )
        expect((await list({ metric: "steps" })).readings.map(({ date }) => date)).toEqual(["2026-03-01"])
      })

      test("latest is chosen by date, not by time of writing, and follows a deletion", async () => {
        await fresh()
        await set("weight", [{ value: 71, unit: "kg", date: "2026-03-10" }])
        await set("weight", [{ value: 75, unit: "kg", date: "2026-03-01" }])
        expect((await output<Context>(call("get_context"))).latest).toEqual({
          weight: { date: "2026-03-10", value: 71, unit: "kg", display: { value: 71, unit: "kg" } },
          bodyFat: null
        })
        await output(call("delete_body_metric", { metric: "weight", date: "2026-03-10" }))
        expect((await output<Context>(call("get_context"))).latest.weight?.value).toBe(75)
      })

      test("an unfinished today does not break a streak, a gap does, and deleting gives the same as computing again", async () => {
        await fresh()
        const days = ["2026-03-08", "2026-03-09", "2026-03-11", "2026-03-12", "2026-03-13"]
        await set(
          "steps",
          days.map((date) => ({ date, value: 10 }))
        )
        const streak = async () => (await output<Context>(call("get_context"))).streak
        expect(await streak()).toEqual({ current: 3, longest: 3 })
        await set("body_fat", [{ value: 20, date: "2026-03-10" }])
        expect(await streak()).toEqual({ current: 6, longest: 6 })
        await set("weight", [{ value: 70, unit: "kg" }])
        expect(await streak()).toEqual({ current: 7, longest: 7 })
        await output(call("delete_body_metric", { metric: "steps", date: "2026-03-12" }))
        expect(await streak()).toEqual({ current: 2, longest: 4 })
      })

      test("a badge has its fact's date, follows facts added for earlier days, and stays once earned", async () => {
        await fresh()
        const badges = async () =>
          Object.fromEntries(
            (await output<Context>(call("get_context"))).badges.map(({ id, earnedOn }) => [id, earnedOn])
          )
        await set("weight", [{ value: 70, unit: "kg", date: "2026-03-05" }])
        expect(await badges()).toEqual({ first_weigh_in: "2026-03-05" })
        await set("weight", [{ value: 70, unit: "kg", date: "2026-03-02" }])
        expect(await badges()).toEqual({ first_weigh_in: "2026-03-02" })
        await set("steps", [{ value: 9_999 }, { value: 10_000, date: "2026-03-06" }])
        expect(await badges()).toEqual({ first_weigh_in: "2026-03-02", steps_10000: "2026-03-06" })
        await set("steps", [{ value: 10, date: "2026-03-06" }])
        await output(call("delete_body_metric", { metric: "weight", date: "2026-03-02" }))
        await output(call("delete_body_metric", { metric: "weight", date: "2026-03-05" }))
        expect(await badges()).toEqual({ first_weigh_in: "2026-03-05", steps_10000: "2026-03-06" })
      })

      test("a badge stays earned when a new timezone turns today back", async () => {
        await fresh({ timezone: "Pacific/Auckland" })
        await set("steps", [{ value: 12_000 }])
        const user = await service().run(Effect.flatMap(AccountStore, (accounts) => accounts.findUser(person.id)))
        const moved = { ...user, timezone: Timezone.make("Pacific/Pago_Pago") }
        await service().run(Effect.flatMap(AccountStore, (accounts) => accounts.saveUser(moved)))
        const { badges } = await output<Context>(call("get_context"))
        expect(badges.map(({ id, earnedOn }) => [id, earnedOn])).toEqual([["steps_10000", "2026-03-15"]])
      })

      test("nobody sees or changes another user's readings", async () => {
        await fresh()
        await set("weight", [{ value: 70, unit: "kg" }])
        const other = (await service().person())[surface]
        expect((await output<Readings>(other("list_body_metrics", { metric: "weight" }))).readings).toEqual([])
        expect((await failure(other("delete_body_metric", { metric: "weight" }))).code).toBe("not_found")
        await output(other("set_body_metrics", { metric: "weight", readings: [{ value: 90, unit: "kg" }] }))
        expect((await list({ metric: "weight" })).readings.map(({ value }) => value)).toEqual([70])
      })
    })
  }
})
