import { DateTime, Effect } from "effect"
import { LimitExceeded, NotFound } from "../../contract/errors.ts"
import { answerOf } from "../../contract/handler/answer.ts"
import { implement } from "../../contract/handler/handlers.ts"
import type { InputOf } from "../../contract/operation.ts"
import type { FoodCatalogue } from "../foods/store.ts"
import { CustomFoodsApi, type saveCustomFood } from "./definition.ts"
import { CustomFoodInUse } from "./in-use.ts"
import { caloriesOf, customFoodIds, perHundred, show } from "./model.ts"
import { composed } from "./recipe.ts"
import { CustomFoodStore, type FoodInUse, type Uses } from "./store.ts"

/** Treats an empty text as no text. */
const orNone = (text: string | undefined): string | null => text || null

const count = (many: number, one: string, more: string) => `${many} ${many === 1 ? one : more}`
const describeUses = ({ foodEntries, savedMeals }: Uses) =>
  [
    ...(foodEntries > 0 ? [count(foodEntries, "diary entry", "diary entries")] : []),
    ...(savedMeals > 0 ? [count(savedMeals, "saved meal", "saved meals")] : [])
  ].join(" and ")

const noFood = (id: string) =>
  new NotFound({
    message: `There is no custom food ${id}. search_foods with kind custom_food lists the user's own foods.`
  })

const cannotReplace = ({ name, servingUnit, uses }: FoodInUse) =>
  new CustomFoodInUse({
    message: `${name} is counted by ${servingUnit} and used by ${describeUses(uses)}, which would change with it. Create a new custom food instead: call save_custom_food without id.`,
    details: uses
  })

/** Explains what prevents a deletion. Entries are the person's history, and saved meals are changed elsewhere. */
const cannotDelete = ({ name, uses }: FoodInUse) =>
  new CustomFoodInUse({
    message: `${name} is still used by ${describeUses(uses)}. ${
      uses.savedMeals > 0
        ? "A saved meal needs it, so keep it"
        : "Ask the person before you delete those entries (delete_food_entry): they are their history. Otherwise keep the food"
    }; save_custom_food with its id corrects it.`,
    details: uses
  })

const noRoom = (limit: number, current: number) =>
  new LimitExceeded({
    message: `The user holds ${current} custom foods and may hold ${limit}. Delete one with delete_custom_food, or replace one by passing its id.`,
    details: { limit, current }
  })

/** The values of a food that is not a recipe, per 100 g or ml. The input rule ensures that they are given. */
const measured = (input: InputOf<typeof saveCustomFood>) => {
  const { protein = 0, carbs = 0, fat = 0, alcohol = 0, servingSize = 100, servingSizeUnit = "g" } = input
  const given = { protein, carbs, fat, alcohol }
  const macros = input.perServing === true ? perHundred(given, servingSize) : given
  return { ...macros, calories: caloriesOf(macros), servingSize, servingUnit: servingSizeUnit, recipe: null }
}

export const implementation = implement(
  CustomFoodsApi,
  Effect.gen(function* () {
    const store = yield* CustomFoodStore
    const foods = yield* Effect.context<CustomFoodStore | FoodCatalogue>()

    return {
      save_custom_food: Effect.fnUntraced(function* (input, caller) {
        const { user, limits, now } = caller
        const food = {
          id: input.id ?? (yield* customFoodIds.make),
          name: input.name,
          brandName: orNone(input.brandName),
          ...(input.items === undefined
            ? measured(input)
            : yield* Effect.provide(composed(user.id, input.id, input.items, input.makesServings ?? 1), foods)),
          servingText: orNone(input.servingSizeText) ?? "1 serving"
        }
        const answer = answerOf(caller, { created: input.id === undefined, customFood: show(food) })
        if (input.id === undefined) {
          const added = { ...food, createdAt: DateTime.unsafeMake(now) }
          return yield* store
            .add(user.id, added, limits.customFoods, answer)
            .pipe(Effect.catchTag("TooManyFoods", ({ held }) => noRoom(limits.customFoods, held)))
        }
        return yield* store
          .replace(user.id, food, answer)
          .pipe(Effect.catchTags({ NoSuchFood: () => noFood(food.id), FoodInUse: cannotReplace }))
      }),

      delete_custom_food: Effect.fnUntraced(function* ({ id }, { user }) {
        const name = yield* store
          .delete(user.id, id)
          .pipe(Effect.catchTags({ NoSuchFood: () => noFood(id), FoodInUse: cannotDelete }))
        return { id, deleted: true as const, name }
      })
    }
  })
)
