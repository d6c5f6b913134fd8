import { Effect } from "effect"
import type { Lookup } from "../../contract/handler/caller.ts"
import { CURSOR_FAULT, Cursors } from "../../values/paging/cursor.ts"
import { knownExercises } from "../exercises/known.ts"
import { opened } from "./cursor.ts"
import { filteredBy, filterFaults, filterNamed, namedIn, unknownExercises } from "./known-exercises.ts"

/** Finds invalid cursors and unknown exercises, including the user's own, in inputs that have other faults. */
export const lookups = Effect.gen(function* () {
  const known = yield* knownExercises
  const cursors = yield* Cursors

  const ofPage: Lookup = (given, { user }) =>
    Effect.gen(function* () {
      const { exerciseId, cursor } = given
      const exercises = yield* known(user.id, filterNamed(exerciseId))
      const filters = { ...given, exerciseId: filteredBy(exercises, exerciseId)?.id ?? exerciseId }
      const isInvalid =
        typeof cursor === "string" && (yield* Effect.isFailure(opened(cursors, user.id, cursor, filters)))
      return [...filterFaults(exercises, given), ...(isInvalid ? [CURSOR_FAULT] : [])]
    })
  const ofWorkout: Lookup = ({ exercises }, { user }) =>
    Effect.map(known(user.id, namedIn(exercises)), (known) => unknownExercises(known, exercises))

  return { list_workouts: ofPage, log_workout: ofWorkout, replace_workout: ofWorkout }
})
