import { Effect, Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { MealType } from "../../../features/diary/model.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import { counted, longDay } from "../../../values/charts/format.ts"
import { whenGone } from "../frame/gone.ts"
import { dayIn, KEY_FIELD, newKey, OptionalKey } from "../frame/inputs.ts"
import { action, type Visit } from "../frame/page.ts"
import { Undoing, undoOf } from "../frame/undoing.tsx"
import { Redirect } from "../frame/view.ts"
import { backTo, chosenMeal, diaryAddress } from "./diary-address.ts"
import { FOOD_NAME_FIELD, UNIT_NAME_FIELD } from "./diary-again.tsx"
import { UnitText } from "./diary-amount.tsx"
import { quickFields, quickOf } from "./diary-quick.tsx"
import { amountIn, inServings } from "./typed-amount.ts"

const Text = present(Schema.String)
const Key = { [KEY_FIELD]: Schema.String }

const food = { foodId: Text, customFoodId: Text, savedMealId: Text }

/** Hidden fields, used if the entry is gone. */
const unseen = { [FOOD_NAME_FIELD]: Text, [UNIT_NAME_FIELD]: Text }

const amount = { servings: Schema.String, unit: UnitText }

const which = {
  date: ActivityDay,
  mealType: present(MealType),
  id: present(Schema.String)
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
    return (portion === undefined ? amountIn(servings, unit) : amountIn("1", portion)).pipe(
      Effect.flatMap((named) =>
        inServings(visit.call("log_food_entry", { ...what, ...named, mealType, date, [KEY_FIELD]: more[KEY_FIELD] }))
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
    amountIn(servings, unit).pipe(
      Effect.flatMap((named) => inServings(visit.call("update_food_entry", { id, ...named, mealType, date }))),
      whenGone(
        "This entry has since been deleted, perhaps on another device or by an app, so it was not changed. What you typed is below: you can log it as new."
      ),
      Effect.map(({ date: moved }) => {
        const day = dayIn(visit.query, visit.today) ?? moved
        return backTo(day, day === moved ? "changed" : "elsewhere", chosenMeal(visit))
      })
    )
)

/** A day's page, and the offer to undo what was done there under a key. */
const undoable = (
  visit: Visit,
  date: ActivityDay,
  done: string,
  { text, action, key }: { readonly text: string; readonly action: string; readonly key: string }
) =>
  new Redirect(diaryAddress(date, { ...chosenMeal(visit), done }), {
    undo: undoOf(text, diaryAddress(date, chosenMeal(visit)), action, key)
  })

const copy = action(
  Schema.Struct({
    ...which,
    toDate: ActivityDay,
    toMealType: present(MealType),
    how: present(Schema.Literal("move")),
    ...Key
  }),
  (visit, { how, ...given }) => {
    const key = given[KEY_FIELD]
    return how === undefined
      ? Effect.map(visit.call("copy_food_entries", given), ({ date, entries }) =>
          undoable(visit, date, "copied", {
            text: `${counted(entries, "entry is", "entries are")} copied.`,
            action: "uncopy",
            key
          })
        )
      : Effect.map(visit.call("move_food_entries", given), ({ date, entries }) =>
          // What is moved goes; the person stays.
          undoable(visit, given.date, "moved", {
            text: `${counted(entries, "entry is", "entries are")} moved${date === given.date ? "" : ` to ${longDay(date)}`}.`,
            action: "unmove",
            key
          })
        )
  }
)

const remove = action(
  Schema.Struct({
    ...which,
    date: present(ActivityDay),
    ...OptionalKey
  }),
  (visit, { [KEY_FIELD]: key = newKey(), ...given }) =>
    visit.call("remove_food_entries", { ...given, [KEY_FIELD]: key }).pipe(
      whenGone("This entry was deleted already. There is nothing more to do."),
      Effect.map(({ date, entries }) => {
        const [first, ...rest] = entries
        const text =
          first !== undefined && rest.length === 0
            ? `${first.food.name} is deleted.`
            : `${entries.length} entries are deleted.`
        return undoable(visit, date, "removed", { text, action: "undo", key })
      })
    )
)

/** The key of undoing what was done under a key, so that it happens once. */
const undoKey = (key: string) => ({ [KEY_FIELD]: `undo_${key}`.slice(0, 255) })

const undo = action(Undoing, (visit, { undo_key: key }) =>
  Effect.map(visit.call("restore_food_entries", { removedBy: key, ...undoKey(key) }), ({ date }) =>
    backTo(date, "restored", chosenMeal(visit))
  )
)

const uncopy = action(Undoing, (visit, { undo_key: copiedBy }) =>
  Effect.map(visit.call("undo_copied_food_entries", { copiedBy }), ({ date }) =>
    backTo(date, "uncopied", chosenMeal(visit))
  )
)

const unmove = action(Undoing, (visit, { undo_key: movedBy }) =>
  Effect.map(visit.call("undo_moved_food_entries", { movedBy }), ({ date }) =>
    backTo(date, "restored", chosenMeal(visit))
  )
)

/** The actions of the diary's forms. */
export const diaryActions = { log, change, copy, remove, undo, uncopy, unmove }
