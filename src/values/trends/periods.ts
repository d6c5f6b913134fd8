import { type ActivityDay, daysBetween, isActivityDay, plusDays } from "../activity-day.ts"

/** The length of the periods that figures are grouped into. Weeks begin on Monday, as in ISO 8601. */
export type Grain = "day" | "week" | "month" | "year"

/** The longest period of each grain, in days. */
const LONGEST = { day: 1, week: 7, month: 31, year: 366 } as const satisfies Record<Grain, number>

const GRAINS = ["day", "week", "month", "year"] as const

const monthOf = (month: string, day: ActivityDay): ActivityDay => {
  const first = `${month}-01`
  return isActivityDay(first) ? first : day
}

/** The first day of the period that holds `day`. */
export const periodOf = (day: ActivityDay, grain: Grain): ActivityDay => {
  switch (grain) {
    case "day":
      return day
    case "week":
      return plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
    case "month":
      return monthOf(day.slice(0, 7), day)
    case "year":
      return monthOf(`${day.slice(0, 4)}-01`, day)
  }
}

/** The last day of the period that begins with `first`. */
export const endOf = (first: ActivityDay, grain: Grain): ActivityDay => {
  const later = plusDays(first, LONGEST[grain])
  const next = periodOf(later, grain)
  // The calendar ends within its last period.
  return next === first ? later : plusDays(next, -1)
}

/** The finest grain that divides the days from `from` to `to` into at most `most` periods, but none finer than `finest`. */
export const grainFor = (from: ActivityDay, to: ActivityDay, most: number, finest: Grain = "day"): Grain =>
  GRAINS.slice(GRAINS.indexOf(finest)).find((grain) => {
    const shortest = grain === "month" ? 28 : grain === "year" ? 365 : LONGEST[grain]
    return daysBetween(from, to) / shortest + 1 <= most
  }) ?? "year"

/** The items of one period, in the order given. */
interface Period<A> {
  /** The first day of the period. */
  readonly first: ActivityDay
  readonly items: ReadonlyArray<A>
}

/** Groups items by period, oldest period first. Periods without an item are left out. */
export const byPeriod = <A extends { readonly date: ActivityDay }>(
  items: ReadonlyArray<A>,
  grain: Grain
): ReadonlyArray<Period<A>> =>
  [...Map.groupBy(items, ({ date }) => periodOf(date, grain))]
    .map(([first, items]) => ({ first, items }))
    .sort((a, b) => (a.first < b.first ? -1 : 1))
