import { expect, test } from "bun:test"
import fc from "fast-check"
import { ActivityDay, plusDays } from "../../../src/values/activity-day.ts"
import { NOON, output, overEveryStore } from "../../support/app.ts"

const TODAY = ActivityDay.make("2026-03-14")
const METRICS = ["weight", "body_fat", "steps"] as const

/** Values in canonical units, so that the model needs no conversions. */
const VALUES = { weight: [60, 72.5], body_fat: [15, 20.25], steps: [0, 9_999, 10_000] }

const day = fc.integer({ min: 0, max: 20 }).map((back) => plusDays(TODAY, -back))
const metric = fc.constantFrom(...METRICS)
const batch = metric.chain((metric) =>
  fc.record({
    kind: fc.constant("set" as const),
    metric: fc.constant(metric),
    readings: fc.array(fc.record({ date: day, value: fc.constantFrom(...VALUES[metric]) }), {
      minLength: 1,
      maxLength: 12
    })
  })
)
const removal = fc.record({ kind: fc.constant("delete" as const), metric, date: day })
const steps = fc.array(fc.oneof({ weight: 2, arbitrary: batch }, { weight: 1, arbitrary: removal }), {
  minLength: 1,
  maxLength: 12
})

/** The simplest correct model: a map, searched again for every question. */
class Model {
  readonly held = new Map<string, number>()

  set(metric: string, readings: ReadonlyArray<{ readonly date: string; readonly value: number }>) {
    const before = new Map(this.held)
    for (const { date, value } of readings) this.held.set(`${metric} ${date}`, value)
    const dates = [...new Set(readings.map(({ date }) => date))]
    return dates.map((date) => ({
      date,
      value: this.held.get(`${metric} ${date}`),
      changed: before.get(`${metric} ${date}`) !== this.held.get(`${metric} ${date}`)
    }))
  }

  readings(metric: string) {
    return [...this.held]
      .filter(([key]) => key.startsWith(`${metric} `))
      .map(([key, value]) => ({ date: key.split(" ")[1] ?? "", value }))
      .sort((a, b) => (a.date < b.date ? -1 : 1))
  }

  streak() {
    const active = new Set([...this.held.keys()].map((key) => key.split(" ")[1]))
    const lengthUpTo = (last: ActivityDay): number => (active.has(last) ? 1 + lengthUpTo(plusDays(last, -1)) : 0)
    const lengths = Array.from({ length: 30 }, (_, back) => lengthUpTo(plusDays(TODAY, -back)))
    return { current: lengths[0] || lengths[1] || 0, longest: Math.max(...lengths) }
  }
}

overEveryStore("any sequence of batches and deletions", (service) => {
  test("gives the same results as a simple model: readings, changed, latest, streak", async () => {
    await service().setTime(NOON)
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const { rest } = await service().person()
        const model = new Model()
        for (const step of steps) {
          if (step.kind === "delete") {
            const outcome = await rest("delete_body_metric", { metric: step.metric, date: step.date })
            expect(outcome.ok).toBe(model.held.delete(`${step.metric} ${step.date}`))
            continue
          }
          const unit = step.metric === "weight" ? { unit: "kg" } : {}
          const input = { metric: step.metric, readings: step.readings.map((reading) => ({ ...reading, ...unit })) }
          const { readings } = await output<{ readings: ReadonlyArray<object> }>(rest("set_body_metrics", input))
          expect(readings).toMatchObject(model.set(step.metric, step.readings))
        }
        for (const metric of METRICS) {
          const { readings } = await output<{ readings: ReadonlyArray<object> }>(rest("list_body_metrics", { metric }))
          expect(readings).toMatchObject(model.readings(metric))
          expect(readings).toHaveLength(model.readings(metric).length)
        }
        const context = await output<{ streak: object; latest: { weight: { date: string } | null } }>(
          rest("get_context")
        )
        expect(context.streak).toEqual(model.streak())
        expect(context.latest.weight?.date).toBe(model.readings("weight").at(-1)?.date)
      }),
      { numRuns: 24 }
    )
  })

  test("of one user at the same instant keeps the streak correct", async () => {
    const { rest } = await service().person()
    const days = Array.from({ length: 20 }, (_, back) => plusDays(TODAY, -back))
    await Promise.all(days.map((date) => rest("set_body_metrics", { metric: "steps", readings: [{ date, value: 1 }] })))
    expect((await output<{ streak: object }>(rest("get_context"))).streak).toEqual({ current: 20, longest: 20 })
    const gone = days.filter((_day, back) => back % 3 === 2)
    await Promise.all(gone.map((date) => rest("delete_body_metric", { metric: "steps", date })))
    expect((await output<{ streak: object }>(rest("get_context"))).streak).toEqual({ current: 2, longest: 2 })
  })
})
