import { type ActivityDay, plusDays } from "../activity-day.ts"

/** The ranges of trends: this many days up to today, or everything. */
export const RANGES = ["7", "30", "90", "365", "all"] as const
export type Range = (typeof RANGES)[number]

/** The first day of a range that ends with `today`; undefined for everything. */
export const firstOf = (range: Range, today: ActivityDay): ActivityDay | undefined =>
  range === "all" ? undefined : plusDays(today, 1 - Number(range))
