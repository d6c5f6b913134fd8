import { HttpApi } from "@effect/platform"
import type { Api } from "./api.ts"
import { operationsOf } from "./contract/operation.ts"
import { accounts } from "./features/accounts/index.ts"
import { bodyMetrics } from "./features/body-metrics/index.ts"
import { customFoods } from "./features/custom-foods/index.ts"
import { diary } from "./features/diary/index.ts"
import { eating } from "./features/eating/index.ts"
import { exercises } from "./features/exercises/index.ts"
import { foodSearch } from "./features/food-search/index.ts"
import { goalKeeping } from "./features/goal-keeping/index.ts"
import { goals } from "./features/goals/index.ts"
import { overview } from "./features/overview/index.ts"
import { removals } from "./features/removals/index.ts"
import { routines } from "./features/routines/index.ts"
import { workouts } from "./features/workouts/index.ts"

/**
 * Every feature with operations: its API group, handlers and stores. The pipeline and the storage derive from this
 * list.
 */
export const features = [accounts, bodyMetrics, foodSearch, diary, customFoods, exercises, workouts, goals] as const

/**
 * Features of the person's page alone. The pipeline runs their operations like all others, but no route, tool, client
 * or public description has them.
 */
export const internalFeatures = [overview, eating, goalKeeping, routines, removals] as const
export class InternalApi extends HttpApi.make("internal")
  .add(overview.api)
  .add(eating.api)
  .add(goalKeeping.api)
  .add(routines.api)
  .add(removals.api) {}
export const internalOperations = operationsOf(InternalApi)

type Named<Group> = Group extends { readonly identifier: infer Name } ? Name : never
type Groups = (typeof Api)["groups"]
type Declared = Named<Groups[keyof Groups]>
type Implemented = Named<(typeof features)[number]["api"]>
type Nothing<T extends never> = T

/**
 * Compiles only if the contract (api.ts) and this list name the same groups. The client is built from the contract
 * alone.
 */
export type Unmatched = Nothing<Exclude<Declared, Implemented> | Exclude<Implemented, Declared>>
