import type { WorkoutSet } from "./model.ts"

/**
 * The volume of sets in kilograms: the sum of weight × repetitions over the working sets (G. G. Haff, "Quantifying
 * Workloads in Resistance Training: A Brief Review", Strength and Conditioning 10, 2010). A weight counts as it was
 * recorded, whatever it means, without body weight; assistance is taken off the lifter and does not count.
 */
export const volumeOf = (sets: ReadonlyArray<WorkoutSet>): number =>
  sets.reduce(
    (sum, { setType, weightKg = 0, reps = 0, loadIntent }) =>
      setType === "working" && loadIntent !== "assistance" ? sum + weightKg * reps : sum,
    0
  )
