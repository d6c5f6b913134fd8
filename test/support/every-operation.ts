import { saveMeal } from "../../src/saved-meals/save-meal.ts"
import type { UserId } from "../../src/values/ids.ts"
import { type Call, output } from "./app.ts"

const oats = { name: "Oats", protein: 13, carbs: 60, fat: 7, servingSize: 40, servingSizeUnit: "g" }
const workout = { name: "Push-ups", exercises: [{ exerciseId: "exr_push_up", sets: [{ reps: 20 }] }] }
const water = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2000, comparison: "min" }
const days = { from: "2026-03-01", to: "2026-03-14" }

const idOf = async (found: Promise<{ readonly id: string }>) => (await found).id

/** A saved meal to log. */
export const saveBreakfast = (userId: UserId) =>
  saveMeal(userId, {
    name: "Breakfast",
    description: null,
    servings: 1,
    items: [{ foodId: "food_sr28_01123", servings: 2 }]
  })

/** Calls every operation, in each way that makes it ask the database something else. */
export const callAll = async (call: Call, savedMealId: string) => {
  await output(call("get_context"))
  await output(call("set_body_metrics", { metric: "weight", readings: [{ value: 70, unit: "kg" }] }))
  await output(
    call("set_body_metrics", { metric: "steps", readings: [{ value: 1, date: "2026-03-13" }, { value: 2 }] })
  )
  await output(call("list_body_metrics", { metric: "weight" }))
  await output(call("delete_body_metric", { metric: "steps" }))

  const { customFood } = await output<{ customFood: { id: string } }>(call("save_custom_food", oats))
  await output(call("save_custom_food", { ...oats, id: customFood.id, name: "Rolled oats" }))
  await output(call("save_custom_food", { ...oats, idempotency_key: "oats" }))
  for (const kind of ["food", "custom_food", "saved_meal"]) await output(call("search_foods", { query: "oats", kind }))
  for (const kind of ["custom_food", "saved_meal"]) await output(call("search_foods", { kind }))
  await output(call("search_foods", { query: "chiken brest" }))

  const eaten = { servings: 2, mealType: "lunch" }
  await output(call("log_food_entry", { ...eaten, foodId: "food_sr28_01123" }))
  await output(call("log_food_entry", { ...eaten, savedMealId, idempotency_key: "lunch" }))
  await output(call("log_food_entry", { ...eaten, savedMealId, idempotency_key: "lunch" }))
  const { entry } = await output<{ entry: { id: string } }>(
    call("log_food_entry", { ...eaten, customFoodId: customFood.id })
  )
  const { nextCursor: moreEntries } = await output<{ nextCursor: string }>(call("list_food_entries", { limit: 1 }))
  await output(call("list_food_entries", { limit: 1, cursor: moreEntries }))
  await output(call("update_food_entry", { id: entry.id, servings: 3 }))
  await output(call("delete_food_entry", { id: entry.id }))
  await output(call("delete_custom_food", { id: customFood.id }))

  await output(call("search_exercises", { query: "push" }))
  const id = await idOf(output(call("log_workout", workout)))
  await output(call("log_workout", { ...workout, idempotency_key: "push" }))
  await output(call("get_workout", { id }))
  await output(call("list_workouts"))
  const { nextCursor } = await output<{ nextCursor: string }>(call("list_workouts", { ...days, limit: 1 }))
  await output(call("list_workouts", { ...days, limit: 1, cursor: nextCursor }))
  await output(call("replace_workout", { ...workout, id }))
  await output(call("delete_workout", { id }))

  const { goal } = await output<{ goal: { id: string } }>(call("save_goal", water))
  await output(call("save_goal", { id: goal.id, name: "More water", targetValue: 2500 }))
  await output(call("save_goal", { id: goal.id, schedule: { startDate: "2026-03-01" } }))
  await output(call("list_goals"))
  await output(call("set_goal_progress", { goalId: goal.id, value: 500 }))
  await output(call("get_daily_goals"))
  await output(call("delete_goal", { id: goal.id }))
}
