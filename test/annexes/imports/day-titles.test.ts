import { describe, expect, test } from "bun:test"
import { table } from "./beginnings.ts"
import { readContent } from "./reading.ts"

describe("equal exercises of a day without times are sessions of their own", () => {
  const titlesIn = async (name: string, content: string) =>
    (await readContent(name, content)).rows.flatMap((row) => (row._tag === "Workout" ? row.title : []))

  test("in Lose It!", async () => {
    const row = "01/13/2025,Walking,Walk,Cardio,30,Minutes,-120,0"
    const header = "Date,Name,Icon,Type,Quantity,Units,Calories,Deleted"
    const next = row.replace("13", "14")
    expect(await titlesIn("exercise-logs.csv", table(header, row, row, next))).toEqual([
      "Walking",
      "Walking (2)",
      "Walking"
    ])
  })

  test("in YAZIO", async () => {
    const walk = { name: "Walking", duration: 30, energy: 120 }
    const days = { "2025-01-13": { daily: {}, exercises: { training: [walk], custom_training: [walk] } } }
    expect(await titlesIn("days.json", JSON.stringify(days))).toEqual(["Walking", "Walking (2)"])
  })

  test("and in MyFitnessPal entries of the day's one session", async () => {
    const header = "Date,Exercise,Type,Exercise Calories,Exercise Minutes,Sets,Reps Per Set,Pounds,Steps,Note"
    const row = "2024-01-15,Walking,Cardio,178.0,18,,,,,"
    const { rows } = await readContent("Exercise-Summary.csv", table(header, row, row))
    expect(rows).toMatchObject([{ _tag: "Workout", calories: 356, exercises: [{ sets: [{}] }, { sets: [{}] }] }])
  })
})
