import type { WorkoutSet } from "./model.ts"

/**
 * The volume of a set in kilograms: weight × repetitions (G. G. Haff, "Quantifying Workloads in Resistance Training: A
 * Brief Review", Strength and Conditioning 10, 2010). The weight counts as recorded, whatever its meaning, without body
 * weight. Undefined for a set without a weight or repetitions, and for assistance, which is not moved.
 */
export const volumeOfSet = ({ weightKg, reps, loadIntent }: WorkoutSet): number | undefined =>
  weightKg === undefined || reps === undefined || loadIntent === "assistance" ? undefined : weightKg * reps

/** The total volume of all working sets, in kilograms. */
export const volumeOf = (sets: ReadonlyArray<WorkoutSet>): number =>
  sets.reduce((sum, set) => (set.setType === "working" ? sum + (volumeOfSet(set) ?? 0) : sum), 0)
