import { Effect, Option, Schema } from "effect"
import { said } from "../../../../contract/broken-rule.ts"
import { LimitExceeded, NotFound, ValidationFailed } from "../../../../contract/errors.ts"
import { answerOf } from "../../../../contract/handler/answer.ts"
import { type Handlers, implement } from "../../../../contract/handler/handlers.ts"
import { IdempotencyStore, outputKept } from "../../../../facts/idempotency-store.ts"
import { exerciseById } from "../../../../features/exercises/exercises.ts"
import { knownExercises } from "../../../../features/exercises/known.ts"
import { inKilograms, performed } from "../../../../features/workouts/content.ts"
import { keepingLoads } from "../../../../features/workouts/loads.ts"
import { besideOf } from "../../../../features/workouts/model.ts"
import { WorkoutStore } from "../../../../features/workouts/store.ts"
import { Transactions } from "../../../../platform/database/transactions.ts"
import type { UserId } from "../../../../values/ids.ts"
import { RoutinesApi } from "./definition.ts"
import { MOST_ROUTINES, type Named, nameFor, type Routine, routineIds, StoredRoutine, sizeFault } from "./model.ts"
import { fixing, replanned, showPlanned } from "./plan.ts"
import { RoutineStore } from "./store.ts"

const noRoutine = new NotFound({ message: "There is no such routine. It may have been deleted." })
const noWorkout = new NotFound({ message: "There is no such workout. It may have been deleted." })
const tooLate = new NotFound({ message: "This routine can no longer be brought back. Create it again." })

const tooMany = (current: number) =>
  new LimitExceeded({
    message: `You have ${current} routines, and may have ${MOST_ROUTINES}. Delete another one first.`,
    details: { limit: MOST_ROUTINES, current }
  })

/** Services of the handlers. */
interface Services {
  readonly routines: RoutineStore["Type"]
  readonly workouts: WorkoutStore["Type"]
  readonly known: Effect.Effect.Success<typeof knownExercises>
  readonly keys: IdempotencyStore["Type"]
  readonly transactions: Transactions["Type"]
}

type Operations = Handlers<typeof RoutinesApi>

const nameIn =
  ({ ownNames }: Named<unknown>) =>
  (exerciseId: string): string =>
    exerciseById(exerciseId)?.name ?? ownNames[exerciseId] ?? exerciseId

const held = ({ routines }: Services, userId: UserId, id: string) =>
  Effect.flatMap(routines.find(userId, id), Option.match({ onNone: () => noRoutine, onSome: Effect.succeed }))

/** Adds a routine; fails if the user already has the maximum number. Returns its id and name. */
const add = Effect.fnUntraced(function* ({ routines }: Services, userId: UserId, routineAt: (last: number) => Routine) {
  const others = yield* routines.list(userId)
  if (others.length >= MOST_ROUTINES) return yield* tooMany(others.length)
  const routine = routineAt(others.at(-1)?.place ?? 0)
  yield* routines.add(userId, routine)
  return { id: routine.id, name: routine.name }
})

/** Adds a new routine after the others. */
const addLast = Effect.fnUntraced(function* (
  services: Services,
  userId: UserId,
  createdAt: number,
  content: Pick<Routine, "name" | "exercises">
) {
  const id = yield* routineIds.make
  return yield* add(services, userId, (last) => ({ ...content, id, place: last + 1, createdAt }))
})

/** The exercises of an input in stored form. */
const planned = Effect.fnUntraced(function* (
  { known }: Services,
  userId: UserId,
  given: Parameters<typeof performed>[2],
  kilogramsOf: typeof inKilograms
) {
  const { doneWith } = yield* performed(known, userId, given)
  return doneWith(kilogramsOf).stored.map(fixing)
})

const make = (services: Services): Operations["make_routine"] =>
  Effect.fnUntraced(function* (given, caller) {
    const { user, now } = caller
    const making = Effect.gen(function* () {
      const exercises = yield* planned(services, user.id, given.exercises, inKilograms)
      const made = yield* addLast(services, user.id, now, { name: given.name, exercises })
      return yield* services.keys.keep(user.id, answerOf(caller, made))
    })
    return yield* services.transactions.change(user.id, making)
  })

/** The exercises of a workout, if a routine can have them. */
const exercisesOf = Effect.fnUntraced(function* ({ workouts }: Services, userId: UserId, workoutId: string) {
  const workout = Option.getOrUndefined(yield* workouts.find(userId, workoutId))
  if (workout === undefined) return yield* noWorkout
  const fault = sizeFault(workout.exercises)
  if (fault !== undefined) return yield* ValidationFailed.of(said("exercises", `of a routine ${fault}`))
  return workout
})

const makeOfWorkout = (services: Services): Operations["make_routine_of_workout"] =>
  Effect.fnUntraced(function* ({ workoutId }, caller) {
    const { user, now } = caller
    const making = Effect.gen(function* () {
      const workout = yield* exercisesOf(services, user.id, workoutId)
      const content = { name: nameFor(workout), exercises: replanned(workout.exercises) }
      const made = yield* addLast(services, user.id, now, content)
      return yield* services.keys.keep(user.id, answerOf(caller, made))
    })
    return yield* services.transactions.change(user.id, making)
  })

const change = (services: Services): Operations["change_routine"] =>
  Effect.fnUntraced(function* ({ id, ...given }, { user }) {
    const { name } = given
    const changing = Effect.gen(function* () {
      const current = yield* held(services, user.id, id)
      const exercises = yield* planned(services, user.id, given.exercises, keepingLoads(current.exercises))
      yield* services.routines.change(user.id, { id, name, exercises })
      return { id, name }
    })
    return yield* services.transactions.change(user.id, changing)
  })

const updateOfWorkout = (services: Services): Operations["update_routine_of_workout"] =>
  Effect.fnUntraced(function* ({ id, workoutId }, { user }) {
    const updating = Effect.gen(function* () {
      const { name, exercises } = yield* held(services, user.id, id)
      const workout = yield* exercisesOf(services, user.id, workoutId)
      yield* services.routines.change(user.id, { id, name, exercises: replanned(workout.exercises, exercises) })
      return { id, name }
    })
    return yield* services.transactions.change(user.id, updating)
  })

const move = ({ routines, transactions }: Services): Operations["move_routine"] =>
  Effect.fnUntraced(function* ({ id, to }, { user }) {
    const moving = Effect.gen(function* () {
      const ids = (yield* routines.list(user.id)).map(({ id }) => id)
      const others = ids.filter((other) => other !== id)
      if (others.length === ids.length) return yield* noRoutine
      yield* routines.arrange(user.id, others.toSpliced(to, 0, id))
      return { id }
    })
    return yield* transactions.change(user.id, moving)
  })

const remove = (services: Services): Operations["remove_routine"] =>
  Effect.fnUntraced(function* ({ id }, caller) {
    const { user } = caller
    const removing = Effect.gen(function* () {
      const { ownNames: _names, ...routine } = yield* held(services, user.id, id)
      yield* services.routines.remove(user.id, id)
      return yield* services.keys.keep(user.id, answerOf(caller, { routine }))
    })
    return yield* services.transactions.change(user.id, removing)
  })

const Removed = Schema.Struct({ routine: StoredRoutine })

/**
 * The routine that a deletion stored under its key, which is kept for a day; without exercises that the user has
 * deleted since.
 */
const removedBy = Effect.fnUntraced(function* ({ keys, known }: Services, userId: UserId, key: string, now: number) {
  const removed = yield* outputKept(keys, { userId, operation: "remove_routine", key }, now, Removed)
  if (Option.isNone(removed)) return yield* tooLate
  const { routine } = removed.value
  const { byId } = yield* known(userId, { ids: routine.exercises.map(({ exerciseId }) => exerciseId) })
  const exercises = routine.exercises.filter(({ exerciseId }) => byId(exerciseId) !== undefined)
  return exercises.length === 0 ? yield* tooLate : { ...routine, exercises }
})

const restore = (services: Services): Operations["restore_routine"] =>
  Effect.fnUntraced(function* (input, { user, now }) {
    const restoring = Effect.gen(function* () {
      const routine = yield* removedBy(services, user.id, input.removedBy, now)
      const { id, name } = routine
      const isBack = Option.isSome(yield* services.routines.find(user.id, id))
      return isBack ? { id, name } : yield* add(services, user.id, () => routine)
    })
    return yield* services.transactions.change(user.id, restoring)
  })

export const implementation = implement(
  RoutinesApi,
  Effect.gen(function* () {
    const services: Services = {
      routines: yield* RoutineStore,
      workouts: yield* WorkoutStore,
      known: yield* knownExercises,
      keys: yield* IdempotencyStore,
      transactions: yield* Transactions
    }
    return {
      get_routines: Effect.fnUntraced(function* (_input, { user }) {
        const routines = yield* services.routines.list(user.id)
        return {
          routines: routines.map(({ id, name, exerciseIds, ownNames }) => ({
            id,
            name,
            exercises: exerciseIds.map((exerciseId) => ({ exerciseId, name: nameIn({ ownNames })(exerciseId) }))
          }))
        }
      }),
      get_routine: Effect.fnUntraced(function* ({ id }, { user }) {
        const routine = yield* held(services, user.id, id)
        return {
          id,
          name: routine.name,
          exercises: routine.exercises.map((planned) => ({
            exerciseId: planned.exerciseId,
            name: nameIn(routine)(planned.exerciseId),
            ...besideOf(planned),
            sets: showPlanned(planned, user.strengthUnit)
          }))
        }
      }),
      make_routine: make(services),
      make_routine_of_workout: makeOfWorkout(services),
      change_routine: change(services),
      update_routine_of_workout: updateOfWorkout(services),
      move_routine: move(services),
      remove_routine: remove(services),
      restore_routine: restore(services)
    }
  })
)
