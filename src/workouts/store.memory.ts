import { Effect, HashMap, Layer, Option, Order } from "effect"
import { MemoryDatabase } from "../database/memory.ts"
import { ownExercisesOf } from "../exercises/store.memory.ts"
import { keeping } from "../facts/answers.memory.ts"
import { changeFacts } from "../facts/facts.memory.ts"
import { makeWorkouts, workoutKey } from "../facts/tables.memory.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Workout } from "./model.ts"
import { type Changed, type Place, type Range, WorkoutStore } from "./store.ts"

export interface Row {
  readonly workout: Workout
  readonly revision: number
  readonly createdAt: number
}

export const workouts = makeWorkouts<Row>()

const byPlace = Order.combineAll<Place>([
  Order.mapInput(Order.string, ({ date }) => date),
  Order.mapInput(Order.number, ({ createdAt }) => createdAt),
  Order.mapInput(Order.string, ({ id }) => id)
])

export const layer = Layer.effect(
  WorkoutStore,
  Effect.map(MemoryDatabase, (memory) => {
    const rowOf = (userId: UserId, id: string) => HashMap.get(memory.rows(workouts), workoutKey(userId, id))

    /** A user's workouts, oldest first. */
    const workoutsOf = (userId: UserId) =>
      HashMap.toEntries(memory.rows(workouts))
        .filter(([row]) => row.userId === userId)
        .map(([, { workout, createdAt }]) => ({ ...workout, createdAt }))
        .sort(byPlace)

    const within = (userId: UserId, { from, to, exerciseId }: Range) =>
      workoutsOf(userId).filter(
        ({ date, exercises }) =>
          (from === undefined || from <= date) &&
          (to === undefined || date <= to) &&
          (exerciseId === undefined || exercises.some((exercise) => exercise.exerciseId === exerciseId))
      )

    const change = (userId: UserId, today: ActivityDay, id: string, revision: number, apply: (row: Row) => void) =>
      changeFacts(
        memory,
        userId,
        today,
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
      )

    return WorkoutStore.of({
      page: (userId, range, after, limit) =>
        Effect.sync(() => {
          const found = within(userId, range)
          return {
            workouts: found
              .toReversed()
              .filter((workout) => after === undefined || byPlace(workout, after) < 0)
              .slice(0, limit)
              .map(({ exercises, ...head }) => ({
                ...head,
                exerciseIds: exercises.map(({ exerciseId }) => exerciseId).join(" ")
              })),
            total: found.length
          }
        }),

      performed: (userId, from, to) =>
        Effect.sync(() =>
          workoutsOf(userId)
            .filter(({ date }) => from <= date && date <= to)
            .map(({ id, date, exercises }) => ({
              id,
              date,
              exercises,
              own: ownExercisesOf(memory, userId).filter((own) =>
                exercises.some(({ exerciseId }) => exerciseId === own.id)
              )
            }))
        ),

      setsOf: (userId, range) =>
        Effect.sync(() =>
          within(userId, range).flatMap(({ id, date, exercises }) =>
            exercises
              .filter(({ exerciseId }) => exerciseId === range.exerciseId)
              .map(({ sets }) => ({ workoutId: id, date, sets }))
          )
        ),

      find: (userId, id) => Effect.sync(() => Option.map(rowOf(userId, id), ({ workout }) => workout)),

      current: (userId, id) =>
        Effect.sync(() =>
          Option.map(rowOf(userId, id), ({ workout: { name, date, startTime, endTime }, revision }) => ({
            name,
            date,
            startTime,
            endTime,
            revision
          }))
        ),

      add: (userId, today, workout, createdAt, answer) => {
        const add = Effect.sync(() =>
          memory.update(workouts, HashMap.set(workoutKey(userId, workout.id), { workout, revision: 1, createdAt }))
        )
        return keeping(memory, userId, answer, changeFacts(memory, userId, today, add))
      },

      replace: (userId, today, workout, revision) =>
        change(userId, today, workout.id, revision, (row) =>
          memory.update(
            workouts,
            HashMap.set(workoutKey(userId, workout.id), { ...row, workout, revision: row.revision + 1 })
          )
        ),

      delete: (userId, today, id, revision) =>
        change(userId, today, id, revision, () => memory.update(workouts, HashMap.remove(workoutKey(userId, id))))
    })
  })
)
