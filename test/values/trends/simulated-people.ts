import { type ActivityDay, plusDays } from "../../../src/values/activity-day.ts"
import { type Balance, type EatenDay, energyBalance, KCAL_PER_KG } from "../../../src/values/trends/energy-balance.ts"
import { type Measured, rateOf } from "../../../src/values/trends/weight-trend.ts"

/** A seeded generator of numbers from 0 to 1 (mulberry32), so that every run simulates the same people. */
export const dice = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A normally distributed number, by Box and Muller. */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

export const meanOf = (items: ReadonlyArray<number>) => items.reduce((sum, item) => sum + item, 0) / items.length

/** How a person is measured. */
export interface Group {
  readonly weeks: number
  /** The standard deviation of a weight, in kilograms. */
  readonly noise: number
  /** The correlation of the noise of neighbouring days. */
  readonly correlation: number
  /** Which days are missing, in the diary and on the scales: a share of all, or weekends. */
  readonly missing: number | "weekends"
}

const groupsOf = (weeks: number): ReadonlyArray<Group> =>
  [0.3, 0.5, 0.8].flatMap((noise) =>
    [0, 0.3, 0.6].flatMap((correlation) =>
      [0, 0.15, 0.28, "weekends" as const].map((missing) => ({ weeks, noise, correlation, missing }))
    )
  )

export const GROUPS: ReadonlyArray<Group> = [4, 6, 10].flatMap(groupsOf)

/** Lengths from the shortest window to the longest. */
export const LENGTHS = [4, 6, 10, 13, 18, 26, 39, 52]

export interface Person {
  /** What the body spends a day, in kcal: the truth to be found. */
  readonly expenditure: number
  /** The mean of what was eaten less what was spent, in kcal a day. */
  readonly balance: number
  /** The same over the last 28 days. */
  readonly lateBalance: number
  readonly from: ActivityDay
  readonly to: ActivityDay
  readonly weights: ReadonlyArray<Measured>
  readonly eaten: ReadonlyArray<EatenDay>
}

/** A person of a group, who starts on a Monday. Intake varies from day to day with a standard deviation of 350 kcal. */
export const person = ({ weeks, noise, correlation, missing }: Group, random: () => number): Person => {
  const from = "2026-01-05" as ActivityDay
  const days = 7 * weeks
  const expenditure = 1600 + 1900 * random()
  const perDay = (random() - 0.6) * 0.2
  const isMissing = (day: number) => (missing === "weekends" ? day % 7 >= 5 : random() < missing)
  const weights: Array<Measured> = []
  const eaten: Array<EatenDay> = []
  const balances: Array<number> = []
  let body = 60 + 50 * random()
  let water = noise * normal(random)
  for (let day = 0; day < days; day++) {
    const date = plusDays(from, day)
    water = correlation * water + Math.sqrt(1 - correlation ** 2) * noise * normal(random)
    // Weighed in the morning, before eating.
    if (!isMissing(day)) weights.push({ date, value: body + water })
    const calories = Math.max(0, expenditure + perDay * KCAL_PER_KG + 350 * normal(random))
    if (!isMissing(day)) eaten.push({ date, calories, isOneMeal: false })
    balances.push(calories - expenditure)
    body += (calories - expenditure) / KCAL_PER_KG
  }
  const balance = meanOf(balances)
  const lateBalance = meanOf(balances.slice(-28))
  return { expenditure, balance, lateBalance, from, to: plusDays(from, days - 1), weights, eaten }
}

/** How the estimates for many people of a group compare with the truth. */
export interface Score extends Group {
  readonly people: number
  /** The share of people who passed the gates. */
  readonly estimated: number
  /** The share of intervals that contain the truth. */
  readonly covered: number
  /** kcal: the mean error, the root of the mean square error, and the mean half of the interval. */
  readonly bias: number
  readonly error: number
  readonly half: number
}

const isBalance = (found: ReturnType<typeof energyBalance>): found is Balance => "expenditure" in found

const contains = ({ low, high }: { readonly low: number; readonly high: number }, truth: number): number =>
  low <= truth && truth <= high ? 1 : 0

/** For windows of one length: the share of 95 % intervals that contain the truth, over people of every kind. */
export interface Coverage {
  readonly weeks: number
  readonly people: number
  readonly expenditure: number
  readonly balance: number
  /** The change of weight a week over the window. */
  readonly week: number
  /** The rate over the last 28 days, which knows no diary. */
  readonly rate: number
}

/** The coverage of windows of so many weeks, over at least this many people who passed the gates. */
export const coverageOf = (weeks: number, people: number, random: () => number): Coverage => {
  const groups = groupsOf(weeks)
  const found: Array<Omit<Coverage, "weeks" | "people">> = []
  for (let index = 0; found.length < people; index++) {
    const group = groups[index % groups.length]
    const simulated = group === undefined ? undefined : person(group, random)
    if (simulated === undefined) continue
    const result = energyBalance(simulated.weights, simulated.eaten, simulated)
    const rate = rateOf(simulated.weights, 0.3)
    if (!isBalance(result) || rate === undefined) continue
    found.push({
      expenditure: contains(result.expenditure, simulated.expenditure),
      balance: contains(result.balance, simulated.balance),
      week: contains(result.weight, (7 * simulated.balance) / KCAL_PER_KG),
      rate: contains(rate, (7 * simulated.lateBalance) / KCAL_PER_KG)
    })
  }
  return {
    weeks,
    people: found.length,
    expenditure: meanOf(found.map(({ expenditure }) => expenditure)),
    balance: meanOf(found.map(({ balance }) => balance)),
    week: meanOf(found.map(({ week }) => week)),
    rate: meanOf(found.map(({ rate }) => rate))
  }
}

export const score = (group: Group, people: number, random: () => number): Score => {
  const found = Array.from({ length: people }, () => person(group, random)).flatMap((simulated) => {
    const balance = energyBalance(simulated.weights, simulated.eaten, simulated)
    return isBalance(balance) ? [{ ...balance.expenditure, truth: simulated.expenditure }] : []
  })
  const mean = (of: (one: (typeof found)[number]) => number) => meanOf(found.map(of))
  return {
    ...group,
    people,
    estimated: found.length / people,
    covered: mean(({ truth, ...interval }) => contains(interval, truth)),
    bias: mean(({ value, truth }) => value - truth),
    error: Math.sqrt(mean(({ value, truth }) => (value - truth) ** 2)),
    half: mean(({ low, high }) => (high - low) / 2)
  }
}
