/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { number } from "../charts/format.ts"
import { MealType } from "../diary/model.ts"
import { ActivityDay } from "../values/activity-day.ts"
import { type Meal, mealOptions } from "./figures.tsx"
import { Form, type FormState, SelectField, TextField } from "./form.tsx"
import { KEY_FIELD, keyOf, NumberText, ofRow } from "./inputs.ts"
import { action, type OutputOf } from "./page.ts"
import { Redirect } from "./view.ts"

type Food = OutputOf<"search_foods">["foods"][number]

/** What a search found. */
export interface FoodSearch {
  readonly query: string
  readonly foods: ReadonlyArray<Food>
  readonly searchedFor?: string
  /** Why nothing was searched. */
  readonly fault: string | undefined
}

/** The search for foods to log on a day. It works without scripts: its results are a page of their own. */
export const SearchForm = ({
  to,
  day,
  search
}: {
  readonly to: string
  readonly day: ActivityDay
  readonly search: FoodSearch | undefined
}) => (
  <search>
    <form method="get" action={to} class="row">
      <input type="hidden" name="date" value={day} />
      <div class="field">
        <label for="food-words">Food</label>
        <input id="food-words" type="search" name="q" value={search?.query ?? ""} required autocomplete="off" />
      </div>
      <button type="submit">Search</button>
    </form>
  </search>
)

const idFieldOf = {
  food: "foodId",
  custom_food: "customFoodId",
  saved_meal: "savedMealId"
} as const satisfies Record<Food["kind"], string>

const FoundFood = ({
  food: { id, kind, name, brandName, serving, perServing },
  state,
  meal,
  day,
  to
}: {
  readonly food: Food
  readonly state: FormState
  readonly meal: Meal
  readonly day: ActivityDay
  readonly to: string
}) => (
  <li>
    <div>
      <strong>{name}</strong>
      {brandName === undefined ? null : <span class="soft"> {brandName}</span>}
      <br />
      <span class="soft">
        {serving.text ?? "1 serving"} ({number(serving.size, 1)} {serving.unit}): {number(perServing.calories)} kcal,{" "}
        {number(perServing.protein, 1)} g protein, {number(perServing.carbs, 1)} g carbs, {number(perServing.fat, 1)} g
        fat
      </span>
    </div>
    <Form state={state} to={to} className="row">
      <input type="hidden" name={idFieldOf[kind]} value={id} />
      <input type="hidden" name="date" value={day} />
      <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
      <TextField state={state} name="servings" label="Servings" value="1" inputmode="decimal" row={id} />
      <SelectField state={state} name="mealType" label="Meal" value={meal} options={mealOptions} row={id} />
      <button type="submit" aria-label={`Log ${name}`}>
        Log
      </button>
    </Form>
  </li>
)

/** What a search found, each with a form that logs it. */
export const Found = ({
  search: { query, foods, searchedFor, fault },
  state,
  meal,
  day,
  to
}: {
  readonly search: FoodSearch
  readonly state: FormState
  /** The meal that is chosen until another is. */
  readonly meal: Meal
  readonly day: ActivityDay
  readonly to: string
}) => (
  <>
    {fault === undefined ? null : (
      <p class="fault" role="alert">
        {fault}
      </p>
    )}
    {searchedFor === undefined ? null : (
      <p class="soft">{foods.length === 0 ? searchedFor : `Searched for ${searchedFor}.`}</p>
    )}
    {foods.length === 0 && searchedFor === undefined && fault === undefined ? (
      <p class="soft">Nothing is called “{query}”.</p>
    ) : null}
    <ul class="rows">
      {foods.map((food) => (
        <FoundFood food={food} state={ofRow(state, idFieldOf[food.kind], food.id)} meal={meal} day={day} to={to} />
      ))}
    </ul>
  </>
)

const Id = Schema.optionalWith(Schema.String, { exact: true })

/** What the forms of the diary do. `addressOf` is the page of a day. */
export const diaryActions = (addressOf: (day: ActivityDay, more: Readonly<Record<string, string>>) => string) => {
  /** The day's page, which tells that it is done. */
  const back = (date: ActivityDay, done: string) => new Redirect(addressOf(date, { done }))
  return {
    log: action(
      Schema.Struct({
        foodId: Id,
        customFoodId: Id,
        savedMealId: Id,
        servings: NumberText,
        mealType: MealType,
        date: ActivityDay,
        [KEY_FIELD]: Schema.String
      }),
      ({ call }, entry) => Effect.map(call("log_food_entry", entry), ({ date }) => back(date, "logged"))
    ),
    change: action(
      Schema.Struct({ id: Schema.String, servings: NumberText, mealType: MealType, date: ActivityDay }),
      ({ call }, changes) => Effect.map(call("update_food_entry", changes), ({ date }) => back(date, "changed"))
    ),
    remove: action(Schema.Struct({ id: Schema.String }), ({ call }, entry) =>
      Effect.map(call("delete_food_entry", entry), ({ date }) => back(date, "removed"))
    )
  }
}
