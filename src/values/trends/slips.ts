import { daysBetween } from "../activity-day.ts"
import type { Measured } from "./weight-trend.ts"

/** Neighbours of a reading are those within this many days before and after it. */
export const NEIGHBOUR_DAYS = 28

/** With fewer neighbours within those days, the nearest readings count as well; with fewer in all, nothing is judged. */
const FEWEST = 5

/** How near in time a second reading must be that confirms a jump, in days. */
const CONFIRMED_WITHIN = 7

/** Distances from the line: in standard deviations by the median absolute deviation, and in least deviations. */
const [DEVIATIONS, LEAST_DEVIATIONS] = [4 * 1.4826, 5]

/** How much a reading may differ after a long gap, in least deviations for each day of it: 0.9 kg a week. */
const LEAST_DEVIATIONS_PER_DAY = 3 / 7

/** Readings, and those that are too far from their neighbours to be true, each oldest first. */
export interface Sifted<A> {
  readonly kept: ReadonlyArray<A>
  readonly slips: ReadonlyArray<A>
}

/** The median of numbers in ascending order. */
const middleOf = (sorted: Float64Array): number => {
  const half = sorted.length >> 1
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}

const medianOf = (length: number, of: (index: number) => number): number => {
  const values = new Float64Array(length)
  for (let index = 0; index < length; index++) values[index] = of(index)
  return middleOf(values.sort())
}

/**
 * How far a value on day 0 lies from the line of its neighbours, and how far they usually do: the median absolute
 * deviation. A few absurd neighbours do not bend the line.
 *
 * Formula: the incomplete method of H. Theil, "A rank-invariant method of linear and polynomial regression analysis",
 * 1950: the median of the slopes between each reading and the one half of all readings later.
 */
const distanceOf = (value: number, days: ReadonlyArray<number>, values: ReadonlyArray<number>, least: number) => {
  const step = days.length >> 1
  const slope = medianOf(
    days.length - step,
    (index) =>
      ((values[index + step] ?? 0) - (values[index] ?? 0)) / Math.max(1, (days[index + step] ?? 0) - (days[index] ?? 0))
  )
  const residual = (index: number) => (values[index] ?? 0) - slope * (days[index] ?? 0)
  const level = medianOf(days.length, residual)
  const distance = Math.abs(value - level)
  const usual = distance <= least ? 0 : medianOf(days.length, (index) => Math.abs(residual(index) - level))
  return { distance, usual }
}

/** The first and the last index of the readings that judge one: its neighbours, or the nearest if they are too few. */
const judgesOf = (days: ReadonlyArray<number>, index: number): readonly [number, number] => {
  const day = days[index] ?? 0
  const isNear = (other: number | undefined) => other !== undefined && Math.abs(other - day) <= NEIGHBOUR_DAYS
  let [first, last] = [index, index]
  while (isNear(days[first - 1])) first--
  while (isNear(days[last + 1])) last++
  while (last - first < FEWEST && (first > 0 || last < days.length - 1)) {
    const [before, after] = [days[first - 1], days[last + 1]]
    if (after === undefined || (before !== undefined && day - before <= after - day)) first--
    else last++
  }
  return [first, last]
}

/** The days to the nearest other reading. */
const gapAt = (days: ReadonlyArray<number>, index: number): number =>
  Math.min(
    (days[index] ?? 0) - (days[index - 1] ?? Number.NEGATIVE_INFINITY),
    (days[index + 1] ?? Number.POSITIVE_INFINITY) - (days[index] ?? 0)
  )

/**
 * Separates readings that look like slips of the finger: further from the line of their neighbours, 28 days on each
 * side, than 4 standard deviations (1.4826 times the median absolute deviation) and 5 times `leastDeviation`, which for
 * weight is 1.5 kg. Another reading within a week that agrees (by 1.5 kg, and by half of the distance) confirms it, so a true
 * jump counts from its second reading. After more than 28 days without any, a reading may also differ by 0.9 kg a week.
 *
 * `readings` are oldest first, at most one a day; `leastDeviation` is the smallest plausible standard deviation of a
 * single reading. Fewer than 6 readings are not judged.
 */
export const withoutSlips = <A extends Measured>(readings: ReadonlyArray<A>, leastDeviation: number): Sifted<A> => {
  const start = readings[0]?.date
  if (start === undefined || readings.length <= FEWEST) return { kept: readings, slips: [] }
  const days = readings.map(({ date }) => daysBetween(start, date))
  const values = readings.map(({ value }) => value)
  const least = LEAST_DEVIATIONS * leastDeviation

  /** Whether a reading within a week differs by at most `most`. */
  const isConfirmed = (index: number, most: number): boolean =>
    [-1, 1].some((step) => {
      for (let other = index + step; ; other += step) {
        const [day, value] = [days[other], values[other]]
        if (day === undefined || value === undefined) return false
        if (Math.abs(day - (days[index] ?? 0)) > CONFIRMED_WITHIN) return false
        if (Math.abs(value - (values[index] ?? 0)) <= most) return true
      }
    })
  const isSlip = (index: number): boolean => {
    // Most readings end here: whatever is far from its line is confirmed by so near a reading.
    if (isConfirmed(index, least / 2)) return false
    const [first, last] = judgesOf(days, index)
    const judges = (of: ReadonlyArray<number>) => [...of.slice(first, index), ...of.slice(index + 1, last + 1)]
    const gap = gapAt(days, index)
    const allowed = gap > NEIGHBOUR_DAYS ? Math.max(least, gap * LEAST_DEVIATIONS_PER_DAY * leastDeviation) : least
    const near = judges(days).map((day) => day - (days[index] ?? 0))
    const { distance, usual } = distanceOf(values[index] ?? 0, near, judges(values), allowed)
    const isFar = distance > Math.max(allowed, DEVIATIONS * usual)
    return isFar && !isConfirmed(index, Math.min(least, distance / 2))
  }
  const slips = new Set(readings.filter((_, index) => isSlip(index)))
  return slips.size === 0
    ? { kept: readings, slips: [] }
    : { kept: readings.filter((reading) => !slips.has(reading)), slips: [...slips] }
}
