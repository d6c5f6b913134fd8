import { Effect } from "effect"
import type { Changing } from "../../call/announcer.ts"
import { NOTHING_DUE } from "../../contract/handler/charge.ts"
import { BodyMetricStore } from "../../features/body-metrics/store.ts"
import { bodyMetricOf, type DailyGoal, isDueOn } from "../../features/goals/model.ts"
import { showDay } from "../../features/goals/progress.ts"
import { GoalStore } from "../../features/goals/store.ts"
import { type ActivityDay, plusDays } from "../../values/activity-day.ts"

/** A goal that is completed on a day, as get_daily_goals returns it. */
interface Completed {
  readonly date: ActivityDay
  readonly goal: DailyGoal
}

/** Whether what counts towards the goal adds up over the day, so that staying under it is certain only afterwards. */
const isOpenUntilNight = ({ metric, comparison }: DailyGoal): boolean =>
  comparison === "max" && bodyMetricOf(metric) === undefined

/**
 * Returns the goals that are completed today and yesterday: those are the days on which somebody logs what has just
 * happened. Goals to stay under an amount of the day are left out. A goal for the body counts on days with a reading.
 */
export const makeCompletedGoals = Effect.gen(function* () {
  const store = yield* GoalStore
  const readings = yield* BodyMetricStore

  const hasReading = ({ user }: Changing, { metric }: DailyGoal, date: ActivityDay) => {
    const body = bodyMetricOf(metric)
    return body === undefined
      ? Effect.succeed(true)
      : Effect.map(readings.range(NOTHING_DUE, user.id, body, date, date), ({ value }) => value.length > 0)
  }

  const onDay = (by: Changing, date: ActivityDay) =>
    Effect.gen(function* () {
      const { goals, facts } = yield* store.day(by.user.id, date)
      const shown = showDay(
        goals.filter(({ goal }) => isDueOn(goal, date)),
        facts
      )
      const completed = shown.filter((goal) => goal.completed && !isOpenUntilNight(goal))
      const counted = yield* Effect.filter(completed, (goal) => hasReading(by, goal, date))
      return counted.map((goal): Completed => ({ date, goal }))
    })

  return (by: Changing) =>
    Effect.map(
      Effect.forEach([plusDays(by.today, -1), by.today], (day) => onDay(by, day)),
      (days) => days.flat()
    )
})
