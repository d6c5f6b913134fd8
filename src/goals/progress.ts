import { type DiaryEntry, eaten } from "../diary/model.ts"
import { round } from "../values/round.ts"
import { type CalculatedMetric, type CurrentValue, calculatedBy, type DailyGoal, type Goal } from "./model.ts"

/** What a day's goals are calculated from. */
export interface DayFacts {
  readonly entries: ReadonlyArray<Pick<DiaryEntry, "servings" | "perServing">>
  /** The day's reading; none without one. */
  readonly steps: number | null
}

/** A goal with a day's terms, and what was set by hand for that day: of a boolean goal 1 or 0, null where nothing was. */
export interface GoalOfDay {
  readonly goal: Goal
  readonly set: number | null
}

const isLogged = (metric: CalculatedMetric, { entries, steps }: DayFacts): boolean =>
  metric === "steps" ? steps !== null : entries.length > 0

/** Within 5 % of the target, which is included also where doubles cannot write it exactly. */
const isClose = (value: number, target: number): boolean => round(Math.abs(value - target), 6) <= round(target / 20, 6)

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

/** Progress as it was set by hand, 0 or false where it was not, and whether it meets the goal. */
export const progressSet = (
  goal: Goal,
  set: number | null
): { readonly currentValue: CurrentValue; readonly completed: boolean } => {
  if (goal.type === "boolean") return { currentValue: set === 1, completed: set === 1 }
  const value = set ?? 0
  return { currentValue: value, completed: meets(goal, value, (target) => value === target) }
}

/** The goals as answers show them, with their progress on a day of these facts. */
export const showDay = (goals: ReadonlyArray<GoalOfDay>, facts: DayFacts): ReadonlyArray<DailyGoal> => {
  const values: Readonly<Record<CalculatedMetric, number>> = { ...eaten(facts.entries), steps: facts.steps ?? 0 }

  const progress = (goal: Goal, metric: CalculatedMetric) => {
    const value = values[metric]
    // A day without an entry is no day within the limit: nobody knows.
    const counts = goal.comparison !== "max" || isLogged(metric, facts)
    return { currentValue: value, completed: counts && meets(goal, value, (target) => isClose(value, target)) }
  }

  return goals.map(({ goal, set }) => {
    const metric = calculatedBy(goal.metric)
    return {
      goalId: goal.id,
      name: goal.name,
      type: goal.type,
      metric: goal.metric,
      targetValue: goal.targetValue,
      comparison: goal.comparison,
      calculated: metric !== undefined,
      ...(metric === undefined ? progressSet(goal, set) : progress(goal, metric))
    }
  })
}
