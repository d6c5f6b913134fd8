import { Effect, Option } from "effect"
import { NotFound } from "../../../../contract/errors.ts"
import type { Caller } from "../../../../contract/handler/caller.ts"
import { NOTHING_DUE } from "../../../../contract/handler/charge.ts"
import { type Exercise, exerciseById } from "../../../../features/exercises/exercises.ts"
import type { KnownExercises, Named } from "../../../../features/exercises/known.ts"
import { isOwnExerciseId } from "../../../../features/exercises/own.ts"
import { searchWithOwn } from "../../../../features/exercises/search-own.ts"
import type { OwnExercises } from "../../../../features/exercises/store.ts"
import type { Measured } from "../../../../features/workouts/best-set.ts"
import { called } from "../../../../features/workouts/content.ts"
import { exercisesIn, idsIn } from "../../../../features/workouts/exercise-lists.ts"
import type { lateEstimates } from "../../../../features/workouts/late-estimates.ts"
import { showSummary, showWorkout, type Workout } from "../../../../features/workouts/model.ts"
import type { Performed, WorkoutStore } from "../../../../features/workouts/store.ts"
import { ActivityDay, FIRST_DAY } from "../../../../values/activity-day.ts"
import type { UserId } from "../../../../values/ids.ts"
import { lastTimesOf } from "./last-time.ts"
import { recordsMadeBy } from "./made-records.ts"
import { volumesOf } from "./volumes.ts"

const EVER_BEFORE = ActivityDay.make(FIRST_DAY)

/** The number of latest workouts whose exercises are offered. */
const LATEST_WORKOUTS = 8

/** Most exercises that a text can match, and most workouts that are found. */
const [MOST_MEANT, MOST_FOUND] = [20, 50]

/** Most workouts of a range of days. */
const MOST_OF_RANGE = 100

const noWorkout = new NotFound({ message: "There is no such workout. It may have been deleted." })

type Known = (userId: UserId, named: Named) => Effect.Effect<KnownExercises>
type Meant = Pick<Exercise, "id" | "name"> & Measured

/** The catalogue's exercises, and own ones that were performed. */
const performedById = (performed: ReadonlyArray<Performed>) => {
  const own = new Map(performed.flatMap(({ own }) => own.map((exercise) => [exercise.id, exercise])))
  return (id: string): Meant | undefined => exerciseById(id) ?? own.get(id)
}

const idsOf = ({ exercises }: Pick<Workout, "exercises">) => exercises.map(({ exerciseId }) => exerciseId)

const trainingDays = (workouts: WorkoutStore["Type"]) =>
  Effect.fnUntraced(function* (range: { readonly from: ActivityDay; readonly to: ActivityDay }, { user }: Caller) {
    const { value } = yield* workouts.page(NOTHING_DUE, user.id, range, undefined, MOST_OF_RANGE)
    return { workouts: value.workouts.map(({ id, name, date }) => ({ id, name, date })) }
  })

type Estimated = Effect.Effect.Success<typeof lateEstimates>

const finding = (workouts: WorkoutStore["Type"]) => (userId: UserId, id: string) =>
  Effect.flatMap(workouts.find(userId, id), Option.match({ onNone: () => noWorkout, onSome: Effect.succeed }))

/** What was performed of these exercises up to a day. */
const performing = (workouts: WorkoutStore["Type"]) => (userId: UserId, to: ActivityDay, ids: ReadonlyArray<string>) =>
  ids.length === 0 ? Effect.succeed([]) : workouts.performed(userId, EVER_BEFORE, to, ids)

/** The reads of the workout pages. */
export const workoutReads = (
  workouts: WorkoutStore["Type"],
  ownExercises: OwnExercises["Type"],
  known: Known,
  estimated: Estimated
) => {
  const [found, performedOf] = [finding(workouts), performing(workouts)]

  /** Names of own exercises that are not in any workout yet are read separately. */
  const namesOf = (userId: UserId, performed: ReadonlyArray<Performed>, ids: ReadonlyArray<string>) => {
    const byId = performedById(performed)
    const missing = ids.filter((id) => isOwnExerciseId(id) && byId(id) === undefined)
    return Effect.map(known(userId, { ids: missing }), (others) => (id: string) => byId(id) ?? others.byId(id))
  }

  return {
    get_recorded_workout: Effect.fnUntraced(function* ({ id }: { readonly id: string }, { user }: Caller) {
      const workout = yield* found(user.id, id)
      const ids = [...new Set(idsOf(workout))]
      const performed = yield* workouts.performed(user.id, EVER_BEFORE, workout.date, ids)
      const byId = performedById(performed)
      const exercises = ids.flatMap((each) => byId(each) ?? [])
      return {
        ...volumesOf(workout, performed, user.strengthUnit),
        workout: showWorkout(workout, user.strengthUnit, (id) => called(byId(id) ?? { name: id })),
        records: recordsMadeBy(id, performed, user.strengthUnit),
        lastTimes: lastTimesOf(exercises, performed, user.strengthUnit, id)
      }
    }),

    find_workouts: Effect.fnUntraced(function* ({ query }: { readonly query: string }, { user }: Caller) {
      const own = yield* ownExercises.index(user.id)
      const { exercises } = searchWithOwn(own, { query, limit: MOST_MEANT })
      const like = { text: query, exerciseIds: exercises.map(({ id }) => id) }
      const { value } = yield* workouts.page(NOTHING_DUE, user.id, { like }, undefined, MOST_FOUND)
      const nameOf = (id: string) => exerciseById(id)?.name ?? own.byId().get(id)?.name ?? id
      const shown = yield* estimated(user.id, value.workouts)
      return {
        workouts: shown.map((each) => showSummary(each, exercisesIn(each.exerciseIds, nameOf))),
        total: value.total
      }
    }),

    get_training_days: trainingDays(workouts),

    get_last_times: Effect.fnUntraced(function* (
      input: { readonly ids: ReadonlyArray<string>; readonly workoutId?: string; readonly before?: string },
      { user, today }: Caller
    ) {
      const { workoutId, before } = input
      const workout = workoutId === undefined ? undefined : yield* found(user.id, workoutId)
      const ids = [...new Set([...input.ids, ...(workout === undefined ? [] : idsOf(workout))])]
      const [latest, performed] = yield* Effect.all(
        [
          before === undefined
            ? Effect.map(
                workouts.page(NOTHING_DUE, user.id, {}, undefined, LATEST_WORKOUTS),
                ({ value }) => value.workouts
              )
            : Effect.succeed([]),
          performedOf(user.id, today, ids)
        ],
        { concurrency: "unbounded" }
      )
      const recent = [...new Set(latest.flatMap(({ exerciseIds }) => idsIn(exerciseIds)))]
      const byId = yield* namesOf(user.id, performed, [...ids, ...recent])
      const exercises = ids.flatMap((id) => byId(id) ?? [])
      return {
        ...(workout === undefined
          ? {}
          : { workout: showWorkout(workout, user.strengthUnit, (id) => called(byId(id) ?? { name: id })) }),
        exercises: lastTimesOf(exercises, performed, user.strengthUnit, before),
        recent: recent.flatMap((id) => {
          const exercise = byId(id)
          return exercise === undefined ? [] : [{ exerciseId: id, name: exercise.name }]
        })
      }
    })
  }
}
