import { type DiaryEntry, eaten } from "../diary/model.ts"
import type { Nutrition } from "../foods/nutrition.ts"
import {
  type CalculatedMetric,
  type CurrentValue,
  calculatedBy,
  type DailyGoal,
  type Goal,
  showShared
} from "./model.ts"

/** The data of one day from which goals are calculated. */
export interface DayFacts {
  readonly entries: ReadonlyArray<Pick<DiaryEntry, "servings" | "perServing">>
  /** Steps of the day; null without a reading. */
  readonly steps: number | null
}

/** A goal with its terms on one day, and the progress set by hand: 1 or 0 for a boolean goal, null if none was set. */
export interface GoalOfDay {
  readonly goal: Goal
  readonly set: number | null
}

/** Larger than the errors of binary fractions, but smaller than any difference between amounts of two decimals. */
const SLACK = 1 + 1e-12

/** Whether a value is within 5 % of the target, inclusive. */
const isClose = (value: number, target: number): boolean => Math.abs(value - target) <= (target / 20) * SLACK

const meets = ({ comparison, targetValue }: Goal, value: number, isEqual: (target: number) => boolean): boolean => {
  if (targetValue === null || comparison === null) return false
  switch (comparison) {
    case "min":
      return value >= targetValue
    case "max":
      return value <= targetValue
    case "equals":
      return isEqual(targetValue)
  }
}

/** The progress set by hand (0 or false if none was set), and whether it meets the goal. */
export const progressSet = (
  goal: Goal,
  set: number | null
): { readonly currentValue: CurrentValue; readonly completed: boolean } => {
  if (goal.type === "boolean") return { currentValue: set === 1, completed: set === 1 }
  const value = set ?? 0
  return { currentValue: value, completed: meets(goal, value, (target) => value === target) }
}

/** The day's sums from which goals are calculated. */
export interface DaySums {
  /** Undefined if nothing was logged. */
  readonly eaten: Nutrition | undefined
  /** Null without a reading. */
  readonly steps: number | null
}

const NOTHING = eaten([])

/** A goal's progress on the day of `sums`, and whether it meets the goal. */
export const standingOf = (
  { goal, set }: GoalOfDay,
  sums: DaySums
): { readonly currentValue: CurrentValue; readonly completed: boolean } => {
  const metric = calculatedBy(goal.metric)
  if (metric === undefined) return progressSet(goal, set)
  const values: Readonly<Record<CalculatedMetric, number>> = { ...(sums.eaten ?? NOTHING), steps: sums.steps ?? 0 }
  const value = values[metric]
  // A day without entries does not count as being within the limit.
  const counts = goal.comparison !== "max" || (metric === "steps" ? sums.steps !== null : sums.eaten !== undefined)
  return { currentValue: value, completed: counts && meets(goal, value, (target) => isClose(value, target)) }
}

/** The goals as shown in answers, with their progress on the day of `facts`. */
export const showDay = (goals: ReadonlyArray<GoalOfDay>, facts: DayFacts): ReadonlyArray<DailyGoal> => {
  const sums = { eaten: facts.entries.length === 0 ? undefined : eaten(facts.entries), steps: facts.steps }
  return goals.map((each) => ({ goalId: each.goal.id, ...showShared(each.goal), ...standingOf(each, sums) }))
}
