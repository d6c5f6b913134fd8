/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { MealType } from "../../../features/diary/model.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import { Form, SelectField, TextField } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, NumberText, parameterOf } from "../frame/inputs.ts"
import { action, type Visit } from "../frame/page.ts"
import type { View } from "../frame/view.ts"
import { dayName, MEALS, type Meal, mealOptions } from "../trends/figures.tsx"
import { backTo, chosenMeal, diaryAddress } from "./diary-address.ts"
import { LabelFields, labelFields, labelOf, ofLabel } from "./food-fields.tsx"

/** A food that no search finds: from its label to the diary in one form. */
export const makeView = (visit: Visit, name: string, day: ActivityDay, meal: Meal): View => {
  const state = visit.form("make")
  const barcode = parameterOf(visit.query, "barcode") ?? ""
  return {
    title: name === "" ? "New food" : `Make ${name}`,
    content: (
      <>
        <h1>
          New food{" "}
          <small>
            {MEALS[meal]}, {dayName(day)}
          </small>
        </h1>
        <section class="card">
          <Form state={state} to={diaryAddress(day, { meal, make: name, barcode })} data={{ "data-label": "" }}>
            <input type="hidden" name="date" value={day} />
            <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
            <LabelFields state={state} label={{ name, barcode }} />
            <div class="row">
              <TextField state={state} name="eaten" label="You ate" value="1" inputmode="decimal" required />
              <SelectField
                state={state}
                name="eatenUnit"
                label="Counted in"
                options={[
                  ["servings", "servings"],
                  ["weight", "g or ml"]
                ]}
              />
              <SelectField state={state} name="mealType" label="Meal" value={meal} options={mealOptions} />
            </div>
            <button type="submit">Save and log</button>
          </Form>
        </section>
        <p>
          <a href={diaryAddress(day, { meal })}>Back to the diary</a>
        </p>
      </>
    )
  }
}

/** How much was eaten: above 0, and at most 10,000. */
export const Eaten = NumberText.pipe(
  Schema.filter((value) => value > 0 && value <= 10_000, { message: () => "must be above 0, and at most 10,000" })
)

/**
 * Creates a food and logs it. Both calls have the form's key, so sending it again completes what the first attempt left
 * undone, and does nothing twice.
 */
export const makeAction = action(
  Schema.Struct({
    ...labelFields,
    eaten: Eaten,
    eatenUnit: Schema.Literal("servings", "weight"),
    mealType: MealType,
    date: ActivityDay,
    [KEY_FIELD]: Schema.String
  }),
  (visit, { eaten, eatenUnit, mealType, date, [KEY_FIELD]: key, ...label }) =>
    Effect.gen(function* () {
      const given = labelOf(label)
      const { customFood } = yield* ofLabel(visit.call("save_custom_food", { ...given, [KEY_FIELD]: key }))
      const servings = eatenUnit === "weight" ? eaten / given.servingSize : eaten
      const entry = { customFoodId: customFood.id, servings, mealType, date, [KEY_FIELD]: key }
      yield* visit.call("log_food_entry", entry)
      return backTo(date, "made", chosenMeal(visit))
    })
)
