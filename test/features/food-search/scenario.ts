import type { FoodsApi } from "../../../src/features/food-search/definition.ts"
import { output } from "../../support/app.ts"
import { MARK, NOTHING, type Scenario } from "../../support/scenario.ts"
import { newFood } from "../custom-foods/support.ts"

export const foods: Scenario<typeof FoodsApi> = {
  ids: [],
  callAll: async (call) => {
    await newFood(call, { name: "Oats" })
    for (const kind of ["food", "custom_food", "saved_meal"]) {
      await output(call("search_foods", { query: "oats", kind }))
    }
    for (const kind of ["custom_food", "saved_meal"]) await output(call("search_foods", { kind }))
    await output(call("search_foods", { query: "chiken brest" }))
  },
  prepare: { search_foods: async () => ({ query: "oats" }) },
  changes: {},
  own: async () => NOTHING,
  view: (call) => Promise.all(["custom_food", "saved_meal"].map((kind) => call("search_foods", { kind, limit: 50 }))),
  views: {
    search_foods: [
      { kind: "custom_food", limit: 50 },
      { kind: "saved_meal", limit: 50 },
      { query: MARK, limit: 50 },
      { query: "oats", limit: 50 },
      // A typing error that the owner's words would correct.
      { query: `${MARK}x`, limit: 50 }
    ]
  }
}
