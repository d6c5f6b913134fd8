/** @jsxImportSource hono/jsx */
import { Effect, Either, Schema } from "effect"
import { ValidationFailed } from "../../../contract/errors.ts"
import { CustomFoodStore } from "../../../features/custom-foods/store.ts"
import { faultIn, servingsIn } from "../../../features/foods/amounts.ts"
import type { FoodCatalogue } from "../../../features/foods/store.ts"
import { saveMeal } from "../../../features/saved-meals/save-meal.ts"
import { SavedMealStore } from "../../../features/saved-meals/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import type { UserId } from "../../../values/ids.ts"
import { ItemId } from "../../../values/item-id.ts"
import { trimmed } from "../../../values/text.ts"
import { UnitText } from "../diary/diary-amount.tsx"
import { amountIn, inServings } from "../diary/typed-amount.ts"
import { Given, parameterOf } from "../frame/inputs.ts"
import { making, type Page } from "../frame/page.ts"
import { restoring } from "../frame/undoing.tsx"
import { redirect } from "../frame/view.ts"
import { FirstFood } from "./food-items.tsx"
import { findFoods } from "./food-search.tsx"
import { mealRefusals } from "./gone.ts"
import { MEALS_PATH, mealPath } from "./paths.ts"

/** The amount of a food: one serving, unless a form asks for it. */
export const MealAmount = Schema.Struct({
  servings: Schema.optionalWith(Given, { default: () => "1" }),
  unit: UnitText
})

const NewMeal = Schema.Struct({ name: trimmed({ min: 1, max: 200 }), foodId: ItemId, ...MealAmount.fields })

/** The servings of a food that an amount as typed is. A food that is gone has none, which the meal's change reports. */
export const mealServings = Effect.fnUntraced(function* (
  userId: UserId,
  foodId: string,
  { servings, unit }: typeof MealAmount.Type
) {
  const named = yield* amountIn(servings, unit)
  if ("servings" in named) return named.servings
  const kinds = (["food", "custom_food"] as const).map((foodKind) => ({ foodKind, foodId }))
  const [food] = yield* (yield* CustomFoodStore).itemFoods(userId, kinds)
  if (food === undefined) return 1
  return yield* inServings(
    Either.mapLeft(servingsIn(food, named.amount), (fault) => ValidationFailed.of(faultIn("amount", fault)))
  )
})

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
      create: making("meal", NewMeal, ({ user }, { name, foodId, ...amount }) =>
        mealServings(user.id, foodId, amount).pipe(
          Effect.flatMap((servings) =>
            saveMeal(user.id, { name, description: null, servings: 1, items: [{ foodId, servings }] }).pipe(
              Effect.catchTags(mealRefusals)
            )
          ),
          Effect.map((id) => redirect(mealPath(id), "created")),
          Effect.provide(services)
        )
      )
    }
  }
  return page
})
