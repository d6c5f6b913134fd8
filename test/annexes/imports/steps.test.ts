import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { StepCounter } from "../../../src/annexes/imports/formats/steps.ts"
import { ZoneClock } from "../../../src/annexes/imports/formats/zones.ts"

const MINUTE = 60_000
const DAY = 86_400_000
const at = (text: string): number => Date.parse(text)

const berlin = new ZoneClock("Europe/Berlin")

interface Interval {
  readonly source: string
  readonly from: string
  readonly to: string
  readonly steps: number
  readonly device?: string
}

const counted = (intervals: ReadonlyArray<Interval>, clock = berlin): Readonly<Record<string, number>> => {
  const counter = new StepCounter()
  for (const { source, from, to, steps, device = "" } of intervals) {
    expect(counter.add(source, device, at(from), at(to), steps, clock, 1)).toBeNull()
  }
  return Object.fromEntries([...counter.settle()].map(({ day, steps }) => [day, steps]))
}

const morning = { from: "2024-03-05T09:00:00Z", to: "2024-03-05T10:00:00Z" }

describe("the steps of a day", () => {
  test("from a watch count fully, from a phone those outside of the watch's intervals", () => {
    const phone = { source: "Ann’s iPhone", ...morning, steps: 1000 }
    const watch = { source: "Ann’s Apple Watch", from: "2024-03-05T09:30:00Z", to: "2024-03-05T10:30:00Z", steps: 900 }
    expect(counted([phone, watch])).toEqual({ "2024-03-05": 1400 })
    expect(counted([watch, phone])).toEqual({ "2024-03-05": 1400 })
    expect(counted([phone])).toEqual({ "2024-03-05": 1000 })
  })

  test("in identical intervals count once, in others of the same source all", () => {
    const phone = { source: "iPhone", ...morning, steps: 10 }
    expect(counted([phone, phone, { ...phone, steps: 11 }])).toEqual({ "2024-03-05": 21 })
  })

  test("of equal sources: the one with more steps comes first, or the first by name if they are equal", () => {
    const one = { source: "Pedometer", ...morning, steps: 100 }
    const other = { source: "Tracker", ...morning, steps: 120 }
    expect(counted([one, other])).toEqual({ "2024-03-05": 120 })
    const half = { source: "Tracker", from: "2024-03-05T09:30:00Z", to: "2024-03-05T10:00:00Z", steps: 100 }
    expect(counted([one, half])).toEqual({ "2024-03-05": 100 })
    expect(counted([half, one])).toEqual({ "2024-03-05": 100 })
  })

  test("of a single instant count unless a higher source covers it", () => {
    const watch = { source: "Watch", ...morning, steps: 100 }
    const within = { source: "Phone", from: "2024-03-05T09:30:00Z", to: "2024-03-05T09:30:00Z", steps: 5 }
    expect(counted([watch, within])).toEqual({ "2024-03-05": 100 })
    expect(counted([watch, { ...within, from: "2024-03-05T11:00:00Z", to: "2024-03-05T11:00:00Z" }])).toEqual({
      "2024-03-05": 105
    })
  })

  test("a renamed watch ranks by its device if no name identifies it", () => {
    const renamed = { source: "Ultra", device: "name:Apple Watch, model:Watch", ...morning, steps: 100 }
    const phone = { source: "iPhone", ...morning, steps: 300 }
    expect(counted([renamed, phone])).toEqual({ "2024-03-05": 100 })
    const app = { ...renamed, source: "Pedometer", device: "name:iPhone, model:iPhone", steps: 500 }
    expect(counted([app, phone])).toEqual({ "2024-03-05": 300 })
  })

  test("over midnight are divided in proportion, also where the clocks change", () => {
    const night = (from: string, to: string) => counted([{ source: "iPhone", from, to, steps: 400 }])
    expect(night("2024-03-05T22:45:00Z", "2024-03-05T23:45:00Z")).toEqual({ "2024-03-05": 100, "2024-03-06": 300 })
    // Clocks went forward on 2024-03-31 and back on 2024-10-27: those days have 23 and 25 hours.
    expect(
      counted([{ source: "iPhone", from: "2024-03-30T22:00:00Z", to: "2024-03-31T23:00:00Z", steps: 2500 }])
    ).toEqual({
      "2024-03-30": 100,
      "2024-03-31": 2300,
      "2024-04-01": 100
    })
    expect(
      counted([{ source: "iPhone", from: "2024-10-26T21:00:00Z", to: "2024-10-28T00:00:00Z", steps: 2700 }])
    ).toEqual({
      "2024-10-26": 100,
      "2024-10-27": 2500,
      "2024-10-28": 100
    })
  })

  test("the day begins at one if midnight does not exist", () => {
    // Clocks in Beirut went from 2022-03-26 23:59:59 to 2022-03-27 01:00:00.
    const beirut = new ZoneClock("Asia/Beirut")
    const over = { source: "iPhone", from: "2022-03-26T21:30:00Z", to: "2022-03-26T22:30:00Z", steps: 100 }
    expect(counted([over], beirut)).toEqual({ "2022-03-26": 50, "2022-03-27": 50 })
  })

  test("that cannot be counted are refused with their reason", () => {
    const counter = new StepCounter()
    const add = (from: number, to: number) => counter.add("iPhone", "", from, to, 1, berlin, 1)
    expect(add(2000, 1000)).toBe("it ends before it starts")
    expect(add(0, 8 * DAY)).toBe("it lasts longer than 7 days")
    expect(add(at("2200-01-01T00:00:00Z"), at("2200-01-01T00:01:00Z"))).toBe("its time is out of range")
    expect([...counter.settle()]).toEqual([])
  })

  test("count from 1931 to 2068, the seconds at both ends included", () => {
    const [first, last] = [at("1931-12-13T20:45:53Z"), at("2068-01-19T03:14:07Z")]
    const counter = new StepCounter()
    const add = (from: number, to: number) => counter.add("iPhone", "", from, to, 1, berlin, 1)
    expect([add(first, first + MINUTE), add(last - MINUTE, last)]).toEqual([null, null])
    expect([...counter.settle()]).toMatchObject([
      { day: "1931-12-13", steps: 1 },
      { day: "2068-01-19", steps: 1 }
    ])
    const refusals = [add(first - 1, first + MINUTE), add(last - MINUTE, last + 1)]
    expect(refusals).toEqual(["its time is out of range", "its time is out of range"])
  })
})

describe("steps of several sources", () => {
  const START = at("2024-10-25T22:00:00Z")
  const interval = fc.record({
    source: fc.constantFrom("Apple Watch", "iPhone", "Pedometer"),
    start: fc.integer({ min: 0, max: 4 * 1440 }),
    minutes: fc.integer({ min: 1, max: 600 }),
    perMinute: fc.integer({ min: 0, max: 100 })
  })

  test("agree with a computation minute by minute", () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 40 }), (all) => {
        // A source's own records do not overlap, as from a device: a record is dropped if it begins before the previous one ends.
        const ends = new Map<string, number>()
        const intervals = [...all]
          .sort((one, other) => one.start - other.start)
          .filter(({ source, start, minutes }) => {
            if (start < (ends.get(source) ?? 0)) return false
            ends.set(source, start + minutes)
            return true
          })
        const counter = new StepCounter()
        const minutes = new Map<number, Map<string, number>>()
        for (const { source, start, minutes: length, perMinute } of intervals) {
          const from = START + start * MINUTE
          counter.add(source, "", from, from + length * MINUTE, perMinute * length, berlin, 1)
          for (let minute = start; minute < start + length; minute++) {
            const of = minutes.get(minute) ?? new Map<string, number>()
            minutes.set(minute, of.set(source, perMinute))
          }
        }
        const format = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin", dateStyle: "short" })
        const expected = new Map<string, number>()
        for (const [minute, bySource] of minutes) {
          const best = ["Apple Watch", "iPhone", "Pedometer"].find((source) => bySource.has(source)) ?? ""
          const day = format.format(START + minute * MINUTE)
          expected.set(day, (expected.get(day) ?? 0) + (bySource.get(best) ?? 0))
        }
        const days = [...counter.settle()]
        expect(days.map(({ day }) => `${day}`)).toEqual([...expected.keys()].sort())
        for (const { day, steps } of days) expect(Math.abs(steps - (expected.get(day) ?? 0))).toBeLessThanOrEqual(0.5)
      }),
      { numRuns: 300 }
    )
  })

  test("do not depend on the order of the records", () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 30 }), fc.infiniteStream(fc.nat(1000)), (all, keys) => {
        const settled = (intervals: typeof all) => {
          const counter = new StepCounter()
          for (const { source, start, minutes, perMinute } of intervals) {
            const from = START + start * MINUTE
            counter.add(source, "", from, from + minutes * MINUTE, perMinute, berlin, 1)
          }
          return [...counter.settle()].map(({ day, steps, rows }) => ({ day, steps, rows }))
        }
        const shuffled = all
          .map((one) => ({ one, key: keys.next().value ?? 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ one }) => one)
        // The rows of an interval over midnight count on its first day, in any order.
        expect(settled(shuffled)).toEqual(settled(all))
      })
    )
  })
})

describe("the clock of a zone", () => {
  const zones = [
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "America/Sao_Paulo"
  ]

  test("agrees with the system on days, and the next day begins at its first instant", () => {
    const instants = fc.integer({ min: at("1990-01-01T00:00:00Z"), max: at("2040-01-01T00:00:00Z") })
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, instant) => {
        const clock = new ZoneClock(zone)
        const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" })
        const day = (of: number) => new Date(clock.dayNumberAt(of) * DAY).toISOString().slice(0, 10)
        expect(day(instant)).toBe(format.format(instant))
        const next = clock.nextDayAfter(instant)
        expect(next).toBeGreaterThan(instant)
        expect(day(next) > day(instant)).toBe(true)
        expect(day(next - 1)).toBe(day(instant))
      }),
      { numRuns: 500 }
    )
  })
})
