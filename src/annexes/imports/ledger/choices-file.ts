import { Data, Effect, Predicate } from "effect"
import { exerciseById, exerciseByName, likelyMeant } from "../../../features/exercises/exercises.ts"
import { isOwnExerciseId, nameKey, type OwnExercise } from "../../../features/exercises/own.ts"

/** The file of choices cannot be used. */
export class UnusableChoices extends Data.TaggedError("UnusableChoices")<{
  readonly problem: string
  /** The exercises whose names are closest to an unknown one. */
  readonly closest?: ReadonlyArray<{ readonly name: string; readonly id: string }>
}> {
  override get message() {
    return this.about(({ name, id }) => `${name} (${id})`)
  }
  /** Without the ids, which people do not type. */
  get people() {
    return this.about(({ name }) => name)
  }
  private about(named: (exercise: { readonly name: string; readonly id: string }) => string): string {
    const closest = this.closest === undefined ? "" : `; closest are ${this.closest.map(named).join(", ")}`
    return `--map: ${this.problem}${closest}`
  }
}

type Pair = readonly [name: string, exercise: string]

/** Accepts `{ "name": "exercise" }`, a list of `{ name, exerciseId }` as in a report, or the report itself. */
const pairsOfJson = (json: unknown): ReadonlyArray<Pair> | undefined => {
  if (Array.isArray(json)) {
    const pairs = json.map((item: unknown): Pair | undefined =>
      Predicate.isRecord(item) && typeof item.name === "string" && typeof item.exerciseId === "string"
        ? [item.name, item.exerciseId]
        : undefined
    )
    return pairs.every((pair) => pair !== undefined) ? pairs : undefined
  }
  if (!Predicate.isRecord(json)) return undefined
  if (Array.isArray(json.exercises)) return pairsOfJson(json.exercises)
  const pairs = Object.entries(json).flatMap(
    ([name, id]): ReadonlyArray<Pair> => (typeof id === "string" ? [[name, id]] : [])
  )
  return pairs.length === Object.keys(json).length ? pairs : undefined
}

/**
 * Parses lines of a name and an exercise, separated by a tab, an equals sign or the last comma. Empty lines and lines
 * with # are skipped. Returns the number of the first invalid line.
 */
const pairsOfLines = (text: string): ReadonlyArray<Pair> | number => {
  const pairs: Array<Pair> = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue
    const at = line.includes("\t") ? line.indexOf("\t") : line.includes("=") ? line.indexOf("=") : line.lastIndexOf(",")
    const [name, id] = [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    if (at < 1 || id === "") return index + 1
    pairs.push([name, id])
  }
  return pairs
}

/**
 * Reads the exercise chosen for each name: an id, or the exact name of an exercise in the catalogue or of the user's
 * own.
 */
export const parseChoices = (text: string, own: ReadonlyArray<OwnExercise>) =>
  Effect.gen(function* () {
    const isJson = /^\s*[[{]/.test(text)
    const json = isJson
      ? yield* Effect.try({
          try: (): unknown => JSON.parse(text),
          catch: () => new UnusableChoices({ problem: "the file begins like JSON, but is none" })
        })
      : undefined
    const pairs = isJson ? pairsOfJson(json) : pairsOfLines(text)
    if (pairs === undefined) {
      return yield* new UnusableChoices({ problem: `JSON must be { "name in the file": "exercise id or name", … }` })
    }
    if (typeof pairs === "number") {
      return yield* new UnusableChoices({
        problem: `line ${pairs} must be a name in the file, a tab, and an exercise's id or name`
      })
    }
    const choices = new Map<string, string>()
    for (const [name, exercise] of pairs) {
      const mine = own.find(({ id, name }) => id === exercise || nameKey(name) === nameKey(exercise))
      const found = exerciseById(exercise) ?? exerciseByName(exercise) ?? mine
      // A report names own exercises that its dry run did not make.
      if (found === undefined && isOwnExerciseId(exercise)) continue
      if (found === undefined) {
        const problem = `"${exercise}" for "${name}" is not an exercise`
        return yield* new UnusableChoices({ problem, closest: likelyMeant(exercise) })
      }
      choices.set(name, found.id)
    }
    return choices
  })
