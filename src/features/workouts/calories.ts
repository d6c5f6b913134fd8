import { type CompendiumCode, nearestSpeedRow, VARIANTS } from "../exercises/compendium.ts"
import { kcalPerMinute, rowOf } from "../exercises/energy.ts"
import { secondsOfSet } from "./set-seconds.ts"

/** The data of a set that the estimate needs; values that were not recorded are absent. Warm-up sets count fully. */
export interface EffortSet {
  readonly setType?: "warmup" | "working" | undefined
  readonly reps?: number | undefined
  readonly durationSeconds?: number | undefined
  readonly distanceMeters?: number | undefined
  readonly holdSeconds?: number | undefined
  /** 0 to 10. */
  readonly intensity?: number | undefined
}

/** The data of a performed exercise that the estimate needs; `compendium` is its code in the catalogue. */
export interface Effort {
  readonly exercise: { readonly category: string; readonly compendium: string }
  readonly sets: ReadonlyArray<EffortSet>
}

const REST_AFTER_STRENGTH_SET = 90

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

/** Total seconds of the sets. Each strength set includes its rest, even if it has no time and no reps. */
const setSeconds = ({ exercise, sets }: Effort) =>
  sum(sets.map(secondsOfSet)) + (exercise.category === "strength" ? sets.length * REST_AFTER_STRENGTH_SET : 0)

/**
 * Metres per second over all sets that have both `distanceMeters` and `durationSeconds`; undefined if there are none.
 */
const speedOf = (sets: ReadonlyArray<EffortSet>) => {
  const timed = sets.filter((set) => set.distanceMeters && set.durationSeconds)
  if (timed.length === 0) return undefined
  return sum(timed.map((set) => set.distanceMeters ?? 0)) / sum(timed.map((set) => set.durationSeconds ?? 0))
}

/**
 * The band of the mean intensity of all sets that have one: 0–3 light, 4–6 moderate, 7–10 vigorous; moderate if none
 * has. A mean between two bands belongs to the nearer one, and halfway to the harder one (3.4 is light, 3.5 moderate).
 */
const bandOf = (sets: ReadonlyArray<EffortSet>) => {
  const intensities = sets.flatMap(({ intensity }) => (intensity === undefined ? [] : [intensity]))
  if (intensities.length === 0) return "moderate"
  const mean = sum(intensities) / intensities.length
  if (mean < 3.5) return "light"
  return mean < 6.5 ? "moderate" : "vigorous"
}

/**
 * The Compendium row for an exercise as performed: by speed if it has rows by speed and a set has both distance and
 * time, else by intensity. Throws if the table has no such code.
 */
export const compendiumCodeOf = ({ exercise, sets }: Effort): CompendiumCode => {
  const code = rowOf(exercise.compendium)
  const variants = VARIANTS[code] ?? {}
  const speed = speedOf(sets)
  const bySpeed = speed === undefined ? undefined : nearestSpeedRow(variants.bySpeed ?? [], speed)
  if (bySpeed !== undefined) return bySpeed.code
  const band = bandOf(sets)
  return (band === "moderate" ? code : variants[band]) ?? code
}

/**
 * Energy of a workout in whole kcal, gross (rest included), summed over the exercises and rounded once.
 *
 * Minutes: if the workout has a `durationSeconds` above 0, it is divided among the exercises in proportion to the time
 * of their sets, or equally if no set is timed. Otherwise, the time of the sets is used. Without any recorded time: 0
 * kcal.
 */
export const estimatedCalories = (workout: {
  readonly bodyWeightKg: number
  readonly durationSeconds?: number | undefined
  readonly exercises: ReadonlyArray<Effort>
}): number => {
  const seconds = workout.exercises.map(setSeconds)
  const total = sum(seconds)
  const session = workout.durationSeconds || total
  const kcal = workout.exercises.map((effort, at) => {
    const share = total > 0 ? (seconds[at] ?? 0) / total : 1 / workout.exercises.length
    return kcalPerMinute(compendiumCodeOf(effort), workout.bodyWeightKg) * ((session * share) / 60)
  })
  return Math.round(sum(kcal))
}
