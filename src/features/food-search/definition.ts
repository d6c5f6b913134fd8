import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { optional, present } from "../../contract/fields.ts"
import { operation } from "../../contract/operation.ts"
import { must } from "../../values/must.ts"
import { integer } from "../../values/number.ts"
import { codePoints, Text } from "../../values/text.ts"
import { FoodKind, ShownFood } from "../foods/model.ts"

export const LONGEST_QUERY = 100

const Query = Text.pipe(
  Schema.filter((text) => codePoints(text) <= LONGEST_QUERY, {
    ...must({ be: "text", min: 0, max: LONGEST_QUERY }),
    jsonSchema: { maxLength: LONGEST_QUERY }
  })
)

export const searchFoods = operation({
  name: "search_foods",
  method: "GET",
  path: "/foods",
  title: "Search foods",
  description:
    "Finds foods to log, best match first: the catalogue's, the user's custom foods and saved meals. `portions` are household measures, with the servings to log; of the first 5 foods, or of all if the query has an amount. If none fits, use save_custom_food.",
  access: "read",
  input: Schema.Struct({
    query: optional(
      Query.annotations({
        description:
          "Food as people call it, or barcode digits. Optional with kind custom_food or saved_meal: then all by name."
      })
    ),
    kind: optional(FoodKind.annotations({ description: "Default: all three." })),
    limit: optional(integer({ min: 1, max: 50 }).annotations({ description: "1 to 50. Default: 20." })),
    portions: optional(Schema.Boolean.annotations({ description: "Shows all foods' portions." }))
  }),
  output: Schema.Struct({
    foods: Schema.Array(ShownFood).annotations({ description: "Best match first." }),
    searchedFor: present(
      Schema.String.annotations({
        description: "Words searched, if not the query's: check that the foods fit. Without foods: what to try."
      })
    ),
    leftOut: present(Schema.Array(Schema.String).annotations({ description: "Words of the query that nothing had." }))
  }),
  example: {
    input: { query: "egg", limit: 1 },
    output: {
      foods: [
        {
          id: "food_sr28_01123",
          kind: "food",
          name: "Egg, whole, raw, fresh",
          serving: { size: 50, unit: "g", text: "1 large" },
          portions: [
            { text: "1 large", size: 50, unit: "g", servings: 1 },
            { text: "1 cup (4.86 large eggs)", size: 243, unit: "g", servings: 4.86 }
          ],
          perServing: {
            calories: 71.5,
            protein: 6.28,
            carbs: 0.36,
            fat: 4.76,
            alcohol: 0,
            fiber: 0,
            sugars: 0.19,
            saturatedFat: 1.56,
            sodium: 71
          },
          per100g: { calories: 143, protein: 12.56, carbs: 0.72, fat: 9.51, alcohol: 0 }
        }
      ]
    }
  }
})

export class FoodsApi extends HttpApiGroup.make("foods", { topLevel: true })
  .add(searchFoods)
  .annotate(OpenApi.Title, "Foods")
  .annotate(OpenApi.Description, "Catalogue foods, custom foods and saved meals.") {}
