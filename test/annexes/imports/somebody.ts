import { Effect } from "effect"
import { saveMeal } from "../../../src/features/saved-meals/save-meal.ts"
import { newFood } from "../../features/custom-foods/support.ts"
import { log } from "../../features/workouts/support.ts"
import { newPerson, output, type Person, type Service } from "../../support/app.ts"
import { PUSH, routinesOf } from "../page/features/routines/support.ts"
import { eaten, exercise, importRows, reading, session, set } from "./support.ts"

/** A person with something of every kind. */
export const somebody = async (service: Service): Promise<Person> => {
  const person = await newPerson(service, { timezone: "Europe/Berlin" })
  const call = person.rest
  await output(call("set_body_metrics", { metric: "weight", readings: [{ value: 181.3, unit: "lb" }] }))
  await output(call("set_body_metrics", { metric: "steps", readings: [{ value: 12_000, date: "2026-03-01" }] }))
  const customFoodId = await newFood(call, { name: 'Oats, "rolled"\nraw', brandName: "Mill" })
  const batter = [
    { customFoodId, servings: 0.5 },
    { foodId: "food_sr28_01123", servings: 3 }
  ]
  await output(call("save_custom_food", { name: "Batter", items: batter, makesServings: 4, makesGrams: 900 }))
  const items = [{ foodId: customFoodId, servings: 1.5 }]
  const meal = { name: "Porridge", description: "Stir", servings: 2, items }
  const savedMealId = await service.run(Effect.orDie(saveMeal(person.id, meal)))
  await output(call("log_food_entry", { customFoodId, servings: 0.3333, mealType: "snack" }))
  await output(call("log_food_entry", { savedMealId, servings: 1, mealType: "lunch", date: "2026-03-10" }))
  await output(call("log_food_entry", { quickAdd: { name: "Soup", calories: 320.5 }, servings: 2, mealType: "dinner" }))
  await log(call, { notes: 'A, "quoted"\nnote' })
  const goal = { name: "Steps", type: "numeric", metric: "steps", targetValue: 9000, comparison: "min" }
  const saved = await output<{ goal: { id: string } }>(call("save_goal", goal))
  await output(call("save_goal", { id: saved.goal.id, targetValue: 9500 }))
  const habit = await output<{ goal: { id: string } }>(call("save_goal", { name: "Stretch", type: "boolean" }))
  const water = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2, unit: "l", comparison: "min" }
  await output(call("save_goal", water))
  const lighter = {
    name: "Weight",
    type: "numeric",
    metric: "weight",
    targetValue: 165.4,
    unit: "lb",
    comparison: "max"
  }
  const saving = await output<{ goal: { id: string } }>(call("save_goal", lighter))
  await output(call("save_goal", { id: saving.goal.id, targetValue: 164.2 }))
  const lean = { name: "Body fat", type: "numeric", metric: "body_fat", targetValue: 18, comparison: "max" }
  await output(call("save_goal", lean))
  await output(call("set_goal_progress", { goalId: habit.goal.id, value: true }))
  await importRows(service, person, "hevy", [
    reading("weight", "2025-03-02", 80.12345),
    session("2025-03-03", "18:00:00", [
      exercise("Gargoyle Heave", [set({ weightKg: 135 * 0.45359237 })]),
      exercise("Running", [set({ weightKg: undefined as never, distanceMeters: 5000, durationSeconds: 1500 })])
    ]),
    eaten("2025-03-02", "Coffee", 5),
    eaten("2025-03-02", "Coffee", 5)
  ])
  const { make, call: ask } = routinesOf(service, person)
  const heave = { name: "Gargoyle Heave", sets: [{ weight: { value: 135, unit: "lb" }, reps: 5 }, {}] }
  await make('Heave, "slowly"\n', [heave, ...PUSH])
  await output(ask("move_routine", { id: await make("Before it"), to: 0 }))
  return person
}
