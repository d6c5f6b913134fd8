import type { CustomFoodsApi } from "../../../src/features/custom-foods/definition.ts"
import { customFoodIds } from "../../../src/features/custom-foods/model.ts"
import { output, type Person } from "../../support/app.ts"
import { putCustomFood } from "../../support/own-foods.ts"
import { MARK, type Scenario, SHARED_KEY } from "../../support/scenario.ts"
import { newFood, OATS } from "./support.ts"

const eat = async (person: Person, customFoodId: string) => {
  await output(person.rest("log_food_entry", { customFoodId, servings: 2, mealType: "lunch" }))
}

export const customFoods: Scenario<typeof CustomFoodsApi> = {
  ids: [customFoodIds],
  callAll: async (call) => {
    const id = await newFood(call)
    await output(call("save_custom_food", { ...OATS, id, name: "Rolled oats" }))
    await output(call("save_custom_food", { ...OATS, idempotency_key: "oats" }))
    await output(call("save_custom_food", { name: "Batter", items: [{ customFoodId: id, servings: 1 }] }))
    await output(call("delete_custom_food", { id }))
  },
  prepare: {
    save_custom_food: async (call) => ({ ...OATS, id: await newFood(call) }),
    delete_custom_food: async (call) => ({ id: await newFood(call) })
  },
  changes: { save_custom_food: { name: "Another" } },
  conflicts: {
    save_custom_food: async (service, person) => {
      await putCustomFood(service, person, "cfood_counted", "Cookie", { servingUnit: "item" })
      await eat(person, "cfood_counted")
      return { ...OATS, id: "cfood_counted" }
    },
    delete_custom_food: async (_service, person, call) => {
      const id = await newFood(call)
      await eat(person, id)
      return { id }
    }
  },
  roomForOne: { customFoods: 1 },
  own: async ({ call, saveMeal }) => {
    const id = await newFood(call, { name: `${MARK} oats`, brandName: MARK, servingSizeText: MARK })
    await saveMeal(id)
    const keyed = { ...OATS, name: `${MARK} keyed`, idempotency_key: SHARED_KEY }
    await output(call("save_custom_food", keyed))
    return {
      secrets: [id],
      pages: {},
      attempts: {
        "save_custom_food id": { input: { ...OATS, id, name: "Taken over" }, expected: "not_found" },
        "save_custom_food items[].foodId": {
          input: { name: "Batter", items: [{ foodId: id, servings: 1 }] },
          expected: "validation_failed"
        },
        "save_custom_food items[].customFoodId": {
          input: { name: "Batter", items: [{ customFoodId: id, servings: 1 }] },
          expected: "validation_failed"
        },
        "save_custom_food idempotency_key": { input: { ...keyed, name: "Another" }, expected: "as if new" },
        "delete_custom_food id": { input: { id }, expected: "not_found" }
      }
    }
  },
  // A search lists them.
  view: async () => undefined,
  views: {},
  targets: async (call) => ({ ids: [await newFood(call, { name: "Oats (constructor)" })], cursors: [] })
}
