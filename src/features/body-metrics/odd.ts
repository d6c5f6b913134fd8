import { type ActivityDay, plusDays } from "../../values/activity-day.ts"
import { round } from "../../values/round.ts"
import { withoutSlips } from "../../values/trends/slips.ts"
import { smoothed } from "../../values/trends/weight-trend.ts"
import { fromKilograms, toKilograms, type WeightUnit } from "../../values/units.ts"
import { LEAST_DEVIATION } from "./analysis.ts"
import type { Metric, Reading } from "./model.ts"

/** The days before a reading whose weights make its trend, and how many must have one. */
const TREND_DAYS = 28
const LEAST_READINGS = 3

/** How far a weight may lie from the trend, and from the latest reading if there is no trend, as shares of these. */
const FROM_TREND = 0.06
const FROM_LATEST = 0.1

/** Most steps of a day that nobody is asked about. */
export const MOST_STEPS = 60_000

/** A weight that differs from the reading before by at most this share agrees with it, and needs no closer look. */
const AGREES = 0.02

/** How far back the latest reading before a day is looked for. */
export const LOOK_BACK_DAYS = 365

/** A value as typed: its number, in a unit. */
export interface Typed {
  readonly date: ActivityDay
  readonly value: number
  readonly unit: WeightUnit | "steps"
}

/** A value that is hardly meant: what was expected instead, in kg or steps, and what was probably meant, as typed. */
export interface Odd {
  readonly expected: number | undefined
  readonly isTrend: boolean
  readonly likely: Omit<Typed, "date"> | undefined
}

/** What is expected of a day: the trend of its four weeks before, else the latest reading before it. */
const expectedOn = (date: ActivityDay, history: ReadonlyArray<Reading>) => {
  const before = history.filter((reading) => reading.date < date)
  const recent = before.filter((reading) => reading.date >= plusDays(date, -TREND_DAYS))
  if (recent.length < LEAST_READINGS) {
    const latest = before.at(-1)
    return latest && { value: latest.value, most: FROM_LATEST, isTrend: false }
  }
  const trend = smoothed(withoutSlips(recent, LEAST_DEVIATION.weight).kept).at(-1)?.trend
  return trend === undefined ? undefined : { value: trend, most: FROM_TREND, isTrend: true }
}

/** The numbers that a typed one may stand for: two digits swapped, or a decimal comma lost. */
const meantBy = (value: number): ReadonlyArray<number> => {
  const digits = [...String(value)]
  const swapped = digits.flatMap((digit, at) => {
    const next = digits[at + 1]
    if (next === undefined || digit === next || digit === "." || next === ".") return []
    return [Number([...digits.slice(0, at), next, digit, ...digits.slice(at + 2)].join(""))]
  })
  return [...swapped, round(value / 10, 4), round(value / 100, 4)]
}

const kilograms = ({ value, unit }: Omit<Typed, "date">): number => (unit === "lb" ? toKilograms(value, "lb") : value)

/** The share by which a value differs from an expected one. */
const distance = (value: number, expected: number): number => Math.abs(value - expected) / expected

const oddWeight = (typed: Typed, history: ReadonlyArray<Reading>): Odd | undefined => {
  const expected = expectedOn(typed.date, history)
  if (expected === undefined || distance(kilograms(typed), expected.value) <= expected.most) return undefined
  const { value, unit } = typed
  const other = { value, unit: unit === "lb" ? "kg" : "lb" } as const
  const [likely] = [...meantBy(value).map((each) => ({ value: each, unit })), other]
    .filter((each) => distance(kilograms(each), expected.value) <= expected.most)
    .sort((one, two) => distance(kilograms(one), expected.value) - distance(kilograms(two), expected.value))
  return { expected: expected.value, isTrend: expected.isTrend, likely }
}

const oddSteps = ({ value }: Typed, history: ReadonlyArray<Reading>): Odd | undefined => {
  if (value <= MOST_STEPS) return undefined
  const days = history.map((reading) => reading.value).sort((one, other) => one - other)
  const usual = days[days.length >> 1] ?? 8000
  const [likely] = meantBy(value)
    .map((each) => Math.round(each))
    .filter((each) => each > 0 && each <= MOST_STEPS / 2)
    .sort((one, other) => Math.abs(Math.log(one / usual)) - Math.abs(Math.log(other / usual)))
  return {
    expected: undefined,
    isTrend: false,
    likely: likely === undefined ? undefined : { value: likely, unit: "steps" }
  }
}

/**
 * What is odd about a weight, or about steps: a weight more than 6 % from the trend of the four weeks before its day, or
 * more than 10 % from the latest reading before where there are too few for a trend; steps over 60,000. `history` is in kg
 * or steps, oldest first. Undefined if nothing is, and for other metrics.
 */
export const oddOf = (metric: Metric, typed: Typed, history: ReadonlyArray<Reading>): Odd | undefined =>
  metric === "weight" ? oddWeight(typed, history) : metric === "steps" ? oddSteps(typed, history) : undefined

/** An odd value in words: what it is far from, and what was probably meant. */
export const oddInWords = (
  { value, unit }: Omit<Typed, "date">,
  { expected, isTrend, likely }: Odd,
  unitText: (unit: Typed["unit"]) => string = (unit) => ` ${unit}`
): { readonly odd: string; readonly likely: string | undefined } => {
  const text = (shown: Omit<Typed, "date">) =>
    `${shown.value.toLocaleString("en", { maximumFractionDigits: 2 })}${unitText(shown.unit)}`
  const isWeight = expected !== undefined && unit !== "steps"
  const own = isWeight ? kilograms({ value, unit }) : 0
  const far = isWeight ? Math.round(distance(own, expected) * 100) : 0
  const from = isWeight ? text({ value: fromKilograms(expected, unit, 1), unit }) : ""
  return {
    odd: isWeight
      ? `${text({ value, unit })} is ${far} % ${own > expected ? "above" : "below"} ${isTrend ? "the trend of the last four weeks" : "the reading before"}, ${from}`
      : `${text({ value, unit })} in a day are unusually many`,
    likely: likely === undefined ? undefined : text(likely)
  }
}

/**
 * Whether readings, which have just been set, need a look at those before them. `earlier` is the value of the latest day
 * before all of them.
 */
export const mayBeOdd = (metric: Metric, readings: ReadonlyArray<Reading>, earlier: number | undefined): boolean => {
  if (metric === "steps") return readings.some(({ value }) => value > MOST_STEPS)
  if (metric !== "weight") return false
  const inOrder = readings.toSorted((one, other) => (one.date < other.date ? -1 : 1)).map(({ value }) => value)
  return inOrder.some((value, index) => {
    const before = index === 0 ? earlier : inOrder[index - 1]
    return before !== undefined && distance(value, before) > AGREES
  })
}

/** What to say of readings that are hardly meant; undefined if all are usual. */
export const hintOf = (
  metric: Metric,
  given: ReadonlyArray<Typed>,
  history: ReadonlyArray<Reading>
): string | undefined => {
  const [first, ...others] = given.flatMap((typed) => {
    const odd = oddOf(metric, typed, history)
    return odd === undefined ? [] : [{ typed, words: oddInWords(typed, odd) }]
  })
  if (first === undefined) return undefined
  const { odd, likely } = first.words
  const more =
    others.length === 0
      ? ""
      : ` Others of these readings are odd, too: ${others.map(({ typed }) => typed.date).join(", ")}.`
  const meant = likely === undefined ? "" : ` Was ${likely} meant?`
  return `${odd} (${first.typed.date}): saved, but check it with the person.${meant}${more}`
}
