import { Clock, Effect, Schema } from "effect"
import { pageOperations } from "../../../../../src/annexes/page/operations.ts"
import { Pipeline } from "../../../../../src/call/pipeline.ts"
import { envelope } from "../../../../../src/contract/errors.ts"
import { type Outcome, output, type Person, type Service } from "../../../../support/app.ts"

/** Calls an operation without a route, as the page does: through the pipeline. */
export const callInternal = (
  service: Service,
  { token }: Pick<Person, "token">,
  operation: string,
  input: unknown = {}
): Promise<Outcome> =>
  service.run(
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const arrival = { requestId: "req_test", at: yield* Clock.currentTimeMillis }
      const identity = yield* pipeline.authenticate(`Bearer ${token}`, arrival)
      const call = {
        operation,
        identity,
        input: Effect.succeed(input),
        form: "json",
        idempotencyKey: undefined
      } as const
      const { outcome, output } = yield* pipeline.run(call, arrival)
      if (outcome.failure !== undefined) {
        const { error } = JSON.parse(JSON.stringify(envelope(outcome.failure, arrival.requestId)))
        return { ok: false as const, error }
      }
      const declared = pageOperations.find(({ name }) => name === operation)
      if (declared === undefined) return yield* Effect.dieMessage(`There is no operation ${operation}`)
      yield* Schema.decodeUnknown(declared.output, { onExcessProperty: "error" })(output)
      return { ok: true as const, output }
    })
  )

/** Calls every operation of the page, each within `around`, which receives its name. */
export const callEveryInternal = async (
  service: Service,
  person: Person,
  around: (name: string, call: () => Promise<unknown>) => Promise<unknown> = (_, call) => call()
): Promise<void> => {
  const exercises = [{ exerciseId: "exr_barbell_squat", sets: [{ reps: 5 }] }]
  const { id } = await output<{ readonly id: string }>(person.rest("log_workout", { name: "Squats", exercises }))
  const day = { date: "2026-03-10" }
  const quickAdd = { name: "Soup", calories: 200 }
  await output(person.rest("log_food_entry", { quickAdd, servings: 1, mealType: "lunch", ...day }))
  const water = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2000, comparison: "min" }
  const { goal } = await output<{ readonly goal: { readonly id: string } }>(person.rest("save_goal", water))
  const routine = { name: "Legs", exercises }
  const { id: routineId } = await output<{ readonly id: string }>(
    callInternal(service, person, "make_routine", routine)
  )
  const inputs: Readonly<Record<string, unknown>> = {
    get_routine: { id: routineId },
    make_routine: routine,
    make_routine_of_workout: { workoutId: id },
    update_routine_of_workout: { id: routineId, workoutId: id },
    change_routine: { id: routineId, ...routine },
    move_routine: { id: routineId, to: 1 },
    remove_routine: { id: routineId, idempotency_key: "routine" },
    restore_routine: { removedBy: "routine" },
    make_goal: { name: "Read", type: "boolean" },
    add_goal_progress: { goalId: goal.id, amount: 250 },
    remove_goal: { id: goal.id },
    restore_goal: { id: goal.id },
    get_exercise: { id: "exr_barbell_squat" },
    get_recorded_workout: { id },
    find_workouts: { query: "squat" },
    get_training_days: { from: "2026-03-01", to: "2026-03-31" },
    get_last_times: { ids: ["exr_running"], workoutId: id },
    get_likely_foods: { mealType: "lunch" },
    copy_food_entries: { ...day, toDate: "2026-03-12", idempotency_key: "copy" },
    undo_copied_food_entries: { copiedBy: "copy" },
    move_food_entries: { ...day, toDate: "2026-03-11", idempotency_key: "move" },
    undo_moved_food_entries: { movedBy: "move" },
    remove_food_entries: { ...day, idempotency_key: "removal" },
    restore_food_entries: { removedBy: "removal" },
    remove_item: { kind: "workout", id, idempotency_key: "item" },
    restore_item: { removedBy: "item" }
  }
  for (const { name } of pageOperations) {
    await around(name, () => output(callInternal(service, person, name, inputs[name])))
  }
}
