import { Effect } from "effect"
import type { UserId } from "../../values/ids.ts"
import { knownExercises } from "../exercises/known.ts"
import { estimatedCalories } from "./calories.ts"
import type { Workout } from "./model.ts"
import { type LateEstimate, WorkoutStore } from "./store.ts"

type Energy = Pick<Workout, "id" | "estimatedCalories" | "appCalories">

/**
 * Estimates the energy of workouts stored before any body weight was known, such as an import of several years, with
 * the weight known now. The estimates are kept: nothing is computed again until a workout or its weight changes, and
 * nothing is read for workouts that have an estimate or an app's figure.
 */
export const lateEstimates = Effect.gen(function* () {
  const store = yield* WorkoutStore
  const known = yield* knownExercises

  return Effect.fnUntraced(function* <W extends Energy>(userId: UserId, workouts: ReadonlyArray<W>) {
    const missing = workouts.filter(
      ({ estimatedCalories, appCalories }) => estimatedCalories === null && appCalories === null
    )
    if (missing.length === 0) return workouts
    const weighed = yield* store.weighed(
      userId,
      missing.map(({ id }) => id)
    )
    if (weighed.length === 0) return workouts
    const exercises = yield* known(userId, {
      ids: weighed.flatMap((workout) => workout.exercises.map(({ exerciseId }) => exerciseId))
    })
    const estimates = weighed.map(
      ({ id, revision, bodyWeightKg, durationSeconds, exercises: performed }): LateEstimate => {
        const efforts = performed.flatMap(({ exerciseId, sets }) => {
          const exercise = exercises.byId(exerciseId)
          return exercise === undefined ? [] : [{ exercise, sets }]
        })
        const seconds = durationSeconds ?? undefined
        const kcal = estimatedCalories({ bodyWeightKg, durationSeconds: seconds, exercises: efforts })
        return { id, revision, bodyWeightKg, kcal }
      }
    )
    yield* store.keepEstimates(userId, estimates)
    const kcalOf = new Map(estimates.map(({ id, kcal }) => [id, kcal]))
    return workouts.map((workout) => ({
      ...workout,
      estimatedCalories: kcalOf.get(workout.id) ?? workout.estimatedCalories
    }))
  })
})
