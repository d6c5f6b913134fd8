import { type Exercise, exerciseById } from "../../../features/exercises/exercises.ts"
import { type Match, matchName, type Recorded } from "../ledger/mapping.ts"
import type { Language } from "./languages.ts"
import { matchTranslated } from "./match-translated.ts"

/** Weights in kg that people exceed on machines and cables, but hardly with one dumbbell. */
const HEAVIEST_DUMBBELL: ReadonlyArray<readonly [movement: RegExp, kilograms: number]> = [
  [/\b(?:fl(?:y|yes|ies)|raises?|kickbacks?)\b/i, 30],
  [/\b(?:curls?|extensions?)\b/i, 45],
  [/\b(?:press|pullovers?)\b/i, 75]
]

/** Words for dumbbells, in which nobody names a machine. */
const DUMBBELL = /\b(?:dumb+el+s?|dbs?)\b/i

/** Lighter weights may be levels of a machine, or worn by the person. */
const LEAST_LIFTED = 20

/** Whether people use more than the body for an exercise that is named after it, or too heavy weights for its dumbbells. */
const isTooHeavy = ({ name, equipment }: Exercise, written: string, load: number): boolean => {
  if (/\bbodyweight\b/i.test(name)) return load >= LEAST_LIFTED && !/\bbody ?weight\b/i.test(written)
  const [, most = Number.POSITIVE_INFINITY] = HEAVIEST_DUMBBELL.find(([movement]) => movement.test(name)) ?? []
  return equipment === "dumbbell" && load > most && !DUMBBELL.test(written)
}

/** Whether the sets of a name record what nobody records of the exercise. */
const contradicts = (exercise: Exercise, written: string, recorded: Recorded): boolean => {
  const { weight, reps, distance, duration, load = 0 } = recorded
  if (weight && exercise.category === "flexibility") return true
  if (exercise.category === "cardio") return load >= LEAST_LIFTED && !distance && !duration
  const isCovered = distance && !weight && !reps
  return (isCovered && exercise.trackingType === "weight_reps") || isTooHeavy(exercise, written, load)
}

/** The equipment that a name may leave out. */
const EQUIPMENT = ["Machine", "Cable", "Barbell"]
const MOST_SUGGESTIONS = 3

/** Asks about a name: other equipment comes first, and what was contradicted last. */
const askedAbout = (exercise: Exercise, written: string, recorded: Recorded): Match => {
  const others = EQUIPMENT.flatMap((equipment) => matchName("", `${written} (${equipment})`)?.exerciseId ?? [])
  const fitting = [...new Set(others)]
    .flatMap((id) => exerciseById(id) ?? [])
    .filter((other) => other !== exercise && !contradicts(other, written, recorded))
  const suggested = [...fitting.slice(0, MOST_SUGGESTIONS - 1), exercise]
  return { by: "own", suggestions: suggested.map(({ id, name }) => ({ exerciseId: id, name })) }
}

/**
 * What a name means, unless its sets contradict that: a distance for a lift, weights for a stretch (the catalogue called
 * some by what else is trained, such as Overhead Triceps), for a sport or for the body alone, or 48 kg for dumbbells that
 * it does not mention. Then its meaning in English counts if it had another one in the language of the file, and otherwise
 * the person is asked. Names that an app has are what the app means by them.
 */
export const plausibleMatch = (
  language: Language | undefined,
  source: string,
  name: string,
  recorded: Recorded,
  suggests: boolean
): Match => {
  const match = matchTranslated(language, source, name, suggests)
  const exercise = match.by === "own" ? undefined : exerciseById(match.exerciseId)
  if (exercise === undefined || !contradicts(exercise, name, recorded)) return match
  if (language !== undefined) {
    const english = plausibleMatch(undefined, source, name, recorded, suggests)
    if (english.by !== "own") return english
  }
  return match.by === "alias" ? match : askedAbout(exercise, name, recorded)
}
