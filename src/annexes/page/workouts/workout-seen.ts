import { Effect } from "effect"
import { fingerprintOf } from "../../../call/idempotency.ts"
import { Conflict, type Failure } from "../../../contract/errors.ts"
import type { ShownWorkout } from "../../../features/workouts/model.ts"
import { type Fields, SEEN_FIELD } from "../frame/form.tsx"
import { textOf } from "../frame/inputs.ts"
import type { Visit } from "../frame/page.ts"
import { type GivenWorkout, savingWorkout } from "./workout-fields.ts"
import { workoutFields } from "./workout-form.tsx"

const LENGTH = 16

/** A short text that differs once a workout's form would show other values. */
export const seenOf = (workout: ShownWorkout, user: Visit["user"]): string =>
  fingerprintOf(workoutFields(workout, user)).slice(0, LENGTH)

const changed = new Conflict({
  message:
    "This workout was changed after you opened the form, perhaps by an app or in another tab, so nothing was saved. What you typed is below; save once more to replace that change"
})

/** The content with ids for exercises that are named as in the workout. */
const withIds = (given: GivenWorkout, { exercises }: ShownWorkout): GivenWorkout => ({
  ...given,
  exercises: given.exercises.map(({ name, ...rest }, at) => {
    const held = exercises[at]
    const isHeld = name !== undefined && name.trim().toLowerCase() === held?.name.toLowerCase()
    if (isHeld) return { exerciseId: held.exerciseId, ...rest }
    return name === undefined ? rest : { name, ...rest }
  })
})

/**
 * Fails if a workout has changed since a form of it was opened, unless the workout is as the form says already: then it
 * was sent before.
 */
export const checkSeen = Effect.fnUntraced(function* (
  fields: Fields,
  given: GivenWorkout,
  now: ShownWorkout,
  user: Visit["user"]
): Effect.fn.Return<void, Failure> {
  const seen = textOf(fields, SEEN_FIELD)
  if (seen === undefined || seen === seenOf(now, user)) return
  const held = yield* savingWorkout(workoutFields(now, user), user, Effect.succeed)
  if (fingerprintOf(held) !== fingerprintOf(withIds(given, now))) return yield* changed
})
