import { expect, test } from "bun:test"
import { Schema } from "effect"
import fc from "fast-check"
import {
  LONGEST_ROUTINE_NAME,
  MOST_PLANNED_SETS,
  nameFor,
  PlannedExercises,
  RoutineName,
  sizeFault
} from "../../../../../src/annexes/page/features/routines/model.ts"
import { MOST_ROWS } from "../../../../../src/annexes/page/workouts/workout-bounds.ts"
import { MOST_EXERCISES, MOST_SETS } from "../../../../../src/features/workouts/model.ts"
import { codePoints } from "../../../../../src/values/text.ts"

const exerciseOf = (sets: number) => ({
  exerciseId: "exr_plank",
  sets: Array.from({ length: sets }, () => ({ setType: "working" as const }))
})

const counts = (most: number) => fc.array(fc.nat(most), { maxLength: MOST_EXERCISES + 5 })

test("a routine has 1 to 100 exercises of 1 to 100 sets each, and at most 200 sets in all", () => {
  fc.assert(
    fc.property(fc.oneof(counts(3), counts(MOST_SETS + 5)), (sets) => {
      const fits =
        sets.length >= 1 &&
        sets.length <= MOST_EXERCISES &&
        sets.every((count) => count >= 1 && count <= MOST_SETS) &&
        sets.reduce((sum, count) => sum + count, 0) <= MOST_PLANNED_SETS
      const exercises = sets.map(exerciseOf)
      expect([sets, sizeFault(exercises) === undefined]).toEqual([sets, fits])
      expect(Schema.is(PlannedExercises)(exercises)).toBe(fits)
    }),
    { examples: [[[]], [[100, 100]], [[100, 101]], [Array(100).fill(2)], [Array(101).fill(1)], [[0]]] }
  )
})

test("the form of a workout has room for every routine", () => {
  expect(MOST_PLANNED_SETS).toBeLessThanOrEqual(MOST_ROWS)
})

test("whatever a workout is called, a routine made from it can have a valid name", () => {
  const name = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 200 })
    .map((text) => text.trim())
    .filter((text) => text !== "" && !text.includes("\u0000"))
  fc.assert(
    fc.property(name, (name) => {
      const short = nameFor({ name })
      expect(Schema.is(Schema.typeSchema(RoutineName))(short)).toBe(true)
      expect(Schema.decodeSync(RoutineName)(short)).toBe(short)
      expect(name.startsWith(short)).toBe(true)
      if (codePoints(name) <= LONGEST_ROUTINE_NAME) expect(short).toBe(name)
    }),
    { examples: [[`${"x".repeat(99)} ${"y".repeat(100)}`], ["🏋".repeat(200)]] }
  )
})
