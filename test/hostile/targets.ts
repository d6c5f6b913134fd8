import type { Call } from "../support/app.ts"
import { output } from "../support/app.ts"
import type { Known } from "./values.ts"

const oats = { name: "Oats (constructor)", protein: 13, carbs: 60, fat: 7, servingSize: 40, servingSizeUnit: "g" }
const running = { name: "Running", sets: [{ distanceMeters: 2000, durationSeconds: 600 }] }

/** Makes some of everything for a user, for hostile requests to hit. */
export const makeTargets = async (call: Call): Promise<Known> => {
  const food = await output<{ customFood: { id: string } }>(call("save_custom_food", oats))
  await output(call("set_body_metrics", { metric: "weight", readings: [{ value: 72, unit: "kg" }] }))
  const entries = []
  const workouts = []
  for (let n = 0; n < 10; n++) {
    const eaten = { customFoodId: food.customFood.id, servings: 1, mealType: "lunch", date: "2026-03-14" }
    entries.push(await output<{ entry: { id: string } }>(call("log_food_entry", eaten)))
    const session = { name: "Run", exercises: [running], date: "2026-03-14" }
    workouts.push(await output<{ id: string }>(call("log_workout", session)))
  }
  const water = { type: "numeric", metric: "hydration", targetValue: 2, comparison: "min" }
  const goals = [
    await output<{ goal: { id: string } }>(call("save_goal", { name: "Stretch", type: "boolean" })),
    await output<{ goal: { id: string } }>(call("save_goal", { name: "Water", ...water }))
  ]
  const page = { from: "2026-03-01", to: "2026-03-14", limit: 1 }
  const pages = [await output(call("list_food_entries", page)), await output(call("list_workouts", page))]
  return {
    ids: [
      food.customFood.id,
      ...entries.map(({ entry }) => entry.id),
      ...workouts.map(({ id }) => id),
      ...goals.map(({ goal }) => goal.id)
    ],
    cursors: pages.flatMap(({ nextCursor }) => (typeof nextCursor === "string" ? [nextCursor] : []))
  }
}

/** What several users have, together. */
export const together = (all: ReadonlyArray<Known>): Known => ({
  ids: all.flatMap(({ ids }) => ids),
  cursors: all.flatMap(({ cursors }) => cursors)
})
