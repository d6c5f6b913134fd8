import { DateTime, Effect } from "effect"
import { answerOf } from "../../contract/handler/answer.ts"
import { implement } from "../../contract/handler/handlers.ts"
import type { InputOf } from "../../contract/operation.ts"
import { barcodeOf } from "../../values/barcode.ts"
import { detailsOf } from "../foods/nutrition.ts"
import type { FoodCatalogue } from "../foods/store.ts"
import { CustomFoodsApi, type saveCustomFood } from "./definition.ts"
import { caloriesOf, customFoodIds, perHundred, show } from "./model.ts"
import { composed } from "./recipe.ts"
import { cannotDelete, cannotReplace, noFood, noRoom } from "./refusals.ts"
import { CustomFoodStore } from "./store.ts"

/** Treats an empty text as no text. */
const orNone = (text: string | undefined): string | null => text || null

/** The values of a food that is not a recipe, per 100 g or ml. The input rule ensures that they are given. */
const measured = (input: InputOf<typeof saveCustomFood>) => {
  const { protein = 0, carbs = 0, fat = 0, alcohol = 0, servingSize = 100, servingSizeUnit = "g" } = input
  const given = { protein, carbs, fat, alcohol, ...detailsOf(input) }
  const nutrients = input.perServing === true ? perHundred(given, servingSize) : given
  return {
    ...nutrients,
    calories: caloriesOf(nutrients),
    servingSize,
    servingUnit: servingSizeUnit,
    recipe: null,
    hints: []
  }
}

export const implementation = implement(
  CustomFoodsApi,
  Effect.gen(function* () {
    const store = yield* CustomFoodStore
    const foods = yield* Effect.context<CustomFoodStore | FoodCatalogue>()

    return {
      save_custom_food: Effect.fnUntraced(function* (input, caller) {
        const { user, limits, now } = caller
        const { hints, ...values } =
          input.items === undefined
            ? measured(input)
            : yield* Effect.provide(composed(user.id, input.id, input.items, { makesServings: 1, ...input }), foods)
        const food = {
          id: input.id ?? (yield* customFoodIds.make),
          name: input.name,
          brandName: orNone(input.brandName),
          ...values,
          servingText: orNone(input.servingSizeText) ?? "1 serving",
          barcode: barcodeOf(input.barcode ?? "") ?? null
        }
        const answer = answerOf(caller, {
          created: input.id === undefined,
          customFood: show(food),
          ...(hints.length === 0 ? {} : { hint: hints.join(" ") })
        })
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
