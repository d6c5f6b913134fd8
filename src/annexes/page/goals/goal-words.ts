import {
  bodyMetricOf,
  type Comparison,
  type DailyGoal,
  type GoalMetric,
  type ShownGoal
} from "../../../features/goals/model.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { longDay, number } from "../../../values/charts/format.ts"
import { Weekday } from "../../../values/weekday.ts"

export const WEEKDAYS: Readonly<Record<Weekday, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday"
}

export const COMPARISONS: Readonly<Record<Comparison, string>> = {
  min: "at least",
  max: "at most",
  equals: "exactly"
}

/**
 * What people usually mean by a goal of each metric: at most for what is limited, at least for what is wanted. For the
 * body it depends on where one stands: see `usualFor`.
 */
export const USUAL_COMPARISON: Readonly<Record<GoalMetric, Comparison>> = {
  calories: "max",
  carbs: "max",
  fat: "max",
  alcohol: "max",
  fiber: "min",
  sugars: "max",
  saturated_fat: "max",
  sodium: "max",
  protein: "min",
  steps: "min",
  weight: "max",
  body_fat: "max",
  hydration: "min",
  custom: "min"
}

/** The usual comparison for a new goal: at least for a body metric whose target is above the latest reading. */
export const usualFor = (metric: GoalMetric, target: number | undefined, latest: number | undefined): Comparison =>
  bodyMetricOf(metric) !== undefined && target !== undefined && latest !== undefined && target > latest
    ? "min"
    : USUAL_COMPARISON[metric]

/** How an amount relates to its target: 20 of at least 100 g. */
export const AIMED: Readonly<Record<Comparison, string>> = { min: "of at least", max: "of at most", equals: "of" }

/** The name of each metric. */
export const METRICS: Readonly<Record<GoalMetric, string>> = {
  calories: "Calories",
  protein: "Protein",
  carbs: "Carbs",
  fat: "Fat",
  alcohol: "Alcohol",
  fiber: "Fibre",
  sugars: "Sugars",
  saturated_fat: "Saturated fat",
  sodium: "Sodium",
  steps: "Steps",
  weight: "Weight",
  body_fat: "Body fat",
  hydration: "Water",
  custom: "Something you count"
}

const listed = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** The weekdays in words: every day, every weekday, at weekends, every Monday and Friday. */
const daysText = (days: ReadonlyArray<Weekday>): string => {
  const held = Weekday.literals.filter((day) => days.includes(day))
  if (held.length === 7) return "every day"
  const key = held.join(" ")
  if (key === "mon tue wed thu fri") return "every weekday"
  if (key === "sat sun") return "at weekends"
  return `every ${listed(held.map((day) => WEEKDAYS[day]))}`
}

/** A schedule in words: every weekday from 1 Dec 2026 until 24 Dec 2026. A start in the past is omitted. */
const scheduleText = ({ days, startDate, endDate }: ShownGoal["schedule"], today: ActivityDay): string => {
  const start = startDate > today ? ` from ${longDay(startDate)}` : ""
  const end = endDate === null ? "" : `${endDate < today ? ", ended on" : " until"} ${longDay(endDate)}`
  return `${daysText(days)}${start}${end}`
}

const OF_FOOD: ReadonlySet<GoalMetric | null> = new Set([
  "protein",
  "carbs",
  "fat",
  "alcohol",
  "fiber",
  "sugars",
  "saturated_fat"
])

/** How many decimals of an amount are shown: whole kcal, tenths of a gram of what was eaten, hundredths of the rest. */
export const decimalsOf = (metric: GoalMetric | null): 0 | 1 | 2 =>
  metric === "calories" || metric === "sodium" ? 0 : OF_FOOD.has(metric) ? 1 : 2

/** An amount of a goal with its unit: 2,500 ml. */
export const amountText = (value: number, unit: string | undefined): string =>
  `${number(value, 2)}${unit === undefined ? "" : ` ${unit === "percent" ? "%" : unit}`}`

/** How far a goal for the body has come: 78.4 kg, at most 75 kg. Without a reading, the value is 0. */
export const bodyText = (goal: Pick<DailyGoal, "targetValue" | "comparison" | "unit" | "currentValue">): string => {
  const { targetValue, comparison, unit, currentValue } = goal
  const now = currentValue === 0 ? "No reading yet" : amountText(Number(currentValue), unit)
  return `${now}, goal ${COMPARISONS[comparison ?? "equals"]} ${amountText(targetValue ?? 0, unit)}`
}

/** A goal in words: at least 2,500 ml every day. */
export const goalText = ({ targetValue, comparison, unit, schedule }: ShownGoal, today: ActivityDay): string => {
  const when = scheduleText(schedule, today)
  const text =
    targetValue === null || comparison === null
      ? when
      : `${COMPARISONS[comparison]} ${amountText(targetValue, unit)} ${when}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The amount of a drink that a tap adds, by unit. */
const STEPS: Readonly<Record<string, number>> = {
  ml: 250,
  millilitres: 250,
  milliliters: 250,
  cl: 25,
  dl: 2.5,
  l: 0.25,
  litre: 0.25,
  litres: 0.25,
  liter: 0.25,
  liters: 0.25,
  oz: 8,
  "fl oz": 8
}

/** The amount that one tap adds to a goal with progress set by hand: a glass of water, or one. */
export const stepOf = (goal: Pick<ShownGoal, "metric" | "unit" | "targetValue">): number => {
  if (goal.metric !== "hydration") return 1
  const known = STEPS[goal.unit?.trim().toLowerCase() ?? ""]
  return known ?? (goal.unit === undefined && (goal.targetValue ?? 0) >= 100 ? 250 : 1)
}
