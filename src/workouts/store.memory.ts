import { Data, Effect, HashMap, Layer, Option, Order } from "effect"
import { MemoryDatabase, table } from "../database/memory.ts"
import type { UserId } from "../values/ids.ts"
import type { Workout } from "./model.ts"
import { type Changed, type Place, WorkoutStore } from "./store.ts"

interface Key {
  readonly userId: UserId
  readonly workoutId: string
}

interface Row {
  readonly workout: Workout
  readonly revision: number
  readonly createdAt: number
}

export const workouts = table<Key, Row>("workouts", ({ userId }) => userId)

const key = (userId: UserId, workoutId: string): Key => Data.struct({ userId, workoutId })

const byPlace = Order.combineAll<Place>([
  Order.mapInput(Order.string, ({ date }) => date),
  Order.mapInput(Order.number, ({ createdAt }) => createdAt),
  Order.mapInput(Order.string, ({ id }) => id)
])

/** A user's workouts, oldest first. */
export const workoutsOf = (rows: HashMap.HashMap<Key, Row>, userId: UserId) =>
  HashMap.toEntries(rows)
    .filter(([row]) => row.userId === userId)
    .map(([_key, { workout, createdAt }]) => ({ ...workout, createdAt }))
    .sort(byPlace)

export const layer = Layer.effect(
  WorkoutStore,
  Effect.map(MemoryDatabase, (memory) => {
    const rowOf = (userId: UserId, id: string) => HashMap.get(memory.rows(workouts), key(userId, id))

    const change = (userId: UserId, id: string, revision: number, apply: (row: Row) => void) =>
      Effect.sync(() =>
        Option.match(rowOf(userId, id), {
          onNone: (): Changed => "gone",
          onSome: (row) => {
            if (row.revision !== revision) return "changed"
            apply(row)
            return "done"
          }
        })
      )

    return WorkoutStore.of({
      page: (userId, { from, to, after, limit }) =>
        Effect.sync(() =>
          workoutsOf(memory.rows(workouts), userId)
            .reverse()
            .filter(
              (workout) =>
                (from === undefined || from <= workout.date) &&
                (to === undefined || workout.date <= to) &&
                (after === undefined || byPlace(workout, after) < 0)
            )
            .slice(0, limit)
            .map(({ exercises, ...head }) => ({ ...head, exerciseCount: exercises.length }))
        ),

      find: (userId, id) => Effect.sync(() => Option.map(rowOf(userId, id), ({ workout }) => workout)),

      current: (userId, id) =>
        Effect.sync(() => Option.map(rowOf(userId, id), ({ workout, revision }) => ({ date: workout.date, revision }))),

      adding: (userId, workout, createdAt) => ({
        _tag: "Memory",
        apply: () => memory.update(workouts, HashMap.set(key(userId, workout.id), { workout, revision: 1, createdAt }))
      }),

      replace: (userId, workout, revision) =>
        change(userId, workout.id, revision, (row) =>
          memory.update(workouts, HashMap.set(key(userId, workout.id), { ...row, workout, revision: row.revision + 1 }))
        ),

      delete: (userId, id, revision) =>
        change(userId, id, revision, () => memory.update(workouts, HashMap.remove(key(userId, id))))
    })
  })
)
