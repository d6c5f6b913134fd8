import type { DiaryApi } from "../../../src/features/diary/definition.ts"
import { entryIds, quickFoodIds } from "../../../src/features/diary/model.ts"
import { type Call, output, TODAY } from "../../support/app.ts"
import { MARK, type Scenario, SHARED_KEY } from "../../support/scenario.ts"
import { newFood } from "../custom-foods/support.ts"
import { EGG, type Logged, list } from "./support.ts"

const eaten = { servings: 2, mealType: "lunch" }
const boiledEgg = { foodId: EGG, servings: 1, mealType: "lunch" }
const page = { from: TODAY, to: TODAY, limit: 1 }

const newEntry = async (call: Call) => {
  const { entry } = await output<Logged>(call("log_food_entry", { ...eaten, customFoodId: await newFood(call) }))
  return entry.id
}

export const diary: Scenario<typeof DiaryApi> = {
  ids: [entryIds, quickFoodIds],
  callAll: async (call, savedMealId) => {
    await output(call("log_food_entry", { ...eaten, foodId: EGG }))
    await output(call("log_food_entry", { ...eaten, savedMealId, idempotency_key: "lunch" }))
    await output(call("log_food_entry", { ...eaten, savedMealId, idempotency_key: "lunch" }))
    await output(call("log_food_entry", { ...eaten, quickAdd: { name: "Canteen soup", calories: 320 } }))
    const again = { sameAs: { date: TODAY, mealType: "lunch" }, servings: 1, mealType: "dinner" }
    await output(call("log_food_entry", { ...again, idempotency_key: "dinner" }))
    const id = await newEntry(call)
    const { nextCursor } = await list(call, { limit: 1 })
    await list(call, { limit: 1, cursor: nextCursor })
    await output(call("update_food_entry", { id, servings: 3 }))
    await output(call("delete_food_entry", { id }))
  },
  prepare: {
    list_food_entries: async () => ({}),
    log_food_entry: async (call) => ({ ...eaten, customFoodId: await newFood(call) }),
    update_food_entry: async (call) => ({ id: await newEntry(call), servings: 3 }),
    delete_food_entry: async (call) => ({ id: await newEntry(call) })
  },
  changes: { log_food_entry: { servings: 7 } },
  own: async ({ call, saveMeal }) => {
    const customFoodId = await newFood(call, { name: `${MARK} oats` })
    const savedMealId = await saveMeal(customFoodId)
    const entry = { customFoodId, servings: 1, mealType: "lunch", date: TODAY }
    const { id } = (await output<Logged>(call("log_food_entry", entry))).entry
    await output(call("log_food_entry", entry))
    const keyed = { ...boiledEgg, idempotency_key: SHARED_KEY }
    await output(call("log_food_entry", keyed))
    const { nextCursor } = await list(call, page)
    const cursor = String(nextCursor)
    return {
      secrets: [id, customFoodId, savedMealId],
      pages: { list_food_entries: { input: page, cursor } },
      attempts: {
        "list_food_entries cursor": { input: { ...page, cursor }, expected: "validation_failed" },
        "log_food_entry foodId": { input: { ...boiledEgg, foodId: customFoodId }, expected: "not_found" },
        "log_food_entry customFoodId": {
          input: { customFoodId, servings: 1, mealType: "lunch" },
          expected: "not_found"
        },
        "log_food_entry savedMealId": { input: { savedMealId, servings: 1, mealType: "lunch" }, expected: "not_found" },
        "log_food_entry idempotency_key": { input: { ...keyed, servings: 2 }, expected: "as if new" },
        "update_food_entry id": { input: { id, servings: 5 }, expected: "not_found" },
        "delete_food_entry id": { input: { id }, expected: "not_found" }
      }
    }
  },
  view: (call) => call("list_food_entries", { from: "2026-01-01", to: "2026-12-31", limit: 100 }),
  views: { list_food_entries: [{ from: "2026-01-01", to: "2026-12-31", limit: 100 }] },
  targets: async (call) => {
    const entry = { customFoodId: await newFood(call), servings: 1, mealType: "lunch", date: TODAY }
    const ids: Array<string> = []
    for (let n = 0; n < 10; n++) ids.push((await output<Logged>(call("log_food_entry", entry))).entry.id)
    const { nextCursor } = await list(call, { ...page, from: "2026-03-01" })
    return { ids, cursors: nextCursor === null ? [] : [nextCursor] }
  }
}
