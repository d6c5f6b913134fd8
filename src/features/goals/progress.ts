import { fromKilograms, type WeightUnit } from "../../values/units.ts"
import { canonical } from "../body-metrics/model.ts"
import { type DiaryEntry, eaten } from "../diary/model.ts"
import { type Eaten, isPartialIn } from "../foods/nutrition.ts"
import {
  bodyMetricOf,
  type CalculatedMetric,
  type CurrentValue,
  calculatedBy,
  type DailyGoal,
  type Goal,
  nutrientOf,
  showShared
} from "./model.ts"

/** The readings from which goals are calculated, on one day. */
export interface DayReadings {
  /** Steps of the day; null without a reading. */
  readonly steps: number | null
  /** Kilograms, of the day or the last day before it with a reading; null without one. */
  readonly weight: number | null
  /** Percent, likewise. */
  readonly bodyFat: number | null
}

/** The data of one day from which goals are calculated. */
export interface DayFacts extends DayReadings {
  readonly entries: ReadonlyArray<Pick<DiaryEntry, "servings" | "perServing">>
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
export interface DaySums extends DayReadings {
  /** Undefined if nothing was logged. */
  readonly eaten: Eaten | undefined
}

const NOTHING = eaten([])

const weightUnitOf = ({ unit }: Pick<Goal, "unit">): WeightUnit => (unit === "lb" ? "lb" : "kg")

/** The goal with its target as readings are stored, so that a target in pounds meets the same weight exactly. */
const inStored = (goal: Goal): Goal => {
  const metric = bodyMetricOf(goal.metric)
  return metric === undefined || goal.targetValue === null
    ? goal
    : {
        ...goal,
        targetValue: canonical(metric, goal.targetValue, metric === "weight" ? weightUnitOf(goal) : undefined)
      }
}

/** Kilograms in the goal's unit. Pounds have as many decimals as stored kilograms keep exactly. */
const shownWeight = (goal: Goal, kilograms: number): number =>
  weightUnitOf(goal) === "lb" ? fromKilograms(kilograms, "lb", 3) : kilograms

/** A goal's progress on the day of `sums`, and whether it meets the goal. */
export const standingOf = (
  { goal, set }: GoalOfDay,
  sums: DaySums
): Pick<DailyGoal, "currentValue" | "completed" | "partial"> => {
  const metric = calculatedBy(goal.metric)
  if (metric === undefined) return progressSet(goal, set)
  const { steps, weight, bodyFat } = sums
  const read: { readonly [metric in CalculatedMetric]?: number | null } = { steps, weight, body_fat: bodyFat }
  const eaten = sums.eaten ?? NOTHING
  const values: Readonly<Record<CalculatedMetric, number>> = {
    calories: eaten.calories,
    protein: eaten.protein,
    carbs: eaten.carbs,
    fat: eaten.fat,
    alcohol: eaten.alcohol,
    fiber: eaten.fiber ?? 0,
    sugars: eaten.sugars ?? 0,
    saturated_fat: eaten.saturatedFat ?? 0,
    sodium: eaten.sodium ?? 0,
    steps: steps ?? 0,
    weight: weight ?? 0,
    body_fat: bodyFat ?? 0
  }
  const value = values[metric]
  // A day without data does not count as being within the limit.
  const reading = read[metric]
  const counts = goal.comparison !== "max" || (reading === undefined ? sums.eaten !== undefined : reading !== null)
  const nutrient = nutrientOf(metric)
  const isPartial = nutrient !== undefined && sums.eaten !== undefined && isPartialIn(sums.eaten, nutrient)
  return {
    currentValue: metric === "weight" ? shownWeight(goal, value) : value,
    completed: counts && meets(inStored(goal), value, (target) => isClose(value, target)),
    ...(isPartial ? { partial: true } : {})
  }
}

/** The goals as shown in answers, with their progress on the day of `facts`. */
export const showDay = (goals: ReadonlyArray<GoalOfDay>, facts: DayFacts): ReadonlyArray<DailyGoal> => {
  const { entries, ...readings } = facts
  const sums = { ...readings, eaten: entries.length === 0 ? undefined : eaten(entries) }
  return goals.map((each) => ({ goalId: each.goal.id, ...showShared(each.goal), ...standingOf(each, sums) }))
}
