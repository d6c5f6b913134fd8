import { Effect, Option } from "effect"
import { BodyMetricStore } from "../body-metrics/store.ts"
import { answerOf } from "../caller/answer.ts"
import { implement } from "../caller/handlers.ts"
import type { User } from "../caller/user.ts"
import { Conflict, NotFound, ValidationFailed } from "../contract/errors.ts"
import { quote } from "../contract/faults.ts"
import { exerciseById } from "../exercises/exercises.ts"
import { CURSOR_FAULT, Cursors } from "../paging/cursor.ts"
import { pageOf } from "../paging/page.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { toKilograms } from "../values/units.ts"
import { achieved, showAchieved } from "./best-set.ts"
import { estimatedCalories } from "./calories.ts"
import { type GivenExercise, WorkoutsApi } from "./definition.ts"
import { exerciseIsKnown, exerciseOf, exercisesAreKnown } from "./known-exercises.ts"
import { showSummary, showWorkout, type Workout, type WorkoutContent, type WorkoutSet, workoutIds } from "./model.ts"
import { type Changed, type Place, WorkoutStore } from "./store.ts"

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

const performed = (given: GivenExercise) => {
  const exercise = exerciseOf(given)
  if (exercise === undefined) throw new Error("An exercise that passed validation is missing from the catalogue")
  return { exercise, sets: given.sets.map(toSet) }
}

interface GivenWorkout {
  readonly name: string
  readonly durationSeconds?: number
  readonly notes?: string
  readonly exercises: ReadonlyArray<GivenExercise>
}

const nameOf = (exerciseId: string): string => exerciseById(exerciseId)?.name ?? exerciseId

const toPlace = ([date = "", createdAt = "", id = ""]: ReadonlyArray<string>): Place => ({
  date,
  createdAt: Number(createdAt),
  id
})

const invalidCursor = ValidationFailed.of(CURSOR_FAULT)

export const implementation = implement(
  WorkoutsApi,
  Effect.gen(function* () {
    const store = yield* WorkoutStore
    const readings = yield* BodyMetricStore
    const cursors = yield* Cursors

    /** The content to store for an input. Calories are estimated with the current body weight. */
    const contentOf = Effect.fnUntraced(function* (userId: UserId, given: GivenWorkout, date: ActivityDay) {
      const efforts = given.exercises.map(performed)
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

    const savedAs = (workout: Workout, user: User) => ({
      id: workout.id,
      date: workout.date,
      timezone: user.timezone,
      ...(workout.estimatedCalories === null ? {} : { estimatedCalories: workout.estimatedCalories }),
      workout: showWorkout(workout, user.strengthUnit, nameOf)
    })

    return {
      list_workouts: Effect.fnUntraced(function* ({ limit = DEFAULT_LIMIT, cursor, ...filters }, { user }) {
        const { from, to, exerciseId } = filters
        const binding = [user.id, "list_workouts", from, to, ...(exerciseId === undefined ? [] : [exerciseId])]
        const position =
          cursor === undefined ? undefined : yield* Effect.mapError(cursors.open(binding, cursor), () => invalidCursor)
        const after = position === undefined ? {} : { after: toPlace(position) }
        const { workouts, total, sets } = yield* store.page(user.id, { ...filters, ...after, limit: limit + 1 })
        const { items, hasMore, nextCursor } = pageOf(workouts, limit, ({ date, createdAt, id }) =>
          cursors.seal(binding, [date, String(createdAt), id])
        )
        const exercise = exerciseId === undefined ? undefined : exerciseById(exerciseId)
        return {
          workouts: items.map((summary) => showSummary(summary, nameOf)),
          ...(exercise === undefined
            ? {}
            : { exercise: showAchieved(achieved(exercise.trackingType, sets), user.strengthUnit) }),
          total,
          hasMore,
          nextCursor
        }
      }),

      get_workout: Effect.fnUntraced(function* ({ id }, { user }) {
        const found = yield* store.find(user.id, id)
        if (Option.isNone(found)) return yield* notFound(id)
        return showWorkout(found.value, user.strengthUnit, nameOf)
      }),

      log_workout: Effect.fnUntraced(function* (input, caller) {
        const { user, today, now } = caller
        const id = yield* workoutIds.make
        const content = yield* contentOf(user.id, input, input.date ?? today)
        const answer = answerOf(caller, savedAs({ id, ...content }, user))
        return yield* store.add(user.id, today, { id, ...content }, now, answer)
      }),

      replace_workout: Effect.fnUntraced(function* ({ id, ...input }, { user, today }) {
        const current = yield* before(user.id, id)
        const content = yield* contentOf(user.id, input, input.date ?? current.date)
        yield* checkDone(yield* store.replace(user.id, today, { id, ...content }, current.revision), id)
        return savedAs({ id, ...content }, user)
      }),

      delete_workout: Effect.fnUntraced(function* ({ id }, { user, today }) {
        const { name, date, revision } = yield* before(user.id, id)
        yield* checkDone(yield* store.delete(user.id, today, id, revision), id)
        return { id, deleted: true as const, name, date, timezone: user.timezone }
      })
    }
  }),
  { list_workouts: exerciseIsKnown, log_workout: exercisesAreKnown, replace_workout: exercisesAreKnown }
)
