import { Effect, Option } from "effect"
import { Conflict, NotFound, ValidationFailed } from "../../contract/errors.ts"
import { quote } from "../../contract/faults.ts"
import { answerOf } from "../../contract/handler/answer.ts"
import { NOTHING_DUE } from "../../contract/handler/charge.ts"
import { charging, type Handlers, implement } from "../../contract/handler/handlers.ts"
import type { User } from "../../contract/handler/user.ts"
import type { UserId } from "../../values/ids.ts"
import { CURSOR_FAULT, Cursors } from "../../values/paging/cursor.ts"
import { pageOf } from "../../values/paging/page.ts"
import { BodyMetricStore } from "../body-metrics/store.ts"
import type { Exercise } from "../exercises/exercises.ts"
import { knownExercises } from "../exercises/known.ts"
import { hasOwnExercise } from "../exercises/own.ts"
import { achieved, type SetsOfWorkout, showAchieved } from "./best-set.ts"
import { calledIn, contentOf, doneBefore, inKilograms, namesOf, performed } from "./content.ts"
import { opened, sealed } from "./cursor.ts"
import { type GivenExercise, WorkoutsApi } from "./definition.ts"
import { exercisesIn, idsIn } from "./exercise-lists.ts"
import { filteredBy, filterFaults, filterNamed } from "./known-exercises.ts"
import { lateEstimates } from "./late-estimates.ts"
import { keepingLoads } from "./loads.ts"
import { lookups } from "./lookups.ts"
import { shownCalories, showSummary, showWorkout, type Workout, workoutIds } from "./model.ts"
import { recordsIn, showRecords } from "./records.ts"
import { type Changed, type Current, WorkoutStore } from "./store.ts"
import { showSums, showTotals } from "./sums.ts"

const DEFAULT_LIMIT = 50

const notFound = (id: string) =>
  new NotFound({
    message: `There is no workout ${quote(id)}. list_workouts shows the ids of those there are.`,
    people: null
  })

const conflict = new Conflict({
  message:
    "Another call changed this workout first, so this change was not made. Read it again with get_workout; repeat the change if it still applies.",
  people: "Another call changed this workout first, so this change was not made."
})

/** Fails if a change was not made. */
const checkDone = (changed: Changed, id: string): Effect.Effect<void, NotFound | Conflict> =>
  changed === "done" ? Effect.void : changed === "gone" ? notFound(id) : conflict

const energyOf = (workout: Workout) => {
  const calories = shownCalories(workout)
  return calories === null ? {} : { estimatedCalories: calories }
}

/** Services of the handlers. */
interface Services {
  readonly store: WorkoutStore["Type"]
  readonly readings: BodyMetricStore["Type"]
  readonly cursors: Cursors["Type"]
  readonly known: Effect.Effect.Success<typeof knownExercises>
  readonly estimated: Effect.Effect.Success<typeof lateEstimates>
}

type Operations = Handlers<typeof WorkoutsApi>

/** The state of the workout before a change. If the workout changes after this, the change is a conflict. */
const before = ({ store }: Services, userId: UserId, id: string) =>
  Effect.flatMap(store.current(userId, id), Option.match({ onNone: () => notFound(id), onSome: Effect.succeed }))

const namesIn = ({ known }: Services, userId: UserId, ids: ReadonlyArray<string>) =>
  Effect.map(known(userId, { ids }), namesOf)

/** A workout with its exercises, and what they add up to. */
const showWhole = (workout: Workout, { strengthUnit }: User, calledOf: ReturnType<typeof calledIn>) => {
  const done = workout.exercises.map(({ exerciseId, sets }) => ({ exercise: calledOf(exerciseId), sets }))
  return { ...showWorkout(workout, strengthUnit, calledOf), ...showTotals(done, strengthUnit) }
}

/** Adds to each set its load as it was given, where that is not in the user's unit. */
const withGiven = (
  whole: ReturnType<typeof showWhole>,
  given: ReadonlyArray<GivenExercise>,
  { strengthUnit }: User
): ReturnType<typeof showWhole> => ({
  ...whole,
  exercises: whole.exercises.map(({ sets, ...exercise }, place) => ({
    ...exercise,
    sets: sets.map((set, index) => {
      const load = given[place]?.sets[index]?.weight
      return load === undefined || load.unit === strengthUnit ? set : { ...set, given: load }
    })
  }))
})

/**
 * A workout as log_workout and replace_workout return it: `calledOf` names its exercises, and `given` has the loads as they
 * were given.
 */
export const savedAs = (
  workout: Workout,
  user: User,
  calledOf: ReturnType<typeof calledIn>,
  given: ReadonlyArray<GivenExercise>
) => ({
  id: workout.id,
  date: workout.date,
  timezone: user.timezone,
  ...energyOf(workout),
  workout: withGiven(showWhole(workout, user, calledOf), given, user)
})

/** What a person has achieved in an exercise, from its sets in a range of days. */
const sumUp = (exercise: Exercise, sets: ReadonlyArray<SetsOfWorkout>, { strengthUnit }: User) => ({
  ...showAchieved(achieved(exercise, sets), strengthUnit),
  records: showRecords(recordsIn(exercise, sets), strengthUnit),
  sums: showSums(
    exercise,
    sets.flatMap(({ sets }) => sets),
    strengthUnit
  )
})

const list = (services: Services): Operations["list_workouts"] =>
  charging(
    Effect.fnUntraced(function* ({ limit = DEFAULT_LIMIT, cursor, ...given }, { user, today }, charge) {
      const exercises = yield* services.known(user.id, filterNamed(given.exerciseId), charge.now)
      const exercise = filteredBy(exercises, given.exerciseId)
      const filters = exercise === undefined ? given : { ...given, exerciseId: exercise.id }
      const { order, name, ...range } = filters
      const inRange = name === undefined ? range : { ...range, like: { text: name.trim(), exerciseIds: [] } }
      const start =
        cursor === undefined ? undefined : yield* Effect.option(opened(services.cursors, user.id, cursor, filters))
      const faults = [
        ...filterFaults(exercises, given),
        ...(start !== undefined && Option.isNone(start) ? [CURSOR_FAULT] : [])
      ]
      if (faults.length > 0) return yield* ValidationFailed.of(...faults)
      const after = start === undefined ? undefined : Option.getOrUndefined(start)
      const found = yield* services.store.page(charge, user.id, inRange, after, limit + 1, order)
      const { workouts, total } = found.value
      const { items, hasMore, nextCursor } = pageOf(workouts, limit, ({ date, createdAt, id }) =>
        sealed(services.cursors, user.id, filters, { date, createdAt, id })
      )
      const withOwn = items.filter(({ exerciseIds }) => hasOwnExercise(exerciseIds))
      const nameOf = yield* namesIn(
        services,
        user.id,
        withOwn.flatMap(({ exerciseIds }) => idsIn(exerciseIds))
      )
      const shown = yield* services.estimated(user.id, items)
      const sets =
        exercise === undefined ? [] : yield* services.store.setsOf(user.id, { ...inRange, exerciseId: exercise.id })
      return found.with({
        workouts: shown.map((summary) => showSummary(summary, exercisesIn(summary.exerciseIds, nameOf))),
        ...(exercise === undefined ? {} : { exercise: sumUp(exercise, sets, user) }),
        total,
        hasMore,
        nextCursor,
        today
      })
    })
  )

const get = (services: Services): Operations["get_workout"] =>
  Effect.fnUntraced(function* ({ id }, { user }) {
    const found = yield* services.store.find(user.id, id)
    if (Option.isNone(found)) return yield* notFound(id)
    const known = yield* services.known(user.id, { ids: found.value.exercises.map(({ exerciseId }) => exerciseId) })
    const [workout = found.value] = yield* services.estimated(user.id, [found.value])
    return showWhole(workout, user, calledIn(known))
  })

const log = (services: Services): Operations["log_workout"] =>
  charging(
    Effect.fnUntraced(function* (input, caller, charge) {
      const { user, today, now } = caller
      const id = yield* workoutIds.make
      const { doneWith, calledOf } = yield* performed(services.known, user.id, input.exercises, charge.now)
      const content = yield* contentOf(
        services.readings,
        charge,
        user.id,
        input,
        doneWith(inKilograms),
        input.date ?? today
      )
      const workout = { id, ...content.value, startTime: null, endTime: null }
      const answer = answerOf(caller, savedAs(workout, user, calledOf, input.exercises))
      return content.with(yield* services.store.add(user.id, today, workout, now, answer))
    })
  )

/** What stays of a workout if it is left out. */
const staying = ({ durationSeconds, notes }: Current) => ({
  ...(durationSeconds === null ? {} : { durationSeconds }),
  ...(notes === null ? {} : { notes })
})

const replace = (services: Services): Operations["replace_workout"] =>
  Effect.fnUntraced(function* ({ id, keepOmitted = false, exercises, ...given }, { user, today }) {
    const sent = exercises === undefined ? undefined : yield* performed(services.known, user.id, exercises)
    const current = yield* before(services, user.id, id)
    const { done, calledOf } =
      sent === undefined
        ? yield* doneBefore(services.known, user.id, current)
        : { done: sent.doneWith(keepingLoads(current.exercises)), calledOf: sent.calledOf }
    const head = { name: current.name, ...(keepOmitted ? staying(current) : {}), ...given }
    const date = given.date ?? current.date
    const { value: content } = yield* contentOf(services.readings, NOTHING_DUE, user.id, head, done, date, current)
    // The times belong to the session on its day.
    const { startTime, endTime } = content.date === current.date ? current : { startTime: null, endTime: null }
    const workout = { id, ...content, startTime, endTime }
    yield* checkDone(yield* services.store.replace(user.id, today, workout, current.revision), id)
    return savedAs(workout, user, calledOf, exercises ?? [])
  })

const remove = (services: Services): Operations["delete_workout"] =>
  Effect.fnUntraced(function* ({ id }, { user, today }) {
    const { name, date, revision } = yield* before(services, user.id, id)
    yield* checkDone(yield* services.store.delete(user.id, today, id, revision), id)
    return { id, deleted: true as const, name, date, timezone: user.timezone }
  })

export const implementation = implement(
  WorkoutsApi,
  Effect.gen(function* () {
    const services: Services = {
      store: yield* WorkoutStore,
      readings: yield* BodyMetricStore,
      cursors: yield* Cursors,
      known: yield* knownExercises,
      estimated: yield* lateEstimates
    }
    return {
      list_workouts: list(services),
      get_workout: get(services),
      log_workout: log(services),
      replace_workout: replace(services),
      delete_workout: remove(services)
    }
  }),
  {},
  lookups
)
