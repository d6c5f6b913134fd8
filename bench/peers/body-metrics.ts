import { round } from "../../src/values/round.ts"
import { summary } from "./achievements.ts"
import { add } from "./add.ts"
import { arrayOf, type Database } from "./database.ts"
import { isDay, plusDays } from "./days.ts"
import { invalid } from "./errors.ts"
import type { Allowance, User } from "./guard.ts"

const KILOGRAMS_PER_POUND = 0.45359237
const METRICS = {
  weight: { unit: "kg", decimals: 4, min: 20, max: 500 },
  body_fat: { unit: "percent", decimals: 2, min: 2, max: 80 },
  steps: { unit: "steps", decimals: 0, min: 0, max: 100_000 }
} as const
export type Metric = keyof typeof METRICS

interface Reading {
  readonly date: string
  readonly value: number
}

const show = (metric: Metric, { date, value }: Reading, user: User) => ({
  date,
  value,
  unit: METRICS[metric].unit,
  display:
    metric !== "weight"
      ? { value: round(value, 2), unit: METRICS[metric].unit }
      : {
          value: round(user.weightUnit === "kg" ? value : value / KILOGRAMS_PER_POUND, 2),
          unit: user.weightUnit
        }
})

const LATEST = `
  (SELECT metric, date::text AS date, value FROM body_metrics
   WHERE user_id = $1 AND metric = 'weight' AND date <= $2::date ORDER BY body_metrics.date DESC LIMIT 1)
  UNION ALL
  (SELECT metric, date::text AS date, value FROM body_metrics
   WHERE user_id = $1 AND metric = 'body_fat' AND date <= $2::date ORDER BY body_metrics.date DESC LIMIT 1)`

export const getContext = async ({ query }: Database, user: User, allowance: Allowance) => {
  const latest = await query<Reading & { readonly metric: Metric }>(LATEST, [user.id, user.today])
  const shown = (metric: Metric) => {
    const reading = latest.find((row) => row.metric === metric)
    return reading === undefined ? null : show(metric, reading, user)
  }
  const { limits } = user
  return {
    activityDay: user.today,
    timezone: user.timezone,
    units: { bodyWeight: user.weightUnit, strengthLoad: user.strengthUnit, distance: user.distanceUnit },
    paidAccess: true,
    limits: {
      reads: { perMinute: limits.readsPerMinute, burst: limits.readsBurst, remaining: allowance.reads },
      writes: {
        perMinute: limits.writesPerMinute,
        burst: limits.writesBurst,
        perDay: limits.writesPerDay,
        remaining: allowance.writes,
        remainingToday: allowance.writesToday
      },
      bodyMetricBatch: limits.bodyMetricBatch,
      goalTemplates: limits.goalTemplates,
      customFoods: limits.customFoods
    },
    latest: { weight: shown("weight"), bodyFat: shown("body_fat") },
    ...(await summary(query, user.id, user.today))
  }
}

export interface ListBodyMetrics {
  readonly metric: Metric
  readonly from?: string
  readonly to?: string
}

export const listBodyMetrics = async ({ query }: Database, user: User, input: ListBodyMetrics) => {
  const { metric, to = user.today, from = plusDays(to, -29) } = input
  if (!isDay(from)) throw invalid("from", "must be a real calendar day")
  if (!isDay(to)) throw invalid("to", "must be a real calendar day")
  if (from > to || plusDays(from, 365) < to) throw invalid("from", "must lie at most 365 days before to")
  const readings = await query<Reading>(
    `SELECT date::text AS date, value FROM body_metrics
     WHERE user_id = $1 AND metric = $2 AND date BETWEEN $3::date AND $4::date ORDER BY body_metrics.date`,
    [user.id, metric, from, to]
  )
  return { metric, from, to, timezone: user.timezone, readings: readings.map((each) => show(metric, each, user)) }
}

export interface SetBodyMetrics {
  readonly metric: Metric
  readonly readings: ReadonlyArray<{ readonly value: number; readonly date?: string; readonly unit?: string }>
}

const canonical = (metric: Metric, value: number, unit: string | undefined, at: string): number => {
  const { decimals, min, max, unit: own } = METRICS[metric]
  const isPounds = metric === "weight" && unit === "lb"
  if (metric === "weight" && unit === undefined) throw invalid(`${at}.unit`, "is required for weight: kg or lb")
  if (unit !== undefined && unit !== own && !isPounds) throw invalid(`${at}.unit`, `is no unit of ${metric}`)
  if (metric === "steps" && !Number.isInteger(value)) throw invalid(`${at}.value`, "must be whole steps")
  const kept = round(isPounds ? value * KILOGRAMS_PER_POUND : value, decimals)
  if (kept < min || kept > max) throw invalid(`${at}.value`, `must be ${min} to ${max} ${own}`)
  return kept
}

interface Replaced {
  readonly date: string
  readonly replaced_value: number | null
}

export const setBodyMetrics = async (database: Database, user: User, input: SetBodyMetrics) => {
  const { metric } = input
  if (input.readings.length > user.limits.bodyMetricBatch) throw invalid("readings", "are too many")
  const byDay = new Map<string, number>()
  for (const [index, { value, unit, date = user.today }] of input.readings.entries()) {
    const at = `readings[${index}]`
    if (!isDay(date) || date > user.today) throw invalid(`${at}.date`, "must be a day up to today")
    byDay.set(date, canonical(metric, value, unit, at))
  }
  const days = [...byDay.keys()]
  const call = { operation: "set_body_metrics", key: undefined, input }
  return add(database, user, call, async () => ({
    insert: `
      INSERT INTO body_metrics AS held (user_id, metric, date, value)
      SELECT user_id, $4::text, given.date, given.value
      FROM locked, unnest($3::date[], $5::double precision[]) AS given (date, value)
      ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value, replaced_value = held.value
      RETURNING date::text AS date, replaced_value`,
    values: [metric, arrayOf([...byDay.values()])],
    days,
    replaces: true,
    output: (rows: ReadonlyArray<Replaced>) => {
      const before = new Map(rows.map((row) => [row.date, row.replaced_value]))
      return {
        metric,
        timezone: user.timezone,
        readings: [...byDay].map(([date, value]) => ({
          ...show(metric, { date, value }, user),
          changed: before.get(date) !== value
        }))
      }
    }
  }))
}
