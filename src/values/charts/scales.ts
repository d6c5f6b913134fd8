import { type ScaleLinear, scaleLinear, scaleUtc } from "d3-scale"
import { type ActivityDay, daysBetween, plusDays } from "../activity-day.ts"
import { endOf, type Grain, periodOf } from "../trends/periods.ts"
import { month, shortDay } from "./format.ts"

/** The width of the plots, in units of their own: they are stretched to the width they get. */
export const WIDTH = 1000

/** The height of the plots, in pixels. */
export const HEIGHT = 180

const timeOf = (day: ActivityDay): number => Date.parse(day)

/** A mark on an axis: where it is, and what it is called. */
export interface Tick {
  readonly at: number
  readonly label: string
}

/** The horizontal scale of a range of days, divided into periods. */
export interface Days {
  /** Where the period that begins with `first` begins and ends. */
  readonly span: (first: ActivityDay) => { readonly start: number; readonly end: number }
  /** The middle of that period. */
  readonly middle: (first: ActivityDay) => number
  readonly ticks: ReadonlyArray<Tick>
}

/** About how many labels there are at most. */
const MOST_LABELS = 4

/** The width of the narrowest plot, in a window of 320 pixels, and that of a character of its labels. */
const NARROWEST = 206
const CHARACTER = 7

/** At the edges, labels stand beside their mark, so that they stay inside; elsewhere around it. */
export const anchorOf = (at: number): "start" | "middle" | "end" =>
  at < 60 ? "start" : at > WIDTH - 60 ? "end" : "middle"

/** Where a label begins and ends in the narrowest plot, in pixels. */
const edgesOf = ({ at, label }: Tick) => {
  const [middle, width] = [(at / WIDTH) * NARROWEST, label.length * CHARACTER]
  const left = middle - { start: 0, middle: width / 2, end: width }[anchorOf(at)]
  return { left, right: left + width }
}

const doFit = (ticks: ReadonlyArray<Tick>): boolean =>
  ticks.every((tick, index) => {
    const next = ticks[index + 1]
    return next === undefined || edgesOf(tick).right < edgesOf(next).left
  })

/** Days of a range above which labels name months, and years. */
const MONTHS_FROM = 150
const YEARS_FROM = 1500

export const daysScale = (from: ActivityDay, to: ActivityDay, grain: Grain): Days => {
  const first = periodOf(from, grain)
  const last = endOf(periodOf(to, grain), grain)
  const scale = scaleUtc([timeOf(first), timeOf(plusDays(last, 1))], [0, WIDTH])
  const days = daysBetween(first, last)
  const label = (day: ActivityDay): string =>
    days >= YEARS_FROM ? day.slice(0, 4) : days >= MONTHS_FROM ? month(day) : shortDay(day)
  const span = (first: ActivityDay) => ({
    start: scale(timeOf(first)),
    end: scale(timeOf(plusDays(endOf(first, grain), 1)))
  })
  const middle = (first: ActivityDay) => {
    const { start, end } = span(first)
    return (start + end) / 2
  }
  const all = scale.ticks(MOST_LABELS).map((mark): Tick => {
    const day = plusDays(first, Math.round((mark.getTime() - timeOf(first)) / 86_400_000))
    return { at: scale(mark), label: label(day) }
  })
  /** Every nth of the marks, so that the rest have room. */
  const spaced = (step: number): ReadonlyArray<Tick> => {
    const ticks = all.filter((_, index) => index % step === 0)
    return doFit(ticks) ? ticks : spaced(step + 1)
  }
  return { span, middle, ticks: spaced(1) }
}

/** The vertical scale of values, with round marks; larger values are higher up. */
export interface Values {
  readonly at: (value: number) => number
  readonly ticks: ReadonlyArray<Tick>
}

const MOST_MARKS = 4

const valuesScale = (scale: ScaleLinear<number, number>, format: (value: number) => string): Values => ({
  at: scale,
  ticks: scale.ticks(MOST_MARKS).map((value) => ({ at: scale(value), label: format(value) }))
})

/** A scale from the lowest to the highest value. `least` is the smallest span that it shows. */
export const spanScale = (values: ReadonlyArray<number>, least: number, format: (value: number) => string): Values => {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const missing = Math.max(0, least - (high - low)) / 2
  return valuesScale(scaleLinear([low - missing, high + missing], [HEIGHT, 0]).nice(MOST_MARKS), format)
}

/** A scale from zero to the highest value. */
export const amountScale = (values: ReadonlyArray<number>, format: (value: number) => string): Values =>
  valuesScale(scaleLinear([0, Math.max(1, ...values)], [HEIGHT, 0]).nice(MOST_MARKS), format)
