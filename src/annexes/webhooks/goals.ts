import { Effect, Schema } from "effect"
import type { Change, Changing } from "../../call/announcer.ts"
import { NOTHING_DUE } from "../../contract/handler/charge.ts"
import { BodyMetricStore } from "../../features/body-metrics/store.ts"
import { bodyMetricOf, type DailyGoal, isDueOn } from "../../features/goals/model.ts"
import { showDay } from "../../features/goals/progress.ts"
import { GoalStore } from "../../features/goals/store.ts"
import { ActivityDay, plusDays } from "../../values/activity-day.ts"

/** A goal that is completed on a day, as get_daily_goals returns it. */
interface Completed {
  readonly date: ActivityDay
  readonly goal: DailyGoal
}

/** Whether what counts towards the goal adds up over the day, so that staying under it is certain only afterwards. */
const isOpenUntilNight = ({ metric, comparison }: DailyGoal): boolean =>
  comparison === "max" && bodyMetricOf(metric) === undefined

const Dated = Schema.Struct({ date: ActivityDay })
const isEntry = Schema.is(Dated)
const isReadings = Schema.is(Schema.Struct({ readings: Schema.Array(Dated) }))

/** The days on which a change can complete a goal; undefined if that may be any. */
const daysOf = ({ operation, output }: Change): ReadonlyArray<ActivityDay> | undefined => {
  if (operation === "log_workout" || operation === "replace_workout" || operation === "delete_workout") return []
  if (operation === "log_food_entry" && isEntry(output)) return [output.date]
  if (operation === "set_body_metrics" && isReadings(output)) return output.readings.map(({ date }) => date)
  return undefined
}

/** Yesterday and today: the days on which somebody logs what has just happened. */
export const newsDays = ({ today }: Pick<Changing, "today">): ReadonlyArray<ActivityDay> => [plusDays(today, -1), today]

/** Those of these days on which one of the changes can complete a goal. */
export const touchedDays = (by: Changing, changes: ReadonlyArray<Change>): ReadonlyArray<ActivityDay> =>
  newsDays(by).filter((day) => changes.some((change) => daysOf(change)?.includes(day) ?? true))

/**
 * Returns the goals that are completed on these days. Goals to stay under an amount of the day are left out. A goal for
 * the body counts on days with a reading.
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

  return (by: Changing, days: ReadonlyArray<ActivityDay>) =>
    Effect.map(
      Effect.forEach(days, (day) => onDay(by, day)),
      (found) => found.flat()
    )
})
