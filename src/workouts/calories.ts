import {
  COMPENDIUM,
  type CompendiumCode,
  isCompendiumCode,
  nearestSpeedRow,
  VARIANTS
} from "../exercises/compendium.ts"

/** What the estimate needs of a set; what was not recorded is absent. Warm-up and working sets count alike. */
export interface EffortSet {
  readonly setType?: "warmup" | "working" | undefined
  readonly reps?: number | undefined
  readonly durationSeconds?: number | undefined
  readonly distanceMeters?: number | undefined
  readonly holdSeconds?: number | undefined
  /** 0 to 10. */
  readonly intensity?: number | undefined
}

/** What the estimate needs of a performed exercise; `compendium` is the code that the catalogue gives it. */
export interface Effort {
  readonly exercise: { readonly category: string; readonly compendium: string }
  readonly sets: ReadonlyArray<EffortSet>
}

const SECONDS_PER_REP = 4
const REST_AFTER_STRENGTH_SET = 90

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

/** Seconds of one set: its `durationSeconds`, else its `holdSeconds`, else its reps; one of 0 says as little as an absent one. */
const secondsOfSet = (set: EffortSet) => set.durationSeconds || set.holdSeconds || (set.reps ?? 0) * SECONDS_PER_REP

/** The time of the sets; each set of a strength exercise takes its rest with it, also one that records no time or reps. */
const setSeconds = ({ exercise, sets }: Effort) =>
  sum(sets.map(secondsOfSet)) + (exercise.category === "strength" ? sets.length * REST_AFTER_STRENGTH_SET : 0)

/** Metres per second over all sets that have a distance and a `durationSeconds`, or undefined without such a set. */
const speedOf = (sets: ReadonlyArray<EffortSet>) => {
  const timed = sets.filter((set) => set.distanceMeters && set.durationSeconds)
  if (timed.length === 0) return undefined
  return sum(timed.map((set) => set.distanceMeters ?? 0)) / sum(timed.map((set) => set.durationSeconds ?? 0))
}

/**
 * The band of the mean intensity over the sets that have one: 0–3 light, 4–6 moderate, 7–10 vigorous, none moderate.
 * A mean between two bands belongs to the nearer one, half way to the harder (3.4 is light, 3.5 moderate).
 */
const bandOf = (sets: ReadonlyArray<EffortSet>) => {
  const intensities = sets.flatMap(({ intensity }) => (intensity === undefined ? [] : [intensity]))
  if (intensities.length === 0) return "moderate"
  const mean = sum(intensities) / intensities.length
  if (mean < 3.5) return "light"
  return mean < 6.5 ? "moderate" : "vigorous"
}

/**
 * The row of the Compendium for an exercise as it was done: by speed where it has rows by speed and a set has both distance
 * and time, else by intensity. Throws on a code that the table does not hold.
 */
export const compendiumCodeOf = ({ exercise, sets }: Effort): CompendiumCode => {
  const code = exercise.compendium
  if (!isCompendiumCode(code)) throw new Error(`no row ${code} of the Compendium is known`)
  const variants = VARIANTS[code] ?? {}
  const speed = speedOf(sets)
  const bySpeed = speed === undefined ? undefined : nearestSpeedRow(variants.bySpeed ?? [], speed)
  if (bySpeed !== undefined) return bySpeed.code
  const band = bandOf(sets)
  return (band === "moderate" ? code : variants[band]) ?? code
}

/**
 * Energy of a workout in whole kcal, gross (rest included): MET × 3.5 × kg / 200 × minutes, summed over the exercises and
 * rounded once. MET × 3.5 ml of oxygen per kg and minute, 5 kcal per litre; MET from the 2024 Adult Compendium.
 *
 * Minutes: a `durationSeconds` above 0, the length of the whole session, is shared out among the exercises by the time of
 * their sets, equally where none is timed; otherwise the time of the sets itself. A workout without a recorded time is 0 kcal.
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
    return ((COMPENDIUM[compendiumCodeOf(effort)].met * 3.5 * workout.bodyWeightKg) / 200) * ((session * share) / 60)
  })
  return Math.round(sum(kcal))
}
