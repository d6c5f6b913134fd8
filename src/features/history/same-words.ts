import { once } from "../../values/once.ts"
import { type Exercise, exercises } from "../exercises/exercises.ts"
import { importance, searchWords } from "../exercises/words.ts"
import { withoutLoad } from "./loads.ts"

const EQUIPMENT: ReadonlySet<string> = new Set(
  `barbell dumbbell kettlebell cable machine band resistance smith plate suspended lever bodyweight ez trap bar rope sled ball
  medicine`.split(/\s+/)
)

/** Words that join others. `without` and `to` change the meaning. */
const JOINING: ReadonlySet<string> = new Set(["a", "an", "and", "of", "the", "using", "with"])

/** Words for where a movement begins, goes or ends. */
const DIRECTIONS: ReadonlySet<string> = new Set(
  "high low up down top bottom front back forward backward left right in out over under".split(" ")
)

/** Spellings that separate or join words as the catalogue does not, or are common mistakes, each with the one by which names are compared. */
const SPELLINGS: ReadonlyArray<readonly [RegExp, string]> = [
  [/_/g, " "],
  [/\bdumb(?:b?el|ell)(s?)\b/gi, "dumbbell$1"],
  [/\b(push|pull|chin|sit|step)[ -]?up(s?)\b/gi, "$1 up$2"],
  [/\b(pull|push|press)[ -]down(s?)\b/gi, "$1down$2"],
  [/\bpec[ -]?deck?\b(?: fl(?:y|ys|ye|yes|ies)\b)?/gi, "pec deck"],
  [/\bkick[ -]backs?\b/gi, "kickback"],
  [/\bstair[ -]master\b/gi, "stairmaster"],
  [/\bham(?:string)? curl(s?)\b/gi, "leg curl$1"],
  [/\bext\b\.?/gi, "extension"],
  [/\bpaused\b/gi, "pause"],
  [/\bsitting\b/gi, "seated"],
  [/\bcross[ -]chest\b/gi, "cross body"],
  [/\bv[ -](?:attachment|handle)\b/gi, "v bar"],
  [/\bnarrow(?: grip)?(?= (?:lat|pulldown|row|bench))/gi, "close grip"],
  [/\b(wide|close) (lat|pull|chin|row|bench)/gi, "$1 grip $2"],
  [/\bbarbell\b(?=.*\bsmith\b)/gi, ""],
  [/\b(flat|incline|decline|paused?|grip|machine|barbell|dumbbell|db|bb) bench$/i, "$1 bench press"]
]

/** What people write beside a name that says nothing of the exercise: for which side, how long, how hard, and that it is an old one. */
const ASIDES: ReadonlyArray<RegExp> = [
  /[-–,(\s]*\b(?:each|per|both) (?:side|arm|leg|hand)s?\b\)?/gi,
  /[-–,(\s]+(?:old(?: data)?|back ?up|copy)\b(?: ?#? ?\d+)?\)?$/gi,
  /[-–,(\s]*(?:@ ?)?\brpe ?\d+(?:\.\d)?\)?/gi,
  /[-–,(\s]+\d{1,2}:\d\d\)?$/g,
  /[-–,(\s]+\d+ ?(?:s|secs?|seconds?|mins?|minutes?)\)?$/gi,
  /^\d+['’]s\s+/gi
]

/** Words that say which of many alike machines or benches it was. */
const KINDS: ReadonlyArray<RegExp> = [
  /\bflat\b(?=.*\bpress)/gi,
  /\b(?:converging|diverging|horizontal)\b(?=.*\b(?:press|pulldown|row))/gi,
  /\b(?:plate[ -])?loaded\b/gi
]

/** Movements that people do standing unless they say otherwise. */
const STANDING = /^(?!.*\b(?:leg|calf|ab|knee|hip)s?\b).*\b(?:curl|press|raise)/i

/** A name without what is said beside it, and without `standing` where that goes without saying. */
const withoutAsides = (name: string): string => {
  const plain = [...ASIDES, ...KINDS].reduce((text, aside) => text.replace(aside, ""), name).trim()
  return STANDING.test(plain) ? plain.replace(/\bstanding\b\s*/i, "") : plain
}

/** Words for the same movement, of which the catalogue has one with this equipment and another with that. */
const ALTERNATIVES: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> = [
  [/\b(?:shoulder|military|overhead) press\b/i, ["shoulder press", "military press", "overhead press"]],
  [/^(?!.*\btriceps?\b)(.*)\bpush[ -]?downs?\b/i, ["$1triceps pushdown"]],
  [/^(?!.*\b(?:upright|high|low|elevated|bent|standing|kneeling|seated)\b)(.*)\bcable row/i, ["$1seated cable row"]]
]

const respelled = (name: string): string =>
  SPELLINGS.reduce((text, [spelling, same]) => text.replace(spelling, same), name.trim())

const sorted = (words: Iterable<string>): string => [...new Set(words)].sort().join(" ")

/** Pairs of words, as `first second`, that stand in this order in a name and whose order distinguishes exercises. */
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
 * The pairs of a name. Directions, movements, and what stands before and after `to` are in order; parts that commas and brackets divide
 * may come in any order.
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

/** Whether two names have two words in opposite orders. */
const contradict = (one: Order, other: Order): boolean =>
  [...one].some((pair) => {
    const opposite = turned(pair)
    return !one.has(opposite) && other.has(opposite) && !other.has(pair)
  })

/** The ways in which two names can have the same words, the closest first. */
const keysOf = (name: string, equipment: string): ReadonlyArray<string> => {
  const words = searchWords(respelled(name))
  const telling = words.filter((word) => !JOINING.has(word))
  const others = sorted(telling.filter((word) => !EQUIPMENT.has(word)))
  const used = sorted([...searchWords(equipment), ...telling.filter((word) => EQUIPMENT.has(word))])
  return [sorted(words), sorted(telling), others === "" || used === "" ? "" : `${others}|${used}`]
}

interface Spelling {
  readonly exercise: Exercise
  /** 0 for the name of the catalogue, 1 for that of an app, 2 for an alias. */
  readonly rank: number
  readonly order: Order
}

/** The catalogue by the words of its names, in each way that `keysOf` has. */
const index = once(() => {
  const ways: ReadonlyArray<Map<string, Array<Spelling>>> = [new Map(), new Map(), new Map()]
  for (const exercise of exercises()) {
    const ranked = [[exercise.name], exercise.appNames, exercise.aliases]
    for (const [rank, names] of ranked.entries()) {
      for (const name of names) {
        const spelling: Spelling = { exercise, rank, order: orderOf(name) }
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

const closestOf = (name: string): Exercise | undefined => {
  const order = orderOf(name)
  for (const [way, key] of keysOf(name, "").entries()) {
    const found = (index()[way]?.get(key) ?? []).filter((spelling) => !contradict(order, spelling.order))
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

/**
 * The one exercise with the same words in any order, except that directions, movements and what `to` joins keep theirs. With all words
 * alike it is closer than without those that join, and that is closer than with the same equipment elsewhere; in each way, the
 * catalogue's names come before those of apps, and these before aliases. What a bracket says of the load, as in `Pull Up (Assisted)`,
 * may be missing, and so may what people say beside a name, as in `Cable Lateral Raise (Each Side)`. Undefined if the closest ones are several.
 */
export const exerciseBySameWords = (name: string): Exercise | undefined => {
  const plain = withoutAsides(withoutLoad(name))
  return closestOf(name) ?? closestOf(withoutLoad(name)) ?? closestOf(plain) ?? byAlternatives(plain)
}
