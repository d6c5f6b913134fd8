import { ascending, placeOf } from "../../values/text/ascending.ts"
import type { CatalogueExercise } from "./model.ts"
import { type Forms, formsOf } from "./words.ts"

/** Bits for where an exercise has a word. */
const IN_WHOLE = 8
const IN_NAME = 4
const IN_OTHER_NAME = 2
const IN_KIND = 1
const PLACE_BITS = 4

/** Everyday words for muscles of the catalogue. */
const MUSCLE_WORDS: { readonly [muscle in CatalogueExercise["muscleGroups"][number]]?: string } = {
  abdominals: "core stomach belly",
  abductors: "hip",
  adductors: "groin",
  biceps: "arm",
  calves: "leg",
  chest: "pecs",
  glutes: "butt bum leg",
  hamstrings: "leg",
  lats: "back",
  quadriceps: "leg thigh",
  traps: "shoulder",
  triceps: "arm"
}

/** The searchable data of an exercise: its entry in the catalogue, and its names in apps. */
export interface Searchable
  extends Pick<
    CatalogueExercise,
    "name" | "formerNames" | "aliases" | "category" | "popularity" | "equipment" | "muscleGroups"
  > {
  readonly appNames: ReadonlyArray<string>
  /** Names in other languages. Only whole ones are found, so that their words do not disturb those of English names. */
  readonly abroad: ReadonlyArray<string>
}

/**
 * For each exercise, the words it has, as bits: in whole words of its name, in its name, in any of its names, anywhere.
 */
export interface Held {
  readonly wholeInName: Uint32Array
  readonly name: Uint32Array
  readonly names: Uint32Array
  readonly anywhere: Uint32Array
}

/** Most words in one search; no name has as many. */
export const MOST_WORDS = 12

/** For how many word beginnings that many exercises have, these are cached. */
const MOST_STARTS = 100
const MANY = 100

/** Everyday words for the exercises of a category. */
const CATEGORY_WORDS: { readonly [category in CatalogueExercise["category"]]?: string } = {
  flexibility: "stretch mobility"
}

const kindOf = ({ category, equipment, muscleGroups }: Searchable) => {
  const everyday = muscleGroups.map((muscle) => MUSCLE_WORDS[muscle] ?? "")
  return [category, CATEGORY_WORDS[category] ?? "", equipment, ...muscleGroups, ...everyday].join(" ")
}

const sorted = (spelling: string) => spelling.split(" ").sort().join(" ")

type Positions = Map<string, ReadonlyArray<number>>

/** Adds an exercise's position to a spelling, unless exercises in `first` already have the spelling. */
const list = (positions: Positions, spelling: string, at: number, first: ReadonlySet<string>) => {
  const named = positions.get(spelling) ?? []
  if (!first.has(spelling) && !named.includes(at)) positions.set(spelling, [...named, at])
}

/**
 * The exercises that a spelling names completely, first those called so today. For each spelling, earlier kinds of names exclude later ones of other
 * exercises.
 */
const wholeNames = (
  names: ReadonlyArray<ReadonlyArray<Forms>>,
  laterNames: ReadonlyArray<ReadonlyArray<Forms>>,
  key: (spelling: string) => string
): Positions => {
  const positions: Positions = new Map()
  const listAll = (all: typeof names, first: ReadonlySet<string>) => {
    all.forEach((forms, at) => {
      for (const { spellings } of forms) for (const spelling of spellings) list(positions, key(spelling), at, first)
    })
  }
  listAll(
    names.map((called) => called.slice(0, 1)),
    new Set()
  )
  listAll(names, new Set())
  listAll(laterNames, new Set(positions.keys()))
  return positions
}

/** For each word, the exercises that have it, and where; and the word's frequency. */
const wordsIn = (
  exercises: ReadonlyArray<Searchable>,
  names: ReadonlyArray<ReadonlyArray<Forms>>,
  appNames: ReadonlyArray<ReadonlyArray<Forms>>
) => {
  const places = new Map<string, Map<number, number>>()
  const kinds = new Map<string, Forms>()
  const formsOfKind = (kind: string): Forms => {
    const forms = kinds.get(kind) ?? formsOf(kind)
    kinds.set(kind, forms)
    return forms
  }
  const common = new Map<string, number>()
  const putWords = (words: ReadonlySet<string>, place: number, at: number, weight: number) => {
    for (const word of words) {
      const held = places.get(word) ?? new Map<number, number>()
      places.set(word, held.set(at, (held.get(at) ?? 0) | place))
      common.set(word, (common.get(word) ?? 0) + weight)
    }
  }
  exercises.forEach((exercise, at) => {
    const weight = 1 + exercise.popularity ** 2
    const own = names[at] ?? []
    const [called, others] = [own.slice(0, 1 + exercise.formerNames.length), own.slice(1 + exercise.formerNames.length)]
    putWords(new Set(called.flatMap(({ words }) => [...words])), IN_NAME, at, weight)
    for (const { words } of [...others, ...(appNames[at] ?? [])]) putWords(words, IN_OTHER_NAME, at, weight)
    putWords(formsOfKind(kindOf(exercise)).words, IN_KIND, at, weight)
  })
  return { places, common }
}

/** Finds words, and the exercises that have them, by their beginning. */
const startsIn = (places: ReadonlyMap<string, ReadonlyMap<number, number>>) => {
  const words = [...places.keys()].sort(ascending)
  const holders = words.map((word) => [...(places.get(word) ?? [])])

  const merged = (start: string): ReadonlyArray<number> => {
    const all = new Map<number, number>()
    for (let at = placeOf(words, start); words[at]?.startsWith(start); at++) {
      for (const [position, place] of holders[at] ?? []) {
        const isWhole = words[at] === start && (place & IN_NAME) !== 0
        all.set(position, (all.get(position) ?? 0) | place | (isWhole ? IN_WHOLE : 0))
      }
    }
    return Array.from(all, ([position, place]) => (position << PLACE_BITS) | place)
  }
  const common = new Map<string, ReadonlyArray<number>>()

  /**
   * The exercises with a word that begins with `start`: the position and, in the lowest bits, where the word occurs.
   */
  const holdersOf = (start: string): ReadonlyArray<number> => {
    const known = common.get(start)
    if (known !== undefined) return known
    const found = merged(start)
    if (found.length < MANY) return found
    if (common.size >= MOST_STARTS) common.clear()
    common.set(start, found)
    return found
  }

  return {
    startsAWord: (start: string): boolean => words[placeOf(words, start)]?.startsWith(start) ?? false,
    holdersOf
  }
}

/** Records that these exercises have a word, each where its holder states. */
const mark = (held: Held, holders: ReadonlyArray<number>, mask: number): void => {
  for (const holder of holders) {
    const at = holder >> PLACE_BITS
    if ((holder & IN_WHOLE) !== 0) held.wholeInName[at] = (held.wholeInName[at] ?? 0) | mask
    if ((holder & IN_NAME) !== 0) held.name[at] = (held.name[at] ?? 0) | mask
    if ((holder & (IN_NAME | IN_OTHER_NAME)) !== 0) held.names[at] = (held.names[at] ?? 0) | mask
    held.anywhere[at] = (held.anywhere[at] ?? 0) | mask
  }
}

/** Builds a catalogue's index, so that searches need not read the exercises. Positions are those in `exercises`. */
export const searchIndex = <E extends Searchable>(catalogue: ReadonlyArray<E>) => {
  const exercises = catalogue.toSorted(
    (a, b) => b.popularity - a.popularity || a.name.length - b.name.length || ascending(a.name, b.name)
  )

  const names = exercises.map(({ name, formerNames, aliases }) => [name, ...formerNames, ...aliases].map(formsOf))
  const appNames = exercises.map((exercise) => exercise.appNames.map(formsOf))
  const { places, common } = wordsIn(exercises, names, appNames)
  const { startsAWord, holdersOf } = startsIn(places)

  const held: Held & { key: string } = {
    key: "",
    wholeInName: new Uint32Array(exercises.length),
    name: new Uint32Array(exercises.length),
    names: new Uint32Array(exercises.length),
    anywhere: new Uint32Array(exercises.length)
  }

  const laterNames = exercises.map(({ abroad }, at) => [...(appNames[at] ?? []), ...abroad.map(formsOf)])
  const inOrder = wholeNames(names, laterNames, (spelling) => spelling)
  const inAnyOrder = wholeNames(names, laterNames, sorted)

  return {
    /** Most popular first, then by length of the name, then alphabetically. */
    exercises,
    /** Each word with its frequency: the number of exercises that have it, weighted by popularity. */
    common,
    isWord: (word: string): boolean => places.has(word),
    startsAWord,
    /** The exercises that have exactly these words as a name. */
    named: (sought: ReadonlyArray<string>): ReadonlyArray<number> => inOrder.get(sought.join(" ")) ?? [],
    namedInAnyOrder: (sought: ReadonlyArray<string>): ReadonlyArray<number> =>
      inAnyOrder.get(sorted(sought.join(" "))) ?? [],
    /**
     * For each exercise, which of the (at most 12) words begin one of its words. The result is valid until the next
     * call.
     */
    holding: (sought: ReadonlyArray<string>): Held => {
      const key = sought.join(" ")
      if (key === held.key) return held
      held.key = key
      held.wholeInName.fill(0)
      held.name.fill(0)
      held.names.fill(0)
      held.anywhere.fill(0)
      for (const [bit, start] of sought.entries()) mark(held, holdersOf(start), 1 << bit)
      return held
    }
  }
}

export type SearchIndex<E extends Searchable> = ReturnType<typeof searchIndex<E>>
