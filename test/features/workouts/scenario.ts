import { Effect, Layer, Option } from "effect"
import type { WorkoutsApi } from "../../../src/features/workouts/definition.ts"
import { workoutIds } from "../../../src/features/workouts/model.ts"
import { WorkoutStore } from "../../../src/features/workouts/store.ts"
import { type Call, output, TODAY } from "../../support/app.ts"
import { MARK, type Scenario, SHARED_KEY } from "../../support/scenario.ts"
import { newFood } from "../custom-foods/support.ts"
import { type Listed, log } from "./support.ts"

const exercises = [{ exerciseId: "exr_push_up", sets: [{ reps: 20 }] }]
const pushUps = { name: "Push-ups", exercises }
const days = { from: "2026-03-01", to: TODAY }
const page = { from: TODAY, to: TODAY, limit: 1 }

const newWorkout = async (call: Call) => (await log(call, pushUps)).id

/** Stores in which another client changes every workout between a change's read and its write. */
const changedBetween = Effect.map(WorkoutStore, (store) =>
  WorkoutStore.of({
    ...store,
    current: (userId, id) =>
      Effect.gen(function* () {
        const current = yield* store.current(userId, id)
        const workout = yield* store.find(userId, id)
        if (Option.isSome(current) && Option.isSome(workout)) {
          yield* store.replace(userId, workout.value.date, workout.value, current.value.revision)
        }
        return current
      })
  })
)

export const workouts: Scenario<typeof WorkoutsApi> = {
  ids: [workoutIds],
  callAll: async (call) => {
    const id = await newWorkout(call)
    await log(call, { ...pushUps, idempotency_key: "push" })
    await output(call("get_workout", { id }))
    await output(call("list_workouts"))
    const { nextCursor } = await output<Listed>(call("list_workouts", { ...days, limit: 1 }))
    await output(call("list_workouts", { ...days, limit: 1, cursor: nextCursor }))
    const oldest = await output<Listed>(call("list_workouts", { ...days, order: "oldest", limit: 1 }))
    await output(call("list_workouts", { exerciseId: "exr_push_up" }))
    await output(call("list_workouts", { name: "push", order: "oldest" }))
    await output(call("list_workouts", { ...days, order: "oldest", limit: 1, cursor: oldest.nextCursor }))
    await output(call("replace_workout", { ...pushUps, id }))
    await output(call("replace_workout", { id, keepOmitted: true, notes: "Again" }))
    await output(call("delete_workout", { id }))
  },
  prepare: {
    list_workouts: async () => ({}),
    get_workout: async (call) => ({ id: await newWorkout(call) }),
    log_workout: async () => pushUps,
    replace_workout: async (call) => ({ ...pushUps, id: await newWorkout(call) }),
    delete_workout: async (call) => ({ id: await newWorkout(call) })
  },
  changes: { log_workout: { name: "Another" } },
  contested: (stores) => Layer.effect(WorkoutStore, changedBetween).pipe(Layer.provideMerge(stores)),
  conflicts: {
    replace_workout: async (_service, _person, call) => ({ ...pushUps, id: await newWorkout(call) }),
    delete_workout: async (_service, _person, call) => ({ id: await newWorkout(call) })
  },
  own: async ({ call }) => {
    const session = { name: `${MARK} session`, notes: MARK, exercises, date: TODAY }
    const { id } = await log(call, session)
    await log(call, session)
    const keyed = { name: `${MARK} run`, exercises, idempotency_key: SHARED_KEY }
    await output(call("log_workout", keyed))
    const { nextCursor } = await output<Listed>(call("list_workouts", page))
    const cursor = String(nextCursor)
    // The catalogue's ids are the same for everybody; ids of a user's other items are not exercises.
    const food = await newFood(call, { name: `${MARK} oats` })
    const notExercises = [{ exerciseId: food, sets: [{ reps: 1 }] }]
    return {
      secrets: [id, food],
      pages: { list_workouts: { input: page, cursor } },
      attempts: {
        "list_workouts cursor": { input: { ...page, cursor }, expected: "validation_failed" },
        "list_workouts exerciseId": { input: { exerciseId: food }, expected: "validation_failed" },
        "get_workout id": { input: { id }, expected: "not_found" },
        "log_workout exercises[].exerciseId": {
          input: { name: "Run", exercises: notExercises },
          expected: "validation_failed"
        },
        "log_workout idempotency_key": { input: { ...keyed, name: "Another" }, expected: "as if new" },
        "replace_workout id": { input: { id, name: "Taken over", exercises }, expected: "not_found" },
        "replace_workout exercises[].exerciseId": {
          input: { id, name: "Run", exercises: notExercises },
          expected: "validation_failed"
        },
        "delete_workout id": { input: { id }, expected: "not_found" }
      }
    }
  },
  view: async (call) => {
    const { workouts } = await output<Listed>(call("list_workouts", { limit: 100 }))
    return { workouts, details: await Promise.all(workouts.map(({ id }) => call("get_workout", { id }))) }
  },
  views: {
    list_workouts: [{ limit: 100 }, { exerciseId: "exr_push_up" }, { name: "push", order: "oldest", limit: 100 }]
  },
  targets: async (call) => {
    const running = { name: "Running", sets: [{ distanceMeters: 2000, durationSeconds: 600 }] }
    const ids: Array<string> = []
    for (let n = 0; n < 10; n++) ids.push((await log(call, { exercises: [running], date: TODAY })).id)
    const { nextCursor } = await output<Listed>(call("list_workouts", { ...days, limit: 1 }))
    return { ids, cursors: nextCursor === null ? [] : [nextCursor] }
  }
}
