import { DateTime } from "effect"
import { type ActivityDay, daysBetween, plusDays } from "../../values/activity-day.ts"
import { type DiaryEntry, isImportedFood, isQuickFood, type MealType } from "./model.ts"
import type { LikelyFoods } from "./store.ts"

/** How many days back foods count as likely. */
export const LIKELY_DAYS = 60

/** Names of meals, as a pattern. */
export const MEAL_NAMES = "breakfast|lunch|dinner|snacks?|supper"

/** The names of imported entries that are the sum of a meal, in lower case; also a pattern of PostgreSQL. */
export const MEAL_TOTAL = `^(${MEAL_NAMES}|meal)( [0-9]+)?$`

const IS_MEAL_TOTAL = new RegExp(MEAL_TOTAL)

const isMealTotal = ({ food: { id, name } }: DiaryEntry): boolean =>
  isImportedFood(id) && IS_MEAL_TOTAL.test(name.trim().toLowerCase())

/** The age in days at which an entry counts half as much. */
export const HALF_LIFE_DAYS = 14

/** Factors by which entries of the same meal, and of the same weekday, count more. */
export const SAME_MEAL = 4
export const SAME_WEEKDAY = 1.5

const weightOf = ({ date, mealType }: DiaryEntry, day: ActivityDay, meal: MealType): number => {
  const age = daysBetween(date, day)
  return 0.5 ** (age / HALF_LIFE_DAYS) * (mealType === meal ? SAME_MEAL : 1) * (age % 7 === 0 ? SAME_WEEKDAY : 1)
}

/** Each quick add has a food of its own, so quick adds are grouped by name. */
const foodOf = ({ food: { kind, id, name } }: DiaryEntry): string =>
  `${kind} ${isQuickFood(id) ? name.toLowerCase() : id}`

const latest = (entries: ReadonlyArray<DiaryEntry>, meal: MealType): DiaryEntry | undefined =>
  entries.findLast(({ mealType }) => mealType === meal) ?? entries.at(-1)

/**
 * The foods most likely eaten now, judged by these entries, which are in order. Sums of meals from another app are no
 * foods.
 */
export const likelyOf = (
  given: ReadonlyArray<DiaryEntry>,
  day: ActivityDay,
  meal: MealType,
  limit: number
): LikelyFoods => {
  const entries = given.filter((entry) => !isMealTotal(entry))
  const foods = [...Map.groupBy(entries, foodOf).values()]
    .map((eaten) => ({
      entry: latest(eaten, meal),
      score: eaten.reduce((sum, entry) => sum + weightOf(entry, day, meal), 0),
      at: Math.max(...eaten.map(({ createdAt }) => DateTime.toEpochMillis(createdAt)))
    }))
    .sort((one, other) => other.score - one.score || other.at - one.at)
  return {
    likely: foods.flatMap(({ entry }) => (entry === undefined ? [] : [entry])).slice(0, limit),
    dayBefore: entries.filter(({ date, mealType }) => date === plusDays(day, -1) && mealType === meal)
  }
}
