/** @jsxImportSource hono/jsx */
import { Effect, Option, Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { CustomFoodStore } from "../../../features/custom-foods/store.ts"
import type { FoodCatalogue } from "../../../features/foods/store.ts"
import {
  type EditableMeal,
  MealDescription,
  MealName,
  MealServings,
  MOST_ITEMS,
  MOST_SERVINGS
} from "../../../features/saved-meals/model.ts"
import { changeMeal } from "../../../features/saved-meals/save-meal.ts"
import { SavedMealStore } from "../../../features/saved-meals/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import { ItemId } from "../../../values/item-id.ts"
import { positiveText } from "../../../values/positive.ts"
import { Form, type FormState, TextField } from "../frame/form.tsx"
import { Given, parameterOf, textOf } from "../frame/inputs.ts"
import { change, making, type Page, type Visit } from "../frame/page.ts"
import { DeleteButton, deleting } from "../frame/undoing.tsx"
import { redirect, type View } from "../frame/view.ts"
import { FoodsCard, type FoodsShown, itemsOf } from "./food-items.tsx"
import { FoodSearch, findFoods } from "./food-search.tsx"
import { MEAL_GONE, mealRefusals, noSuchMeal } from "./gone.ts"
import { MealAmount, mealServings } from "./meals.tsx"
import { MEAL_PATH, MEALS_PATH, mealPath } from "./paths.ts"

const Servings = positiveText(MOST_SERVINGS)

/** The position of an item in a meal. */
const Place = Schema.NumberFromString.pipe(Schema.int(), Schema.between(0, MOST_ITEMS))

const Details = Schema.Struct({
  id: ItemId,
  name: MealName,
  description: present(MealDescription),
  servings: Schema.compose(Servings, MealServings)
})

/** The fields of an added food that only the store knows. */
const UNSEEN = { name: null, servingSize: null, servingUnit: null }

/** The item meant in a form, if the meal still has it at that position. */
const ItemAt = Schema.Struct({ id: ItemId, foodId: ItemId, place: Place })

/** A change to a meal that is gone, and how to create it again. */
const againView = ({ values }: FormState): View => {
  const [name, description, servings] = ["name", "description", "servings"].map((field) => textOf(values, field) ?? "")
  return {
    title: "This meal is gone",
    content: (
      <>
        <h1>Begin it as a new meal</h1>
        <section class="card">
          <FoodSearch to={MEALS_PATH} query="" label="First food" submit="Find foods">
            <div class="field">
              <label for="new-name">Name of the meal</label>
              <input id="new-name" name="name" value={name} required autocomplete="off" />
            </div>
          </FoodSearch>
          <dl>
            <dt>Servings that you typed</dt>
            <dd>{servings}</dd>
            <dt>Description that you typed</dt>
            <dd>{description}</dd>
          </dl>
        </section>
      </>
    )
  }
}

const DetailsForm = ({ meal, state }: { readonly meal: EditableMeal; readonly state: FormState }) => (
  <section class="card">
    <h2>Details</h2>
    <Form state={state} to={mealPath(meal.id)}>
      <input type="hidden" name="id" value={meal.id} />
      <TextField state={state} name="name" label="Name" value={meal.name} required />
      <TextField
        state={state}
        name="servings"
        label="Servings"
        hint="How many servings all foods together make."
        value={String(meal.servings)}
        inputmode="decimal"
        required
      />
      <TextField
        state={state}
        name="description"
        label="Description"
        hint="Such as the recipe. May stay empty."
        value={meal.description ?? ""}
      />
      <button type="submit">Save</button>
    </Form>
  </section>
)

const mealView = (meal: EditableMeal, foods: FoodsShown): View => {
  const { id, name } = meal
  const { visit } = foods
  return {
    title: name,
    content: (
      <>
        <h1>{name}</h1>
        <FoodsCard id={id} path={MEAL_PATH} to={mealPath(id)} {...foods} />
        <DetailsForm meal={meal} state={visit.form("save")} />
        <DeleteButton state={visit.form("delete")} to={mealPath(id)} id={id} name={name} />
        <p class="soft">Diary entries keep what was logged.</p>
        <p>
          <a href={MEALS_PATH}>All saved meals</a>
        </p>
      </>
    )
  }
}

/** The page of one saved meal. */
export const mealPage = Effect.gen(function* () {
  const store = yield* SavedMealStore
  const customFoods = yield* CustomFoodStore
  const services = yield* Effect.context<SavedMealStore | CustomFoodStore | FoodCatalogue | Transactions>()

  const changed = (visit: Visit, id: string, edit: (meal: EditableMeal) => Partial<EditableMeal>) =>
    changeMeal(visit.user.id, id, (meal) => ({ ...meal, ...edit(meal) })).pipe(
      Effect.catchTags({ ...mealRefusals, UnknownMeal: noSuchMeal }),
      Effect.as(redirect(mealPath(id), "saved")),
      Effect.provide(services)
    )

  const servings = (visit: Visit, foodId: string, amount: typeof MealAmount.Type) =>
    Effect.provide(mealServings(visit.user.id, foodId, amount), services)

  const page: Page = {
    path: MEAL_PATH,
    messages: { created: "The meal is saved. Add its other foods.", saved: "The meal is changed." },
    show: Effect.fnUntraced(function* (visit) {
      const id = parameterOf(visit.query, "id") ?? ""
      const query = parameterOf(visit.query, "q") ?? ""
      const meal = Option.getOrUndefined(yield* store.find(visit.user.id, id))
      if (meal === undefined) {
        const sent = visit.form("save")
        return sent.isGone ? againView(sent) : yield* noSuchMeal()
      }
      const found = yield* findFoods(visit, query)
      const items = yield* itemsOf(customFoods, visit.user.id, meal.items)
      return mealView(meal, { items, visit, query, found })
    }),
    actions: {
      save: change(Details, (visit, { id, name, description, servings }) =>
        changed(visit, id, () => ({ name, servings, description: description ?? null }))
      ),
      add: making(
        "food of a meal",
        Schema.Struct({ id: ItemId, foodId: ItemId, ...MealAmount.fields }),
        (visit, { id, foodId, ...amount }) =>
          Effect.flatMap(servings(visit, foodId, amount), (servings) =>
            changed(visit, id, ({ items }) => ({
              items: [...items, { foodKind: "food" as const, foodId, servings, ...UNSEEN }]
            }))
          )
      ),
      amount: change(
        Schema.Struct({ ...ItemAt.fields, ...MealAmount.fields, servings: Given }),
        (visit, { id, foodId, place, ...amount }) =>
          Effect.flatMap(servings(visit, foodId, amount), (servings) =>
            changed(visit, id, ({ items }) => ({
              items: items.map((item, at) => (at === place && item.foodId === foodId ? { ...item, servings } : item))
            }))
          )
      ),
      // With a key, because an equal food may move up to the place of the one that was removed.
      drop: making("food taken from a meal", ItemAt, (visit, { id, foodId, place }) =>
        changed(visit, id, ({ items }) => ({
          items: items.length === 1 ? items : items.filter((item, at) => !(at === place && item.foodId === foodId))
        }))
      ),
      delete: deleting("saved_meal", MEALS_PATH, MEAL_GONE)
    }
  }
  return page
})
