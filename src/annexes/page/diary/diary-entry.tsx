/** @jsxImportSource hono/jsx */
import { isOnlyInEntries } from "../../../features/diary/model.ts"
import { MACRONUTRIENTS } from "../../../features/foods/nutrition.ts"
import { number } from "../../../values/charts/format.ts"
import { round } from "../../../values/round.ts"
import { Folding } from "../frame/folding.tsx"
import { ButtonForm, Form, type FormState, SelectField, TextField } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, ofRow } from "../frame/inputs.ts"
import type { OutputOf } from "../frame/page.ts"
import { mealOptions } from "../trends/figures.tsx"
import { FOOD_NAME_FIELD, QUICK_FIELDS, UNIT_NAME_FIELD } from "./diary-again.tsx"
import { AmountFields, amountOf, amountText, saidAmountOf, saidText } from "./diary-amount.tsx"
import { idFieldOf } from "./diary-fields.ts"
import { FoodLine } from "./food-line.tsx"

export type ShownEntry = OutputOf<"list_food_entries">["entries"][number]

/** Some entries have no serving, only a number of servings. */
const measured = ({ serving }: Pick<ShownEntry, "serving">) => ({
  serving: serving ?? { size: 1, unit: "serving" }
})

/** The recipes whose finished dish was weighed, each with the size of one serving. */
export type Pots = OutputOf<"get_weighed_recipes">["recipes"]

/** The amount of an entry from a pot: 410 g of the pot. A pot that was weighed again is another one. */
const ofPot = ({ food, serving, amount }: ShownEntry, pots: Pots): string | undefined =>
  amount !== undefined && pots.some(({ id, servingSize }) => id === food.id && servingSize === serving?.size)
    ? `${number(amount.value, 1)} ${amount.unit} of the pot`
    : undefined

/** The amount of an entry, as it was said if it was: 1 pat, 5 g; else 2 × 1 large (50 g). */
export const shownAmount = (entry: ShownEntry): string => {
  const { said, amount, servings } = entry
  return said === undefined ? amountText(measured(entry), servings) : saidText(said, amount)
}

/**
 * The fields that identify an entry's food, to log it as new if the entry is gone: its id, or else its values for one
 * serving.
 */
const foodFields = ({
  food,
  servings,
  nutrition,
  unknown = []
}: ShownEntry): ReadonlyArray<readonly [string, string]> =>
  isOnlyInEntries(food.id)
    ? [
        ["quickAdd.name", food.name],
        ...QUICK_FIELDS.flatMap((nutrient) => {
          const amount = nutrition[nutrient]
          return amount === undefined || unknown.some((each) => each === nutrient)
            ? []
            : [[`quickAdd.${nutrient}`, String(round(amount / servings, 2))] as const]
        })
      ]
    : [[idFieldOf[food.kind], food.id]]

const ChangeEntry = ({
  entry,
  state,
  to
}: {
  readonly entry: ShownEntry
  readonly state: FormState
  readonly to: string
}) => {
  const { id, food, servings, said, serving, mealType, date, nutrition } = entry
  const amount =
    said === undefined ? amountOf(measured(entry), servings) : saidAmountOf(measured(entry), said, servings)
  const hidden = [
    ["id", id],
    ...foodFields(entry),
    [FOOD_NAME_FIELD, food.name],
    [UNIT_NAME_FIELD, serving?.unit ?? ""]
  ] as const
  return (
    <Form state={state} to={to} className="row" data={{ "data-kcal": String(nutrition.calories / servings) }}>
      {hidden.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <AmountFields state={state} food={measured(entry)} amount={amount} said={said} row={id} />
      <SelectField state={state} name="mealType" label="Meal" value={mealType} options={mealOptions} row={id} />
      <TextField state={state} name="date" label="Day" type="date" value={date} row={id} />
      <button type="submit">Save</button>
      <output class="soft" />
    </Form>
  )
}

/**
 * An entry of the diary. A tap on it opens its values and a form that changes it; a button beside it deletes it.
 */
export const EntryRow = ({
  entry,
  pots,
  change,
  remove,
  to
}: {
  readonly entry: ShownEntry
  readonly pots: Pots
  readonly change: FormState
  readonly remove: FormState
  readonly to: string
}) => {
  const { id, food, nutrition, unknown } = entry
  const state = ofRow(change, "id", id)
  const removing = ofRow(remove, "id", id)
  return (
    <li>
      <Folding
        className="change"
        isOpen={state.values.id === id}
        summary={
          <FoodLine
            unseen="Change"
            name={food.name}
            brand={food.brandName}
            amount={ofPot(entry, pots) ?? shownAmount(entry)}
            kcal={nutrition.calories}
          />
        }
      >
        <p class="soft">
          {MACRONUTRIENTS.map((each) =>
            unknown?.includes(each) ? `${each} not known` : `${number(nutrition[each], 1)} g ${each}`
          ).join(", ")}
        </p>
        <ChangeEntry entry={entry} state={state} to={to} />
      </Folding>
      <ButtonForm
        state={removing}
        to={to}
        fields={{ id, [KEY_FIELD]: keyOf(removing) }}
        className="danger beside"
        label={`Delete ${food.name}`}
      >
        ×
      </ButtonForm>
    </li>
  )
}
