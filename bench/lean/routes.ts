import type { Operation } from "../../src/contract/operation.ts"
import type { Database } from "./database.ts"
import { listFoodEntries, listFoodEntriesWhole, logFoodEntry, searchFoods } from "./diary.ts"
import type { Caller } from "./guard.ts"
import { getContext, listBodyMetrics, setBodyMetrics } from "./readings.ts"
import { inputs, operationOf, outputs, wholeDiary, wholeWorkouts } from "./schemas.ts"
import { listWorkouts, listWorkoutsWhole, logWorkout } from "./workouts.ts"

/** An operation of the lean peers, which differ only in runtime, framework and driver. */
export interface Route {
  readonly name: string
  readonly method: Operation["method"]
  readonly path: string
  readonly access: "read" | "write"
  /** JSON Schemas of its input and output. */
  readonly input: object
  readonly output: object
  /** `input` has been validated; `key` is the idempotency key of the header. */
  readonly run: (database: Database, caller: Caller, input: unknown, key: string | undefined) => Promise<unknown>
}

const route = <Input>(
  name: keyof typeof outputs,
  run: (database: Database, caller: Caller, input: Input, key: string | undefined) => Promise<unknown>
): Route => {
  const { method, path, access } = operationOf(name)
  return {
    name,
    method,
    path,
    access,
    input: inputs[name],
    output: outputs[name],
    run: (database, caller, input, key) => run(database, caller, input as Input, key)
  }
}

export const routes: ReadonlyArray<Route> = [
  route("get_context", getContext),
  route("list_body_metrics", listBodyMetrics),
  route("set_body_metrics", setBodyMetrics),
  route("search_foods", searchFoods),
  route("list_food_entries", listFoodEntries),
  route("log_food_entry", logFoodEntry),
  route("log_workout", logWorkout),
  route("list_workouts", listWorkouts)
]

/** The same list at a path of its own, with everything that the service returns. */
const whole = (list: Route, output: object): Route => ({
  ...list,
  name: `${list.name}_whole`,
  path: `${list.path}/whole`,
  output
})

/**
 * The operations over REST, including those that the MCP peer has no tool for, because it creates all of its tools for
 * each request.
 */
export const restRoutes: ReadonlyArray<Route> = [
  ...routes,
  whole(route("list_food_entries", listFoodEntriesWhole), wholeDiary),
  whole(route("list_workouts", listWorkoutsWhole), wholeWorkouts)
]
