/** @jsxImportSource hono/jsx */
import { DateTime } from "effect"
import type { User } from "../../../contract/handler/user.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { longDay } from "../../../values/charts/format.ts"
import type { Children } from "../frame/view.ts"

/** A figure on a tile, with its unit beside it and a note under it. */
export const Tile = ({
  label,
  value,
  unit,
  note
}: {
  readonly label: string
  /** Undefined if there is none. */
  readonly value: string | undefined
  readonly unit?: string
  readonly note?: Children
}) => (
  <div class="tile">
    <dt>{label}</dt>
    <dd>
      <span class="figure">
        {value ?? "–"}
        {value === undefined || unit === undefined ? null : <small> {unit}</small>}
      </span>
      {note === undefined ? null : <span class="soft">{note}</span>}
    </dd>
  </div>
)

export const Tiles = ({ children }: { readonly children?: Children }) => <dl class="tiles">{children}</dl>

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

/** The weekday of a day: Saturday. */
export const weekdayName = (day: ActivityDay): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ""

/** A day with its weekday: Saturday, 14 Mar 2026. */
export const dayName = (day: ActivityDay): string => `${weekdayName(day)}, ${longDay(day)}`

/** The same, short: Sat, 14 Mar 2026. */
export const shortDayName = (day: ActivityDay): string => `${weekdayName(day).slice(0, 3)}, ${longDay(day)}`

/** The meals, in the order of a day. */
export const MEALS = {
  breakfast: "Breakfast",
  lunch: "Lunch",
  dinner: "Dinner",
  snack: "Snack"
} as const
export type Meal = keyof typeof MEALS
export const meals = Object.keys(MEALS).filter((meal): meal is Meal => meal in MEALS)
/** The usual meal at this time of the user's day. */
export const mealAt = (now: DateTime.Utc, { timezone }: Pick<User, "timezone">): Meal => {
  const { hours } = DateTime.toParts(DateTime.setZone(now, DateTime.zoneUnsafeMakeNamed(timezone)))
  return hours < 11 ? "breakfast" : hours < 15 ? "lunch" : hours < 17 ? "snack" : hours < 22 ? "dinner" : "snack"
}

export const mealOptions = meals.map((meal) => [meal, MEALS[meal]] as const)
