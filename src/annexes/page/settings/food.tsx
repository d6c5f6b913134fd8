/** @jsxImportSource hono/jsx */
import { Effect, Option, Schema } from "effect"
import type { Failure } from "../../../contract/errors.ts"
import { CustomFoodInUse } from "../../../features/custom-foods/in-use.ts"
import type { CustomFood } from "../../../features/custom-foods/model.ts"
import { CustomFoodStore } from "../../../features/custom-foods/store.ts"
import { detailsOf } from "../../../features/foods/nutrition.ts"
import { printedBarcode } from "../../../values/barcode.ts"
import { counted } from "../../../values/charts/format.ts"
import { round } from "../../../values/round.ts"
import { type Label, LabelFields, labelFields, labelOf, ofLabel } from "../diary/food-fields.tsx"
import { Form } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { Given, parameterOf } from "../frame/inputs.ts"
import { action, formFault, type Page, type Visit } from "../frame/page.ts"
import { DeleteButton, deleting } from "../frame/undoing.tsx"
import { redirect, type View } from "../frame/view.ts"
import { noSuchOwnFood, OWN_FOOD_GONE } from "./gone.ts"
import { FOOD_PATH, FOODS_PATH, foodPath } from "./paths.ts"

const labelled = (food: CustomFood): Label => {
  const ofServing = (per100: number) => String(round((per100 * food.servingSize) / 100, 2))
  return {
    name: food.name,
    brandName: food.brandName ?? "",
    barcode: food.barcode == null ? "" : printedBarcode(food.barcode),
    of: "serving",
    servingSize: String(food.servingSize),
    servingSizeUnit: food.servingUnit,
    servingSizeText: food.servingText,
    protein: ofServing(food.protein),
    carbs: ofServing(food.carbs),
    fat: ofServing(food.fat),
    alcohol: ofServing(food.alcohol),
    ...Object.fromEntries(Object.entries(detailsOf(food)).map(([detail, per100]) => [detail, ofServing(per100)]))
  }
}

const foodView = (visit: Visit, food: CustomFood): View => {
  const { id, name } = food
  const state = visit.form("save")
  return {
    title: name,
    content: (
      <>
        <h1>{name}</h1>
        <section class="card">
          <p class="soft">What is logged already stays as it is.</p>
          <Form state={state} to={foodPath(id)} data={{ "data-label": "" }}>
            <input type="hidden" name="id" value={id} />
            <LabelFields state={state} label={labelled(food)} />
            <button type="submit">Save</button>
          </Form>
        </section>
        <DeleteButton state={visit.form("delete")} to={foodPath(id)} id={id} name={name} />
        <p>
          <a href={FOODS_PATH}>All foods</a>
        </p>
      </>
    )
  }
}

/** Names what uses a food and so prevents its deletion. */
const usedBy = ({ details: { foodEntries, savedMeals, entries } }: CustomFoodInUse): string => {
  const uses = [
    ...(foodEntries === 0 ? [] : [counted(foodEntries, "entry of your diary", "entries of your diary")]),
    ...(savedMeals === 0 ? [] : [counted(savedMeals, "saved meal", "saved meals")])
  ]
  const [latest] = entries
  const last = latest === undefined ? "" : `, last on ${latest.date}`
  return `It is in use by ${uses.join(" and ")}${last}, so it was not deleted. You can correct it instead.`
}

/** Names what uses a food that was not changed or deleted. */
export const inUseInWords = <A,>(changing: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> =>
  Effect.mapError(changing, (failure) => (failure instanceof CustomFoodInUse ? formFault(usedBy(failure)) : failure))

const remove = deleting("custom_food", FOODS_PATH, OWN_FOOD_GONE)

/** The page of one of the user's own foods. */
export const foodPage = Effect.gen(function* () {
  const store = yield* CustomFoodStore
  const page: Page = {
    path: FOOD_PATH,
    messages: { saved: "The food is changed." },
    show: Effect.fnUntraced(function* (visit) {
      const food = Option.getOrUndefined(yield* store.find(visit.user.id, parameterOf(visit.query, "id") ?? ""))
      if (food === undefined || food.recipe !== null) return yield* noSuchOwnFood()
      return foodView(visit, food)
    }),
    actions: {
      save: action(Schema.Struct({ id: Given, ...labelFields }), ({ call }, { id, ...label }) =>
        call("save_custom_food", { id, ...labelOf(label) }).pipe(
          ofLabel,
          inUseInWords,
          whenGone(OWN_FOOD_GONE),
          Effect.as(redirect(foodPath(id), "saved"))
        )
      ),
      delete: { run: (visit, fields) => inUseInWords(remove.run(visit, fields)) }
    }
  }
  return page
})
