import type { DateTime } from "effect"
import type { User } from "../../contract/handler/user.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import { type Meal, mealAt, meals } from "./figures.tsx"
import type { Fields } from "./form.tsx"
import { Redirect } from "./view.ts"

export const DIARY_PATH = "/app/diary"

/** The address of the diary on a day. */
export const diaryAddress = (day: ActivityDay, more: Readonly<Record<string, string>> = {}): string =>
  `${DIARY_PATH}?${new URLSearchParams({ date: day, ...more })}`

/** A day's page, which says what was done. */
export const backTo = (day: ActivityDay, done: string, more: Readonly<Record<string, string>> = {}): Redirect =>
  new Redirect(diaryAddress(day, { ...more, done }))

/** The meal that is logged to: the one the query names, else the one that people usually have at this time. */
export const mealIn = (query: Fields, now: DateTime.Utc, user: Pick<User, "timezone">): Meal =>
  meals.find((meal) => meal === query.meal) ?? mealAt(now, user)

/** The meal that was chosen stays chosen. */
export const chosenMeal = ({ query }: { readonly query: Fields }): { readonly meal?: string } => {
  const chosen = meals.find((meal) => meal === query.meal)
  return chosen === undefined ? {} : { meal: chosen }
}
