/** @jsxImportSource hono/jsx */
import { ButtonForm, Form, type FormState } from "../form.tsx"
import { KEY_FIELD, keyOf } from "../inputs.ts"
import type { Visit } from "../page.ts"
import { FoodSearch } from "./food-search.tsx"

interface Item {
  readonly foodId: string
  /** Servings of the food. */
  readonly servings: number
  /** Null if the food was deleted. */
  readonly name: string | null
  readonly hint: string
}

/**
 * The foods of a saved meal or recipe, each with forms for the actions `amount` and `drop`. The last one cannot be
 * removed.
 */
export const FoodItems = ({
  id,
  items,
  visit,
  to
}: {
  /** The id of the meal or recipe. */
  readonly id: string
  readonly items: ReadonlyArray<Item>
  readonly visit: Visit
  readonly to: string
}) => (
  <ul class="rows">
    {items.map(({ foodId, servings, name: known, hint }, place) => {
      const name = known ?? "a food that is gone"
      const fields = { id, foodId, place: String(place) }
      return (
        <li>
          <div>
            {known ?? "A food that is gone"}
            <span class="hint">{hint}</span>
          </div>
          <div class="buttons">
            <Form state={visit.form("amount")} to={to} className="buttons">
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
            {items.length === 1 ? null : (
              <ButtonForm
                state={visit.form("drop")}
                to={to}
                fields={{ ...fields, [KEY_FIELD]: keyOf(visit.form("drop")) }}
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

interface Choice {
  readonly id: string
  readonly kind: string
  readonly label: string
}

/** Foods found by a search, each with a button; empty without a search. */
export const FoodChoices = ({
  foods,
  state,
  to,
  fieldsOf,
  verb
}: {
  readonly foods: ReadonlyArray<Choice> | undefined
  readonly state: FormState
  readonly to: string
  readonly fieldsOf: (food: Choice) => Readonly<Record<string, string>>
  readonly verb: string
}) =>
  foods === undefined ? null : foods.length === 0 ? (
    <p>No food has this name. Try fewer or other words.</p>
  ) : (
    <ul class="rows">
      {foods.map((food) => (
        <li>
          <div>{food.label}</div>
          <ButtonForm state={state} to={to} fields={fieldsOf(food)} label={`${verb} ${food.label}`}>
            {verb}
          </ButtonForm>
        </li>
      ))}
    </ul>
  )

/**
 * The card that starts a meal or recipe with a name and its first food, which is searched for and then chosen with a
 * button.
 */
export const FirstFood = ({
  what,
  to,
  state,
  asked,
  foods,
  fieldsOf
}: {
  readonly what: "meal" | "recipe"
  readonly to: string
  readonly state: FormState
  readonly asked: { readonly name: string; readonly query: string }
  readonly foods: ReadonlyArray<Choice> | undefined
  readonly fieldsOf: (food: Choice) => Readonly<Record<string, string>>
}) => (
  <section class="card">
    <h2>New {what}</h2>
    <FoodSearch to={to} query={asked.query} label="First food" submit="Find foods">
      <div class="field">
        <label for="new-name">Name of the {what}</label>
        <input id="new-name" name="name" value={asked.name} required autocomplete="off" />
      </div>
    </FoodSearch>
    <FoodChoices foods={foods} state={state} to={to} fieldsOf={fieldsOf} verb="Begin with this" />
  </section>
)
