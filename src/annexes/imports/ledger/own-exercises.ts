import { Data, DateTime, Effect } from "effect"
import { NOTHING_DUE } from "../../../contract/handler/charge.ts"
import { type Exercise, exerciseByName } from "../../../features/exercises/exercises.ts"
import { MOST_OWN, nameKey, type OwnExercise, ownExerciseIds } from "../../../features/exercises/own.ts"
import { OwnExercises } from "../../../features/exercises/store.ts"
import { WorkoutStore } from "../../../features/workouts/store.ts"
import { Transactions } from "../../../platform/database/transactions.ts"
import type { UserId } from "../../../values/ids.ts"
import { RoutineStore } from "../../page/features/routines/store.ts"
import { ImportStore } from "./store.ts"

/*
 * A person's own exercises, made and changed by hand. Imports make them as well and take them back, so both must take
 * account of each other.
 */

/** What a person can set about an exercise. The name is trimmed, and has 1 to 200 code points. */
export type ExerciseToSave = Pick<OwnExercise, "name" | "category" | "trackingType">

/** The catalogue already has an exercise of this name. */
export class NameOfCatalogue extends Data.TaggedError("NameOfCatalogue")<{ readonly exercise: Exercise }> {}

/** The user already has an exercise of this name. */
export class NameTaken extends Data.TaggedError("NameTaken")<{ readonly exercise: OwnExercise }> {}

/** The user already has the maximum number of own exercises. */
export class TooManyExercises extends Data.TaggedError("TooManyExercises")<{ readonly current: number }> {}

/** The user has no own exercise with this id. */
export class UnknownExercise extends Data.TaggedError("UnknownExercise")<{ readonly id: string }> {}

/** Workouts or routines use the exercise. */
export class ExerciseInUse extends Data.TaggedError("ExerciseInUse")<{ readonly exercise: OwnExercise }> {}

/** Fails if the catalogue or one of `others` has this name, ignoring case. */
const nameIsFree = (name: string, others: ReadonlyArray<OwnExercise>) =>
  Effect.suspend((): Effect.Effect<void, NameOfCatalogue | NameTaken> => {
    const inCatalogue = exerciseByName(name)
    if (inCatalogue !== undefined) return new NameOfCatalogue({ exercise: inCatalogue })
    const taken = others.find((other) => nameKey(other.name) === nameKey(name))
    return taken === undefined ? Effect.void : new NameTaken({ exercise: taken })
  })

/** How many of the user's workouts use an exercise. */
export const workoutsWith = Effect.fn("workoutsWith")(function* (userId: UserId, exerciseId: string) {
  const workouts = yield* WorkoutStore
  return (yield* workouts.page(NOTHING_DUE, userId, { exerciseId }, undefined, 1)).value.total
})

/** How many of the user's routines use an exercise. */
export const routinesWith = Effect.fn("routinesWith")(function* (userId: UserId, exerciseId: string) {
  return yield* (yield* RoutineStore).countWith(userId, exerciseId)
})

/** Creates an own exercise, and returns its id. */
export const makeExercise = Effect.fn("makeExercise")(function* (userId: UserId, exercise: ExerciseToSave) {
  const store = yield* OwnExercises
  const transactions = yield* Transactions
  return yield* transactions.change(
    userId,
    Effect.gen(function* () {
      const own = yield* store.all(userId)
      yield* nameIsFree(exercise.name, own)
      if (own.length >= MOST_OWN) return yield* new TooManyExercises({ current: own.length })
      return yield* store.add(userId, {
        ...exercise,
        id: yield* ownExerciseIds.make,
        createdAt: yield* DateTime.now
      })
    })
  )
})

/**
 * Changes an own exercise; an undo of the import that made it will then leave it. What it tracks can change only while
 * no workout uses it, because sets are recorded by it; otherwise fails with ExerciseInUse, changing nothing.
 */
export const changeExercise = Effect.fn("changeExercise")(function* (
  userId: UserId,
  id: string,
  change: Omit<ExerciseToSave, "trackingType"> & Partial<ExerciseToSave>
) {
  const store = yield* OwnExercises
  const imports = yield* ImportStore
  const transactions = yield* Transactions
  yield* transactions.change(
    userId,
    Effect.gen(function* () {
      const own = yield* store.all(userId)
      const held = own.find((exercise) => exercise.id === id)
      if (held === undefined) return yield* new UnknownExercise({ id })
      const others = own.filter((exercise) => exercise.id !== id)
      if (nameKey(change.name) !== nameKey(held.name)) yield* nameIsFree(change.name, others)
      const { createdAt: _createdAt, ...changed } = { ...held, ...change }
      if (changed.trackingType !== held.trackingType && (yield* workoutsWith(userId, id)) > 0)
        return yield* new ExerciseInUse({ exercise: held })
      yield* store.replace(userId, changed)
      yield* imports.exerciseChanged(userId, id)
    })
  )
})
