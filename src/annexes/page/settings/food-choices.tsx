/** @jsxImportSource hono/jsx */

import { askedAmountOf } from "../diary/asked.ts"
import { AmountFields, amountFields, amountInWords, amountText, firstAmountOf } from "../diary/diary-amount.tsx"
import { Closest } from "../diary/diary-log.tsx"
import { FoodLine } from "../diary/food-line.tsx"
import { ButtonForm, Form, type FormState } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, ofRow } from "../frame/inputs.ts"
import type { Choice, Found } from "./food-search.tsx"

/** Opening one food closes the others. */
const TOGETHER = { name: "found" }

/** A food found by a search, with a button that takes the amount that was searched for, else one serving. */
const FoodChoice = ({
  food,
  asked,
  state,
  to,
  fields: given,
  verb
}: Omit<Parameters<typeof FoodChoices>[0], "found"> & {
  readonly food: Choice
  /** How many servings were searched for. */
  readonly asked: { readonly servings: number; readonly query: string } | undefined
}) => {
  const { id, kind, name, brandName, perServing } = food
  const own = ofRow(state, "foodId", id)
  const fields = { ...given, kind, foodId: id, [KEY_FIELD]: keyOf(state) }
  const offered = asked && askedAmountOf(food, asked.servings, asked.query)
  const amount = offered === undefined ? amountText(food, 1) : amountInWords(food, offered)
  return (
    <li>
      <details open={own.faults.size > 0} {...TOGETHER}>
        <summary>
          <FoodLine name={name} brand={brandName} amount={amount} kcal={perServing.calories * (asked?.servings ?? 1)} />
        </summary>
        <Form state={own} to={to} className="amount" data={{ "data-kcal": String(perServing.calories) }}>
          {Object.entries(fields).map(([field, value]) => (
            <input type="hidden" name={field} value={value} />
          ))}
          <AmountFields state={own} food={food} amount={offered ?? firstAmountOf(food)} row={id} />
          <button type="submit" aria-label={`${verb} this amount of ${name}`}>
            {verb}
          </button>
          <output class="soft" />
        </Form>
      </details>
      <ButtonForm
        state={state}
        to={to}
        fields={offered === undefined ? fields : { ...fields, ...amountFields(food, offered) }}
        className="quiet beside add"
        label={`${verb} ${name}, ${amount}`}
      />
    </li>
  )
}

/** Foods found by a search, below each a form for any other amount; empty without a search. */
export const FoodChoices = ({
  found,
  ...form
}: {
  readonly found: Found
  readonly state: FormState
  readonly to: string
  /** The hidden fields of the forms, beside those of the food. */
  readonly fields: Readonly<Record<string, string>>
  readonly verb: string
}) => (
  <div data-found>
    {found === undefined ? null : found.foods.length === 0 ? (
      <p>No food has this name. Try fewer or other words.</p>
    ) : (
      <>
        {found.leftOut === undefined ? null : <Closest leftOut={found.leftOut} />}
        <ul class="rows entries">
          {found.foods.map((food) => (
            <FoodChoice {...form} food={food} asked={found.askedOf(food)} />
          ))}
        </ul>
      </>
    )}
  </div>
)
