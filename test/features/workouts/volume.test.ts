import { expect, test } from "bun:test"
import fc from "fast-check"
import type { WorkoutSet } from "../../../src/features/workouts/model.ts"
import { volumeOf } from "../../../src/features/workouts/volume.ts"

const working = (set: Omit<WorkoutSet, "setType">): WorkoutSet => ({ setType: "working", ...set })

test("volume is weight times repetitions, summed over the working sets", () => {
  const set = fc.record({ weightKg: fc.integer({ min: 0, max: 500 }), reps: fc.integer({ min: 0, max: 50 }) })
  fc.assert(
    fc.property(fc.array(set), (sets) => {
      let kilograms = 0
      for (const { weightKg, reps } of sets) for (let rep = 0; rep < reps; rep++) kilograms += weightKg
      expect(volumeOf(sets.map(working), {})).toBe(kilograms)
      expect(
        volumeOf(
          sets.map((set) => ({ ...set, setType: "warmup" as const })),
          {}
        )
      ).toBe(0)
    })
  )
})

test("a set without a weight or repetitions has none; assistance counts as none", () => {
  expect(volumeOf([working({ reps: 10 }), working({ weightKg: 100, holdSeconds: 30 })], {})).toBe(0)
  expect(volumeOf([working({ weightKg: 30, reps: 8, loadIntent: "assistance" })], {})).toBe(0)
  expect(volumeOf([working({ weightKg: 20, reps: 8, loadIntent: "per_hand" })], {})).toBe(160)
  expect(volumeOf([], {})).toBe(0)
})
