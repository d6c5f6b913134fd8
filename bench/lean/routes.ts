import type { Database } from "./database.ts"
import { listFoodEntries, listFoodEntriesWhole, logFoodEntry, searchFoods } from "./diary.ts"
import type { Caller } from "./guard.ts"
import { getContext, listBodyMetrics, setBodyMetrics } from "./readings.ts"
import { inputs, outputs, wholeDiary, wholeWorkouts } from "./schemas.ts"
import { listWorkouts, listWorkoutsWhole, logWorkout } from "./workouts.ts"

/** An operation of the lean peers, which differ only in runtime, framework and driver. */
export interface Route {
  readonly name: string
  readonly method: "GET" | "POST" | "PUT"
  readonly path: string
  readonly access: "read" | "write"
  /** JSON Schemas of its input and output. */
  readonly input: object
  readonly output: object
  /** `input` has been validated; `key` is the idempotency key of the header. */
  readonly run: (database: Database, caller: Caller, input: unknown, key: string | undefined) => Promise<unknown>
}

const route = <Input>(
  name: string,
  [method, path]: readonly [Route["method"], string],
  schemas: { readonly input: object; readonly output: object },
  run: (database: Database, caller: Caller, input: Input, key: string | undefined) => Promise<unknown>
): Route => ({
  name,
  method,
  path,
  access: method === "GET" ? "read" : "write",
  ...schemas,
  run: (database, caller, input, key) => run(database, caller, input as Input, key)
})

const of = (name: keyof typeof outputs) => ({ input: name === "getContext" ? {} : inputs[name], output: outputs[name] })

export const routes: ReadonlyArray<Route> = [
  route("get_context", ["GET", "/v1/me"], of("getContext"), getContext),
  route("list_body_metrics", ["GET", "/v1/body-metrics"], of("listBodyMetrics"), listBodyMetrics),
  route("set_body_metrics", ["PUT", "/v1/body-metrics"], of("setBodyMetrics"), setBodyMetrics),
  route("search_foods", ["GET", "/v1/foods"], of("searchFoods"), searchFoods),
  route("list_food_entries", ["GET", "/v1/food-entries"], of("listFoodEntries"), listFoodEntries),
  route("log_food_entry", ["POST", "/v1/food-entries"], of("logFoodEntry"), logFoodEntry),
  route("log_workout", ["POST", "/v1/workouts"], of("logWorkout"), logWorkout),
  route("list_workouts", ["GET", "/v1/workouts"], of("listWorkouts"), listWorkouts)
]

/**
 * The operations over REST, including those that the MCP peer has no tool for, because it creates all of its tools for
 * each request.
 */
export const restRoutes: ReadonlyArray<Route> = [
  ...routes,
  route(
    "list_food_entries_whole",
    ["GET", "/v1/food-entries/whole"],
    { input: inputs.listFoodEntries, output: wholeDiary },
    listFoodEntriesWhole
  ),
  route(
    "list_workouts_whole",
    ["GET", "/v1/workouts/whole"],
    { input: inputs.listWorkouts, output: wholeWorkouts },
    listWorkoutsWhole
  )
]
