import { APPS } from "../exercises/catalogue/app-names.ts"
import { closestNames } from "../exercises/closest-names.ts"
import { type Exercise, exerciseByAppName, exerciseById, exerciseByName, exercises } from "../exercises/exercises.ts"
import { asExercise, LONGEST_OWN_NAME, nameKey, type OwnExercise } from "../exercises/own.ts"
import { searchWords } from "../exercises/words.ts"
import type { MappedBy, MappedExercise } from "./model.ts"

/** What the sets of an exercise record, over a whole file. */
export interface Recorded {
  weight: boolean
  reps: boolean
  distance: boolean
  duration: boolean
}

/** Words in brackets that say what the weight is, not which exercise it is. */
const LOADS = { assisted: "assistance", weighted: "added_bodyweight" } as const

/** What the weight of an exercise means, by its name: `Pull Up (Assisted)`. Undefined: the total. */
export const loadIntentOf = (name: string): "assistance" | "added_bodyweight" | undefined => {
  const [, word] = /\((assisted|weighted)\)/i.exec(name) ?? []
  const key = word?.toLowerCase()
  return key === "assisted" || key === "weighted" ? LOADS[key] : undefined
}

const EQUIPMENT: ReadonlySet<string> = new Set(
  [
    "barbell",
    "dumbbell",
    "kettlebell",
    "cable",
    "machine",
    "band",
    "resistance",
    "smith",
    "plate",
    "suspended",
    "lever"
  ].concat(["bodyweight", "ez", "trap", "bar", "rope", "sled", "ball", "medicine"])
)

const sorted = (words: Iterable<string>): string => [...new Set(words)].sort().join(" ")

/** The words of a name, apart: those for equipment, and the others. */
const wordsOf = (name: string) => {
  const words = searchWords(name.replace(/\((assisted|weighted)\)/gi, " "))
  return {
    all: sorted(words),
    others: sorted(words.filter((word) => !EQUIPMENT.has(word))),
    equipment: sorted(words.filter((word) => EQUIPMENT.has(word)))
  }
}

const list = (index: Map<string, Array<Exercise>>, key: string, exercise: Exercise) => {
  const held = index.get(key)
  if (held === undefined) index.set(key, [exercise])
  else if (!held.includes(exercise)) held.push(exercise)
}

/** The catalogue by the words of its names, in any order; with equipment and without. */
const makeIndex = () => {
  const whole = new Map<string, Array<Exercise>>()
  const withoutEquipment = new Map<string, Array<Exercise>>()
  for (const exercise of exercises()) {
    for (const name of [exercise.name, ...exercise.aliases]) {
      const { all, others, equipment } = wordsOf(name)
      list(whole, all, exercise)
      const used = sorted([...searchWords(exercise.equipment), ...equipment.split(" ")].filter((word) => word !== ""))
      if (others !== "") list(withoutEquipment, `${others}|${used}`, exercise)
    }
  }
  return { whole, withoutEquipment }
}

let index: ReturnType<typeof makeIndex> | undefined

const only = (found: ReadonlyArray<Exercise> | undefined): Exercise | undefined =>
  found?.length === 1 ? found[0] : undefined

/** The one exercise that has the same words in any order, and the same equipment. */
export const exerciseBySameWords = (name: string): Exercise | undefined => {
  index ??= makeIndex()
  const { all, others, equipment } = wordsOf(name)
  if (all === "") return undefined
  const found = index.whole.get(all)
  const named = found?.filter((exercise) => wordsOf(exercise.name).all === all)
  return (
    only(named) ??
    only(found) ??
    (equipment === "" || others === "" ? undefined : only(index.withoutEquipment.get(`${others}|${equipment}`)))
  )
}

const MOST_SUGGESTIONS = 3

const kindOf = ({ weight, reps, distance, duration }: Recorded): Pick<OwnExercise, "category" | "trackingType"> => {
  if (distance) return { category: "cardio", trackingType: "distance_duration" }
  if (weight) return { category: "strength", trackingType: "weight_reps" }
  if (reps || !duration) return { category: "bodyweight", trackingType: "reps" }
  return { category: "bodyweight", trackingType: "duration" }
}

const isApp = (source: string): source is (typeof APPS)[number] => APPS.some((app) => app === source)

/** Which exercise each name of a file is. */
export interface Mapping {
  readonly find: (name: string) => Exercise | undefined
  readonly report: ReadonlyArray<MappedExercise>
  /** The own exercises that are missing. */
  readonly missing: ReadonlyArray<OwnExercise>
}

/** A name as an own exercise has it. */
export const ownName = (name: string): string => [...name.trim()].slice(0, LONGEST_OWN_NAME).join("") || "Exercise"

/**
 * Maps names, in this order: the person's choice; the exact name in the catalogue, unless the app
 * means another exercise by it; the name in the app; the same words in any order with
 * the same equipment; else an own exercise of that name. Similar names are suggested, never taken.
 */
export const mapNames = (
  source: string,
  names: ReadonlyMap<string, Recorded>,
  given: {
    /** By name in lower case. */
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
  const ownOf = (name: string, recorded: Recorded) => {
    const named = own.get(nameKey(ownName(name)))
    if (named !== undefined) return named
    const made = given.makeOwn({ name: ownName(name), ...kindOf(recorded) })
    // An earlier import made it under this name, and the person has renamed it since.
    const renamed = ownById.get(made.id)
    if (renamed !== undefined) return renamed
    own.set(nameKey(made.name), made)
    missing.push(made)
    return made
  }

  for (const [name, recorded] of names) {
    const named = exerciseByName(name.trim())
    const alias = isApp(source) ? exerciseByAppName(source, name.trim()) : undefined
    const ways: ReadonlyArray<readonly [MappedBy, () => Exercise | undefined]> = [
      ["choice", () => chosen(name)],
      // Where an app means another exercise by a name of the catalogue, the app is right: Hevy's Hack Squat has a barbell.
      ["name", () => (alias === undefined || alias === named ? named : undefined)],
      ["alias", () => alias],
      ["words", () => exerciseBySameWords(name)]
    ]
    let by: MappedBy = "own"
    let exercise: Exercise | undefined
    for (const [way, find] of ways) {
      exercise ??= find()
      if (exercise !== undefined) {
        by = way
        break
      }
    }
    if (exercise === undefined) {
      exercise = asExercise(ownOf(name, recorded))
      const suggestions = closestNames(exercises(), name, MOST_SUGGESTIONS).map(({ id, name }) => ({
        exerciseId: id,
        name
      }))
      report.push({ name, exerciseId: exercise.id, by, suggestions })
    } else report.push({ name, exerciseId: exercise.id, by })
    found.set(name, exercise)
  }
  return { find: (name) => found.get(name), report, missing }
}
