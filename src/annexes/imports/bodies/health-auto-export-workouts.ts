import type { Part, Stamp } from "../devices/record.ts"
import { kilocaloriesIn, metresIn } from "../formats/amounts.ts"
import {
  AMOUNT,
  amountIn,
  entryOf,
  isJson,
  isNot,
  type Json,
  notARecord,
  type Times,
  textIn
} from "../formats/fields.ts"
import type { OtherFields } from "./other-fields.ts"
import { leftOut, type Reader, sessionPart } from "./parts.ts"

export const APP = "health-auto-export"

/**
 * The app neither numbers its bodies nor says when it built them, so of two values for one time the one that arrives
 * last holds; of steps and food, whose totals grow during a day, the higher one.
 */
export const NO_STAMP: Stamp = { sequence: -1, statedAt: 0 }

/** Why the unit of an amount or a metric cannot be used. */
export const wrongUnit = (given: Json): string => {
  const unit = textIn(given, "units")
  return unit === undefined ? "it states no unit" : `"${unit.slice(0, 40)}" is not a unit of it`
}

export const DATE = "a date with a time and an offset"

const OF_WORKOUTS = new Set(["id", "name", "start", "end", "duration", "distance"])

/** An amount with its unit; null if there is none, and the reason if it cannot be read. */
const quantityIn = (json: Json, name: string, unitOf: (unit: string) => number | null): number | string | null => {
  const given = json[name]
  if (given === undefined || given === null) return null
  if (!isJson(given)) return isNot(json, name, "an amount with its unit")
  const qty = amountIn(given, "qty")
  if (qty === undefined) return isNot(given, "qty", AMOUNT)
  const factor = unitOf(textIn(given, "units") ?? "")
  return factor === null ? wrongUnit(given) : qty * factor
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, sec: 1, min: 60, hr: 3600 }

/** A workout's length in seconds; older versions state a unit next to it. */
const secondsIn = (workout: Json): number | null => {
  const { duration } = workout
  if (!isJson(duration)) return amountIn(workout, "duration") ?? null
  const [qty, size] = [amountIn(duration, "qty"), entryOf(SECONDS, textIn(duration, "units") ?? "s")]
  return qty === undefined || size === undefined ? null : qty * size
}

/** A workout, after what of it cannot be read. */
export const workoutParts = function* (
  workout: unknown,
  times: Times,
  reader: Reader,
  others: OtherFields
): Generator<Part> {
  if (!isJson(workout)) {
    yield leftOut("a workout", notARecord(workout))
    return
  }
  const start = times.spaced(workout.start)
  if (start === undefined) {
    yield leftOut("a workout", isNot(workout, "start", DATE))
    return
  }
  const title = textIn(workout, "name") ?? "Workout"
  // Older versions use this name; newer ones use it for a list.
  const energy = isJson(workout.activeEnergyBurned) ? "activeEnergyBurned" : "activeEnergy"
  const calories = quantityIn(workout, energy, kilocaloriesIn)
  const distance = quantityIn(workout, "distance", metresIn)
  const { [energy]: _, ...further } = workout
  others.note("workouts", further, OF_WORKOUTS)
  for (const [what, found] of [
    ["energy", calories],
    ["distance", distance]
  ] as const)
    if (typeof found === "string") yield leftOut(`${what} of ${title.slice(0, 80)} on ${start.day}`, found)
  yield sessionPart(
    {
      title,
      start,
      end: times.spaced(workout.end) ?? null,
      durationSeconds: secondsIn(workout),
      calories: typeof calories === "number" && calories > 0 ? calories : null,
      distanceMeters: typeof distance === "number" ? distance : null
    },
    [APP, textIn(workout, "id") ?? `${start.instant} ${title}`],
    NO_STAMP,
    reader
  )
}
