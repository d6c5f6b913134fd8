import { beforeAll, expect, test } from "bun:test"
import type { Trends } from "../../../../../src/annexes/page/features/overview/definition.ts"
import { plusDays } from "../../../../../src/values/activity-day.ts"
import { ago, before, eat, weigh } from "../../../../features/body-metrics/support.ts"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../../../support/app.ts"
import { callInternal } from "./support.ts"

overEveryStore("energy on the page of trends", (service) => {
  beforeAll(() => service().setTime(NOON))

  const energyOf = async (person: Person, range = "90") =>
    (await output<Trends>(callInternal(service(), person, "get_trends", { range }))).energy

  test("is what list_body_metrics returns for the 6 weeks up to yesterday", async () => {
    const person = await newPerson(service(), { bodyWeightUnit: "lb" })
    await weigh(person.rest, before(45), (day) => 80 + (0.5 / 7) * day)
    await eat(person.rest, before(45), () => 2000)
    const listed = await output<{ readonly energy: unknown }>(
      person.rest("list_body_metrics", { metric: "weight", from: ago(42), analysis: true })
    )
    const { latest, grain, periods } = await energyOf(person, "30")
    expect<unknown>(latest).toEqual(listed.energy)
    expect([latest.status, latest.expenditure?.value, grain]).toEqual(["ok", 2550, "week"])
    expect(periods.length).toBeGreaterThan(3)
    for (const { value, low, high } of periods) expect([value, low < 2550, high > 2550]).toEqual([2550, true, true])
  })

  test("uses data from before the range: each week is the same in every range", async () => {
    const person = await newPerson(service())
    await weigh(person.rest, before(80), (day) => 80 + Math.sin(day) * 0.4 + day / 60)
    await eat(person.rest, before(80), (day) => 2000 + 300 * Math.sin(day * 1.7))
    const [short, long] = [await energyOf(person, "30"), await energyOf(person, "365")]
    expect(long.periods.slice(-short.periods.length)).toEqual([...short.periods])
    expect(long.periods.length).toBeGreaterThan(short.periods.length)
    const last = short.periods.at(-1)
    expect([String(last?.from), String(last?.to)]).toEqual([ago(42), ago(1)])
    expect(short.latest).toEqual(long.latest)
  })

  test("has a gap while there are too few data, and starts again after 4 weeks", async () => {
    const person = await newPerson(service())
    const days = before(100).filter((day) => day > 65 || day <= 35)
    await weigh(person.rest, days, () => 80)
    await eat(person.rest, days, () => 2000)
    const { periods } = await energyOf(person, "365")
    const weeks = periods.map(({ first }) => first)
    const gaps = weeks.filter((first, index) => index > 0 && plusDays(weeks[index - 1] ?? first, 7) !== first)
    expect(gaps.length).toBe(1)
    const after = periods.find(({ first }) => first === gaps[0])
    expect(String(after?.from) >= ago(36)).toBe(true)
  })

  test("shows only an interval if a single value would mislead", async () => {
    const person = await newPerson(service())
    const days = before(28)
    const weighed = days.filter((day) => day % 3 === 1)
    await weigh(person.rest, weighed, (day) => 80 + (day % 2 === 0 ? 2 : -2))
    await eat(person.rest, days, () => 2000)
    const { latest, periods } = await energyOf(person, "30")
    expect([latest.status, latest.expenditure?.value]).toEqual(["too_uncertain", undefined])
    expect(periods.at(-1)).not.toHaveProperty("value")
    expect((periods.at(-1)?.high ?? 0) - (periods.at(-1)?.low ?? 0)).toBeGreaterThan(1000)
  })

  test("says what is missing, leaves today out, and contains nothing of another user", async () => {
    const other = await newPerson(service())
    await weigh(other.rest, before(28), () => 80)
    await eat(other.rest, before(28), () => 2000)
    const person = await newPerson(service())
    await weigh(person.rest, [0, 1, 2], () => 80)
    const { latest, periods } = await energyOf(person, "all")
    expect([latest.status, periods]).toEqual(["not_enough_data", []])
    expect(latest.missing).toContainEqual({ what: "weigh_ins", have: 2, need: 8 })
    expect([String(latest.from), String(latest.to)]).toEqual([ago(28), ago(1)])
  })
})
