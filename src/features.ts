import type { Api } from "./api.ts"
import { accounts } from "./features/accounts/index.ts"
import { bodyMetrics } from "./features/body-metrics/index.ts"
import { customFoods } from "./features/custom-foods/index.ts"
import { diary } from "./features/diary/index.ts"
import { exercises } from "./features/exercises/index.ts"
import { foodSearch } from "./features/food-search/index.ts"
import { goals } from "./features/goals/index.ts"
import { workouts } from "./features/workouts/index.ts"

/**
 * Every feature with operations: its API group, handlers and stores. The pipeline and the storage derive from this
 * list.
 */
export const features = [accounts, bodyMetrics, foodSearch, diary, customFoods, exercises, workouts, goals] as const

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
