import type { ActivityDay } from "../activity-day.ts"
import type { Grain } from "../trends/periods.ts"

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const monthOf = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ""

/** A day without its year: 14 Mar. */
export const shortDay = (day: ActivityDay): string => `${Number(day.slice(8))} ${monthOf(day)}`

/** A day: 14 Mar 2026. */
export const longDay = (day: ActivityDay): string => `${shortDay(day)} ${day.slice(0, 4)}`

/** A month: Mar 2026. */
export const month = (day: ActivityDay): string => `${monthOf(day)} ${day.slice(0, 4)}`

/** The name of the period that begins with `first`. */
export const periodName = (first: ActivityDay, grain: Grain): string => {
  switch (grain) {
    case "day":
    case "week":
      return longDay(first)
    case "month":
      return month(first)
    case "year":
      return first.slice(0, 4)
  }
}

/** The title of the column of periods. */
export const PERIOD_TITLE = {
  day: "Day",
  week: "Week from",
  month: "Month",
  year: "Year"
} as const satisfies Record<Grain, string>

const formats = new Map<number, Intl.NumberFormat>()

/** A number with at most this many decimals: 8,450 or 72.4. */
export const number = (value: number, decimals = 0): string => {
  const format = formats.get(decimals) ?? new Intl.NumberFormat("en", { maximumFractionDigits: decimals })
  formats.set(decimals, format)
  // Uses a minus sign as wide as a plus, and never a negative zero.
  return format.format(value).replace(/^-0$/, "0").replace("-", "−")
}

/** A change with its sign: +0.4, −1.2, or 0. */
export const signed = (value: number, decimals = 0): string => {
  const text = number(value, decimals)
  return value > 0 && text !== "0" ? `+${text}` : text
}

/** A count with its noun: 1 entry, 2 entries. */
export const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`
