import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { LimitExceeded, NotFound } from "../../contract/errors.ts"
import { optional, present } from "../../contract/fields.ts"
import { operation } from "../../contract/operation.ts"
import { ItemId } from "../../values/item-id.ts"
import { must } from "../../values/must.ts"
import { Amount } from "../foods/amounts.ts"
import { detailFaults } from "../foods/detail-faults.ts"
import { ItemServings, MakesAmount, MakesServings, MOST_ITEMS } from "../foods/recipe.ts"
import { CustomFoodInUse } from "./in-use.ts"
import {
  BrandName,
  boundFaults,
  FoodName,
  LARGEST_SERVING,
  MOST_GRAMS,
  MOST_SODIUM,
  macroFaults,
  PrintedBarcode,
  ServingSize,
  ServingText,
  ShownCustomFood
} from "./model.ts"
import { recipeFaults, withoutItemNames } from "./recipe-faults.ts"

/**
 * Most grams of a macro in the largest possible serving. {@link macroFaults} applies stricter bounds, which depend on
 * the other fields.
 */
const MOST_IN_SERVING = (MOST_GRAMS.ml * LARGEST_SERVING) / 100

const Grams = Schema.Number.pipe(
  Schema.filter((value) => value >= 0 && value <= MOST_IN_SERVING, {
    message: () =>
      `must be a number of at least 0, and at most ${MOST_GRAMS.g} grams per 100 g or ${MOST_GRAMS.ml} per 100 ml`,
    jsonSchema: { minimum: 0, maximum: MOST_IN_SERVING }
  })
)

const LARGEST_SODIUM = (MOST_SODIUM * LARGEST_SERVING) / 100

const Milligrams = Schema.Number.pipe(
  Schema.filter((value) => value >= 0 && value <= LARGEST_SODIUM, {
    message: () => `must be a number of at least 0, and at most ${MOST_SODIUM} milligrams per 100 g or ml`,
    jsonSchema: { minimum: 0, maximum: LARGEST_SODIUM }
  })
)

const GivenItem = Schema.Struct({
  foodId: optional(ItemId.annotations({ description: "This, or:" })),
  customFoodId: optional(ItemId.annotations({ description: "Its id." })),
  amount: optional(Amount.annotations({ description: "Of it." })),
  servings: optional(ItemServings.annotations({ description: "Or this." }))
})

export const saveCustomFood = operation({
  name: "save_custom_food",
  method: "POST",
  path: "/custom-foods",
  title: "Save a custom food",
  description:
    "Creates a food of the user's own, or with id replaces every field of one; what is left out is reset. Only for what search_foods does not find. Macros are grams per 100 g, or per 100 ml where servingSizeUnit is ml; with perServing true, per serving; or items, which make a recipe. Calories are calculated. Logged entries stay as they are. At most limits.customFoods.",
  access: "write",
  destructive: true,
  idempotent: false,
  idempotencyKey: true,
  input: Schema.Struct({
    id: optional(ItemId.annotations({ description: "To replace one." })),
    name: FoodName.annotations({ description: "Its name." }),
    brandName: optional(BrandName.annotations({ description: "Its brand." })),
    protein: optional(
      Grams.annotations({ description: "All four together: at most 100 g per 100 g, 150 g per 100 ml." })
    ),
    carbs: optional(Grams.annotations({ description: "Grams." })),
    fat: optional(Grams.annotations({ description: "Grams." })),
    alcohol: optional(Grams.annotations({ description: "Default: 0." })),
    fiber: optional(Grams.annotations({ description: "Left out: unknown, not 0." })),
    sugars: optional(Grams.annotations({ description: "Grams." })),
    saturatedFat: optional(Grams.annotations({ description: "Grams." })),
    sodium: optional(Milligrams.annotations({ description: "In milligrams." })),
    perServing: optional(
      Schema.Boolean.annotations({
        description: "true: nutrients are of one serving."
      })
    ),
    servingSize: optional(ServingSize.annotations({ description: "In servingSizeUnit." })),
    servingSizeUnit: optional(Schema.Literal("g", "ml").annotations({ description: "g or ml." })),
    servingSizeText: optional(ServingText.annotations({ description: "Its label. Default: `1 serving`." })),
    barcode: optional(PrintedBarcode.annotations({ description: "As printed; search_foods finds the food by it." })),
    items: optional(
      Schema.Array(GivenItem)
        .pipe(
          Schema.minItems(1, must({ be: "held", min: 1 })),
          Schema.maxItems(MOST_ITEMS, must({ be: "held", max: MOST_ITEMS }))
        )
        .annotations({ description: "A recipe's foods, in place of macros and serving." })
    ),
    makesServings: optional(MakesServings.annotations({ description: "How many these make. Default: 1." })),
    makesGrams: optional(MakesAmount.annotations({ description: "Of the finished dish." })),
    makesMl: optional(MakesAmount.annotations({ description: "Or its volume." }))
  }),
  rule: (given) => [...recipeFaults(given), ...macroFaults(given), ...boundFaults(given), ...detailFaults(given)],
  ignoring: withoutItemNames,
  output: Schema.Struct({
    created: Schema.Boolean.annotations({ description: "True when created, false when replaced." }),
    customFood: ShownCustomFood.annotations({ description: "As it now is, per 100 g or ml." }),
    hint: present(Schema.String.annotations({ description: "Set where an amount is hardly meant." }))
  }),
  errors: [NotFound, CustomFoodInUse, LimitExceeded],
  example: {
    input: {
      name: "Overnight oats",
      protein: 5.2,
      carbs: 18,
      fat: 4.1,
      servingSize: 250,
      servingSizeUnit: "g",
      servingSizeText: "1 jar"
    },
    output: {
      created: true,
      customFood: {
        id: "cfood_4k9t2m7c1x8w5h3a",
        name: "Overnight oats",
        protein: 5.2,
        carbs: 18,
        fat: 4.1,
        alcohol: 0,
        calories: 129.7,
        perServing: { calories: 324.25, protein: 13, carbs: 45, fat: 10.25, alcohol: 0 },
        servingSize: 250,
        servingSizeUnit: "g",
        servingSizeText: "1 jar"
      }
    }
  }
})

export const deleteCustomFood = operation({
  name: "delete_custom_food",
  method: "DELETE",
  path: "/custom-foods",
  title: "Delete a custom food",
  description:
    "Deletes a custom food for good; refused while diary entries or saved meals use it: ask the person before deleting any. To correct a food, use save_custom_food with its id.",
  access: "write",
  destructive: true,
  input: Schema.Struct({ id: ItemId.annotations({ description: "From search_foods." }) }),
  output: Schema.Struct({
    id: Schema.String.annotations({ description: "Id of the food that was deleted." }),
    deleted: Schema.Literal(true).annotations({ description: "Always true." }),
    name: Schema.String.annotations({ description: "The name it had." })
  }),
  errors: [NotFound, CustomFoodInUse],
  example: {
    input: { id: "cfood_4k9t2m7c1x8w5h3a" },
    output: { id: "cfood_4k9t2m7c1x8w5h3a", deleted: true, name: "Overnight oats" }
  }
})

export class CustomFoodsApi extends HttpApiGroup.make("custom_foods", { topLevel: true })
  .add(saveCustomFood)
  .add(deleteCustomFood)
  .annotate(OpenApi.Title, "Custom foods")
  .annotate(OpenApi.Description, "Foods of the user's own.") {}
