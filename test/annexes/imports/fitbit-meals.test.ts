import { expect, test } from "bun:test"
import { readContent } from "./reading.ts"

test("foods logged with Fitbit have the names of its six meals, or none", async () => {
  const logs = [1, 2, 3, 4, 5, 6, 7].map((mealTypeId) => ({
    logId: mealTypeId,
    logDate: "2025-01-13",
    loggedFood: { name: "Oats", mealTypeId, calories: 100 }
  }))
  const { rows } = await readContent("food_logs-2025-01-01.json", JSON.stringify(logs))
  expect(rows.map((row) => (row._tag === "Eaten" ? row.meal : row))).toEqual([
    "Breakfast",
    "Morning Snack",
    "Lunch",
    "Afternoon Snack",
    "Dinner",
    "Evening Snack",
    null
  ])
})
