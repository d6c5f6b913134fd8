/** @jsxImportSource hono/jsx */
import type { ActivityDay } from "../../../values/activity-day.ts"
import { plusDays } from "../../../values/activity-day.ts"
import { number } from "../../../values/charts/format.ts"
import { Folding } from "../frame/folding.tsx"
import { ButtonForm, Form, SelectField, TextField } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, ofRow } from "../frame/inputs.ts"
import type { Visit } from "../frame/page.ts"
import { decimalsOf } from "../goals/goal-words.ts"
import { MEALS, type Meal, mealOptions, meals } from "../trends/figures.tsx"
import { EntryRow, type Pots, type ShownEntry } from "./diary-entry.tsx"

interface Shown {
  readonly visit: Visit
  readonly day: ActivityDay
  readonly to: string
}

const SAME_MEAL = ["", "The same"] as const

/** Copies, moves or deletes a meal, or without `meal` the whole day. */
const Whole = ({ visit, day, to, meal }: Shown & { readonly meal?: Meal }) => {
  const name = meal === undefined ? "this day" : MEALS[meal].toLowerCase()
  const row = meal ?? "day"
  const state = ofRow(visit.form("copy"), "row", row)
  const remove = ofRow(visit.form("remove"), "row", row)
  const which = { date: day, row, ...(meal === undefined ? {} : { mealType: meal }) }
  const isNow = day === visit.today
  return (
    <Folding className="whole" isOpen={state.values.row === row} summary={`Copy, move or delete ${name}`}>
      <Form state={state} to={to} className="row">
        {Object.entries({ ...which, [KEY_FIELD]: keyOf(state) }).map(([field, value]) => (
          <input type="hidden" name={field} value={value} />
        ))}
        <TextField
          state={state}
          name="toDate"
          label="To day"
          type="date"
          value={isNow ? plusDays(day, 1) : visit.today}
          row={row}
        />
        {meal === undefined ? null : (
          <SelectField
            state={state}
            name="toMealType"
            label="To meal"
            value=""
            options={[SAME_MEAL, ...mealOptions]}
            row={row}
          />
        )}
        <button type="submit" aria-label={`Copy ${name}`}>
          Copy
        </button>
        <button type="submit" class="quiet" name="how" value="move" aria-label={`Move ${name}`}>
          Move
        </button>
      </Form>
      <ButtonForm
        state={remove}
        to={to}
        fields={{ ...which, [KEY_FIELD]: keyOf(remove) }}
        className="danger"
        label={`Delete ${name}`}
      >
        Delete
      </ButtonForm>
    </Folding>
  )
}

/** A day's meals, each with its totals. */
export const Meals = ({
  entries,
  pots,
  ...shown
}: Shown & { readonly entries: ReadonlyArray<ShownEntry>; readonly pots: Pots }) => (
  <>
    {meals.map((meal) => {
      const eaten = entries.filter(({ mealType }) => mealType === meal)
      const sum = (nutrient: "calories" | "protein") =>
        number(
          eaten.reduce((total, { nutrition }) => total + nutrition[nutrient], 0),
          decimalsOf(nutrient)
        )
      return eaten.length === 0 ? null : (
        <section class="card" aria-labelledby={`meal-${meal}`}>
          <div class="heading">
            <h2 id={`meal-${meal}`}>{MEALS[meal]}</h2>
            <span class="soft">
              {sum("calories")} kcal, {sum("protein")} g protein
            </span>
          </div>
          <ul class="rows entries">
            {eaten.map((entry) => (
              <EntryRow
                entry={entry}
                pots={pots}
                change={shown.visit.form("change")}
                remove={shown.visit.form("remove")}
                to={shown.to}
              />
            ))}
          </ul>
          <Whole {...shown} meal={meal} />
        </section>
      )
    })}
    {entries.length === 0 ? null : <Whole {...shown} />}
  </>
)
