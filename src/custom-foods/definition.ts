import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Conflict, LimitExceeded, NotFound } from "../contract/errors.ts"
import { operation, optional } from "../contract/operation.ts"
import { ItemId } from "../values/item-id.ts"
import { positiveUpTo } from "../values/positive.ts"
import { trimmed } from "../values/text.ts"
import { MOST_GRAMS, macroFaults, ShownCustomFood } from "./model.ts"

/** Grams of a macro. The maximum for each unit is checked by {@link macroFaults}. */
const Grams = Schema.Number.pipe(
  Schema.filter((value) => value >= 0 && value <= MOST_GRAMS.ml, {
    message: () => `must be a number, 0 to ${MOST_GRAMS.g} grams per 100 g, or 0 to ${MOST_GRAMS.ml} per 100 ml`,
    jsonSchema: { minimum: 0, maximum: MOST_GRAMS.ml }
  })
)

export const saveCustomFood = operation({
  name: "save_custom_food",
  method: "POST",
  path: "/custom-foods",
  title: "Save a custom food",
  description:
    "Creates a food of the user's own, or with `id` replaces every field of one (what is left out is reset). Only for what search_foods does not find. Macros are per 100 g, or per 100 ml where servingSizeUnit is ml: convert a label's per-serving numbers; calories follow from them. At most limits.customFoods.",
  access: "write",
  destructive: true,
  idempotent: false,
  idempotencyKey: true,
  input: Schema.Struct({
    id: optional(ItemId.annotations({ description: "Custom food to replace. Left out: a new one." })),
    name: trimmed({ min: 1, max: 200 }).annotations({ description: "1 to 200 characters." }),
    brandName: optional(
      trimmed({ min: 0, max: 100 }).annotations({ description: "Up to 100 characters. Blank: no brand." })
    ),
    protein: Grams.annotations({
      description: "Grams per 100 g or ml. All four at most 100 each and together; per 100 ml, 150."
    }),
    carbs: Grams.annotations({ description: "Grams." }),
    fat: Grams.annotations({ description: "Grams." }),
    alcohol: optional(Grams.annotations({ description: "Grams. Default: 0." })),
    servingSize: positiveUpTo(10_000).annotations({ description: "In servingSizeUnit." }),
    servingSizeUnit: Schema.Literal("g", "ml").annotations({ description: "g or ml." }),
    servingSizeText: optional(
      trimmed({ min: 0, max: 100 }).annotations({ description: "Label of one serving. Default: `1 serving`." })
    )
  }),
  rule: macroFaults,
  output: Schema.Struct({
    created: Schema.Boolean.annotations({ description: "True when created, false when replaced." }),
    customFood: ShownCustomFood.annotations({ description: "As it now is, per 100 g or ml." })
  }),
  errors: [NotFound, Conflict, LimitExceeded],
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
    "Deletes a food of the user's own for good; conflict, with counts, while diary entries or saved meals use it. To correct a food, use save_custom_food with its id.",
  access: "write",
  destructive: true,
  input: Schema.Struct({ id: ItemId.annotations({ description: "Id of the custom food." }) }),
  output: Schema.Struct({
    id: Schema.String.annotations({ description: "Its id." }),
    deleted: Schema.Literal(true).annotations({ description: "Always true." })
  }),
  errors: [NotFound, Conflict],
  example: {
    input: { id: "cfood_4k9t2m7c1x8w5h3a" },
    output: { id: "cfood_4k9t2m7c1x8w5h3a", deleted: true }
  }
})

export class CustomFoodsApi extends HttpApiGroup.make("custom_foods", { topLevel: true })
  .add(saveCustomFood)
  .add(deleteCustomFood)
  .annotate(OpenApi.Title, "Custom foods")
  .annotate(OpenApi.Description, "Foods of the user's own.") {}
