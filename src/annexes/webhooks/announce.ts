import { Effect, Layer } from "effect"
import { Announcer, type Changing } from "../../call/announcer.ts"
import * as Bells from "./bell.ts"
import { eventOf } from "./body.ts"
import { makeEvents, type Told } from "./events.ts"
import { makeCompletedGoals } from "./goals.ts"
import { WebhookStore } from "./store.ts"

/** Finds goals that are completed, and notes them. Returns those that were not noted before. */
export const noteCompleted = Effect.map(Effect.all([WebhookStore, makeCompletedGoals]), ([store, completedGoals]) =>
  Effect.fnUntraced(function* (by: Changing) {
    const completed = yield* completedGoals(by)
    if (completed.length === 0) return []
    const keyed = completed.map(({ date, goal }) => ({ date, goalId: goal.goalId }))
    const noted = yield* store.noteGoals(by.user.id, keyed)
    return completed.filter(({ date, goal }) => noted.some((each) => each.date === date && each.goalId === goal.goalId))
  })
)

/** Records the events of changes for the webhooks that want them. */
const announcer = Layer.effect(
  Announcer,
  Effect.gen(function* () {
    const store = yield* WebhookStore
    const bell = yield* Bells.Bell
    const toldOf = yield* makeEvents
    const newlyCompleted = yield* noteCompleted

    const record: (typeof Announcer.Service)["record"] = Effect.fnUntraced(function* (by, changes) {
      const wanted = yield* store.wanted(by.user.id)
      if (wanted.size === 0) return
      const told = (yield* toldOf(by, changes)).filter(({ type }) => wanted.has(type))
      const completed = wanted.has("goal.completed") ? yield* newlyCompleted(by) : []
      const all = [
        ...told,
        ...completed.map(
          ({ date, goal }): Told => ({
            type: "goal.completed",
            data: { date, timezone: by.user.timezone, goal }
          })
        )
      ]
      if (all.length === 0) return
      yield* store.record(
        by.user.id,
        by.now,
        all.map((each) => eventOf(each, by))
      )
    })
    return { record, committed: bell.ring }
  })
)

/** Tells the core to whom changes are announced, and what is sent to wake up. */
export const layer = Layer.provideMerge(announcer, Bells.layer)
