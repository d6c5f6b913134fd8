import { HttpApi } from "@effect/platform"
import { accounts } from "./accounts/index.ts"
import type { Api } from "./api.ts"
import { bodyMetrics } from "./body-metrics/index.ts"
import { operationsOf } from "./contract/operation.ts"
import { customFoods } from "./custom-foods/index.ts"
import { diary } from "./diary/index.ts"
import { exercises } from "./exercises/index.ts"
import { foodSearch } from "./food-search/index.ts"
import { goals } from "./goals/index.ts"
import { overview } from "./overview/index.ts"
import { workouts } from "./workouts/index.ts"

/**
 * Every feature with operations: its API group, its handlers and its stores. The pipeline and the storage are derived
 * from this list.
 */
export const features = [accounts, bodyMetrics, foodSearch, diary, customFoods, exercises, workouts, goals] as const

/**
 * What the person's own page reads. The pipeline runs these operations like all others, but they belong to no public
 * description: no route, tool or client is made of them.
 */
export const internalFeatures = [overview] as const
export class InternalApi extends HttpApi.make("internal").add(overview.api) {}
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
