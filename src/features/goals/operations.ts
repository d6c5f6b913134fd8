import { Effect, Either, Option, Schema } from "effect"
import { type Fault, said } from "../../contract/broken-rule.ts"
import { LimitExceeded, NotFound, ValidationFailed } from "../../contract/errors.ts"
import { quote } from "../../contract/faults.ts"
import { answerOf } from "../../contract/handler/answer.ts"
import type { Lookup } from "../../contract/handler/caller.ts"
import { implement } from "../../contract/handler/handlers.ts"
import { today } from "../../contract/handler/user.ts"
import { IdempotencyStore } from "../../facts/idempotency-store.ts"
import { Transactions } from "../../platform/database/transactions.ts"
import { type ActivityDay, isActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { GoalsApi } from "./definition.ts"
import { bodyMetricOf, calculatedBy, type Goal, GoalId, isDueOn, newGoalId, show } from "./model.ts"
import { progressSet, showDay } from "./progress.ts"
import { change, create, faultsOfChange, type GivenGoal } from "./revision.ts"
import { GoalStore } from "./store.ts"

export const unknownGoal = (id: GoalId) =>
  new NotFound({ message: `The user has no goal ${id}. list_goals shows every goal with its id.`, people: null })

const isGoalId = Schema.is(GoalId)

const refuse = (faults: ReadonlyArray<Fault>) => ValidationFailed.of(...faults)

/** Values that are not days are reported by their own fields. */
const futureFaults = (date: unknown, today: ActivityDay): ReadonlyArray<Fault> =>
  isActivityDay(date) && date > today ? [said("date", `must not be after today, ${today}`, { received: date })] : []

/** Why the goal is not due on `date`, and what to do about it. */
const notDue = ({ active, schedule: { days, startDate, endDate } }: Goal, date: ActivityDay): Fault => {
  const fault = (text: string, advice: string) => said("date", text, { advice })
  if (!active)
    return fault(`the goal is paused on ${date}`, "; save_goal with its id and active true resumes it from today on")
  if (date < startDate) {
    const advice = `; save_goal with its id and schedule.startDate ${date} moves the start back`
    return fault(`the goal starts on ${startDate}, after ${date}`, advice)
  }
  if (endDate !== null && endDate < date) {
    const advice = "; save_goal with its id and schedule.endDate null keeps it going from today on"
    return fault(`the goal ended on ${endDate}, before ${date}`, advice)
  }
  const due = `the goal is due on ${days.join(", ")} alone, and ${date} is none of these; pass a day on which it is due`
  return said("date", due)
}

const dueFaults = (goal: Goal, date: unknown): ReadonlyArray<Fault> =>
  !isActivityDay(date) || isDueOn(goal, date) ? [] : [notDue(goal, date)]

const valueFaults = ({ type }: Goal, value: unknown): ReadonlyArray<Fault> => {
  const wanted = type === "boolean" ? "boolean" : "number"
  const text = `must be ${type === "boolean" ? "true or false" : "a number"} for this ${type} goal`
  return typeof value === wanted ? [] : [said("value", text, { received: quote(value) })]
}

/** Why `value` cannot be set as the progress of `goal` on `date`; `goal` has its terms of that day. */
export const progressFaults = (goal: Goal, date: unknown, today: ActivityDay, value: unknown): ReadonlyArray<Fault> => {
  const future = futureFaults(date, today)
  const metric = calculatedBy(goal.metric)
  if (metric === undefined) {
    return [...(future.length > 0 ? future : dueFaults(goal, date)), ...valueFaults(goal, value)]
  }
  const source = metric === "steps" || bodyMetricOf(metric) !== undefined ? "set_body_metrics" : "log_food_entry"
  const text = `names a calculated goal (${metric}): its progress is calculated from what is logged`
  return [said("goalId", text, { advice: ` with ${source}` }), ...future]
}

/** Finds faults that depend on the stored goal, in inputs with other faults. */
const lookups = Effect.map(GoalStore, (store) => {
  const ofChange: Lookup = (given, { user }) =>
    isGoalId(given.id)
      ? Effect.map(
          store.find(user.id, given.id),
          Option.match({ onNone: () => [], onSome: (goal) => faultsOfChange(given, goal) })
        )
      : Effect.succeed([])
  const ofProgress: Lookup = ({ goalId, date, value }, { user, today }) => {
    const future = futureFaults(date, today)
    return isGoalId(goalId)
      ? Effect.map(
          store.findOn(user.id, goalId, isActivityDay(date) ? date : today),
          Option.match({ onNone: () => future, onSome: (goal) => progressFaults(goal, date ?? today, today, value) })
        )
      : Effect.succeed(future)
  }
  return { save_goal: ofChange, set_goal_progress: ofProgress }
})

/** Adds a goal, and returns it as stored. */
export const addGoal = Effect.fnUntraced(function* (
  store: GoalStore["Type"],
  userId: UserId,
  given: GivenGoal,
  today: ActivityDay,
  limit: number
) {
  const goal = yield* Either.mapLeft(create(given, today), refuse)
  const current = yield* store.count(userId)
  if (current >= limit) {
    return yield* new LimitExceeded({
      message: `The user holds ${current} goal templates, paused ones included, and may hold ${limit}. Delete one with delete_goal, or change one by passing its id.`,
      people: null,
      details: { limit, current }
    })
  }
  const id = yield* newGoalId
  yield* store.add(userId, { ...goal, id })
  return { ...goal, id }
})

/** A saved goal, with others of the same name. */
export const saved = (store: GoalStore["Type"], userId: UserId, goal: Goal, created: boolean) =>
  Effect.map(store.named(userId, goal.name), (named) => {
    const sameName = named.filter((other) => other !== goal.id)
    return { goal: show(goal), created, ...(sameName.length > 0 ? { sameName } : {}) }
  })

const update = Effect.fnUntraced(function* (
  store: GoalStore["Type"],
  userId: UserId,
  id: GoalId,
  given: GivenGoal,
  today: ActivityDay
) {
  const stored = yield* store.find(userId, id)
  if (Option.isNone(stored)) return yield* unknownGoal(id)
  const { label, terms } = yield* Either.mapLeft(change(given, stored.value), refuse)
  if (label !== undefined) yield* store.relabel(userId, id, label)
  if (terms !== undefined) yield* store.revise(userId, id, today, terms)
  const start = given.schedule?.startDate
  if (start !== undefined && start < today) yield* store.startEarlier(userId, id, start, today)
  return { ...stored.value, ...terms, ...label }
})

export const implementation = implement(
  GoalsApi,
  Effect.gen(function* () {
    const store = yield* GoalStore
    const transactions = yield* Transactions
    const keys = yield* IdempotencyStore

    return {
      list_goals: Effect.fnUntraced(function* (_input, { user }) {
        return { goals: (yield* store.list(user.id)).map(show) }
      }),

      save_goal: Effect.fnUntraced(function* ({ id, ...given }, caller) {
        const { user, limits } = caller
        return yield* transactions.change(
          user.id,
          // Today is determined inside the transaction, so that changes that waited for each other are dated in order.
          Effect.gen(function* () {
            const activityDay = yield* today(user)
            const goal =
              id === undefined
                ? yield* addGoal(store, user.id, given, activityDay, limits.goalTemplates)
                : yield* update(store, user.id, id, given, activityDay)
            const answer = answerOf(caller, yield* saved(store, user.id, goal, id === undefined))
            return yield* keys.keep(user.id, answer)
          })
        )
      }),

      delete_goal: Effect.fnUntraced(function* ({ id }, { user }) {
        const deleted = yield* transactions.change(user.id, store.delete(user.id, id))
        if (Option.isNone(deleted)) return yield* unknownGoal(id)
        return { id, deleted: true as const, name: deleted.value }
      }),

      get_daily_goals: Effect.fnUntraced(function* (input, { user, today }) {
        const date = input.date ?? today
        const { goals, facts } = yield* store.day(user.id, date)
        const due = goals.filter(({ goal }) => isDueOn(goal, date))
        return { date, timezone: user.timezone, goals: showDay(due, facts) }
      }),

      set_goal_progress: Effect.fnUntraced(function* ({ goalId, value, ...input }, { user, today }) {
        const date = input.date ?? today
        const set = Number(value)
        const goal = yield* transactions.change(
          user.id,
          Effect.gen(function* () {
            const found = yield* store.findOn(user.id, goalId, date)
            if (Option.isNone(found)) {
              const future = futureFaults(date, today)
              return yield* future.length > 0 ? refuse(future) : unknownGoal(goalId)
            }
            const faults = progressFaults(found.value, date, today, value)
            if (faults.length > 0) return yield* refuse(faults)
            yield* store.setProgress(user.id, goalId, date, set)
            return found.value
          })
        )
        return { goalId, date, timezone: user.timezone, ...progressSet(goal, set) }
      })
    }
  }),
  {},
  lookups
)
