/** @jsxImportSource hono/jsx */
import { Effect, Either } from "effect"
import type { CustomFoodStore, FoodOfItem } from "../../../features/custom-foods/store.ts"
import { type Amount, servingsIn } from "../../../features/foods/amounts.ts"
import type { Food } from "../../../features/foods/model.ts"
import type { UserId } from "../../../values/ids.ts"
import { AmountFields, amountOf, amountText, type Measured, saidAmountOf, saidText } from "../diary/diary-amount.tsx"
import { FoodLine } from "../diary/food-line.tsx"
import { ButtonForm, Form, type FormState } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, ofRow } from "../frame/inputs.ts"
import type { Visit } from "../frame/page.ts"
import { FoodChoices } from "./food-choices.tsx"
import { FoodSearch, type Found } from "./food-search.tsx"

/** A food of a saved meal or recipe, and how many servings of it. */
export interface Item {
  readonly foodId: string
  readonly servings: number
  /** The amount as it was given, if that is kept. */
  readonly said?: Amount | undefined
  /** Undefined if the food was deleted. */
  readonly food: Food | undefined
}

/** Items with their current foods. */
export const itemsOf = Effect.fnUntraced(function* (
  { itemFoods }: typeof CustomFoodStore.Service,
  userId: UserId,
  items: ReadonlyArray<FoodOfItem & Pick<Item, "servings" | "said">>
) {
  const foods = yield* itemFoods(userId, items)
  return items.map(
    ({ foodKind, foodId, servings, said }): Item => ({
      foodId,
      servings,
      said,
      food: foods.find(({ kind, id }) => kind === foodKind && id === foodId)
    })
  )
})

const GONE: Measured = { serving: { size: 1, unit: "serving" } }

const measuredOf = ({ serving: { text, ...serving }, measures }: Food): Measured => ({
  serving: { ...serving, ...(text === null ? {} : { text }) },
  portions: measures
})

/** Whether an amount is still that many servings of a food, whose portions may have changed. */
export const isStill = (food: Food, said: Amount, servings: number): boolean =>
  Either.match(servingsIn(food, said), {
    onLeft: () => false,
    onRight: (found) => Math.abs(found - servings) <= 1e-6 * servings
  })

/** One food of a meal or recipe: its amount, and forms that change it and remove it. */
const FoodItem = ({
  item: { foodId, servings, said, food },
  fields,
  visit,
  to,
  isLast
}: {
  readonly item: Item
  readonly fields: Readonly<Record<"id" | "foodId" | "place", string>>
  readonly visit: Visit
  readonly to: string
  readonly isLast: boolean
}) => {
  const state = ofRow(visit.form("amount"), "place", fields.place)
  const measured = food === undefined ? GONE : measuredOf(food)
  const name = food?.name ?? "a food that is gone"
  const { size, unit } = measured.serving
  const isSaid = said !== undefined && food !== undefined && isStill(food, said, servings)
  return (
    <li>
      <details open={state.faults.size > 0}>
        <summary>
          <FoodLine
            name={food?.name ?? "A food that is gone"}
            amount={isSaid ? saidText(said, { value: size * servings, unit }) : amountText(measured, servings)}
            kcal={food && food.perServing.calories * servings}
          />
        </summary>
        <Form
          state={state}
          to={to}
          className="amount"
          data={food === undefined ? {} : { "data-kcal": String(food.perServing.calories) }}
        >
          {Object.entries(fields).map(([field, value]) => (
            <input type="hidden" name={field} value={value} />
          ))}
          <AmountFields
            state={state}
            food={measured}
            amount={isSaid ? saidAmountOf(measured, said, servings) : amountOf(measured, servings)}
            said={isSaid ? said : undefined}
            row={`${foodId}-${fields.place}`}
          />
          <button type="submit" class="quiet" aria-label={`Change the amount of ${name}`}>
            Change
          </button>
          <output class="soft" />
        </Form>
        {isLast ? null : (
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
      </details>
    </li>
  )
}

/**
 * The foods of a saved meal or recipe, each with forms for the actions `amount` and `drop`. The last one cannot be
 * removed.
 */
const FoodItems = ({
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
  <ul class="rows entries">
    {items.map((item, place) => (
      <FoodItem
        item={item}
        fields={{ id, foodId: item.foodId, place: String(place) }}
        visit={visit}
        to={to}
        isLast={items.length === 1}
      />
    ))}
  </ul>
)

/** The foods of a meal or recipe, and others that a search found. */
export interface FoodsShown {
  readonly items: ReadonlyArray<Item>
  readonly visit: Visit
  readonly query: string
  readonly found: Found
}

/**
 * The card with the foods of a meal or recipe, and a search for others. Its forms post to `to`, for the actions `add`,
 * `amount` and `drop`.
 */
export const FoodsCard = ({
  id,
  path,
  to,
  items,
  visit,
  query,
  found
}: FoodsShown & {
  /** The id of the meal or recipe. */
  readonly id: string
  /** The address without the id, which the search sends. */
  readonly path: string
  readonly to: string
}) => (
  <section class="card">
    <h2>Foods</h2>
    <FoodItems id={id} items={items} visit={visit} to={to} />
    <FoodSearch to={path} query={query} label="Another food" submit="Find foods">
      <input type="hidden" name="id" value={id} />
    </FoodSearch>
    <FoodChoices found={found} state={visit.form("add")} to={to} fields={{ id }} verb="Add" />
  </section>
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
  found
}: {
  readonly what: "meal" | "recipe"
  readonly to: string
  readonly state: FormState
  readonly asked: { readonly name: string; readonly query: string }
  readonly found: Found
}) => (
  <section class="card">
    <h2>New {what}</h2>
    <FoodSearch to={to} query={asked.query} label="First food" submit="Find foods">
      <div class="field">
        <label for="new-name">Name of the {what}</label>
        <input id="new-name" name="name" value={asked.name} required autocomplete="off" />
      </div>
    </FoodSearch>
    <FoodChoices found={found} state={state} to={to} fields={{ name: asked.name }} verb="Begin with" />
  </section>
)
