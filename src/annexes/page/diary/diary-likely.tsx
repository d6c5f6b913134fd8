/** @jsxImportSource hono/jsx */
import { isOnlyInEntries } from "../../../features/diary/model.ts"
import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import { counted, number } from "../../../values/charts/format.ts"
import { emptyForm, Form, type FormState } from "../frame/form.tsx"
import { KEY_FIELD, keyOf } from "../frame/inputs.ts"
import type { OutputOf, Visit } from "../frame/page.ts"
import { MEALS, type Meal, meals } from "../trends/figures.tsx"
import { diaryAddress } from "./diary-address.ts"
import { type ShownEntry, shownAmount } from "./diary-entry.tsx"
import { idFieldOf } from "./diary-fields.ts"
import type { Logging } from "./diary-log.tsx"
import { rowAmount, rowClass } from "./food-line.tsx"

/** A choice of the meal to log to, which keeps what was searched. */
export const MealChoice = ({
  meal,
  day,
  searched = {}
}: Pick<Logging, "meal" | "day"> & { readonly searched?: Readonly<Record<string, string>> }) => (
  <nav class="ranges" aria-label="Meal to log to" data-meals>
    {meals.map((each) => (
      <a
        href={diaryAddress(day, { meal: each, ...searched })}
        {...(each === meal ? { "aria-current": "true" as const } : {})}
      >
        {MEALS[each]}
      </a>
    ))}
  </nav>
)

/** A food with its last amount, logged by one tap. Foods that exist only in entries are copied from them. */
const Likely = ({
  entry,
  log,
  copy,
  meal,
  day,
  to
}: Omit<Logging, "state"> & {
  readonly entry: ShownEntry
  readonly log: FormState
  readonly copy: FormState
}) => {
  const { food, servings, said, nutrition, id, date } = entry
  const isCopied = isOnlyInEntries(food.id)
  const state = isCopied ? copy : log
  const fields: ReadonlyArray<readonly [string, string]> = isCopied
    ? [
        ["id", id],
        ["date", date],
        ["toDate", day],
        ["toMealType", meal]
      ]
    : [
        [idFieldOf[food.kind], food.id],
        ...(said === undefined
          ? [["servings", String(servings)] as const]
          : [["servings", String(said.value)] as const, ["unit", `${servings / said.value} 1 ${said.unit}`] as const]),
        ["mealType", meal],
        ["date", day]
      ]
  return (
    <li>
      <Form state={state} to={to} className="inline" data={{ "data-offline": food.name }}>
        {[...fields, [KEY_FIELD, keyOf(state)] as const].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button type="submit" class="quiet likely">
          <span class="unseen">Log </span>
          <span class={rowClass(food.name)}>
            <strong>{food.name}</strong> <small>{rowAmount(shownAmount(entry), food.name)}</small>
          </span>{" "}
          <span>{number(nutrition.calories)} kcal</span>
        </button>
      </Form>
    </li>
  )
}

const DayBefore = ({
  eaten,
  copy: state,
  today,
  meal,
  day,
  to
}: Omit<Logging, "state"> & {
  readonly eaten: ReadonlyArray<ShownEntry>
  readonly copy: FormState
  readonly today: ActivityDay
}) => {
  const name = day === today ? `Yesterday’s ${meal}` : `The ${meal} of the day before`
  const fields = { date: plusDays(day, -1), mealType: meal, toDate: day, toMealType: meal, [KEY_FIELD]: keyOf(state) }
  return (
    <Form state={state} to={to} className="inline" data={{ "data-offline": name, "data-day-before": "" }}>
      {Object.entries(fields).map(([field, value]) => (
        <input type="hidden" name={field} value={value} />
      ))}
      <button type="submit" class="likely">
        <span>
          <strong>{name}</strong> <small>{counted(eaten.length, "food", "foods")}</small>
        </span>
        <span>{number(eaten.reduce((sum, { nutrition }) => sum + nutrition.calories, 0))} kcal</span>
      </button>
    </Form>
  )
}

/** What is offered before anything is typed. */
interface Offered {
  readonly likely: ReadonlyArray<ShownEntry>
  /** The meal of the day before; empty if this day's already contains it. */
  readonly dayBefore: ReadonlyArray<ShownEntry>
}

/** Likely foods that the meal does not contain yet. */
export const notYet = (
  { likely, dayBefore }: OutputOf<"get_likely_foods">,
  entries: ReadonlyArray<ShownEntry>,
  meal: Meal,
  most: number
): Offered => {
  const isEaten = ({ food }: ShownEntry) =>
    entries.some((entry) => entry.mealType === meal && entry.food.name === food.name)
  return {
    likely: likely.filter((entry) => !isEaten(entry)).slice(0, most),
    dayBefore: dayBefore.every(isEaten) ? [] : dayBefore
  }
}

/** Clears the state for one of many forms, so that it does not show what was typed into another. */
const untouched = (state: FormState): FormState => emptyForm(state.action, state.token)

/** The foods most likely eaten now, before anything is typed. A script hides them while search results are shown. */
export const LikelyFoods = ({
  offered: { likely, dayBefore },
  visit,
  ...where
}: Omit<Logging, "state"> & { readonly offered: Offered; readonly visit: Visit }) => {
  const log = untouched(visit.form("log"))
  const copy = untouched(visit.form("copy"))
  return (
    <div data-likely>
      {dayBefore.length === 0 ? null : <DayBefore eaten={dayBefore} copy={copy} today={visit.today} {...where} />}
      {likely.length === 0 ? null : (
        <ul class="likelies" aria-label="Eaten before">
          {likely.map((entry) => (
            <Likely entry={entry} log={log} copy={copy} {...where} />
          ))}
        </ul>
      )}
    </div>
  )
}
