import { daysBetween, plusDays } from "../../../src/values/activity-day.ts"
import { withoutSlips } from "../../../src/values/trends/slips.ts"
import { type Measured, rateOf, smoothed } from "../../../src/values/trends/weight-trend.ts"
import { dice, meanOf, type Person, person } from "./simulated-people.ts"

const WEEKS = 17
const LEAST_DEVIATION = 0.3

/** The digits of a weight, mistyped: two swapped, the comma lost, or typed in the other unit. */
const mistyped = (value: number, random: () => number): number => {
  const text = value.toFixed(1)
  const swapped = (at: number) => {
    const digits = [...text.replace(".", "")]
    const [one = "", two = ""] = digits.splice(at, 2)
    digits.splice(at, 0, two, one)
    return Number(digits.join("")) / 10
  }
  const ways = [() => swapped(0), () => swapped(text.length - 3), () => value * 10, () => value / 0.45359237]
  return ways[Math.floor(random() * ways.length)]?.() ?? value
}

interface Typed {
  readonly simulated: Person
  /** The weights as the scale showed them. */
  readonly true: ReadonlyArray<Measured>
  readonly typed: ReadonlyArray<Measured>
  /** Whether weight jumped in the last 28 days, so that no rate describes it. */
  readonly hasJumped: boolean
}

/** A person with one typing error in a hundred readings. Half of them lose or gain 3 to 8 kg in a gap of 10 to 40 days. */
const typing = (index: number, random: () => number): Typed => {
  const noise = [0.3, 0.5, 0.8][index % 3] ?? 0.5
  const simulated = person(
    { weeks: WEEKS, noise, correlation: random() * 0.6, missing: [0, 0.15, 0.28, 0.6][index % 4] ?? 0 },
    random
  )
  const [start, gap] = [10 + Math.floor(random() * 60), 10 + Math.floor(random() * 30)]
  const jump = index % 2 === 0 ? 0 : (3 + 5 * random()) * (random() < 0.5 ? -1 : 1)
  const dayOf = ({ date }: Measured) => daysBetween(simulated.from, date)
  const readings = simulated.weights
    .filter((reading) => jump === 0 || dayOf(reading) < start || dayOf(reading) >= start + gap)
    .map((reading) => ({ ...reading, value: reading.value + (dayOf(reading) >= start + gap ? jump : 0) }))
  return {
    simulated,
    true: readings,
    typed: readings.map((reading) => ({
      ...reading,
      value: random() < 0.01 ? mistyped(reading.value, random) : reading.value
    })),
    hasJumped: jump !== 0 && plusDays(simulated.from, start + gap) > plusDays(simulated.to, -28)
  }
}

/** Mean absolute errors against the readings as the scale showed them, and the coverage of the rate's 95 % interval. */
export interface Figures {
  /** Kilograms. */
  readonly average: number
  /** Kilograms a week. */
  readonly rate: number
  readonly covered: number
}

const figuresOf = (people: ReadonlyArray<Typed>, used: (person: Typed) => ReadonlyArray<Measured>): Figures => {
  const averageOf = (readings: ReadonlyArray<Measured>) => smoothed(readings).at(-1)?.trend ?? 0
  const steady = people.filter(({ hasJumped }) => !hasJumped)
  const rates = steady.flatMap((one) => {
    const [found, right] = [rateOf(used(one), LEAST_DEVIATION), rateOf(one.true, LEAST_DEVIATION)]
    const truth = (7 * one.simulated.lateBalance) / 7700
    return found === undefined || right === undefined ? [] : [{ found, right, truth }]
  })
  return {
    average: meanOf(people.map((one) => Math.abs(averageOf(used(one)) - averageOf(one.true)))),
    rate: meanOf(rates.map(({ found, right }) => Math.abs(found.perWeek - right.perWeek))),
    covered: meanOf(rates.map(({ found, truth }) => (found.low <= truth && truth <= found.high ? 1 : 0)))
  }
}

/** The figures of people with typing errors: as typed, without the slips, and as the scale showed them. */
export const slipScores = (count: number, seed: number) => {
  const random = dice(seed)
  const people = Array.from({ length: count }, (_, index) => typing(index, random))
  const kept = new Map(people.map((one) => [one, withoutSlips(one.typed, LEAST_DEVIATION)]))
  const wrong = people.flatMap((one) => one.typed.filter(({ value }, index) => value !== one.true[index]?.value))
  const far = people.flatMap((one) =>
    one.typed.filter(({ value }, index) => Math.abs(value - (one.true[index]?.value ?? 0)) > 3)
  )
  const slips = new Set(people.flatMap((one) => kept.get(one)?.slips ?? []))
  const readings = people.reduce((sum, { typed }) => sum + typed.length, 0)
  return {
    typed: figuresOf(people, (one) => one.typed),
    kept: figuresOf(people, (one) => kept.get(one)?.kept ?? []),
    true: figuresOf(people, (one) => one.true),
    /** The share of slips of more than 3 kg that are left out, and of right readings that are. */
    found: far.filter((reading) => slips.has(reading)).length / far.length,
    mistaken: ([...slips].length - wrong.filter((reading) => slips.has(reading)).length) / (readings - wrong.length)
  }
}
