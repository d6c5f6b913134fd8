import { beforeEach, expect, test } from "bun:test"
import { Metric } from "../../../src/features/body-metrics/model.ts"
import { failure, invalidFields, NOON, type Outcome, output, overEveryStore, type Person } from "../../support/app.ts"

const fields = async (outcome: Promise<Outcome>) => (await failure(outcome)).details?.fields

const GIRTHS = Metric.literals.filter(
  (metric) => !["weight", "body_fat", "steps", "resting_heart_rate", "sleep"].includes(metric)
)

overEveryStore("girths, resting heart rate and sleep", (service) => {
  let person: Person
  beforeEach(async () => {
    await service().setTime(NOON)
    person = await service().person({ distanceUnit: "mi" })
  })

  test("there are fourteen girths, each kept in centimetres and shown in inches to who walks in miles", async () => {
    expect(GIRTHS).toHaveLength(14)
    const { rest, mcp } = person
    for (const metric of GIRTHS) {
      const readings = [{ value: 34.25, unit: "in" }]
      expect(await output(rest("set_body_metrics", { metric, readings }))).toMatchObject({
        metric,
        readings: [{ value: 86.995, unit: "cm", display: { value: 34.25, unit: "in" }, changed: true }]
      })
      expect(await output(mcp("list_body_metrics", { metric }))).toMatchObject({
        readings: [{ date: "2026-03-14", value: 86.995, unit: "cm", display: { value: 34.25, unit: "in" } }]
      })
    }
  })

  test("a girth is shown in centimetres to who walks in kilometres, one a day", async () => {
    const { mcp } = await service().person()
    await output(mcp("set_body_metrics", { metric: "waist", readings: [{ value: 89, unit: "cm" }] }))
    const set = mcp("set_body_metrics", { metric: "waist", readings: [{ value: 88, unit: "cm" }] })
    const value = { value: 88, unit: "cm", display: { value: 88, unit: "cm" } }
    expect(await output(set)).toMatchObject({ readings: [{ ...value, changed: true, previous: { value: 89 } }] })
    expect(await output(mcp("delete_body_metric", { metric: "waist" }))).toMatchObject({ deleted: true, ...value })
    expect(await output(mcp("list_body_metrics", { metric: "waist" }))).toMatchObject({ readings: [] })
  })

  test("the pulse is in bpm, sleep in minutes, with or without their unit", async () => {
    const { rest } = person
    for (const [metric, unit, value] of [
      ["resting_heart_rate", "bpm", 52],
      ["sleep", "minutes", 437]
    ] as const) {
      const readings = [{ value }, { value, unit, date: "2026-03-13" }]
      const shown = { value, unit, display: { value, unit } }
      expect(await output(rest("set_body_metrics", { metric, readings }))).toMatchObject({ readings: [shown, shown] })
    }
  })

  test.each([
    ["waist", "cm", 5, 300],
    ["left_calf", "in", 1.97, 118.11],
    ["resting_heart_rate", "bpm", 20, 200],
    ["sleep", "minutes", 0, 1440]
  ])("%s in %s is from %d to %d", async (metric, unit, min, max) => {
    const set = (value: number) => person.rest("set_body_metrics", { metric, readings: [{ value, unit }] })
    await output(set(min))
    await output(set(max))
    expect(await invalidFields(set(min - 0.02))).toEqual(["readings[0].value"])
    expect(await fields(set(max + 0.02))).toEqual([
      { field: "readings[0].value", message: expect.stringContaining(`${min} to ${max} ${unit}`) }
    ])
  })

  test("a girth needs its unit, and takes no other one", async () => {
    const set = (metric: string, unit?: string) =>
      person.mcp("set_body_metrics", { metric, readings: [{ value: 88, ...(unit === undefined ? {} : { unit }) }] })
    expect(await fields(set("waist"))).toEqual([
      { field: "readings[0].unit", message: "is required for waist: cm or in" }
    ])
    expect(await fields(set("waist", "kg"))).toEqual([
      { field: "readings[0].unit", message: "must be cm or in for waist; received kg" }
    ])
    expect(await fields(set("sleep", "bpm"))).toEqual([
      { field: "readings[0].unit", message: "must be minutes for sleep; received bpm" }
    ])
  })

  test("girths and the pulse have a trend, sleep has none", async () => {
    const { mcp } = person
    const dates = Array.from({ length: 14 }, (_, day) => `2026-03-${String(day + 1).padStart(2, "0")}`)
    await output(
      mcp("set_body_metrics", {
        metric: "waist",
        readings: dates.map((date, day) => ({ date, value: 90 * 2.54 - day * 0.254, unit: "cm" }))
      })
    )
    const waist = await output(mcp("list_body_metrics", { metric: "waist", analysis: true }))
    expect(waist).toMatchObject({ trend: { unit: "in", rate: { perWeek: -0.7 }, average: { date: "2026-03-14" } } })
    expect(waist).not.toHaveProperty("energy")
    const pulse = await output(mcp("list_body_metrics", { metric: "resting_heart_rate", analysis: true }))
    expect(pulse).toMatchObject({ trend: { unit: "bpm" } })
    expect(await invalidFields(mcp("list_body_metrics", { metric: "sleep", analysis: true }))).toEqual(["analysis"])
  })

  test("they count for no streak, no badge and no latest reading, and deleting one changes none", async () => {
    const { rest } = person
    await output(rest("set_body_metrics", { metric: "sleep", readings: [{ value: 400 }] }))
    await output(rest("set_body_metrics", { metric: "waist", readings: [{ value: 88, unit: "cm" }] }))
    const context = () => output<Record<string, unknown>>(rest("get_context"))
    expect(await context()).toMatchObject({
      streak: { current: 0, longest: 0 },
      badges: [],
      latest: { weight: null, bodyFat: null }
    })
    await output(rest("set_body_metrics", { metric: "steps", readings: [{ value: 5000 }] }))
    await output(rest("delete_body_metric", { metric: "sleep" }))
    expect(await context()).toMatchObject({ streak: { current: 1, longest: 1 } })
    await output(rest("delete_body_metric", { metric: "steps" }))
    expect(await context()).toMatchObject({ streak: { current: 0 } })
  })
})
