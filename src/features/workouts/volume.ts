import { meaningOf, type Weighed } from "./best-set.ts"
import type { WorkoutSet } from "./model.ts"

/**
 * The volume of a set in kilograms: weight × repetitions (G. G. Haff, "Quantifying Workloads in Resistance Training: A
 * Brief Review", Strength and Conditioning 10, 2010). The weight counts as recorded, whatever its meaning, without body
 * weight. Undefined for a set without a weight or repetitions, and for assistance, which is not moved.
 */
export const volumeOfSet = (set: WorkoutSet, exercise: Weighed): number | undefined =>
  set.weightKg === undefined || set.reps === undefined || meaningOf(set, exercise) === "assistance"
    ? undefined
    : set.weightKg * set.reps

/** The total volume of all working sets of an exercise, in kilograms. */
export const volumeOf = (sets: ReadonlyArray<WorkoutSet>, exercise: Weighed): number =>
  sets.reduce((sum, set) => (set.setType === "working" ? sum + (volumeOfSet(set, exercise) ?? 0) : sum), 0)
