/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { MealType } from "../../../features/diary/model.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import { backTo } from "../diary/diary-address.ts"
import { ButtonForm } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { Given, KEY_FIELD, keyOf } from "../frame/inputs.ts"
import { action, type Visit } from "../frame/page.ts"
import { mealAt } from "../trends/figures.tsx"
import { RECIPE_GONE } from "./gone.ts"
import { recipePath } from "./paths.ts"

/** Logs one serving to the meal that is usual now. Another amount is a search away. */
export const LogOne = ({ visit, id, name }: { readonly visit: Visit; readonly id: string; readonly name: string }) => {
  const state = visit.form("log")
  const meal = mealAt(visit.now, visit.user)
  return (
    <p class="buttons">
      <ButtonForm
        state={state}
        to={recipePath(id)}
        fields={{ id, mealType: meal, date: visit.today, [KEY_FIELD]: keyOf(state) }}
        className=""
      >
        Log one serving to {meal}
      </ButtonForm>
      <a href={`/app/diary?${new URLSearchParams({ q: name })}`}>Another amount or meal</a>
    </p>
  )
}

/** Logs one serving of a recipe, and leads to the diary. */
export const logOneAction = action(
  Schema.Struct({ id: Given, mealType: MealType, date: ActivityDay, [KEY_FIELD]: Given }),
  ({ call }, { id: customFoodId, ...where }) =>
    call("log_food_entry", { customFoodId, servings: 1, ...where }).pipe(
      whenGone(RECIPE_GONE),
      Effect.map(({ date }) => backTo(date, "logged", { meal: where.mealType }))
    )
)
