import { isFields, withEach, without } from "../../contract/ignoring.ts"

/**
 * The fields that `get_workout` returns and `replace_workout` ignores, so that a whole answer can be sent back: for the
 * workout, for each exercise, and for each set. `weightKg` is ignored only beside `weight`; otherwise, the load would be lost.
 */
export const READ_ONLY = {
  workout: ["startTime", "endTime", "estimatedCalories", "caloriesSource", "volume", "sets"],
  exercise: ["weightIs"],
  set: ["setNumber", "given", "weightKg"]
} as const

/** A workout to store, without its read-only fields. Anything that is not a workout is returned as it is. */
export const withoutReadOnly = (workout: unknown): unknown =>
  isFields(workout)
    ? withEach(without(workout, READ_ONLY.workout), "exercises", (exercise) =>
        withEach(without(exercise, READ_ONLY.exercise), "sets", (set) =>
          without(set, isFields(set.weight) ? READ_ONLY.set : READ_ONLY.set.filter((name) => name !== "weightKg"))
        )
      )
    : workout
