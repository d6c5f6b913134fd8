import { Effect, HashMap, Layer, Option, Order } from "effect"
import { changeFacts } from "../../facts/achievements.memory.ts"
import { keeping } from "../../facts/idempotency-store.memory.ts"
import { makeWorkouts, readingsOf, workoutKey } from "../../facts/tables.memory.ts"
import { type Memory, MemoryDatabase, table } from "../../platform/database/memory.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { ownExercisesOf } from "../exercises/store.memory.ts"
import type { Workout } from "./model.ts"
import { type Changed, type Place, type Range, WorkoutStore } from "./store.ts"

export interface Row {
  readonly workout: Workout
  readonly revision: number
  readonly createdAt: number
}

export const workouts = makeWorkouts<Row>()

/** Workouts that were deleted and may be brought back. */
const taken = table<ReturnType<typeof workoutKey>, Row>("taken_workouts", ({ userId }) => userId)

const byPlace = Order.combineAll<Place>([
  Order.mapInput(Order.string, ({ date }) => date),
  Order.mapInput(Order.number, ({ createdAt }) => createdAt),
  Order.mapInput(Order.string, ({ id }) => id)
])

type Store = WorkoutStore["Type"]

const rowOf = (memory: Memory, userId: UserId, id: string) => HashMap.get(memory.rows(workouts), workoutKey(userId, id))

/** A user's workouts, oldest first. */
export const workoutsOf = (memory: Memory, userId: UserId) =>
  memory
    .rowsOf(workouts, userId)
    .map(([, { workout, createdAt }]) => ({ ...workout, createdAt }))
    .sort(byPlace)

const within = (memory: Memory, userId: UserId, { from, to, exerciseId, like }: Range) =>
  workoutsOf(memory, userId).filter(
    ({ date, name, exercises }) =>
      (like === undefined ||
        name.toLowerCase().includes(like.text.toLowerCase()) ||
        exercises.some(({ exerciseId }) => like.exerciseIds.includes(exerciseId))) &&
      (from === undefined || from <= date) &&
      (to === undefined || date <= to) &&
      (exerciseId === undefined || exercises.some((exercise) => exercise.exerciseId === exerciseId))
  )

const change = (
  memory: Memory,
  userId: UserId,
  today: ActivityDay,
  id: string,
  revision: number,
  apply: (row: Row) => void
) =>
  changeFacts(
    memory,
    userId,
    today,
    Effect.sync(() =>
      Option.match(rowOf(memory, userId, id), {
        onNone: (): Changed => "gone",
        onSome: (row) => {
          if (row.revision !== revision) return "changed"
          apply(row)
          return "done"
        }
      })
    )
  )

/** Several workouts, by range. */
const listing = (memory: Memory): Pick<Store, "page" | "performed" | "setsOf"> => ({
  page: (charge, userId, range, after, limit, order = "newest") =>
    charge.before(
      Effect.sync(() => {
        const found = within(memory, userId, range)
        const [inOrder, isBehind] =
          order === "oldest"
            ? [found, (workout: Place, place: Place) => byPlace(workout, place) > 0]
            : [found.toReversed(), (workout: Place, place: Place) => byPlace(workout, place) < 0]
        return {
          workouts: inOrder
            .filter((workout) => after === undefined || isBehind(workout, after))
            .slice(0, limit)
            .map(({ exercises, ...head }) => ({
              ...head,
              exerciseIds: exercises.map(({ exerciseId }) => exerciseId).join(" ")
            })),
          total: found.length
        }
      })
    ),

  performed: (userId, from, to, exerciseIds) =>
    Effect.sync(() =>
      workoutsOf(memory, userId)
        .filter(({ date }) => from <= date && date <= to)
        .filter(
          ({ exercises }) =>
            exerciseIds === undefined || exercises.some(({ exerciseId }) => exerciseIds.includes(exerciseId))
        )
        .map(({ id, name, date, exercises }) => ({
          id,
          name,
          date,
          exercises,
          own: ownExercisesOf(memory, userId).filter((own) => exercises.some(({ exerciseId }) => exerciseId === own.id))
        }))
    ),

  setsOf: (userId, range) =>
    Effect.sync(() =>
      within(memory, userId, range).flatMap(({ id, date, exercises }) =>
        exercises
          .filter(({ exerciseId }) => exerciseId === range.exerciseId)
          .map(({ sets }) => ({ workoutId: id, date, sets }))
      )
    )
})

/** Workouts by their ids. */
const changing = (memory: Memory): Omit<Store, "page" | "performed" | "setsOf"> => ({
  weighed: (userId, ids) =>
    Effect.sync(() => {
      const weights = readingsOf(memory, userId, "weight")
      return workoutsOf(memory, userId)
        .filter(({ id }) => ids.includes(id))
        .flatMap(({ id, date, durationSeconds, exercises }) => {
          const weight = weights.findLast((reading) => reading.date <= date) ?? weights[0]
          const revision = Option.getOrUndefined(rowOf(memory, userId, id))?.revision
          if (weight === undefined || revision === undefined) return []
          return [{ id, revision, durationSeconds, exercises, bodyWeightKg: weight.value }]
        })
    }),

  // To estimate again costs no more than to look a kept estimate up.
  keepEstimates: () => Effect.void,

  find: (userId, id) => Effect.sync(() => Option.map(rowOf(memory, userId, id), ({ workout }) => workout)),

  current: (userId, id) =>
    Effect.sync(() =>
      Option.map(rowOf(memory, userId, id), ({ workout, revision }) => {
        const { id: _, ...content } = workout
        return { ...content, revision }
      })
    ),

  add: (userId, today, workout, createdAt, answer) => {
    const add = Effect.sync(() =>
      memory.update(workouts, HashMap.set(workoutKey(userId, workout.id), { workout, revision: 1, createdAt }))
    )
    return keeping(memory, userId, answer, changeFacts(memory, userId, today, add))
  },

  replace: (userId, today, workout, revision) =>
    change(memory, userId, today, workout.id, revision, (row) =>
      memory.update(
        workouts,
        HashMap.set(workoutKey(userId, workout.id), { ...row, workout, revision: row.revision + 1 })
      )
    ),

  delete: (userId, today, id, revision) =>
    change(memory, userId, today, id, revision, () => memory.update(workouts, HashMap.remove(workoutKey(userId, id)))),

  take: (userId, today, id) =>
    Option.match(rowOf(memory, userId, id), {
      onNone: () => Effect.succeedNone,
      onSome: (row) => {
        const take = Effect.sync(() => {
          memory.update(workouts, HashMap.remove(workoutKey(userId, id)))
          memory.update(taken, HashMap.set(workoutKey(userId, id), row))
        })
        return Effect.as(changeFacts(memory, userId, today, take), Option.some({ name: row.workout.name, stored: id }))
      }
    }),

  putBack: (userId, today, id) =>
    Option.match(HashMap.get(memory.rows(taken), workoutKey(userId, id)), {
      onNone: () => Effect.void,
      onSome: (row) => {
        const putBack = Effect.sync(() => {
          memory.update(taken, HashMap.remove(workoutKey(userId, id)))
          memory.update(workouts, HashMap.set(workoutKey(userId, id), row))
        })
        return changeFacts(memory, userId, today, putBack)
      }
    })
})

export const layer = Layer.effect(
  WorkoutStore,
  Effect.map(MemoryDatabase, (memory) => WorkoutStore.of({ ...listing(memory), ...changing(memory) }))
)
