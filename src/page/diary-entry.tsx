/** @jsxImportSource hono/jsx */
import { number } from "../charts/format.ts"
import { mealOptions } from "./figures.tsx"
import { ButtonForm, Form, type FormState, SelectField, TextField } from "./form.tsx"
import { ofRow } from "./inputs.ts"
import type { OutputOf } from "./page.ts"

export type ShownEntry = OutputOf<"list_food_entries">["entries"][number]

/** How much of a food it was: 1.5 × 1 large (50 g). */
const amountText = (servings: number, serving: ShownEntry["serving"]): string => {
  const count = number(servings, 2)
  if (serving === undefined) return `${count} ${servings === 1 ? "serving" : "servings"}`
  const size = `${number(serving.size * servings, 1)} ${serving.unit}`
  return serving.text === undefined ? size : `${count} × ${serving.text} (${size})`
}

/** An entry of the diary, with forms that change and delete it. */
export const EntryRow = ({
  entry: { id, food, servings, serving, mealType, nutrition, date },
  change,
  remove,
  to
}: {
  readonly entry: ShownEntry
  readonly change: FormState
  readonly remove: FormState
  readonly to: string
}) => {
  const state = ofRow(change, "id", id)
  const removing = ofRow(remove, "id", id)
  return (
    <li>
      <div>
        <strong>{food.name}</strong>
        {food.brandName === undefined ? null : <span class="soft"> {food.brandName}</span>}
        <br />
        <span class="soft">
          {amountText(servings, serving)}: {number(nutrition.calories)} kcal, {number(nutrition.protein, 1)} g protein,{" "}
          {number(nutrition.carbs, 1)} g carbs, {number(nutrition.fat, 1)} g fat
        </span>
      </div>
      <details class="change" open={state.values.id === id || removing.values.id === id}>
        <summary aria-label={`Change ${food.name}`}>Change</summary>
        <Form state={state} to={to} className="row">
          <input type="hidden" name="id" value={id} />
          <TextField
            state={state}
            name="servings"
            label="Servings"
            value={String(servings)}
            inputmode="decimal"
            row={id}
          />
          <SelectField state={state} name="mealType" label="Meal" value={mealType} options={mealOptions} row={id} />
          <TextField state={state} name="date" label="Day" type="date" value={date} row={id} />
          <button type="submit">Save</button>
        </Form>
        {removing.failure === undefined ? null : (
          <p class="fault" role="alert">
            {removing.failure}
          </p>
        )}
        <ButtonForm state={removing} to={to} fields={{ id }} className="danger" label={`Delete ${food.name}`}>
          Delete
        </ButtonForm>
      </details>
    </li>
  )
}
