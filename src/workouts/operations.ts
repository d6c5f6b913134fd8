import { Effect, Option } from "effect"
import { BodyMetricStore } from "../body-metrics/store.ts"
import { answerOf } from "../caller/answer.ts"
import { implement } from "../caller/handlers.ts"
import type { User } from "../caller/user.ts"
import { Conflict, NotFound, ValidationFailed } from "../contract/errors.ts"
import { quote } from "../contract/faults.ts"
import type { Exercise } from "../exercises/exercises.ts"
import { type KnownExercises, knownExercises } from "../exercises/known.ts"
import { hasOwnExercise } from "../exercises/own.ts"
import { CURSOR_FAULT, Cursors } from "../paging/cursor.ts"
import { pageOf } from "../paging/page.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { toKilograms } from "../values/units.ts"
import { achieved, showAchieved } from "./best-set.ts"
import { estimatedCalories } from "./calories.ts"
import { opened, sealed } from "./cursor.ts"
import { type GivenExercise, WorkoutsApi } from "./definition.ts"
import { exercisesIn, idsIn } from "./exercise-lists.ts"
import { exerciseOf, filterFaults, namedBy, unknownExercises } from "./known-exercises.ts"
import { lookups } from "./lookups.ts"
import { showSummary, showWorkout, type Workout, type WorkoutContent, type WorkoutSet, workoutIds } from "./model.ts"
import { type Changed, WorkoutStore } from "./store.ts"
import { showSums } from "./sums.ts"

const DEFAULT_LIMIT = 50

const notFound = (id: string) =>
  new NotFound({ message: `There is no workout ${quote(id)}. list_workouts shows the ids of those there are.` })

const conflict = new Conflict({
  message:
    "Another call changed this workout first, so this change was not made. Read it again with get_workout; repeat the change if it still applies."
})

/** Fails if a change was not made. */
const checkDone = (changed: Changed, id: string): Effect.Effect<void, NotFound | Conflict> =>
  changed === "done" ? Effect.void : changed === "gone" ? notFound(id) : conflict

const toSet = ({ setType = "working", weight, ...rest }: GivenExercise["sets"][number]): WorkoutSet => ({
  setType,
  ...(weight === undefined ? {} : { weightKg: toKilograms(weight.value, weight.unit) }),
  ...rest
})

/** An exercise of a workout that is to be stored. */
interface Performed {
  readonly exercise: Exercise
  readonly sets: ReadonlyArray<WorkoutSet>
}

interface GivenWorkout {
  readonly name: string
  readonly durationSeconds?: number
  readonly notes?: string
  readonly exercises: ReadonlyArray<GivenExercise>
}

/** Returns the names of known exercises. One of the user's own that is gone is shown by its id. */
const namesOf =
  (known: KnownExercises) =>
  (exerciseId: string): string =>
    known.byId(exerciseId)?.name ?? exerciseId

export const implementation = implement(
  WorkoutsApi,
  Effect.gen(function* () {
    const store = yield* WorkoutStore
    const readings = yield* BodyMetricStore
    const cursors = yield* Cursors
    const known = yield* knownExercises

    /** The exercises of an input with their sets, and what each is called. Fails if any of them is unknown. */
    const performed = Effect.fnUntraced(function* (userId: UserId, { exercises: given }: GivenWorkout) {
      const exercises = yield* known(userId, namedBy(given))
      const faults = unknownExercises(exercises, given)
      if (faults.length > 0) return yield* ValidationFailed.of(...faults)
      const efforts = given.flatMap(({ sets, ...named }): ReadonlyArray<Performed> => {
        const exercise = exerciseOf(exercises, named)
        return exercise === undefined ? [] : [{ exercise, sets: sets.map(toSet) }]
      })
      return { efforts, nameOf: namesOf(exercises) }
    })

    /** The content to store for an input. Calories are estimated with the current body weight. */
    const contentOf = Effect.fnUntraced(function* (
      userId: UserId,
      given: GivenWorkout,
      efforts: ReadonlyArray<Performed>,
      date: ActivityDay
    ) {
      const bodyWeight = yield* readings.weightAround(userId, date)
      const content: WorkoutContent = {
        date,
        name: given.name,
        durationSeconds: given.durationSeconds ?? null,
        notes: given.notes ?? null,
        exercises: efforts.map(({ exercise, sets }) => ({ exerciseId: exercise.id, sets })),
        estimatedCalories: Option.match(bodyWeight, {
          onNone: () => null,
          onSome: (bodyWeightKg) =>
            estimatedCalories({ bodyWeightKg, durationSeconds: given.durationSeconds, exercises: efforts })
        })
      }
      return content
    })

    /** The state of the workout before a change. If the workout changes after this, the change is a conflict. */
    const before = (userId: UserId, id: string) =>
      Effect.flatMap(store.current(userId, id), Option.match({ onNone: () => notFound(id), onSome: Effect.succeed }))

    const namesIn = (userId: UserId, ids: ReadonlyArray<string>) => Effect.map(known(userId, { ids }), namesOf)

    const savedAs = (workout: Workout, user: User, nameOf: (exerciseId: string) => string) => ({
      id: workout.id,
      date: workout.date,
      timezone: user.timezone,
      ...(workout.estimatedCalories === null ? {} : { estimatedCalories: workout.estimatedCalories }),
      workout: showWorkout(workout, user.strengthUnit, nameOf)
    })

    return {
      list_workouts: Effect.fnUntraced(function* ({ limit = DEFAULT_LIMIT, cursor, ...filters }, { user }) {
        const { exerciseId } = filters
        const exercises = yield* known(user.id, exerciseId === undefined ? {} : { ids: [exerciseId] })
        const start = cursor === undefined ? undefined : yield* Effect.option(opened(cursors, user.id, cursor, filters))
        const faults = [
          ...filterFaults(exercises, filters),
          ...(start !== undefined && Option.isNone(start) ? [CURSOR_FAULT] : [])
        ]
        if (faults.length > 0) return yield* ValidationFailed.of(...faults)
        const after = start === undefined ? undefined : Option.getOrUndefined(start)
        const exercise = exerciseId === undefined ? undefined : exercises.byId(exerciseId)
        const { workouts, total } = yield* store.page(user.id, filters, after, limit + 1)
        const { items, hasMore, nextCursor } = pageOf(workouts, limit, ({ date, createdAt, id }) =>
          sealed(cursors, user.id, filters, { date, createdAt, id })
        )
        const withOwn = items.filter(({ exerciseIds }) => hasOwnExercise(exerciseIds))
        const nameOf = yield* namesIn(
          user.id,
          withOwn.flatMap(({ exerciseIds }) => idsIn(exerciseIds))
        )
        const sets = exercise === undefined ? [] : yield* store.setsOf(user.id, { ...filters, exerciseId: exercise.id })
        return {
          workouts: items.map((summary) => showSummary(summary, exercisesIn(summary.exerciseIds, nameOf))),
          ...(exercise === undefined
            ? {}
            : {
                exercise: {
                  ...showAchieved(achieved(exercise.trackingType, sets), user.strengthUnit),
                  sums: showSums(
                    sets.flatMap(({ sets }) => sets),
                    user.strengthUnit
                  )
                }
              }),
          total,
          hasMore,
          nextCursor
        }
      }),

      get_workout: Effect.fnUntraced(function* ({ id }, { user }) {
        const found = yield* store.find(user.id, id)
        if (Option.isNone(found)) return yield* notFound(id)
        const nameOf = yield* namesIn(
          user.id,
          found.value.exercises.map(({ exerciseId }) => exerciseId)
        )
        return showWorkout(found.value, user.strengthUnit, nameOf)
      }),

      log_workout: Effect.fnUntraced(function* (input, caller) {
        const { user, today, now } = caller
        const id = yield* workoutIds.make
        const { efforts, nameOf } = yield* performed(user.id, input)
        const content = yield* contentOf(user.id, input, efforts, input.date ?? today)
        const workout = { id, ...content, startTime: null, endTime: null }
        const answer = answerOf(caller, savedAs(workout, user, nameOf))
        return yield* store.add(user.id, today, workout, now, answer)
      }),

      replace_workout: Effect.fnUntraced(function* ({ id, ...input }, { user, today }) {
        const { efforts, nameOf } = yield* performed(user.id, input)
        const current = yield* before(user.id, id)
        const content = yield* contentOf(user.id, input, efforts, input.date ?? current.date)
        // The times are those of the session on its day.
        const { startTime, endTime } = content.date === current.date ? current : { startTime: null, endTime: null }
        const workout = { id, ...content, startTime, endTime }
        yield* checkDone(yield* store.replace(user.id, today, workout, current.revision), id)
        return savedAs(workout, user, nameOf)
      }),

      delete_workout: Effect.fnUntraced(function* ({ id }, { user, today }) {
        const { name, date, revision } = yield* before(user.id, id)
        yield* checkDone(yield* store.delete(user.id, today, id, revision), id)
        return { id, deleted: true as const, name, date, timezone: user.timezone }
      })
    }
  }),
  {},
  lookups
)
