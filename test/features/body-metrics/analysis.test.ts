import { beforeAll, expect, test } from "bun:test"
import { invalidFields, NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { ago, before, eat, weigh } from "./support.ts"

interface Analysed {
  readonly readings: ReadonlyArray<{ readonly date: string }>
  readonly trend?: {
    readonly unit: string
    readonly average?: { readonly date: string; readonly value: number }
    readonly rate?: { readonly perWeek: number; readonly low: number; readonly high: number }
    readonly hint?: string
    readonly excluded?: ReadonlyArray<{ readonly date: string; readonly value: number; readonly reason: string }>
  }
  readonly energy?: {
    readonly status: string
    readonly from: string
    readonly to: string
    readonly expenditure?: { readonly value?: number; readonly low: number; readonly high: number }
    readonly intake?: { readonly mean: number; readonly daysLogged: number; readonly days: number }
    readonly weight?: { readonly perWeek: number; readonly unit: string; readonly kg: { readonly perWeek: number } }
    readonly balance?: { readonly value: number }
    readonly excluded?: { readonly days: ReadonlyArray<{ readonly date: string; readonly calories: number }> }
    readonly caveat: string
    readonly missing?: ReadonlyArray<{ readonly what: string; readonly have: number; readonly need: number }>
  }
}

overEveryStore("list_body_metrics with analysis", (service) => {
  beforeAll(() => service().setTime(NOON))

  test("derives the energy spent: a steady loss of 0.5 kg a week on 2,000 kcal is 2,550 kcal", async () => {
    const { rest, mcp } = await newPerson(service(), { bodyWeightUnit: "lb" })
    const days = before(28)
    await weigh(rest, days, (day) => 80 + (0.5 / 7) * day)
    await eat(rest, days, () => 2000)
    const input = { metric: "weight", from: ago(28), analysis: true }
    const { readings, trend, energy } = await output<Analysed>(rest("list_body_metrics", input))
    expect(readings.length).toBe(28)
    expect(trend).toMatchObject({ unit: "lb", average: { date: ago(1) }, rate: { perWeek: -1.1 } })
    expect(energy).toMatchObject({
      status: "ok",
      from: ago(28),
      to: ago(1),
      expenditure: { value: 2550 },
      intake: { mean: 2000, daysLogged: 28, days: 28 },
      weight: { perWeek: -1.1, unit: "lb", kg: { perWeek: -0.5 } },
      balance: { value: -550 }
    })
    expect(energy?.expenditure?.low).toBeLessThan(2550)
    expect(energy?.expenditure?.high).toBeGreaterThan(2550)
    expect(await output<Analysed>(mcp("list_body_metrics", input))).toMatchObject({ trend: trend!, energy: energy! })
  })

  test("names the biases that no interval contains: a diet's first water, and feasts that are not logged", async () => {
    const caveatOf = async (perDay: number, days: ReadonlyArray<number>) => {
      const { rest } = await newPerson(service())
      await weigh(rest, before(28), (day) => 80 + perDay * day)
      await eat(rest, days, () => 2000)
      const { energy } = await output<Analysed>(
        rest("list_body_metrics", { metric: "weight", from: ago(28), analysis: true })
      )
      return [energy?.caveat.includes("water"), energy?.caveat.includes("feasts")]
    }
    expect(await caveatOf(0, before(28))).toEqual([false, false])
    expect(await caveatOf(0.1, before(28))).toEqual([true, false])
    expect(
      await caveatOf(
        0,
        before(28).filter((day) => day % 7 !== 0)
      )
    ).toEqual([false, true])
  })

  test("leaves a slip of the finger out of average and rate until a second reading agrees", async () => {
    const { rest, mcp } = await newPerson(service(), { bodyWeightUnit: "lb" })
    const kgOf = (day: number) => (day === 5 ? 28.4 : 80 + (0.5 / 7) * day)
    await weigh(rest, before(60), kgOf)
    const input = { metric: "weight", from: ago(60), analysis: true }
    const { readings, trend, energy } = await output<Analysed>(rest("list_body_metrics", input))
    expect(readings.length).toBe(60)
    expect(trend?.rate?.perWeek).toBe(-1.1)
    expect(trend?.average?.value).toBeCloseTo((80 + (0.5 / 7) * 11) / 0.45359237, 0)
    expect(trend?.excluded).toMatchObject([
      { date: ago(5), value: 62.61, reason: expect.stringMatching(/^over 3\.31 lb, and 4 times/) }
    ])
    expect(await output<Analysed>(mcp("list_body_metrics", input))).toMatchObject({ trend: trend!, energy: energy! })

    await weigh(rest, [4], () => 28.9)
    const confirmed = (await output<Analysed>(rest("list_body_metrics", input))).trend
    expect([confirmed?.excluded, (confirmed?.rate?.perWeek ?? 0) < -3]).toEqual([undefined, true])
  })

  test("judges the last day of an earlier range by what came after it, as today's range does", async () => {
    const { rest } = await newPerson(service())
    await weigh(rest, before(60), (day) => (day <= 20 ? 70 : 80))
    const until = async (day: number) =>
      (
        await output<Analysed>(
          rest("list_body_metrics", { metric: "weight", from: ago(60), to: ago(day), analysis: true })
        )
      ).trend
    expect((await until(20))?.average?.date).toBe(ago(20))
    expect((await until(1))?.excluded).toBeUndefined()
  })

  test("leaves out today, whose diary is not complete", async () => {
    const { rest } = await newPerson(service())
    const days = before(29).map((day) => day - 1)
    await weigh(rest, days, () => 80)
    await eat(rest, days, (day) => (day === 0 ? 100 : 2000))
    const { energy } = await output<Analysed>(
      rest("list_body_metrics", { metric: "weight", from: ago(28), analysis: true })
    )
    expect([energy?.to, energy?.intake, energy?.expenditure?.value]).toEqual([
      ago(1),
      { mean: 2000, daysLogged: 28, days: 28 },
      2000
    ])
  })

  test("says what is missing, and never guesses", async () => {
    const { rest } = await newPerson(service())
    const of = async (from: string) =>
      (await output<Analysed>(rest("list_body_metrics", { metric: "weight", from, analysis: true }))).energy
    expect((await of(ago(10)))?.missing).toEqual([{ what: "days", have: 10, need: 28 }])
    const empty = await of(ago(28))
    expect([empty?.status, empty?.expenditure, empty?.missing?.map(({ what }) => what)]).toEqual([
      "not_enough_data",
      undefined,
      ["weigh_ins", "weigh_in_span_days", "weigh_ins_in_each_third", "food_days", "food_days_in_each_week"]
    ])
  })

  test("adds nothing unless requested, and only the trend for body fat", async () => {
    const { rest } = await newPerson(service())
    await weigh(rest, [0], () => 80)
    await output(
      rest("set_body_metrics", {
        metric: "body_fat",
        readings: before(20).map((day) => ({ date: ago(day), value: 20 + day / 10 }))
      })
    )
    for (const input of [
      { metric: "weight" },
      { metric: "weight", analysis: false },
      { metric: "steps", analysis: false }
    ]) {
      const plain = await output<Record<string, unknown>>(rest("list_body_metrics", input))
      expect(plain).not.toHaveProperty("trend")
      expect(plain).not.toHaveProperty("energy")
    }
    const { trend, energy } = await output<Analysed>(rest("list_body_metrics", { metric: "body_fat", analysis: true }))
    expect([trend?.unit, trend?.rate?.perWeek, energy]).toEqual(["percent", -0.7, undefined])
  })

  test("is refused for steps, with the reason", async () => {
    const { rest, mcp } = await newPerson(service())
    for (const call of [rest, mcp]) {
      expect(await invalidFields(call("list_body_metrics", { metric: "steps", analysis: true }))).toEqual(["analysis"])
    }
  })

  test("contains only the person's own data", async () => {
    const [one, other] = [await newPerson(service()), await newPerson(service())]
    await weigh(one.rest, before(28), () => 80)
    await eat(one.rest, before(28), () => 2000)
    const { trend, energy } = await output<Analysed>(
      other.rest("list_body_metrics", { metric: "weight", from: ago(28), analysis: true })
    )
    expect([trend?.average, trend?.rate, energy?.status]).toEqual([undefined, undefined, "not_enough_data"])
  })
})
