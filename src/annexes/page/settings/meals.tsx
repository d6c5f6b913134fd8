/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import type { CustomFoodStore } from "../../../features/custom-foods/store.ts"
import type { FoodCatalogue } from "../../../features/foods/store.ts"
import { MOST_SERVINGS } from "../../../features/saved-meals/model.ts"
import { saveMeal } from "../../../features/saved-meals/save-meal.ts"
import { SavedMealStore } from "../../../features/saved-meals/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import { ItemId } from "../../../values/item-id.ts"
import { positiveText } from "../../../values/positive.ts"
import { trimmed } from "../../../values/text.ts"
import { servingsOf, UnitText } from "../diary/diary-amount.tsx"
import { parameterOf } from "../frame/inputs.ts"
import { making, type Page } from "../frame/page.ts"
import { restoring } from "../frame/undoing.tsx"
import { redirect } from "../frame/view.ts"
import { FirstFood } from "./food-items.tsx"
import { findFoods } from "./food-search.tsx"
import { mealRefusals } from "./gone.ts"
import { MEALS_PATH, mealPath } from "./paths.ts"

/** The amount of a food that is added: one serving, unless a form asks for it. */
export const MealAmount = Schema.Struct({
  servings: Schema.optionalWith(positiveText(MOST_SERVINGS), { default: () => 1 }),
  unit: UnitText
})

const NewMeal = Schema.Struct({ name: trimmed({ min: 1, max: 200 }), foodId: ItemId, ...MealAmount.fields })

/** The list of saved meals. A new one starts with a name and its first food. */
export const mealsPage = Effect.gen(function* () {
  const store = yield* SavedMealStore
  const services = yield* Effect.context<SavedMealStore | CustomFoodStore | FoodCatalogue | Transactions>()
  const page: Page = {
    path: MEALS_PATH,
    setting: { label: "Saved meals", about: "What you eat often, logged as one entry." },
    messages: { restored: "The meal is back." },
    show: Effect.fnUntraced(function* (visit) {
      const name = parameterOf(visit.query, "name") ?? ""
      const query = parameterOf(visit.query, "q") ?? ""
      const found = yield* findFoods(visit, query)
      const meals = yield* store.list(visit.user.id)
      const state = visit.form("create")
      return {
        title: "Saved meals",
        content: (
          <>
            <h1>Saved meals</h1>
            <section class="card">
              {meals.length === 0 ? <p>There are none yet.</p> : null}
              <ul class="rows">
                {meals.map(({ id, name, servings, items }) => (
                  <li>
                    <div>
                      <a href={mealPath(id)}>{name}</a>
                      <span class="hint">
                        {items.length} {items.length === 1 ? "food" : "foods"}, makes {servings}{" "}
                        {servings === 1 ? "serving" : "servings"}
                      </span>
                    </div>
                  </li>
                ))}
              </ul>
            </section>
            <FirstFood what="meal" to={MEALS_PATH} state={state} asked={{ name, query }} found={found} />
          </>
        )
      }
    }),
    actions: {
      restore: restoring(MEALS_PATH),
      create: making("meal", NewMeal, ({ user }, { name, foodId, servings: amount, unit }) =>
        Effect.flatMap(servingsOf(amount, unit), (servings) =>
          saveMeal(user.id, { name, description: null, servings: 1, items: [{ foodId, servings }] }).pipe(
            Effect.catchTags(mealRefusals),
            Effect.map((id) => redirect(mealPath(id), "created")),
            Effect.provide(services)
          )
        )
      )
    }
  }
  return page
})
