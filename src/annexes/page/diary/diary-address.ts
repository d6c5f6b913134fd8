import type { DateTime } from "effect"
import type { User } from "../../../contract/handler/user.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { Fields } from "../frame/form.tsx"
import { Redirect } from "../frame/view.ts"
import { type Meal, mealAt, meals } from "../trends/figures.tsx"

export const DIARY_PATH = "/app/diary"

/** The address of the diary on a day. */
export const diaryAddress = (day: ActivityDay, more: Readonly<Record<string, string>> = {}): string =>
  `${DIARY_PATH}?${new URLSearchParams({ date: day, ...more })}`

/** A day's page, with a message about what was done. */
export const backTo = (day: ActivityDay, done: string, more: Readonly<Record<string, string>> = {}): Redirect =>
  new Redirect(diaryAddress(day, { ...more, done }))

/** The meal to log to: the one in the query, else the usual one at this time. */
export const mealIn = (query: Fields, now: DateTime.Utc, user: Pick<User, "timezone">): Meal =>
  meals.find((meal) => meal === query.meal) ?? mealAt(now, user)

/** Keeps a chosen meal selected. */
export const chosenMeal = ({ query }: { readonly query: Fields }): { readonly meal?: string } => {
  const chosen = meals.find((meal) => meal === query.meal)
  return chosen === undefined ? {} : { meal: chosen }
}
