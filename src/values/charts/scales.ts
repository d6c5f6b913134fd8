import { type ScaleLinear, scaleLinear, scaleUtc } from "d3-scale"
import { type ActivityDay, daysBetween, plusDays } from "../activity-day.ts"
import { endOf, type Grain, periodOf } from "../trends/periods.ts"
import { month, shortDay } from "./format.ts"

/** The width of the plots, in units of their own: plots stretch to the available width. */
export const WIDTH = 1000

/** The height of the plots, in pixels. */
export const HEIGHT = 180

/** Rounds to a tenth of a pixel. Horizontally, a whole unit is about as fine. */
export const tenth = (value: number): number => Math.round(value * 10) / 10

const timeOf = (day: ActivityDay): number => Date.parse(day)

/** A mark on an axis: its position and label. */
export interface Tick {
  readonly at: number
  readonly label: string
}

/** The horizontal scale of a range of days, divided into periods. */
export interface Days {
  /** Start and end of the period that begins with `first`. */
  readonly span: (first: ActivityDay) => { readonly start: number; readonly end: number }
  /** The middle of that period. */
  readonly middle: (first: ActivityDay) => number
  readonly ticks: ReadonlyArray<Tick>
}

/** Approximate maximum number of labels. */
const MOST_LABELS = 4

/** The width of the narrowest plot, in a window of 320 pixels, and of a character in its labels. */
const NARROWEST = 206
const CHARACTER = 7

/** At the edges, labels stand beside their mark, so that they stay inside; elsewhere they are centred. */
export const anchorOf = (at: number): "start" | "middle" | "end" =>
  at < 60 ? "start" : at > WIDTH - 60 ? "end" : "middle"

/** Start and end of a label in the narrowest plot, in pixels. */
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

/** Ranges longer than this many days are labelled with months, and with years. */
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
  /** Every nth mark, so that the labels have room. */
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

const valuesScale = (
  scale: ScaleLinear<number, number>,
  format: (value: number) => string,
  isMarked = (_value: number) => true
): Values => ({
  at: scale,
  ticks: scale
    .ticks(MOST_MARKS)
    .filter(isMarked)
    .map((value) => ({ at: scale(value), label: format(value) }))
})

/** A scale from the lowest to the highest value, with at least the range `least`. */
export const spanScale = (values: ReadonlyArray<number>, least: number, format: (value: number) => string): Values => {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const missing = Math.max(0, least - (high - low)) / 2
  return valuesScale(scaleLinear([low - missing, high + missing], [HEIGHT, 0]).nice(MOST_MARKS), format)
}

/** A scale from zero to the highest value, and to at least 1. Its marks are whole numbers. */
export const amountScale = (values: ReadonlyArray<number>, format: (value: number) => string): Values =>
  valuesScale(scaleLinear([0, Math.max(1, ...values)], [HEIGHT, 0]).nice(MOST_MARKS), format, Number.isInteger)
