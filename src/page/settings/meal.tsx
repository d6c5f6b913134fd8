/** @jsxImportSource hono/jsx */
import { Effect, Option, Schema } from "effect"
import type { CustomFoodStore } from "../../custom-foods/store.ts"
import type { Transactions } from "../../database/transactions.ts"
import type { FoodCatalogue } from "../../foods/store.ts"
import { type EditableMeal, MealDescription, MealName, MealServings, MOST_SERVINGS } from "../../saved-meals/model.ts"
import { changeMeal, deleteMeal } from "../../saved-meals/save-meal.ts"
import { SavedMealStore } from "../../saved-meals/store.ts"
import { ItemId } from "../../values/item-id.ts"
import { positiveText } from "../../values/positive.ts"
import { ButtonForm, Form, type FormState, TextField } from "../form.tsx"
import { change, type Page, type Visit } from "../page.ts"
import { redirect } from "../view.ts"
import { FoodSearch, findFoods, textIn } from "./food-search.tsx"
import { noSuchFood, noSuchMeal } from "./gone.ts"
import { MEAL_PATH, MEALS_PATH } from "./paths.ts"

/** Most foods of a meal on the page. */
const MOST_ITEMS = 100

const Servings = positiveText(MOST_SERVINGS)

/** Which item of a meal is meant. */
const Place = Schema.NumberFromString.pipe(Schema.int(), Schema.between(0, MOST_ITEMS))

const Details = Schema.Struct({
  id: ItemId,
  name: MealName,
  description: Schema.optionalWith(MealDescription, { exact: true }),
  servings: Schema.compose(Servings, MealServings)
})

/** What only the store knows of a food that is added. */
const UNSEEN = { name: null, servingSize: null, servingUnit: null }

const pathOf = (id: string): string => `${MEAL_PATH}?id=${encodeURIComponent(id)}`

/** What was wrong with a form whose fields have no place for it. */
const Faults = ({ state: { failure, faults } }: { readonly state: FormState }) =>
  failure === undefined && faults.size === 0 ? null : (
    <p class="fault" role="alert">
      {failure ?? [...faults].map(([field, fault]) => `${field} ${fault}`).join(". ")}
    </p>
  )

const Items = ({ meal, visit }: { readonly meal: EditableMeal; readonly visit: Visit }) => (
  <ul class="rows">
    {meal.items.map(({ foodId, servings, name, servingSize, servingUnit }, place) => {
      const fields = { id: meal.id, foodId, place: String(place) }
      return (
        <li>
          <div>
            {name ?? "A food that is gone"}
            <span class="hint">
              {servings} × {servingSize} {servingUnit}
            </span>
          </div>
          <div class="buttons">
            <Form state={{ ...visit.form("amount"), failure: undefined }} to={pathOf(meal.id)} className="buttons">
              {Object.entries(fields).map(([field, value]) => (
                <input type="hidden" name={field} value={value} />
              ))}
              <input
                class="short"
                name="servings"
                value={String(servings)}
                inputmode="decimal"
                autocomplete="off"
                aria-label={`Servings of ${name}`}
              />
              <button type="submit" class="quiet" aria-label={`Change servings of ${name}`}>
                Change
              </button>
            </Form>
            {meal.items.length === 1 ? null : (
              <ButtonForm
                state={visit.form("drop")}
                to={pathOf(meal.id)}
                fields={fields}
                className="danger"
                label={`Remove ${name}`}
              >
                Remove
              </ButtonForm>
            )}
          </div>
        </li>
      )
    })}
  </ul>
)

/** The item that a form means, if the meal still has it there. */
const ItemAt = Schema.Struct({ id: ItemId, foodId: ItemId, place: Place })

/** The page of one saved meal. */
export const mealPage = Effect.gen(function* () {
  const store = yield* SavedMealStore
  const services = yield* Effect.context<SavedMealStore | CustomFoodStore | FoodCatalogue | Transactions>()

  const changed = (visit: Visit, id: string, edit: (meal: EditableMeal) => Partial<EditableMeal>) =>
    changeMeal(visit.user.id, id, (meal) => ({ ...meal, ...edit(meal) })).pipe(
      Effect.catchTags({ UnknownFood: (fault) => noSuchFood(fault), UnknownMeal: () => noSuchMeal() }),
      Effect.as(redirect(pathOf(id), "saved")),
      Effect.provide(services)
    )

  const page: Page = {
    path: MEAL_PATH,
    messages: { created: "The meal is saved. Add its other foods.", saved: "The meal is changed." },
    show: Effect.fnUntraced(function* (visit) {
      const id = textIn(visit.query.id)
      const query = textIn(visit.query.q)
      const meal = Option.getOrUndefined(yield* store.find(visit.user.id, id))
      if (meal === undefined) return yield* noSuchMeal()
      const foods = yield* findFoods(visit, query)
      const state = visit.form("save")
      return {
        title: meal.name,
        content: (
          <>
            <h1>{meal.name}</h1>
            <section class="card">
              <h2>Foods</h2>
              <Faults state={visit.form("amount")} />
              <Faults state={visit.form("add")} />
              <Items meal={meal} visit={visit} />
              <FoodSearch to={MEAL_PATH} query={query} label="Another food" submit="Find foods">
                <input type="hidden" name="id" value={meal.id} />
              </FoodSearch>
              {foods === undefined ? null : (
                <ul class="rows">
                  {foods.map(({ id: foodId, label }) => (
                    <li>
                      <div>{label}</div>
                      <ButtonForm
                        state={visit.form("add")}
                        to={pathOf(meal.id)}
                        fields={{ id: meal.id, foodId }}
                        label={`Add ${label}`}
                      >
                        Add
                      </ButtonForm>
                    </li>
                  ))}
                </ul>
              )}
              {foods?.length === 0 ? <p>No food has this name. Try fewer or other words.</p> : null}
            </section>
            <section class="card">
              <h2>Details</h2>
              <Form state={state} to={pathOf(meal.id)}>
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
            <details>
              <summary>Delete this meal</summary>
              <p>Diary entries keep what was logged.</p>
              <ButtonForm
                state={visit.form("delete")}
                to={pathOf(meal.id)}
                fields={{ id: meal.id }}
                className="danger"
                label={`Delete ${meal.name}`}
              >
                Delete
              </ButtonForm>
            </details>
            <p>
              <a href={MEALS_PATH}>All saved meals</a>
            </p>
          </>
        )
      }
    }),
    actions: {
      save: change(Details, (visit, { id, name, description, servings }) =>
        changed(visit, id, () => ({ name, servings, description: description ?? null }))
      ),
      add: change(Schema.Struct({ id: ItemId, foodId: ItemId }), (visit, { id, foodId }) =>
        changed(visit, id, ({ items }) => ({
          items: [...items, { foodKind: "food" as const, foodId, servings: 1, ...UNSEEN }].slice(0, MOST_ITEMS)
        }))
      ),
      amount: change(
        Schema.Struct({ ...ItemAt.fields, servings: Servings }),
        (visit, { id, foodId, place, servings }) =>
          changed(visit, id, ({ items }) => ({
            items: items.map((item, at) => (at === place && item.foodId === foodId ? { ...item, servings } : item))
          }))
      ),
      drop: change(ItemAt, (visit, { id, foodId, place }) =>
        changed(visit, id, ({ items }) => ({
          items: items.length === 1 ? items : items.filter((item, at) => !(at === place && item.foodId === foodId))
        }))
      ),
      delete: change(Schema.Struct({ id: ItemId }), ({ user }, { id }) =>
        deleteMeal(user.id, id).pipe(
          Effect.mapError(() => noSuchMeal()),
          Effect.as(redirect(MEALS_PATH, "deleted")),
          Effect.provide(services)
        )
      )
    }
  }
  return page
})
