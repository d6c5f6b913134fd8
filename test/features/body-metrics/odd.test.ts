import { beforeEach, describe, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore, type Person, TODAY } from "../../support/app.ts"

interface Set {
  readonly readings: ReadonlyArray<{ readonly value: number }>
  readonly hint?: string
}

const dayBefore = (days: number): string =>
  new Date(Date.parse(`${TODAY}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

overEveryStore("readings that are hardly meant", (service) => {
  let person: Person
  beforeEach(async () => {
    await service().setTime(NOON)
    person = await newPerson(service())
  })

  describe.each(["rest", "mcp"] as const)("over %s", (surface) => {
    const set = (metric: string, ...readings: ReadonlyArray<Record<string, unknown>>) =>
      output<Set>(person[surface]("set_body_metrics", { metric, readings }))
    const weigh = async (value: number, unit = "kg", date = TODAY) => (await set("weight", { value, unit, date })).hint
    /** Weights around 82 kg on each of the four weeks before today. */
    const fourWeeks = () =>
      set(
        "weight",
        ...Array.from({ length: 28 }, (_, day) => ({
          value: 82 + (day % 3) / 10 - 0.1,
          unit: "kg",
          date: dayBefore(28 - day)
        }))
      )

    test("are saved, and said where a weight is over 6 % from the trend of four weeks", async () => {
      expect((await fourWeeks()).hint).toBeUndefined()
      for (const value of [82, 84.5, 86.8, 77.2]) expect([value, await weigh(value)]).toEqual([value, undefined])
      const { hint, readings } = await set("weight", { value: 88, unit: "kg" })
      expect(hint).toBe(
        `88 kg is 7 % above the trend of the last four weeks, 82 kg (${TODAY}): saved, but check it with the person.`
      )
      expect(readings).toMatchObject([{ value: 88 }])
      expect(await weigh(76.8)).toContain("below the trend")
    })

    test("come with what was probably meant", async () => {
      await fourWeeks()
      expect(await weigh(28.4)).toContain("Was 82.4 kg meant?")
      expect(await weigh(181.2)).toContain("Was 181.2 lb meant?")
      expect(await weigh(82.4, "lb")).toContain("Was 82.4 kg meant?")
      expect(await weigh(824, "lb")).toMatch(/^824 lb is \d+ % above the trend of the last four weeks, 180\.\d lb/)
      expect(await weigh(60)).not.toContain("meant?")
    })

    test("are over 10 % from the latest reading without a trend", async () => {
      expect(await weigh(80, "kg", dayBefore(60))).toBeUndefined()
      expect(await weigh(87.9)).toBeUndefined()
      expect(await weigh(88.1)).toBe(
        `88.1 kg is 10 % above the reading before, 80 kg (${TODAY}): saved, but check it with the person.`
      )
      expect(await weigh(71.5)).toContain("below the reading before")
    })

    test("are no first readings, and no other metrics", async () => {
      expect(await weigh(130)).toBeUndefined()
      expect((await set("body_fat", { value: 20, date: dayBefore(1) })).hint).toBeUndefined()
      expect((await set("body_fat", { value: 60 })).hint).toBeUndefined()
      expect((await set("waist", { value: 80, unit: "cm", date: dayBefore(1) })).hint).toBeUndefined()
      expect((await set("waist", { value: 180, unit: "cm" })).hint).toBeUndefined()
    })

    test("are steps over 60,000", async () => {
      expect((await set("steps", { value: 60_000 })).hint).toBeUndefined()
      expect((await set("steps", { value: 60_001 })).hint).toStartWith("60,001 steps in a day are unusually many")
      expect((await set("steps", { value: 84_500 })).hint).toContain("Was 8,450 steps meant?")
    })

    test("are compared with a usual day's steps, which a few long walks do not change", async () => {
      const steps = [800, 900, 850, 12_000, 11_000, 700, 750]
      const days = steps.map((value, day) => ({ value, date: dayBefore(steps.length - day) }))
      expect((await set("steps", ...days)).hint).toBeUndefined()
      expect((await set("steps", { value: 84_500 })).hint).toContain("Was 845 steps meant?")
    })

    test("are named once of several, and judged by the days before each", async () => {
      const { hint } = await set(
        "weight",
        { value: 82, unit: "kg", date: dayBefore(3) },
        { value: 28.1, unit: "kg", date: dayBefore(2) },
        { value: 820, unit: "lb", date: dayBefore(1) }
      )
      expect(hint).toContain(`(${dayBefore(2)})`)
      expect(hint).toContain("Was 82.1 kg meant?")
      expect(hint).toEndWith(`Others of these readings are odd, too: ${dayBefore(1)}.`)
    })

    test("are not judged by later days, nor by the value that they replace", async () => {
      await weigh(100, "kg", dayBefore(1))
      expect(await weigh(80, "kg", dayBefore(5))).toBeUndefined()
      expect(await weigh(81, "kg", dayBefore(1))).toBeUndefined()
    })
  })
})
