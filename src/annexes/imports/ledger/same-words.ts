import { type Exercise, exercises } from "../../../features/exercises/exercises.ts"
import { importance, searchWords } from "../../../features/exercises/words.ts"
import { once } from "../../../values/once.ts"
import { corrected, withoutNote } from "../names/spelling.ts"
import {
  ALTERNATIVES,
  isOfSeveral,
  isOneSided,
  onMachine,
  respelled,
  withoutAsides,
  withoutModifiers
} from "../names/wordings.ts"
import { withoutLoad } from "../rows/loads.ts"

const EQUIPMENT: ReadonlySet<string> = new Set(
  `barbell dumbbell kettlebell cable machine band resistance smith plate suspended lever bodyweight ez trap bar rope sled ball
  medicine`.split(/\s+/)
)

/** No exercise has a name half as long, in characters, and to compare the words of longer ones takes long. */
export const LONGEST_COMPARED = 120

/** Words that only join others. `without` and `to` change the meaning. */
const JOINING: ReadonlySet<string> = new Set(["a", "an", "and", "attachment", "of", "the", "using", "with"])

/** Words for where a movement starts, goes or ends. */
const DIRECTIONS: ReadonlySet<string> = new Set(
  "high low up down top bottom front back forward backward left right in out over under".split(" ")
)

const sorted = (words: Iterable<string>): string => [...new Set(words)].sort().join(" ")

/** Pairs of words, as `first second`, that have this order in a name, where the order distinguishes exercises. */
type Order = ReadonlySet<string>

const pairs = function* (words: ReadonlyArray<string>): Generator<string> {
  for (const [place, first] of words.entries()) {
    for (const second of words.slice(place + 1)) yield `${first} ${second}`
  }
}

/** All pairs of a word before the first `to` and one after it. */
const pairsAcross = function* (words: ReadonlyArray<string>): Generator<string> {
  const place = words.indexOf("to")
  for (const first of words.slice(0, Math.max(0, place))) {
    for (const second of words.slice(place + 1)) yield `${first} ${second}`
  }
}

/**
 * The ordered pairs of a name. The order matters for directions, movements, and what is before and after `to`; parts
 * separated by commas and brackets may come in any order.
 */
const orderOf = (name: string): Order =>
  new Set(
    respelled(name)
      .split(/[,()[\]]|\s[-–]\s/)
      .flatMap((part) => {
        const words = searchWords(part)
        return [
          ...pairs(words.filter((word) => DIRECTIONS.has(word))),
          ...pairs(words.filter((word) => importance(word) === 3)),
          ...pairsAcross(words)
        ]
      })
  )

const turned = (pair: string): string => pair.split(" ").reverse().join(" ")

/** Whether two names have two words in opposite order. */
const contradict = (one: Order, other: Order): boolean =>
  [...one].some((pair) => {
    const opposite = turned(pair)
    return !one.has(opposite) && other.has(opposite) && !other.has(pair)
  })

/** The words of a name that has none for equipment, if they are two or more. */
const bareKeyOf = (words: ReadonlyArray<string>): string => {
  const telling = new Set(words.filter((word) => !JOINING.has(word)))
  return telling.size > 1 && [...telling].every((word) => !EQUIPMENT.has(word)) ? sorted(telling) : ""
}

/** The ways in which two names can have the same words, closest first. */
const keysOf = (name: string, equipment: string): ReadonlyArray<string> => {
  const words = searchWords(respelled(name))
  const telling = words.filter((word) => !JOINING.has(word))
  const others = sorted(telling.filter((word) => !EQUIPMENT.has(word)))
  const used = sorted([...searchWords(equipment), ...telling.filter((word) => EQUIPMENT.has(word))])
  return [sorted(words), sorted(telling), others === "" || used === "" ? "" : `${others}|${used}`]
}

interface Spelling {
  readonly exercise: Exercise
  /** 0 for the catalogue's name, 1 for an app's, 2 for an alias. */
  readonly rank: number
  /** Determined when it is first compared: few spellings ever are. */
  readonly order: () => Order
}

/** Names that one app uses in a sense of its own: Strong's Chest Fly is a machine. Elsewhere, they are not its exercise's. */
const IN_ONE_APP: ReadonlySet<string> = new Set(["cable kickback", "chest fly"])

/** The catalogue by the words of its names, for each way in `keysOf`. */
const index = once(() => {
  const ways: ReadonlyArray<Map<string, Array<Spelling>>> = [new Map(), new Map(), new Map()]
  for (const exercise of exercises()) {
    const appNames = exercise.appNames.filter((name) => !IN_ONE_APP.has(name.toLowerCase()))
    const ranked = [[exercise.name, ...exercise.formerNames], appNames, exercise.aliases]
    for (const [rank, names] of ranked.entries()) {
      for (const name of names) {
        const spelling: Spelling = { exercise, rank, order: once(() => orderOf(name)) }
        for (const [way, key] of keysOf(name, exercise.equipment).entries()) {
          if (key === "") continue
          const held = ways[way]?.get(key)
          if (held === undefined) ways[way]?.set(key, [spelling])
          else held.push(spelling)
        }
      }
    }
  }
  return ways
})

/** Equipment in brackets, as apps write it after the movement. */
const IN_BRACKETS = / \((?:barbell|dumbbell|cable|machine)\)$/i

/** Exercises by the words of their names other than those for equipment. */
const byBareWords = once(() => {
  const found = new Map<string, Set<Exercise>>()
  for (const exercise of exercises()) {
    for (const name of [exercise.name, ...exercise.formerNames, ...exercise.appNames, ...exercise.aliases]) {
      const key = bareKeyOf(searchWords(respelled(name)).filter((word) => !EQUIPMENT.has(word)))
      if (key !== "") found.set(key, (found.get(key) ?? new Set()).add(exercise))
    }
  }
  return found
})

/** The one exercise that apps have with one kind of equipment only, as a waiter curl. */
const withOnlyEquipment = (name: string): Exercise | undefined => {
  const key = bareKeyOf(searchWords(respelled(name)))
  const [only, ...more] = byBareWords().get(key) ?? []
  const isApps = only?.appNames.some(
    (each) => IN_BRACKETS.test(each) && bareKeyOf(searchWords(respelled(each.replace(IN_BRACKETS, "")))) === key
  )
  return isApps && more.length === 0 ? only : undefined
}

const closestOf = (name: string): Exercise | undefined => {
  const order = orderOf(name)
  for (const [way, key] of keysOf(name, "").entries()) {
    const found = (index()[way]?.get(key) ?? []).filter((spelling) => !contradict(order, spelling.order()))
    if (key === "" || found.length === 0) continue
    const closest = Math.min(...found.map(({ rank }) => rank))
    const [only, ...more] = new Set(found.filter(({ rank }) => rank === closest).map(({ exercise }) => exercise))
    return more.length === 0 ? only : undefined
  }
  return undefined
}

/** The one exercise that a name means with any of the words for its movement; undefined if these mean several. */
const byAlternatives = (name: string): Exercise | undefined => {
  for (const [words, others] of ALTERNATIVES) {
    if (!words.test(name)) continue
    const found = new Set(others.flatMap((other) => closestOf(name.replace(words, other)) ?? []))
    const [only, ...more] = found
    if (more.length === 0 && only !== undefined) return only
  }
  return undefined
}

/** The machine that a name means without the words for what loads it. */
const machineNamed = (name: string): Exercise | undefined => {
  const found = exerciseBySameWords(`machine ${name}`) ?? exerciseBySameWords(name)
  return found?.equipment === "machine" ? found : undefined
}

/**
 * The one exercise with the same words in any order, except that directions, movements and what `to` joins keep theirs.
 * All words equal is closest, then all but joining words, then with the same equipment in another place; at each step,
 * the catalogue's names come before those of apps, and these before aliases. A bracketed load, as in `Pull Up
 * (Assisted)`, may be missing, and so may people's additions, as in `Cable Lateral Raise (Each Side)`. Undefined if
 * several are equally close.
 */
export const exerciseBySameWords = (written: string): Exercise | undefined => {
  if (written.length > LONGEST_COMPARED || isOfSeveral(written)) return undefined
  const machine = onMachine(written)
  if (machine !== undefined) return closestOf(written) ?? machineNamed(machine)
  const name = withoutLoad(written)
  const spelt = respelled(name)
  const plain = withoutAsides(spelt)
  const unmodified = withoutModifiers(plain)
  return (
    closestOf(written) ??
    closestOf(name) ??
    closestOf(plain) ??
    byAlternatives(plain) ??
    byAlternatives(spelt) ??
    withOnlyEquipment(plain) ??
    (isOneSided(name) ? closestOf(`one arm ${plain}`) : undefined) ??
    (unmodified === plain ? undefined : (closestOf(unmodified) ?? byAlternatives(unmodified)))
  )
}

/** The exercise for a name with a note after it, unless the note could name other equipment than the exercise's. */
const byNoted = (name: string): Exercise | undefined => {
  const noted = withoutNote(name)
  if (noted === undefined) return undefined
  const found = exerciseBySameWords(noted.name)
  if (found === undefined || !noted.mayBeEquipment) return found
  const isNamed = searchWords(noted.name).some((word) => EQUIPMENT.has(word))
  return isNamed || found.equipment === "machine" ? found : undefined
}

/**
 * The one exercise that {@link exerciseBySameWords} finds for a name without the note after it, or with its unknown
 * words corrected where they are one letter off a single known word.
 */
export const exerciseByNearWords = (name: string): Exercise | undefined => {
  if (name.length > LONGEST_COMPARED) return undefined
  const meant = corrected(name)
  return byNoted(name) ?? (meant === undefined ? undefined : exerciseBySameWords(meant))
}
