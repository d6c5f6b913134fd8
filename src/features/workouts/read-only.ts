import { isFields } from "./faults.ts"

/**
 * The fields that `get_workout` returns and `replace_workout` ignores, so that a whole answer can be sent back: for the
 * workout, and for each set. `weightKg` is ignored only beside `weight`; otherwise, the load would be lost.
 */
export const READ_ONLY = {
  workout: ["startTime", "endTime", "estimatedCalories", "caloriesSource"],
  set: ["setNumber", "weightKg"]
} as const

const without = (fields: Readonly<Record<string, unknown>>, names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

const eachOf = (list: unknown, change: (item: Readonly<Record<string, unknown>>) => unknown): unknown =>
  Array.isArray(list) ? list.map((item: unknown) => (isFields(item) ? change(item) : item)) : list

const withSets = (exercise: Readonly<Record<string, unknown>>) => ({
  ...exercise,
  ...("sets" in exercise
    ? {
        sets: eachOf(exercise.sets, (set) =>
          without(set, isFields(set.weight) ? READ_ONLY.set : READ_ONLY.set.filter((name) => name !== "weightKg"))
        )
      }
    : {})
})

/** A workout to store, without its read-only fields. Anything that is not a workout is returned as it is. */
export const withoutReadOnly = (workout: unknown): unknown =>
  isFields(workout)
    ? {
        ...without(workout, READ_ONLY.workout),
        ...("exercises" in workout ? { exercises: eachOf(workout.exercises, withSets) } : {})
      }
    : workout
