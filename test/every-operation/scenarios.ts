import { savedMealIds } from "../../src/features/saved-meals/model.ts"
import { saveMeal } from "../../src/features/saved-meals/save-meal.ts"
import type { features } from "../../src/features.ts"
import type { UserId } from "../../src/values/ids.ts"
import type { ItemIds } from "../../src/values/item-id.ts"
import { accounts } from "../features/accounts/scenario.ts"
import { bodyMetrics } from "../features/body-metrics/scenario.ts"
import { customFoods } from "../features/custom-foods/scenario.ts"
import { diary } from "../features/diary/scenario.ts"
import { exercises } from "../features/exercises/scenario.ts"
import { foods } from "../features/food-search/scenario.ts"
import { goals } from "../features/goals/scenario.ts"
import { workouts } from "../features/workouts/scenario.ts"
import type { Call, Person, Service } from "../support/app.ts"
import { putMeal } from "../support/own-foods.ts"
import { type AnyScenario, type Belongings, MARK, type Scenario } from "../support/scenario.ts"

type Group = (typeof features)[number]["api"]

/** One scenario for each feature: a feature without one does not compile. */
const BY_FEATURE: { readonly [G in Group as G["identifier"]]: Scenario<G> } = {
  accounts,
  body_metrics: bodyMetrics,
  foods,
  diary,
  custom_foods: customFoods,
  exercises,
  workouts,
  goals
}

export const scenarios: ReadonlyArray<AnyScenario> = Object.values(BY_FEATURE)

/** The kinds of ids of the API's items. Saved meals have no public operation. */
export const itemIds: ReadonlyArray<ItemIds> = [savedMealIds, ...scenarios.flatMap(({ ids }) => ids)]

/** The scenarios' entries, by operation. */
export const byOperation = <A>(
  entriesOf: (scenario: AnyScenario) => Readonly<Partial<Record<string, A>>> | undefined
): ReadonlyMap<string, A> =>
  new Map(
    scenarios
      .flatMap((scenario) => Object.entries(entriesOf(scenario) ?? {}))
      .flatMap(([name, one]) => (one === undefined ? [] : [[name, one]]))
  )

/** A saved meal to log. */
export const saveBreakfast = (userId: UserId) =>
  saveMeal(userId, {
    name: "Breakfast",
    description: null,
    servings: 1,
    items: [{ foodId: "food_sr28_01123", servings: 2 }]
  })

/** Calls every operation, in each way that sends different statements. */
export const callAll = async (call: Call, savedMealId: string) => {
  for (const scenario of scenarios) await scenario.callAll(call, savedMealId)
}

/** An owner's belongings: some of every feature. */
export const makeBelongings = async (service: Service, owner: Person): Promise<Belongings> => {
  const meals: Array<string> = []
  const saveMeal = async (customFoodId: string) => {
    const id = `meal_ofowner${String(meals.push(customFoodId)).padStart(9, "0")}`
    await putMeal(service, owner, id, `${MARK} meal`, [{ foodKind: "custom_food", foodId: customFoodId, servings: 1 }])
    return id
  }
  const all: Array<Belongings> = []
  for (const { own } of scenarios) all.push(await own({ call: owner.rest, saveMeal }))
  return {
    secrets: all.flatMap(({ secrets }) => secrets),
    pages: Object.assign({}, ...all.map(({ pages }) => pages)),
    attempts: Object.assign({}, ...all.map(({ attempts }) => attempts))
  }
}

/** Everything that a user can see of their own data, except what is left of their limits. */
export const stateOf = async ({ rest }: Person): Promise<ReadonlyArray<unknown>> => {
  const state: Array<unknown> = []
  for (const { view } of scenarios) state.push(await view(rest))
  return state
}
