import { type ActivityDay, daysBetween } from "../activity-day.ts"
import { levelOf, type Measured, type Rate } from "./weight-trend.ts"

/** A target of readings, in their unit: at most, at least or exactly this value. */
export interface Target {
  readonly value: number
  readonly comparison: "min" | "max" | "equals"
}

/** The longest time that is stated, in weeks; what takes longer has no end. */
const MOST_WEEKS = 104

/**
 * When readings meet a target at their present rate:
 *
 * - `met`: their line is there already
 * - `meets`: in `from` to `to` weeks from today, at the two ends of the rate's 95 % interval. Without `to`, the slower end
 *   takes over two years, or doesn't lead there.
 * - `does_not_meet`: no rate of the interval leads there within two years
 * - `unknown`: there is no present rate
 */
export type Outlook =
  | { readonly status: "met" | "does_not_meet" | "unknown" }
  | { readonly status: "meets"; readonly from: number; readonly to?: number }

/** How old the last reading may be, in days, for its rate to be the present one. */
const PRESENT_DAYS = 28

const isMet = ({ value, comparison }: Target, level: number): boolean =>
  comparison === "max" ? level <= value : comparison === "min" ? level >= value : Math.abs(level - value) <= value / 20

/** When the readings that are used for `rate`, oldest first, meet `target`, seen from `today`. */
export const outlookOf = (
  readings: ReadonlyArray<Measured>,
  rate: Rate | undefined,
  target: Target,
  today: ActivityDay
): Outlook => {
  const last = readings.at(-1)
  const level = levelOf(readings)
  if (rate === undefined || last === undefined || level === undefined) return { status: "unknown" }
  const ago = daysBetween(last.date, today)
  if (ago >= PRESENT_DAYS) return { status: "unknown" }
  if (isMet(target, level)) return { status: "met" }
  const left = target.value - level
  const [fast, slow] = left > 0 ? [rate.high, rate.low] : [-rate.low, -rate.high]
  const weeks = (speed: number) =>
    speed > 0 ? Math.max(0, Math.abs(left) / speed - ago / 7) : Number.POSITIVE_INFINITY
  const [from, to] = [Math.floor(weeks(fast)), Math.ceil(weeks(slow))]
  if (from > MOST_WEEKS) return { status: "does_not_meet" }
  return { status: "meets", from, ...(to > MOST_WEEKS ? {} : { to: Math.max(1, to) }) }
}
