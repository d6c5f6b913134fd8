import { Effect, Schema } from "effect"
import { MealType } from "../../features/diary/model.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { backTo, chosenMeal, diaryAddress } from "./diary-address.ts"
import { FOOD_NAME_FIELD, UNIT_NAME_FIELD } from "./diary-again.tsx"
import { servingsOf, UnitText } from "./diary-amount.tsx"
import { quickFields, quickOf } from "./diary-quick.tsx"
import { whenGone } from "./gone.ts"
import { KEY_FIELD, NumberText, OptionalKey } from "./inputs.ts"
import { action } from "./page.ts"
import { Redirect } from "./view.ts"

const Text = Schema.optionalWith(Schema.String, { exact: true })
const Key = { [KEY_FIELD]: Schema.String }

const food = { foodId: Text, customFoodId: Text, savedMealId: Text }

/** Hidden fields, used if the entry is gone. */
const unseen = { [FOOD_NAME_FIELD]: Text, [UNIT_NAME_FIELD]: Text }

const amount = { servings: NumberText, unit: UnitText }

const which = {
  date: ActivityDay,
  mealType: Schema.optionalWith(MealType, { exact: true }),
  id: Schema.optionalWith(Schema.String, { exact: true })
}

const GONE = "This food has since been deleted, so nothing was logged. Search for another."

const log = action(
  Schema.Struct({
    ...food,
    ...quickFields,
    ...amount,
    portion: UnitText,
    ...unseen,
    mealType: MealType,
    date: ActivityDay,
    ...Key
  }),
  (visit, { foodId, customFoodId, savedMealId, servings, unit, portion, mealType, date, ...more }) => {
    const quickAdd = quickOf(more)
    const what = {
      ...(foodId === undefined ? {} : { foodId }),
      ...(customFoodId === undefined ? {} : { customFoodId }),
      ...(savedMealId === undefined ? {} : { savedMealId }),
      ...(quickAdd === undefined ? {} : { quickAdd })
    }
    return (portion === undefined ? servingsOf(servings, unit) : servingsOf(1, portion)).pipe(
      Effect.flatMap((servings) =>
        visit.call("log_food_entry", { ...what, servings, mealType, date, [KEY_FIELD]: more[KEY_FIELD] })
      ),
      whenGone(GONE),
      Effect.map((logged) => backTo(logged.date, "logged", chosenMeal(visit)))
    )
  }
)

const change = action(
  Schema.Struct({
    ...food,
    ...quickFields,
    ...amount,
    ...unseen,
    id: Schema.String,
    mealType: MealType,
    date: ActivityDay
  }),
  (visit, { id, servings, unit, mealType, date }) =>
    servingsOf(servings, unit).pipe(
      Effect.flatMap((servings) => visit.call("update_food_entry", { id, servings, mealType, date })),
      whenGone(
        "This entry has since been deleted, perhaps on another device or by an app, so it was not changed. What you typed is below: you can log it as new."
      ),
      Effect.map(({ date }) => backTo(date, "changed", chosenMeal(visit)))
    )
)

const copy = action(
  Schema.Struct({
    ...which,
    toDate: ActivityDay,
    toMealType: Schema.optionalWith(MealType, { exact: true }),
    how: Schema.optionalWith(Schema.Literal("move"), { exact: true }),
    ...Key
  }),
  (visit, { how, [KEY_FIELD]: key, ...entries }) =>
    how === undefined
      ? Effect.map(visit.call("copy_food_entries", { ...entries, [KEY_FIELD]: key }), ({ date }) =>
          backTo(date, "copied", chosenMeal(visit))
        )
      : Effect.map(visit.call("move_food_entries", entries), ({ date }) => backTo(date, "moved", chosenMeal(visit)))
)

const remove = action(
  Schema.Struct({
    ...which,
    date: Schema.optionalWith(ActivityDay, { exact: true }),
    ...OptionalKey
  }),
  (visit, entries) =>
    visit.call("remove_food_entries", entries).pipe(
      whenGone("This entry was deleted already. There is nothing more to do."),
      Effect.map(({ date }) => {
        const removal = entries[KEY_FIELD]
        const shown = removal === undefined ? { done: "removed" } : { removal }
        return new Redirect(diaryAddress(date, { ...chosenMeal(visit), ...shown }))
      })
    )
)

const undo = action(Schema.Struct({ removal: Schema.String }), (visit, { removal }) =>
  Effect.map(
    visit.call("restore_food_entries", { removedBy: removal, [KEY_FIELD]: `undo_${removal}`.slice(0, 255) }),
    ({ date }) => backTo(date, "restored", chosenMeal(visit))
  )
)

/** The actions of the diary's forms. */
export const diaryActions = { log, change, copy, remove, undo }
