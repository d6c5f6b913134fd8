import { Effect, Layer } from "effect"
import { Announcer, type Changing } from "../../call/announcer.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import * as Bells from "./bell.ts"
import { eventOf } from "./body.ts"
import { makeEvents, type Told } from "./events.ts"
import { makeCompletedGoals, touchedDays } from "./goals.ts"
import { WebhookStore } from "./store.ts"

/** Finds goals that are completed on these days, and notes them. Returns those that were not noted before. */
export const noteCompleted = Effect.map(Effect.all([WebhookStore, makeCompletedGoals]), ([store, completedGoals]) =>
  Effect.fnUntraced(function* (by: Changing, days: ReadonlyArray<ActivityDay>) {
    const completed = yield* completedGoals(by, days)
    if (completed.length === 0) return []
    const keyed = completed.map(({ date, goal }) => ({ date, goalId: goal.goalId }))
    const noted = yield* store.noteGoals(by.user.id, keyed)
    return completed.filter(({ date, goal }) => noted.some((each) => each.date === date && each.goalId === goal.goalId))
  })
)

/**
 * Records the events of changes for the webhooks that want them, in one statement. Goals take a statement more for each
 * day on which the changes can complete one, and two more if they do.
 */
const announcer = Layer.effect(
  Announcer,
  Effect.gen(function* () {
    const store = yield* WebhookStore
    const bell = yield* Bells.Bell
    const toldOf = yield* makeEvents
    const newlyCompleted = yield* noteCompleted

    const add = (by: Changing, told: ReadonlyArray<Told>) =>
      store.record(
        by.user.id,
        by.now,
        told.map((each) => eventOf(each, by))
      )

    const record: (typeof Announcer.Service)["record"] = Effect.fnUntraced(function* (by, changes) {
      const next = yield* add(by, yield* toldOf(by, changes))
      const isToSend = next.includes("send")
      const days = next.includes("goals") ? touchedDays(by, changes) : []
      const completed = days.length === 0 ? [] : yield* newlyCompleted(by, days)
      if (completed.length === 0) return isToSend
      const { timezone } = by.user
      const told = completed.map(({ date, goal }): Told => ({ type: "goal.completed", data: { date, timezone, goal } }))
      return (yield* add(by, told)).includes("send") || isToSend
    })
    return { record, committed: bell.ring }
  })
)

/** Tells the core to whom changes are announced, and what is sent to wake up. */
export const layer = Layer.provideMerge(announcer, Bells.layer)
