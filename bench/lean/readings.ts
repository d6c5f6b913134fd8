import type { Database } from "./database.ts"
import { isDay, plusDays } from "./days.ts"
import { invalid } from "./errors.ts"
import type { Caller, User } from "./guard.ts"
import { checkDays } from "./page.ts"
import { KILOGRAMS_PER_POUND, round } from "./units.ts"

const METRICS = {
  weight: { unit: "kg", min: 20, max: 500 },
  body_fat: { unit: "percent", min: 2, max: 80 },
  steps: { unit: "steps", min: 0, max: 100_000 }
} as const
type Metric = keyof typeof METRICS

interface Reading {
  readonly date: string
  readonly value: number
}

const showReading = (metric: Metric, { date, value }: Reading, user: User) => ({
  date,
  value,
  unit: METRICS[metric].unit,
  display: {
    value: round(metric === "weight" && user.body_weight_unit === "lb" ? value / KILOGRAMS_PER_POUND : value),
    unit: metric === "weight" ? user.body_weight_unit : METRICS[metric].unit
  }
})

interface Context {
  readonly weight: Reading | null
  readonly body_fat: Reading | null
  readonly current: number
  readonly longest: number
  readonly badges: ReadonlyArray<{ readonly id: string; readonly name: string; readonly earnedOn: string }> | null
}

export const getContext = async ({ query }: Database, { user, today, left }: Caller) => {
  const [found] = await query<Context>("context", [user.user_id, today])
  const shown = (metric: Metric, reading: Reading | null | undefined) =>
    reading == null ? null : showReading(metric, reading, user)
  return {
    activityDay: today,
    timezone: user.timezone,
    units: { bodyWeight: user.body_weight_unit, strengthLoad: user.strength_unit, distance: user.distance_unit },
    paidAccess: true,
    limits: {
      reads: { perMinute: user.reads_per_minute, burst: user.reads_burst, remaining: left },
      writes: {
        perMinute: user.writes_per_minute,
        burst: user.writes_burst,
        perDay: user.writes_per_day,
        remaining: user.writes_burst,
        remainingToday: user.writes_per_day
      },
      bodyMetricBatch: 100,
      goalTemplates: 50,
      customFoods: 1000
    },
    latest: { weight: shown("weight", found?.weight), bodyFat: shown("body_fat", found?.body_fat) },
    streak: { current: found?.current ?? 0, longest: found?.longest ?? 0 },
    badges: found?.badges ?? []
  }
}

interface ListBodyMetrics {
  readonly metric: Metric
  readonly from?: string
  readonly to?: string
}

export const listBodyMetrics = async ({ query }: Database, { user, today }: Caller, input: ListBodyMetrics) => {
  const { metric, to = today, from = plusDays(to, -29) } = input
  checkDays(from, to)
  const rows = await query<Reading>("listBodyMetrics", [user.user_id, metric, from, to])
  return { metric, from, to, timezone: user.timezone, readings: rows.map((row) => showReading(metric, row, user)) }
}

interface SetBodyMetrics {
  readonly metric: Metric
  readonly readings: ReadonlyArray<{ readonly value: number; readonly date?: string; readonly unit?: string }>
}

export const setBodyMetrics = async ({ query }: Database, { user, today }: Caller, input: SetBodyMetrics) => {
  const { metric, readings } = input
  const { unit: own, min, max } = METRICS[metric]
  const values = new Map<string, number>()
  for (const [index, { value: given, unit, date = today }] of readings.entries()) {
    const at = `readings[${index}]`
    if (!isDay(date) || date > today) throw invalid(`${at}.date`, "must be a day up to today")
    const isPounds = metric === "weight" && unit === "lb"
    if (unit === undefined ? metric === "weight" : unit !== own && !isPounds)
      throw invalid(`${at}.unit`, "does not fit")
    const value = isPounds ? Math.round(given * KILOGRAMS_PER_POUND * 1e4) / 1e4 : given
    if (value < min || value > max) throw invalid(`${at}.value`, `must be ${min} to ${max} ${own}`)
    values.set(date, value)
  }
  const rows = await query<Reading & { readonly changed: boolean }>("setBodyMetrics", [
    user.user_id,
    metric,
    `{${[...values.keys()].join(",")}}`,
    `{${[...values.values()].join(",")}}`
  ])
  return {
    metric,
    timezone: user.timezone,
    readings: rows.map((row) => ({ ...showReading(metric, row, user), changed: row.changed }))
  }
}
