import { exerciseByName } from "../../../features/exercises/exercises.ts"
import { assetText } from "../../../platform/assets/assets.ts"
import { once } from "../../../values/once.ts"
import { type Found, matchName } from "../ledger/mapping.ts"
import type { Source } from "../sources.ts"
import { keyOf } from "./languages.ts"

const COLUMNS = ["language", "name", "exercise"] as const

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
 * The sports' names, folded, with the ids of their exercises. Throws with the line number if the format is not exact, or if a
 * name means two exercises.
 */
const sports = once((): ReadonlyMap<string, string> => {
  const [header, ...lines] = assetText("src/annexes/imports/names/sport-names.tsv").trimEnd().split("\n")
  if (header !== COLUMNS.join("\t")) throw new Error(`line 1: the header must be ${COLUMNS.join(", ")}`)
  const ids = new Map<string, string>()
  for (const [index, line] of lines.entries()) {
    const [, name = "", exercise = "", ...more] = line.split("\t")
    const key = keyOf(name)
    const id = exerciseByName(exercise)?.id
    const other = ids.get(key) ?? id
    if (key === "" || id === undefined || other !== id || more.length > 0) {
      throw new Error(`line ${index + 2}: not a language, a name with one meaning, and an exercise of the catalogue`)
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
