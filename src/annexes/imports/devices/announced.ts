import { Clock, Effect, Option } from "effect"
import { Announcer, type Change } from "../../../call/announcer.ts"
import { type Metric, showValue } from "../../../features/body-metrics/model.ts"
import { show } from "../../../features/diary/model.ts"
import { knownExercises } from "../../../features/exercises/known.ts"
import type { OwnExercises } from "../../../features/exercises/store.ts"
import { calledIn } from "../../../features/workouts/content.ts"
import { savedAs } from "../../../features/workouts/operations.ts"
import { WorkoutStore } from "../../../features/workouts/store.ts"
import { plusDays } from "../../../values/activity-day.ts"
import { ImportStore, type ReadingToSet, type WorkoutToSet, type Writes } from "../ledger/store.ts"
import type { Taking } from "./device-context.ts"

/** What a device sends of earlier days is the person's history, and no news. */
const NEWS_DAYS = 31

/** Readings as set_body_metrics returns them. */
const readingsSet = Effect.fnUntraced(function* (
  { user }: Taking,
  metric: Metric,
  readings: ReadonlyArray<ReadingToSet>
) {
  const store = yield* ImportStore
  const before = yield* store.readings(
    user.id,
    metric,
    readings.map(({ date }) => date)
  )
  const output = {
    metric,
    timezone: user.timezone,
    readings: readings.map(({ date, value }) => {
      const held = before.get(date)
      return {
        date,
        ...showValue(metric, value, user),
        changed: held !== value,
        previous: held === undefined ? null : showValue(metric, held, user)
      }
    })
  }
  return { operation: "set_body_metrics", output } satisfies Change
})

/** A session as log_workout returns it, or replace_workout if the person has it already. */
const session = Effect.fnUntraced(function* ({ user }: Taking, { workout }: WorkoutToSet) {
  const isThere = Option.isSome(yield* (yield* WorkoutStore).current(user.id, workout.id))
  const known = yield* (yield* knownExercises)(user.id, { ids: workout.exercises.map(({ exerciseId }) => exerciseId) })
  return {
    operation: isThere ? "replace_workout" : "log_workout",
    output: savedAs(workout, user, calledIn(known), [])
  } satisfies Change
})

/** The changes that these writes make, as the operations of the API return them. Call it before they are made. */
const changesOf = Effect.fnUntraced(function* (taking: Taking, { readings = [], entries = [], workouts = [] }: Writes) {
  const { user, day } = taking
  const { timezone } = user
  const from = plusDays(day, 1 - NEWS_DAYS)
  const isNews = ({ date }: { readonly date: string }) => date >= from
  const byMetric = Map.groupBy(readings.filter(isNews), ({ metric }) => metric)
  const set = yield* Effect.forEach(byMetric, ([metric, some]) => readingsSet(taking, metric, some))
  const sessions = yield* Effect.forEach(
    workouts.filter(({ workout }) => isNews(workout)),
    (each) => session(taking, each)
  )
  const eaten = entries
    .filter(({ entry }) => isNews(entry))
    .map(({ entry }) => ({ operation: "log_food_entry", output: { entry: show(entry), date: entry.date, timezone } }))
  return [...set, ...sessions, ...eaten]
})

/** Makes writes of a device, and announces them to the user's listeners. Run it in the transaction of the writes. */
export const announcing = <E, R>(
  taking: Taking,
  write: (writes: Writes) => Effect.Effect<void, E, R>
): ((writes: Writes) => Effect.Effect<void, E, R | ImportStore | WorkoutStore | OwnExercises>) => {
  if (taking.user.hasListeners !== true) return write
  return Effect.fnUntraced(function* (writes) {
    const announcer = yield* Announcer
    const changes = yield* changesOf(taking, writes)
    yield* write(writes)
    const now = yield* Clock.currentTimeMillis
    if (changes.length > 0) yield* announcer.record({ user: taking.user, now, today: taking.day }, changes)
  })
}
