import { exerciseByName } from "../../../features/exercises/exercises.ts"
import { once } from "../../../values/once.ts"
import { type Found, matchName } from "../ledger/mapping.ts"
import type { Source } from "../sources.ts"
import { keyOf } from "./languages.ts"
import { sportsOfPeople } from "./sports.ts"

/** Elsewhere, the same words may name lifts: `Remo` is a row in a gym. */
const RECORDERS: ReadonlySet<string> = new Set<Source>([
  "activity-files",
  "apple-health",
  "fitbit",
  "garmin",
  "google-fit",
  "health-auto-export",
  "runkeeper",
  "samsung-health",
  "strava",
  "whoop",
  "withings"
])

/**
 * The sports' names, folded, with the ids of their exercises. Throws if a name means two exercises, or none of the
 * catalogue.
 */
const sports = once((): ReadonlyMap<string, string> => {
  const ids = new Map<string, string>()
  for (const { name, exercise } of sportsOfPeople()) {
    const key = keyOf(name)
    const id = exerciseByName(exercise)?.id
    const other = ids.get(key) ?? id
    if (key === "" || id === undefined || other !== id) {
      throw new Error(`"${name}" is not a name with one meaning, which is an exercise of the catalogue`)
    }
    ids.set(key, id)
  }
  return ids
})

/** Whether the sessions of a source are sports that it has recorded. */
export const isRecorder = (source: string): boolean => RECORDERS.has(source)

/**
 * The exercise that a source of activities means by a sport in any language: by its English name, or else by the table.
 * Undefined if neither has it, or if the sessions of the source are not sports.
 */
export const matchSport = (source: string, name: string): Found | undefined => {
  if (!isRecorder(source)) return undefined
  const named = matchName(source, name)
  if (named !== undefined) return named
  const exerciseId = sports().get(keyOf(name))
  return exerciseId === undefined ? undefined : { by: "alias", exerciseId }
}
