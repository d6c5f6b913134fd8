import { Effect } from "effect"
import type { UserId } from "../../values/ids.ts"
import { knownExercises } from "../exercises/known.ts"
import { estimatedCalories } from "./calories.ts"
import type { Workout } from "./model.ts"
import { type LateEstimate, type Weighed, WorkoutStore } from "./store.ts"

type Energy = Pick<Workout, "id" | "estimatedCalories" | "appCalories">

/**
 * Estimates the energy of workouts stored before any body weight was known, such as an import of several years, with
 * the weight known now. The estimates are kept: nothing is computed again until a workout or its weight changes, and
 * nothing is read for workouts that have an estimate or an app's figure.
 */
export const lateEstimates = Effect.gen(function* () {
  const store = yield* WorkoutStore
  const known = yield* knownExercises

  const estimatesOf = Effect.fnUntraced(function* (userId: UserId, weighed: ReadonlyArray<Weighed>) {
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
    return estimates
  })

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
    const fresh = weighed.filter(({ kept }) => kept === undefined)
    const estimates = fresh.length === 0 ? [] : yield* estimatesOf(userId, fresh)
    const kcalOf = new Map(weighed.map(({ id, kept }) => [id, kept]))
    for (const { id, kcal } of estimates) kcalOf.set(id, kcal)
    return workouts.map((workout) => ({
      ...workout,
      estimatedCalories: kcalOf.get(workout.id) ?? workout.estimatedCalories
    }))
  })
})
