import { type Goal, isDueOn, show } from "../../../../features/goals/model.ts"
import { type DaySums, standingOf } from "../../../../features/goals/progress.ts"
import type { GoalHistory } from "../../../../features/goals/store.ts"
import type { ActivityDay } from "../../../../values/activity-day.ts"
import type { KeptGoal } from "./definition.ts"

interface Day extends DaySums {
  readonly date: ActivityDay
}

/** The goal with its terms on a day. */
const goalOn = ({ goal, versions }: GoalHistory, date: ActivityDay): Goal => ({
  ...goal,
  ...(versions.findLast(({ from }) => from <= date) ?? versions[0])?.terms
})

/** A goal with its results on `days`, oldest first; the last day is today. */
export const keptGoal = (history: GoalHistory, days: ReadonlyArray<Day>): KeptGoal => {
  // A reading from before the first day holds until the next one.
  const { weight, bodyFat } = history.before
  const standings = days.map((day) => {
    const sums = { ...day, weight: day.weight ?? weight, bodyFat: day.bodyFat ?? bodyFat }
    const goal = goalOn(history, sums.date)
    const set = history.progress.get(sums.date) ?? null
    return { isDue: isDueOn(goal, sums.date), ...standingOf({ goal, set }, sums) }
  })
  const { isDue = false, currentValue = 0, completed = false } = standings.at(-1) ?? {}
  return {
    goal: show(history.goal),
    isDue,
    currentValue,
    completed,
    days: standings.map(({ isDue, completed }, index) =>
      !isDue ? "off" : completed ? "met" : index === standings.length - 1 ? "open" : "missed"
    )
  }
}
