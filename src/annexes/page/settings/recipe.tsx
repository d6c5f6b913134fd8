/** @jsxImportSource hono/jsx */
import { Effect, Option, Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import type { CustomFood } from "../../../features/custom-foods/model.ts"
import { CustomFoodStore } from "../../../features/custom-foods/store.ts"
import { type Makes, MOST_ITEMS, makesOf, type Recipe, type RecipeItem } from "../../../features/foods/recipe.ts"
import { number } from "../../../values/charts/format.ts"
import { UnitText } from "../diary/diary-amount.tsx"
import { amountIn, inServings, type Named } from "../diary/typed-amount.ts"
import { withFaultsOf } from "../frame/faults.ts"
import { Form, type FormState, TextField } from "../frame/form.tsx"
import { Given, NumberText, OptionalKey, parameterOf } from "../frame/inputs.ts"
import { action, fieldFault, type Page, type Visit } from "../frame/page.ts"
import { quantityFault, typedQuantity } from "../frame/typed-quantity.ts"
import { DeleteButton, deleting } from "../frame/undoing.tsx"
import { redirect, type View } from "../frame/view.ts"
import { inUseInWords } from "./food.tsx"
import { FoodsCard, type FoodsShown, isStill, itemsOf } from "./food-items.tsx"
import { findFoods } from "./food-search.tsx"
import { noSuchRecipe, RECIPE_GONE } from "./gone.ts"
import { RECIPE_PATH, RECIPES_PATH, recipePath } from "./paths.ts"
import { LogOne, logOneAction } from "./recipe-log.tsx"
import { Amount, Chosen, itemOf } from "./recipes.tsx"

const remove = deleting("custom_food", RECIPES_PATH, RECIPE_GONE)

/** A food that is a recipe. */
type RecipeFood = CustomFood & { readonly recipe: Recipe }

/** What a finished dish weighs or holds, as its field shows it. */
const doneText = ({ makesGrams, makesMl }: Recipe): string =>
  makesGrams === undefined ? (makesMl === undefined ? "" : `${makesMl} ml`) : `${makesGrams} g`

/** What a finished dish weighs or holds, as typed; nothing if that is blank. */
const doneIn = (text: string | undefined) => {
  if (text === undefined) return Effect.succeed({})
  const typed = typedQuantity(text, "dish", "g")
  return typeof typed === "object"
    ? Effect.succeed(typed.unit === "ml" ? { makesMl: typed.value } : { makesGrams: typed.value })
    : fieldFault("makes", quantityFault(typed, "dish"))
}

/** Shows the faults of what it makes beside their field. */
const inMakes = withFaultsOf(({ field, rule }) => ({
  field: field === "makesGrams" || field === "makesMl" ? "makes" : field,
  rule
}))

const DetailsForm = ({ food, state }: { readonly food: RecipeFood; readonly state: FormState }) => (
  <section class="card">
    <h2>Details</h2>
    <Form state={state} to={recipePath(food.id)}>
      <input type="hidden" name="id" value={food.id} />
      <TextField state={state} name="name" label="Name" value={food.name} required />
      <TextField
        state={state}
        name="makesServings"
        label="Servings"
        hint="How many servings all foods together make."
        value={String(food.recipe.makesServings)}
        inputmode="decimal"
        required
      />
      <TextField
        state={state}
        name="makes"
        label="Weighs when done"
        hint="If you weigh the finished dish: 1850 g, 1.9 kg or 2 l. Otherwise as much as its foods together."
        value={doneText(food.recipe)}
        inputmode="text"
        measured="dish"
      />
      <TextField state={state} name="servingSizeText" label="Name of one serving" value={food.servingText} />
      <button type="submit">Save</button>
    </Form>
  </section>
)

const recipeView = (food: RecipeFood, foods: FoodsShown): View => {
  const { id, name } = food
  const { visit } = foods
  const inServing = (per100: number) => number((per100 * food.servingSize) / 100, 1)
  return {
    title: name,
    content: (
      <>
        <h1>{name}</h1>
        <p>
          {food.servingText}, {number(food.servingSize, 1)} {food.servingUnit}: {inServing(food.calories)} kcal,{" "}
          {inServing(food.protein)} g protein, {inServing(food.carbs)} g carbs, {inServing(food.fat)} g fat
        </p>
        <LogOne visit={visit} id={id} name={name} />
        <p class="soft">
          These values date from the last time it was saved. Every change below uses the current values of its foods.
        </p>
        <FoodsCard id={id} path={RECIPE_PATH} to={recipePath(id)} {...foods} />
        <DetailsForm food={food} state={visit.form("save")} />
        <DeleteButton state={visit.form("delete")} to={recipePath(id)} id={id} name={name} />
        <p>
          <a href={RECIPES_PATH}>All recipes</a>
        </p>
      </>
    )
  }
}

const GivenDetails = Schema.Struct({
  id: Given,
  name: Given,
  makesServings: NumberText,
  makes: present(Given),
  servingSizeText: Schema.optionalWith(Given, { default: () => "" })
})

/** The position of an item in a recipe. */
const ItemAt = Schema.Struct({
  id: Given,
  foodId: Given,
  place: Schema.NumberFromString.pipe(Schema.int(), Schema.between(0, MOST_ITEMS))
})

interface Changes {
  readonly name?: string
  readonly makes?: Makes
  readonly servingSizeText?: string
  readonly items?: ReadonlyArray<
    Pick<RecipeItem, "foodKind" | "foodId"> & (Named | Pick<RecipeItem, "servings" | "said">)
  >
}

const AmountAt = Schema.Struct({ ...ItemAt.fields, servings: Given, unit: UnitText })

const Added = Schema.Struct({ id: Given, ...Chosen.fields, ...Amount.fields, ...OptionalKey })

/** An item as an input of the operation. */
const givenItem = ({ foodKind: kind, foodId, ...item }: NonNullable<Changes["items"]>[number]) =>
  itemOf({ kind, foodId }, "amount" in item ? { amount: item.amount } : { servings: item.servings })

/** The same, with the amount of an item that is kept as it was given, if its food still takes it so. */
const givenAgain = (item: NonNullable<Changes["items"]>[number], before: FoodsShown["items"]) => {
  if (!("said" in item) || item.said === undefined) return givenItem(item)
  const found = before.find(({ foodId, food }) => foodId === item.foodId && food !== undefined)?.food
  const { said: amount, ...counted } = item
  const isSame = found !== undefined && isStill(found, amount, item.servings)
  return givenItem(isSame ? { foodKind: item.foodKind, foodId: item.foodId, amount } : counted)
}

/** The page of one recipe. */
export const recipePage = Effect.gen(function* () {
  const store = yield* CustomFoodStore

  const recipeOf = Effect.fnUntraced(function* ({ user }: Visit, id: string) {
    const food = Option.getOrUndefined(yield* store.find(user.id, id))
    if (food === undefined || food.recipe === null) return yield* noSuchRecipe()
    return { ...food, recipe: food.recipe }
  })

  const changed = Effect.fnUntraced(function* (visit: Visit, id: string, edit: (food: RecipeFood) => Changes) {
    const food = yield* recipeOf(visit, id)
    const { items = food.recipe.items, makes = food.recipe, ...details } = edit(food)
    const before = yield* itemsOf(store, visit.user.id, food.recipe.items)
    yield* visit.call("save_custom_food", {
      id,
      name: food.name,
      servingSizeText: food.servingText,
      ...makesOf(makes),
      ...details,
      ...(food.brandName === null ? {} : { brandName: food.brandName }),
      items: items.map((item) => givenAgain(item, before))
    })
    return redirect(recipePath(id), "saved")
  })

  const page: Page = {
    path: RECIPE_PATH,
    messages: { created: "The recipe is saved. Add its other foods.", saved: "The recipe is changed." },
    show: Effect.fnUntraced(function* (visit) {
      const food = yield* recipeOf(visit, parameterOf(visit.query, "id") ?? "")
      const query = parameterOf(visit.query, "q") ?? ""
      const found = yield* findFoods(visit, query)
      const items = yield* itemsOf(store, visit.user.id, food.recipe.items)
      return recipeView(food, { items, visit, query, found })
    }),
    actions: {
      save: action(GivenDetails, (visit, { id, makesServings, makes, ...details }) =>
        Effect.flatMap(doneIn(makes), (done) =>
          inMakes(changed(visit, id, () => ({ ...details, makes: { makesServings, ...done } })))
        )
      ),
      add: action(Added, (visit, { id, kind, foodId, servings: amount, unit, ...key }) =>
        Effect.flatMap(amountIn(amount, unit), (named) =>
          visit.once(
            "food of a recipe",
            { id, kind, foodId, servings: "servings" in named ? String(named.servings) : amount, ...key },
            inServings(
              changed(visit, id, ({ recipe }) => ({ items: [...recipe.items, { foodKind: kind, foodId, ...named }] }))
            )
          )
        )
      ),
      amount: action(AmountAt, (visit, { id, foodId, place, servings: amount, unit }) =>
        Effect.flatMap(amountIn(amount, unit), (named) =>
          inServings(
            changed(visit, id, ({ recipe }) => ({
              items: recipe.items.map((item, at) =>
                at === place && item.foodId === foodId ? { foodKind: item.foodKind, foodId, ...named } : item
              )
            }))
          )
        )
      ),
      // With a key, because an equal food may move up to the place of the one that was removed.
      drop: action(Schema.Struct({ ...ItemAt.fields, ...OptionalKey }), (visit, { id, foodId, place, ...key }) =>
        visit.once(
          "food taken from a recipe",
          { id, foodId, place: String(place), ...key },
          changed(visit, id, ({ recipe: { items } }) => ({
            items: items.length === 1 ? items : items.filter((item, at) => !(at === place && item.foodId === foodId))
          }))
        )
      ),
      log: logOneAction,
      delete: { run: (visit, fields) => inUseInWords(remove.run(visit, fields)) }
    }
  }
  return page
})
