/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { MealType } from "../../../features/diary/model.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import { barcodeOf, printedBarcode } from "../../../values/barcode.ts"
import { backTo, chosenMeal, diaryAddress } from "../diary/diary-address.ts"
import { idFieldOf } from "../diary/diary-fields.ts"
import { Eaten } from "../diary/diary-make.tsx"
import { Form, type FormState, TextField } from "../frame/form.tsx"
import { Given, KEY_FIELD, keyOf, textOf } from "../frame/inputs.ts"
import { action, fieldFault } from "../frame/page.ts"
import type { Meal } from "../trends/figures.tsx"

/**
 * Logs the food of a barcode that could not be searched for, because there was no network. A script shows the form then,
 * and it waits like any other log. If it was refused, it is shown as it was sent.
 */
export const ScannedForm = ({
  state,
  meal,
  day,
  to
}: {
  readonly state: FormState
  readonly meal: Meal
  readonly day: ActivityDay
  readonly to: string
}) => {
  const barcode = barcodeOf(textOf(state.values, "barcode") ?? "")
  const make = barcode === undefined ? undefined : { meal, make: "", barcode: printedBarcode(barcode) }
  return (
    <div data-scanned hidden={Object.keys(state.values).length === 0}>
      <Form state={state} to={to} className="amount" data={{ "data-offline": "" }}>
        <input type="hidden" name="date" value={day} />
        <input type="hidden" name="mealType" value={meal} />
        <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
        <TextField state={state} name="barcode" label="Barcode" inputmode="numeric" required />
        <TextField state={state} name="eaten" label="Servings" value="1" inputmode="decimal" required />
        <button type="submit">Log this barcode</button>
      </Form>
      {make === undefined ? (
        <p class="soft">Its food is found when there is a network.</p>
      ) : (
        <p>
          <a class="button quiet" href={diaryAddress(day, make)}>
            Make it from its label
          </a>
        </p>
      )}
    </div>
  )
}

/** Logs the food of a barcode. */
export const scannedAction = action(
  Schema.Struct({
    barcode: Given,
    eaten: Eaten,
    mealType: MealType,
    date: ActivityDay,
    [KEY_FIELD]: Schema.String
  }),
  (visit, { barcode, eaten, mealType, date, [KEY_FIELD]: key }) =>
    Effect.gen(function* () {
      if (barcodeOf(barcode) === undefined) {
        return yield* fieldFault("barcode", "must be the 8, 12, 13 or 14 digits below the bars")
      }
      const { foods } = yield* visit.call("search_foods", { query: barcode, limit: 1 })
      const [food] = foods
      if (food === undefined) {
        return yield* fieldFault("barcode", "is of no food that is known. Make it from its label, then log it")
      }
      const entry = { [idFieldOf[food.kind]]: food.id, servings: eaten, mealType, date, [KEY_FIELD]: key }
      const logged = yield* visit.call("log_food_entry", entry)
      return backTo(logged.date, "logged", chosenMeal(visit))
    })
)
