import fc from "fast-check"
import { ActivityDay } from "../../../src/values/activity-day.ts"
import type { Measured } from "../../../src/values/trends/weight-trend.ts"

const MILLIS = 86_400_000

/** The day this many days after 1970-01-01. */
export const dayAt = (number: number): ActivityDay =>
  ActivityDay.make(new Date(number * MILLIS).toISOString().slice(0, 10))

/** The days after 1970-01-01, computed independently of the service. */
export const numberOf = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))) / MILLIS

/** Days of the years 2020 to 2030. */
export const someDay = fc.integer({ min: 18_262, max: 22_000 }).map(dayAt)

/** Readings on irregular days, oldest first, at most one a day. */
export const someReadings: fc.Arbitrary<ReadonlyArray<Measured>> = fc
  .uniqueArray(
    fc.record({
      number: fc.integer({ min: 18_262, max: 18_762 }),
      value: fc.double({ min: 20, max: 500, noNaN: true })
    }),
    { selector: ({ number }) => number, maxLength: 60 }
  )
  .map((readings) =>
    readings.sort((a, b) => a.number - b.number).map(({ number, value }) => ({ date: dayAt(number), value }))
  )
