import { Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { APPS } from "../../../features/exercises/catalogue/app-names.ts"
import {
  type Exercise,
  exerciseByAppName,
  exerciseById,
  exerciseByName
} from "../../../features/exercises/exercises.ts"
import { asExercise, LONGEST_OWN_NAME, nameKey, type OwnExercise } from "../../../features/exercises/own.ts"
import { MappedBy, type MappedExercise, Suggestion } from "../rows/model.ts"
import { exerciseBySameWords } from "./same-words.ts"

/** What the sets of an exercise record, over a whole file. */
export const Recorded = Schema.Struct({
  weight: Schema.Boolean,
  reps: Schema.Boolean,
  distance: Schema.Boolean,
  duration: Schema.Boolean,
  /** How many sets there are. */
  sets: present(Schema.Number),
  /** The middle of its weights in kg; absent without weights. */
  load: present(Schema.Number)
})
export type Recorded = typeof Recorded.Type

const kindOf = ({ weight, reps, distance, duration }: Recorded): Pick<OwnExercise, "category" | "trackingType"> => {
  if (distance && weight && !reps) return { category: "strength", trackingType: "weight_distance" }
  if (distance) return { category: "cardio", trackingType: "distance_duration" }
  if (weight) return { category: "strength", trackingType: "weight_reps" }
  if (reps || !duration) return { category: "bodyweight", trackingType: "reps" }
  return { category: "bodyweight", trackingType: "duration" }
}

const isApp = (source: string): source is (typeof APPS)[number] => APPS.some((app) => app === source)

/** Maps each name in a file to its exercise. */
export interface Mapping {
  readonly find: (name: string) => Exercise | undefined
  readonly report: ReadonlyArray<MappedExercise>
  /** The missing own exercises. */
  readonly missing: ReadonlyArray<OwnExercise>
}

/** A name as stored for an own exercise. */
const ownName = (name: string): string => [...name.trim()].slice(0, LONGEST_OWN_NAME).join("") || "Exercise"

/** The exercise of the catalogue that a name means without the person's choice, and how it was found. */
const Found = Schema.Struct({
  by: MappedBy.pipe(Schema.pickLiteral("name", "alias", "words")),
  exerciseId: Schema.String
})
export type Found = typeof Found.Type

/** What a name means without the person's choice: an exercise of the catalogue, or none, with suggestions. */
const Match = Schema.Union(Found, Schema.Struct({ by: Schema.Literal("own"), suggestions: Schema.Array(Suggestion) }))
export type Match = typeof Match.Type

/**
 * Looks an English name up in this order: the exact name in the catalogue, unless the app means another exercise by it;
 * the name in the app; the same words in any order with the same equipment. Undefined if nothing is found, or if
 * several are equally close.
 */
export const matchName = (source: string, name: string): Found | undefined => {
  const named = exerciseByName(name.trim())
  const alias = isApp(source) ? exerciseByAppName(source, name.trim()) : undefined
  // If an app means another exercise by a name of the catalogue, the app is right: Hevy's Hack Squat has a barbell.
  if (named !== undefined && (alias === undefined || alias === named)) return { by: "name", exerciseId: named.id }
  if (alias !== undefined) return { by: "alias", exerciseId: alias.id }
  const worded = exerciseBySameWords(name)
  return worded === undefined ? undefined : { by: "words", exerciseId: worded.id }
}

/** A name in a file, what its sets record, and what it means without the person's choice. */
export const Named = Schema.Struct({ name: Schema.String, recorded: Recorded, match: Match })
export type Named = typeof Named.Type

const suggestedFor = (match: Match): ReadonlyArray<Suggestion> => {
  if (match.by === "own") return match.suggestions
  const { id, name } = exerciseById(match.exerciseId) ?? { id: match.exerciseId, name: match.exerciseId }
  return [{ exerciseId: id, name }]
}

/**
 * Maps names: by the person's choice, else to their own exercise of that name, else by what the name means itself, else
 * to a new own exercise.
 */
export const mapNames = (
  names: ReadonlyArray<Named>,
  given: {
    /** By lower-case name. */
    readonly choices: ReadonlyMap<string, string>
    readonly own: ReadonlyArray<OwnExercise>
    readonly makeOwn: (own: Pick<OwnExercise, "name" | "category" | "trackingType">) => OwnExercise
  }
): Mapping => {
  const own = new Map(given.own.map((exercise) => [nameKey(exercise.name), exercise]))
  const ownById = new Map(given.own.map((exercise) => [exercise.id, exercise]))
  const found = new Map<string, Exercise>()
  const report: Array<MappedExercise> = []
  const missing: Array<OwnExercise> = []

  const chosen = (name: string) => {
    const id = given.choices.get(nameKey(name))
    if (id === undefined) return undefined
    const mine = ownById.get(id)
    return exerciseById(id) ?? (mine === undefined ? undefined : asExercise(mine))
  }
  const madeOf = (name: string, recorded: Recorded) => given.makeOwn({ name: ownName(name), ...kindOf(recorded) })
  /** The own exercise of a name, also if an earlier import made it under this name and the person has renamed it since. */
  const ownOf = (name: string, recorded: Recorded) =>
    own.get(nameKey(ownName(name))) ?? ownById.get(madeOf(name, recorded).id)
  const newOf = (name: string, recorded: Recorded) => {
    const made = madeOf(name, recorded)
    own.set(nameKey(made.name), made)
    missing.push(made)
    return made
  }

  for (const { name, recorded, match } of names) {
    const choice = chosen(name)
    const matched = match.by === "own" ? undefined : exerciseById(match.exerciseId)
    // An import may have made an own exercise of a name that the catalogue lacked then. It has the sets so far.
    const held = choice === undefined ? ownOf(name, recorded) : undefined
    const exercise = choice ?? (held && asExercise(held)) ?? matched ?? asExercise(newOf(name, recorded))
    const by = choice !== undefined ? "choice" : held !== undefined ? "own" : match.by
    const suggestions = by === "own" ? { suggestions: suggestedFor(match) } : {}
    const sets = by === "own" && recorded.sets !== undefined ? { sets: recorded.sets } : {}
    report.push({ name, exerciseId: exercise.id, by, ...suggestions, ...sets })
    found.set(name, exercise)
  }
  return { find: (name) => found.get(name), report, missing }
}
