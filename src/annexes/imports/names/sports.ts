import { assetText } from "../../../platform/assets/assets.ts"
import { once } from "../../../values/once.ts"
import { tableRows } from "../../../values/text/rows.ts"

/**
 * Whose names of sports a row has, besides people's in a language: those of the FIT profile and its sub-sports, which
 * are different exercises, of TCX, and of apps for the type of a GPX track, including Strava's numbers for its first
 * types; Health Connect's exercise types by number
 * (https://developer.android.com/reference/androidx/health/connect/client/records/ExerciseSessionRecord); and phones'
 * names that differ from the catalogue's: Health Connect's, and HealthKit's
 * (https://developer.apple.com/documentation/healthkit/hkworkoutactivitytype) as Apple's apps show them in English,
 * indoors and outdoors.
 */
const OF_PROGRAMS = ["activity-file", "activity-file sub-sport", "health-connect", "phone"] as const
type Vocabulary = (typeof OF_PROGRAMS)[number]

export interface Sport {
  /** A program's, or the code of a language. */
  readonly vocabulary: string
  readonly name: string
  /** The name of its exercise in the catalogue; of `health-connect`, the type's own in English. */
  readonly exercise: string
}

const rows = once(
  (): ReadonlyArray<Sport> =>
    tableRows(assetText("src/annexes/imports/names/sports.tsv"), ["vocabulary", "name", "exercise"])
)

/** The exercises of a program's sports, by name. */
export const sportsOf = (vocabulary: Vocabulary): ReadonlyMap<string, string> =>
  new Map(rows().flatMap((sport) => (sport.vocabulary === vocabulary ? [[sport.name, sport.exercise] as const] : [])))

/** The sports as people name them in a language. */
export const sportsOfPeople = (): ReadonlyArray<Sport> =>
  rows().filter(({ vocabulary }) => OF_PROGRAMS.every((program) => program !== vocabulary))
