import { DateTime, Effect, Option } from "effect"
import { LimitExceeded, NotFound, ValidationFailed } from "../../../../contract/errors.ts"
import { answerOf } from "../../../../contract/handler/answer.ts"
import { implement } from "../../../../contract/handler/handlers.ts"
import { today as todayOf } from "../../../../contract/handler/user.ts"
import { IdempotencyStore } from "../../../../facts/idempotency-store.ts"
import type { Reading } from "../../../../features/body-metrics/model.ts"
import { BodyMetricStore } from "../../../../features/body-metrics/store.ts"
import { DiaryStore } from "../../../../features/diary/store.ts"
import { addGoal, progressFaults, saved, unknownGoal } from "../../../../features/goals/operations.ts"
import { GoalStore } from "../../../../features/goals/store.ts"
import { Transactions } from "../../../../platform/database/transactions.ts"
import { type ActivityDay, plusDays } from "../../../../values/activity-day.ts"
import { GoalKeepingApi, HISTORY_DAYS } from "./definition.ts"
import { keptGoal } from "./history.ts"

const gone = new NotFound({ message: "This goal can no longer be brought back. Create it again." })

const tooMany = (limit: number, current: number) =>
  new LimitExceeded({
    message: `You have ${current} goals already, and may have ${limit}. Delete another one first.`,
    details: { limit, current }
  })

/** The last value up to a day; undefined without one. */
const lastOn = (readings: ReadonlyArray<Reading>, day: ActivityDay) =>
  readings.findLast(({ date }) => date <= day)?.value

export const implementation = implement(
  GoalKeepingApi,
  Effect.gen(function* () {
    const store = yield* GoalStore
    const diary = yield* DiaryStore
    const readings = yield* BodyMetricStore
    const transactions = yield* Transactions
    const keys = yield* IdempotencyStore

    return {
      get_goals: Effect.fnUntraced(function* (_input, { user, today }) {
        const from = plusDays(today, 1 - HISTORY_DAYS)
        const [histories, { days }, { steps, weight, body_fat }] = yield* Effect.all(
          [
            store.histories(user.id, from, today),
            diary.totals(user.id, { from, to: today }, true),
            readings.histories(user.id, from, today)
          ],
          { concurrency: "unbounded" }
        )
        const eaten = new Map(days.map((day) => [day.date, day]))
        const walked = new Map(steps.map(({ date, value }) => [date, value]))
        const sums = Array.from({ length: HISTORY_DAYS }, (_, index) => {
          const date = plusDays(from, index)
          const last = {
            weight: lastOn(weight, date) ?? null,
            bodyFat: lastOn(body_fat, date) ?? null
          }
          return { date, eaten: eaten.get(date), steps: walked.get(date) ?? null, ...last }
        })
        return { date: today, goals: histories.map((history) => keptGoal(history, sums)) }
      }),

      make_goal: Effect.fnUntraced(function* (given, caller) {
        const { user, limits } = caller
        return yield* transactions.change(
          user.id,
          Effect.gen(function* () {
            const goal = yield* addGoal(store, user.id, given, yield* todayOf(user), limits.goalTemplates)
            return yield* keys.keep(user.id, answerOf(caller, yield* saved(store, user.id, goal, true)))
          })
        )
      }),

      add_goal_progress: Effect.fnUntraced(function* ({ goalId, amount }, caller) {
        const { user } = caller
        return yield* transactions.change(
          user.id,
          Effect.gen(function* () {
            const today = yield* todayOf(user)
            const goal = yield* store.findOn(user.id, goalId, today)
            if (Option.isNone(goal)) return yield* unknownGoal(goalId)
            const faults = progressFaults(goal.value, today, today, amount)
            if (faults.length > 0) return yield* ValidationFailed.of(...faults)
            yield* store.addProgress(user.id, goalId, today, amount)
            return yield* keys.keep(user.id, answerOf(caller, { goalId }))
          })
        )
      }),

      remove_goal: Effect.fnUntraced(function* ({ id }, { user }) {
        const now = yield* DateTime.now
        const name = yield* transactions.change(user.id, store.discard(user.id, id, now))
        if (Option.isNone(name)) return yield* unknownGoal(id)
        return { id, name: name.value }
      }),

      restore_goal: Effect.fnUntraced(function* ({ id }, { user, limits }) {
        yield* transactions.change(
          user.id,
          Effect.gen(function* () {
            const current = yield* store.count(user.id)
            if (current >= limits.goalTemplates) return yield* tooMany(limits.goalTemplates, current)
            if (!(yield* store.restore(user.id, id))) return yield* gone
          })
        )
        return { id }
      })
    }
  })
)
