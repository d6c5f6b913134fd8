import { describe, expect, test } from "bun:test"
import { exerciseByLooseName, exerciseByName, exercises } from "../../../src/features/exercises/exercises.ts"

describe("names that differ only in hyphens, spaces, punctuation and plural endings", () => {
  test.each([
    ["pull-ups", "Pull-Up"],
    ["Pull Ups", "Pull-Up"],
    ["PULLUP", "Pull-Up"],
    ["push ups", "Push-Up"],
    ["Barbell bench presses", "Barbell Bench Press"],
    ["barbell squats", "Barbell Squat"],
    ["Incline Dumbbell Press.", "Incline Dumbbell Press"],
    ["bicycle crunches", "Bicycle Crunch"],
    ["planks", "Plank"]
  ])("%s is %s", (given, name) => expect(exerciseByLooseName(given)?.name).toBe(name))

  test.each(["bench", "press", "", "-", "squat with band", "pull up bar"])("%p matches no exercise", (given) =>
    expect(exerciseByLooseName(given)).toBeUndefined()
  )

  test("never match another exercise than the exact name", () => {
    for (const { id, name } of exercises()) {
      expect([name, exerciseByName(name)?.id]).toEqual([name, id])
      expect([undefined, id]).toContain(exerciseByLooseName(name)?.id)
    }
  })
})
