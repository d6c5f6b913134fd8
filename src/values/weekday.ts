import { Schema } from "effect"
import type { ActivityDay } from "./activity-day.ts"

export const Weekday = Schema.Literal("mon", "tue", "wed", "thu", "fri", "sat", "sun")
export type Weekday = typeof Weekday.Type

/** `getUTCDay` counts from Sunday. */
export const weekdayOf = (day: ActivityDay): Weekday =>
  Weekday.literals[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? "mon"
