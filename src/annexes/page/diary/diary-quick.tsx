/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { MealType } from "../../../features/diary/model.ts"
import { besideCaloriesOf } from "../../../features/foods/nutrition.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import { Form, type FormState, SelectField, TextField } from "../frame/form.tsx"
import { Given, KEY_FIELD, keyOf, quantityText, textOf } from "../frame/inputs.ts"
import { action } from "../frame/page.ts"
import { typedCount } from "../frame/typed-number.ts"
import { type Meal, mealOptions } from "../trends/figures.tsx"
import { backTo, chosenMeal } from "./diary-address.ts"

/** The form's fields by the operation's paths, so that faults are shown beside them. */
const NUTRIENTS = [
  ["quickAdd.calories", "kcal"],
  ["quickAdd.protein", "Protein, g"],
  ["quickAdd.carbs", "Carbs, g"],
  ["quickAdd.fat", "Fat, g"]
] as const

/** What is rarely known of a meal, folded until it is given. What stays blank is unknown. */
const MORE = [
  ["quickAdd.fiber", "Fibre, g", "grams", "g"],
  ["quickAdd.sugars", "Sugars, g", "grams", "g"],
  ["quickAdd.saturatedFat", "Saturated fat, g", "grams", "g"],
  ["quickAdd.sodium", "Sodium, mg", "milligrams", "mg"]
] as const

/** What is logged without a name is called. */
const UNNAMED = "Quick add"

/** Logs something by its values alone. It is open if it was sent and refused. */
export const QuickAdd = ({
  state,
  meal,
  day,
  to
}: {
  readonly state: FormState
  /** The meal selected initially. */
  readonly meal: Meal
  readonly day: ActivityDay
  readonly to: string
}) => (
  <details open={Object.keys(state.values).length > 0}>
    <summary>Quick add</summary>
    <p class="soft">Only calories, with a name if you like. It is not kept as a food.</p>
    <Form state={state} to={to} className="row" data={{ "data-offline": "" }}>
      <input type="hidden" name="date" value={day} />
      <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
      <TextField state={state} name="quickAdd.name" label="Name" placeholder={UNNAMED} />
      {NUTRIENTS.map(([name, label]) => (
        <TextField
          state={state}
          name={name}
          label={label}
          inputmode="decimal"
          required={name === "quickAdd.calories"}
          {...(name === "quickAdd.calories" ? { measured: "energy", unit: "kcal" } : { measured: "grams", unit: "g" })}
        />
      ))}
      <details open={MORE.some(([name]) => textOf(state.values, name) !== undefined || state.faults.has(name))}>
        <summary>Fibre, sugars, saturated fat, sodium</summary>
        <div class="row">
          {MORE.map(([name, label, measured, unit]) => (
            <TextField state={state} name={name} label={label} inputmode="decimal" measured={measured} unit={unit} />
          ))}
        </div>
      </details>
      <SelectField state={state} name="mealType" label="Meal" value={meal} options={mealOptions} />
      <button type="submit">Log</button>
    </Form>
  </details>
)

const Calories = quantityText("energy", "kcal", typedCount)
const Optional = present(quantityText("grams", "g"))

/** The fields of a quick add, by the operation's paths. */
export const quickFields = {
  "quickAdd.name": present(Given),
  "quickAdd.calories": present(Calories),
  "quickAdd.protein": Optional,
  "quickAdd.carbs": Optional,
  "quickAdd.fat": Optional,
  "quickAdd.alcohol": Optional,
  "quickAdd.fiber": Optional,
  "quickAdd.sugars": Optional,
  "quickAdd.saturatedFat": Optional,
  "quickAdd.sodium": present(quantityText("milligrams", "mg"))
}

/** A quick add as input of the operation; undefined without a name. */
export const quickOf = (fields: Schema.Struct.Type<typeof quickFields>) => {
  const name = fields["quickAdd.name"]
  if (name === undefined) return undefined
  return {
    name,
    calories: fields["quickAdd.calories"] ?? 0,
    ...besideCaloriesOf({
      protein: fields["quickAdd.protein"],
      carbs: fields["quickAdd.carbs"],
      fat: fields["quickAdd.fat"],
      alcohol: fields["quickAdd.alcohol"],
      fiber: fields["quickAdd.fiber"],
      sugars: fields["quickAdd.sugars"],
      saturatedFat: fields["quickAdd.saturatedFat"],
      sodium: fields["quickAdd.sodium"]
    })
  }
}

/** The form's action. */
export const quickAction = action(
  Schema.Struct({
    ...quickFields,
    "quickAdd.calories": Calories,
    mealType: MealType,
    date: ActivityDay,
    [KEY_FIELD]: Schema.String
  }),
  (visit, { mealType, date, [KEY_FIELD]: key, ...fields }) => {
    const quickAdd = quickOf({ ...fields, "quickAdd.name": fields["quickAdd.name"] ?? UNNAMED })
    return Effect.map(
      visit.call("log_food_entry", {
        ...(quickAdd === undefined ? {} : { quickAdd }),
        servings: 1,
        mealType,
        date,
        [KEY_FIELD]: key
      }),
      (logged) => backTo(logged.date, "logged", chosenMeal(visit))
    )
  }
)
