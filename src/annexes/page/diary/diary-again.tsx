/** @jsxImportSource hono/jsx */
import { FOOD_ID_FIELDS } from "../../../features/diary/model.ts"
import { DETAILS } from "../../../features/foods/nutrition.ts"
import { emptyForm, Form, type FormState, SelectField, TextField } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, textOf } from "../frame/inputs.ts"
import { mealOptions } from "../trends/figures.tsx"
import { saidUnit } from "./diary-amount.tsx"

/** A hidden field with the name of an entry's food, used if the entry is gone. */
export const FOOD_NAME_FIELD = "food_name"

/** The field with the food's unit of weight or volume, g or ml. */
export const UNIT_NAME_FIELD = "unit_name"

/** The values of a quick add, by field name. */
export const QUICK_FIELDS = ["calories", "protein", "carbs", "fat", "alcohol", ...DETAILS] as const

/** All fields that identify the food. */
const CARRIED = [
  ...FOOD_ID_FIELDS,
  "quickAdd.name",
  ...QUICK_FIELDS.map((nutrient) => `quickAdd.${nutrient}`),
  FOOD_NAME_FIELD,
  UNIT_NAME_FIELD,
  "unit"
]

/**
 * A change to an entry that is gone, as a form that logs it as new. It stays until that succeeds. Undefined if there is
 * no such entry.
 */
export const againOf = (change: FormState, log: FormState): FormState | undefined => {
  if (textOf(log.values, FOOD_NAME_FIELD) !== undefined) return log
  return change.isGone ? { ...emptyForm(log.action, log.token), values: change.values } : undefined
}

/** Offers to log the content of an entry that is gone as a new one. */
export const LogAgain = ({ state, to }: { readonly state: FormState; readonly to: string }) => {
  const name = textOf(state.values, FOOD_NAME_FIELD) ?? ""
  const isWeighed = saidUnit(textOf(state.values, "unit") ?? "1").fraction !== "1"
  const carried = CARRIED.flatMap((field) => {
    const value = textOf(state.values, field)
    return value === undefined ? [] : [[field, value] as const]
  })
  return (
    <section class="card" aria-labelledby="log-again">
      <h2 id="log-again">Log {name} as new</h2>
      <Form state={state} to={to} className="row">
        {[...carried, [KEY_FIELD, keyOf(state)] as const].map(([field, value]) => (
          <input type="hidden" name={field} value={value} />
        ))}
        <TextField
          state={state}
          name="servings"
          label={isWeighed ? `Amount, ${textOf(state.values, UNIT_NAME_FIELD) ?? "g"}` : "Servings"}
          inputmode="decimal"
          row="again"
        />
        <SelectField state={state} name="mealType" label="Meal" options={mealOptions} row="again" />
        <TextField state={state} name="date" label="Day" type="date" row="again" />
        <button type="submit">Log</button>
      </Form>
    </section>
  )
}
