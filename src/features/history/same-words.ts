import { once } from "../../values/once.ts"
import { type Exercise, exercises } from "../exercises/exercises.ts"
import { importance, searchWords } from "../exercises/words.ts"
import { withoutLoad } from "./loads.ts"

const EQUIPMENT: ReadonlySet<string> = new Set(
  `barbell dumbbell kettlebell cable machine band resistance smith plate suspended lever bodyweight ez trap bar rope sled ball
  medicine`.split(/\s+/)
)

/** No exercise has a name half as long, in characters, and to compare the words of longer ones takes long. */
export const LONGEST_COMPARED = 120

/** Words that only join others. `without` and `to` change the meaning. */
const JOINING: ReadonlySet<string> = new Set(["a", "an", "and", "of", "the", "using", "with"])

/** Words for where a movement starts, goes or ends. */
const DIRECTIONS: ReadonlySet<string> = new Set(
  "high low up down top bottom front back forward backward left right in out over under".split(" ")
)

/**
 * Spellings that split or join words differently from the catalogue, and common mistakes, each with the form used for
 * comparison.
 */
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
  [/\bover[ -]head\b/gi, "overhead"],
  [/\bhummer\b/gi, "hammer"],
  [/\bdead[ -]?hang/gi, "dead hang"],
  [/\bhip trusts?\b/gi, "hip thrust"],
  [/\b(calf|calves|leg|knee|lateral|front) rise(s?)\b/gi, "$1 raise$2"],
  [/\blower(?= cables? fl)/gi, "low"],
  [/\bneutral(?= (?:lat|pulldown|row|bench))/gi, "neutral grip"],
  [/\bsingle(?= lat pulldown)/gi, "single arm"],
  [/\bhammer ?strength\b/gi, "leverage"],
  [/\bhip adductors?\b/gi, "thigh adductor"],
  [/\bhip abductors?\b/gi, "thigh abductor"],
  [/\bwood[ -]?cutters?\b/gi, "wood chop"],
  [/\bbulgarian squat(s?)\b/gi, "bulgarian split squat$1"],
  [/\bskull[ -]crush(er|ers|es|ing)?\b/gi, "skullcrusher"],
  [/\b(?:under ?hand|reverse)(?=.*\btriceps?\b.*\b(?:push|pull|press) ?downs?\b)(?! grip)/gi, "reverse grip"],
  [/\bover ?hand(?: grip)?(?=.*\btriceps?\b.*\b(?:push|pull|press) ?downs?\b)/gi, ""],
  [/\b(triceps?(?: cable)?) (?:pull|press) ?down(s?)\b/gi, "$1 pushdown$2"],
  [/\(pulleys?\)/gi, "(cable)"],
  [/\bv[ -](?:attachment|handle)\b/gi, "v bar"],
  [/\bnarrow(?: grip)?(?= (?:lat|pulldown|row|bench))/gi, "close grip"],
  [/\b(?:hammer(?: grip)?|neutral(?: grip)?) (?:pull|chin) up(s?)\b/gi, "neutral grip pull up$1"],
  [/\b(wide|close) (lat|pull|chin|row|bench)/gi, "$1 grip $2"],
  [/\bbarbell\b(?=.*\bsmith\b)/gi, ""],
  [/\b(flat|incline|decline|paused?|grip|machine|barbell|dumbbell|db|bb) bench$/i, "$1 bench press"]
]

/**
 * What people add to a name that does not identify the exercise: the side, duration, effort, unit or make of the
 * machine, or that it is an old one.
 */
const ASIDES: ReadonlyArray<RegExp> = [
  /[-–,(\s]*\b(?:each|per|both) (?:side|arm|leg|hand)s?\b\)?/gi,
  /[-–,(\s]+(?:old(?: data)?|back ?up|copy)\b(?: ?#? ?\d+)?\)?$/gi,
  /[-–,(\s]*(?:@ ?)?\brpe ?\d+(?:\.\d)?\)?/gi,
  /[-–,(\s]+\d{1,2}:\d\d\)?$/g,
  /[-–,(\s]+\d+ ?(?:s|secs?|seconds?|mins?|minutes?)\)?$/gi,
  /[-–,(\s]+\d+ ?(?:["”″]|''|’’)\)?$/g,
  /^\d+['’]s\s+/gi,
  /\((?:yards?|met(?:er|re)s?|miles?|km|m|feet|steps|seconds|minutes|kgs?|lbs?)\)/gi,
  /\((?:easy|hard|light|heavy)(?: (?:cable|machine))?\)/gi,
  /\s[-–]\s?(?:easy|hard|light|heavy)$/gi,
  /\b(?:technogym|panatta|life ?fitness|cybex|precor|nautilus|gym ?80)\b/gi,
  /^(?:standard|regular|normal|basic)\s+|\s*\((?:standard|regular|normal|basic)\)/gi,
  /\bstrict\b(?=.*\bcurl)/gi,
  /\([^()]* focus(?:ed)?\)/gi
]

/** Words that distinguish machines or benches of the same type. */
const KINDS: ReadonlyArray<RegExp> = [
  /\bflat\b(?=.*\bpress)/gi,
  /\b(?:converging|diverging|horizontal)\b(?=.*\b(?:press|pulldown|row))/gi,
  /\b(?:plate[ -])?loaded\b/gi,
  /\btouch (?:and|&|n) go\b(?=.*\bbench\b)|(?<=\bbench\b.*)\btouch (?:and|&|n) go\b/gi,
  /\bbench\b(?=.*\bfl(?:y|ye|yes|ies|ys)\b)/gi,
  /\bspeed\b(?=.*\b(?:deadlifts?|dl)\b)/gi,
  /\blow\b(?= planks?$)/gi,
  /\b(?:(?:high|low)[ -]bar|tempo|below parallel)\b(?=.*\bsquats?\b)|(?<=\bsquats?\b.*)\bbelow parallel\b/gi,
  /\bseated\b(?= leg press)/gi,
  /(?<=\bhandstand push[ -]?ups?\b.*)\bwall\b/gi,
  /\bseated\b(?=.*\bincline\b.*\bcurl)/gi,
  /(?<=\bleg raises?\b.*)\(straight(?: legs?)?\)/gi
]

/** Movements done standing unless the name says otherwise. */
const STANDING = /^(?!.*\b(?:leg|calf|ab|knee|hip)s?\b).*\b(?:curl|press|raise)/i

/** A name without such additions, and without `standing` where that is implied. */
const withoutAsides = (name: string): string => {
  const plain = [...ASIDES, ...KINDS].reduce((text, aside) => text.replace(aside, ""), name).trim()
  return STANDING.test(plain) ? plain.replace(/\bstanding\b\s*/i, "") : plain
}

/** Words for the same movement that the catalogue uses with different equipment. */
const ALTERNATIVES: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> = [
  [/\b(?:shoulder|military|overhead) press\b/i, ["shoulder press", "military press", "overhead press"]],
  [/^(?!.*\btriceps?\b)(.*)\bpush[ -]?downs?\b/i, ["$1triceps pushdown"]],
  [/^(?!.*\b(?:upright|high|low|elevated|bent|standing|kneeling|seated)\b)(.*)\bcable row/i, ["$1seated cable row"]],
  [/\bbench press\b(?=.*\bmachine\b)/i, ["chest press"]],
  [
    /^(?=.*\b(?:incline|decline)\b)(?=.*\b(?:dumbbell|barbell|smith)\b)(?!.*\b(?:shoulder|leg|calf|triceps?|bench|chest)\b)(.*)\bpress/i,
    ["$1bench press"]
  ],
  [
    /^(?:dumbbell incline|incline dumbbell) hammer(?: grip)?(?: bench)? press$/i,
    ["incline dumbbell bench with palms facing in"]
  ],
  [/^(?!.*\b(?:press|extension|dip)s?\b)(?=.*\boverhead\b)(.*\btriceps?\b.*)$/i, ["$1 extension"]],
  [/^(?=.*\bseated\b)(.*)\brear delt(?:oid)?s? raise/i, ["$1bent over rear delt raise"]],
  [/^(palms?[ -](?:up|down) (?:dumbbell|barbell) wrist curl)s?$/i, ["$1 over a bench"]],
  [/\b(?:swiss|stability|exercise|gym) ball\b/i, ["ball", "exercise ball"]],
  [/^(?!.*\b(?:barbell|dumbbell|smith|machine)\b)(.*\bbehind (?:the )?neck (?:shoulder )?press.*)$/i, ["barbell $1"]],
  [/\bbehind (?:the )?neck\b/i, ["behind neck"]],
  [/\blat pulldown/i, ["pulldown"]]
]

const respelled = (name: string): string =>
  SPELLINGS.reduce((text, [spelling, same]) => text.replace(spelling, same), name.trim())

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
  readonly order: Order
}

/** The catalogue by the words of its names, for each way in `keysOf`. */
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

/** Equipment in brackets, as apps write it after the movement. */
const IN_BRACKETS = / \((?:barbell|dumbbell|cable|machine)\)$/i

/** Exercises by the words of their names other than those for equipment. */
const byBareWords = once(() => {
  const found = new Map<string, Set<Exercise>>()
  for (const exercise of exercises()) {
    for (const name of [exercise.name, ...exercise.appNames, ...exercise.aliases]) {
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
 * The one exercise with the same words in any order, except that directions, movements and what `to` joins keep theirs.
 * All words equal is closest, then all but joining words, then with the same equipment in another place; at each step,
 * the catalogue's names come before those of apps, and these before aliases. A bracketed load, as in `Pull Up
 * (Assisted)`, may be missing, and so may people's additions, as in `Cable Lateral Raise (Each Side)`. Undefined if
 * several are equally close.
 */
export const exerciseBySameWords = (name: string): Exercise | undefined => {
  if (name.length > LONGEST_COMPARED) return undefined
  const plain = withoutAsides(withoutLoad(name))
  return (
    closestOf(name) ??
    closestOf(withoutLoad(name)) ??
    closestOf(plain) ??
    byAlternatives(plain) ??
    withOnlyEquipment(plain)
  )
}
