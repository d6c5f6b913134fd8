/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { CustomFoodStore } from "../../../features/custom-foods/store.ts"
import { number } from "../../../values/charts/format.ts"
import { UnitText } from "../diary/diary-amount.tsx"
import { amountIn, inServings, type Named } from "../diary/typed-amount.ts"
import { Given, KEY_FIELD, parameterOf } from "../frame/inputs.ts"
import { action, type Page } from "../frame/page.ts"
import { restoring } from "../frame/undoing.tsx"
import { redirect } from "../frame/view.ts"
import { FirstFood } from "./food-items.tsx"
import { findFoods } from "./food-search.tsx"
import { RECIPES_PATH, recipePath } from "./paths.ts"

/** A food as an item of a recipe, in the field of its kind. */
export const Chosen = Schema.Struct({ kind: Schema.Literal("food", "custom_food"), foodId: Given })
export const itemOf = ({ kind, foodId }: typeof Chosen.Type, named: Named) =>
  kind === "food" ? { foodId, ...named } : { customFoodId: foodId, ...named }

/** The amount of a food that is added: one serving, unless a form asks for it. */
export const Amount = Schema.Struct({
  servings: Schema.optionalWith(Given, { default: () => "1" }),
  unit: UnitText
})

/** The list of recipes. A new one starts with a name and its first food. */
export const recipesPage = Effect.gen(function* () {
  const store = yield* CustomFoodStore
  const page: Page = {
    path: RECIPES_PATH,
    setting: { label: "Recipes", about: "Foods of your own that are made of others." },
    messages: { restored: "The recipe is back." },
    show: Effect.fnUntraced(function* (visit) {
      const name = parameterOf(visit.query, "name") ?? ""
      const query = parameterOf(visit.query, "q") ?? ""
      const found = yield* findFoods(visit, query)
      const recipes = yield* store.recipes(visit.user.id)
      const state = visit.form("create")
      return {
        title: "Recipes",
        content: (
          <>
            <h1>Recipes</h1>
            <section class="card">
              {recipes.length === 0 ? <p>There are none yet.</p> : null}
              <ul class="rows">
                {recipes.map(({ id, name, calories, servingSize, servingUnit }) => (
                  <li>
                    <div>
                      <a href={recipePath(id)}>{name}</a>
                      <span class="hint">
                        1 serving: {number(servingSize, 1)} {servingUnit}, {number((calories * servingSize) / 100)} kcal
                      </span>
                    </div>
                  </li>
                ))}
              </ul>
            </section>
            <FirstFood what="recipe" to={RECIPES_PATH} state={state} asked={{ name, query }} found={found} />
          </>
        )
      }
    }),
    actions: {
      restore: restoring(RECIPES_PATH),
      create: action(
        Schema.Struct({ name: Given, ...Chosen.fields, ...Amount.fields, [KEY_FIELD]: Given }),
        ({ call }, { name, kind, foodId, servings, unit, [KEY_FIELD]: key }) =>
          amountIn(servings, unit).pipe(
            Effect.flatMap((named) =>
              inServings(call("save_custom_food", { name, items: [itemOf({ kind, foodId }, named)], [KEY_FIELD]: key }))
            ),
            Effect.map(({ customFood }) => redirect(recipePath(customFood.id), "created"))
          )
      )
    }
  }
  return page
})
