import { type ActivityDay, daysBetween } from "../activity-day.ts"
import { byPeriod, endOf, type Grain } from "./periods.ts"
import type { Measured, Smoothed } from "./weight-trend.ts"

/** The arithmetic mean: the sum divided by the count. Undefined for no values. */
export const mean = (values: ReadonlyArray<number>): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length

/** The mean of a period's readings. */
interface MeanOfPeriod {
  /** The first day of the period. */
  readonly first: ActivityDay
  /** How many of its days have a reading. */
  readonly days: number
  readonly mean: number
}

/** The arithmetic mean of each period's readings. Days without a reading are left out, not counted as zero. */
export const meansOf = (readings: ReadonlyArray<Measured>, grain: Grain): ReadonlyArray<MeanOfPeriod> =>
  byPeriod(readings, grain).map(({ first, items }) => ({
    first,
    days: items.length,
    mean: mean(items.map(({ value }) => value)) ?? 0
  }))

/** The mean of a period's readings, and the trend on its last day with a reading. */
interface TrendOfPeriod extends MeanOfPeriod {
  readonly trend: number
}

export const trendsOf = (points: ReadonlyArray<Smoothed>, grain: Grain): ReadonlyArray<TrendOfPeriod> =>
  byPeriod(points, grain).map(({ first, items }) => ({
    first,
    days: items.length,
    mean: mean(items.map(({ value }) => value)) ?? 0,
    trend: items.at(-1)?.trend ?? 0
  }))

/** Intake of a day: kcal, and grams of the macronutrients. */
export interface Eaten {
  readonly date: ActivityDay
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
}

/** The means of a period over its days with a diary entry. */
interface EatenOfPeriod extends Omit<Eaten, "date"> {
  readonly first: ActivityDay
  /** How many of its days have an entry. */
  readonly days: number
}

/** The arithmetic mean over each period's days with an entry. A day without one counts as not logged, not as fasted. */
export const eatenOf = (days: ReadonlyArray<Eaten>, grain: Grain): ReadonlyArray<EatenOfPeriod> =>
  byPeriod(days, grain).map(({ first, items }) => {
    const of = (amount: "calories" | "protein" | "carbs" | "fat") => mean(items.map((day) => day[amount])) ?? 0
    return {
      first,
      days: items.length,
      calories: of("calories"),
      protein: of("protein"),
      carbs: of("carbs"),
      fat: of("fat")
    }
  })

/** A finished workout. */
export interface Session {
  readonly date: ActivityDay
  /** Kilograms moved. */
  readonly volume: number
}

/** The training of a period. */
interface TrainingOfPeriod {
  readonly first: ActivityDay
  readonly sessions: number
  /** Sessions a week. */
  readonly perWeek: number
  /** Kilograms moved in all sessions together. */
  readonly volume: number
}

/**
 * The training of each period that has a workout. Sessions a week are the sessions divided by the period's weeks. For
 * the period that contains `today`, only the days up to today count, but at least one week.
 */
export const trainingOf = (
  sessions: ReadonlyArray<Session>,
  grain: Grain,
  today: ActivityDay
): ReadonlyArray<TrainingOfPeriod> =>
  byPeriod(sessions, grain).map(({ first, items }) => {
    const end = endOf(first, grain)
    const days = daysBetween(first, end < today ? end : today) + 1
    return {
      first,
      sessions: items.length,
      perWeek: items.length / Math.max(1, days / 7),
      volume: items.reduce((sum, { volume }) => sum + volume, 0)
    }
  })
