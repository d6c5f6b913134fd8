import { singular, wordsOf } from "../../values/text/words.ts"

/** Synonyms used by exercisers, each with its standard word: abbreviations, spellings, forms and brand names. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["banded", "band"],
  ["bb", "barbell"],
  ["bss", "bulgarian split squat"],
  ["bw", "bodyweight"],
  ["cg", "close grip"],
  ["db", "dumbbell"],
  ["kb", "kettlebell"],
  ["bmu", "bar muscle up"],
  ["bp", "bench press"],
  ["calve", "calf"],
  ["delt", "deltoid"],
  ["dl", "deadlift"],
  ["flie", "fly"],
  ["flye", "fly"],
  ["1", "one"],
  ["single", "one"],
  ["armed", "arm"],
  ["handed", "hand"],
  ["legged", "leg"],
  ["mb", "medicine ball"],
  ["ng", "neutral grip"],
  ["oh", "overhead"],
  ["ohp", "overhead press"],
  ["ohs", "overhead squat"],
  ["oly", "olympic"],
  ["ran", "run"],
  ["rdl", "romanian deadlift"],
  ["sldl", "stiff leg deadlift"],
  ["rg", "reverse grip"],
  ["sa", "one arm"],
  ["scap", "scapular"],
  ["sl", "one leg"],
  ["stability", "exercise"],
  ["swiss", "exercise"],
  ["suspension", "suspended"],
  ["swam", "swim"],
  ["theraband", "band"],
  ["trx", "suspended"],
  ["tyre", "tire"],
  ["unilateral", "one"],
  ["tgu", "turkish get up"],
  ["wb", "wall ball"],
  ["wg", "wide grip"]
])

const same = (word: string): ReadonlyArray<string> => SAME.get(word)?.split(" ") ?? [word]

/** The words of a text as written, in the singular. */
const plainWords = (text: string): ReadonlyArray<string> => wordsOf(text).map(singular)

/** The words of a text as searched: in the singular, with synonyms replaced. */
export const searchWords = (text: string): ReadonlyArray<string> => plainWords(text).flatMap(same)

/**
 * Replaces the British word for a push-up, which also means other presses, by the American one, and the best-known
 * brand of a machine by its kind.
 */
export const asAmericansSay = (query: string): string =>
  query.replace(/\bpress[ -]?ups?\b/gi, "push-up").replace(/\bhammer strength\b/gi, "leverage")

/** The base of a word in -ing or -ed: `squat` for squatting; for roping `rop`, the beginning of rope. */
export const verbOf = (word: string): string | undefined => {
  const verb = /(?:ing|ed)$/.test(word) ? word.replace(/(?:ing|ed)$/, "").replace(/([^aeiou])\1$/, "$1") : ""
  return verb.length > 2 ? verb : undefined
}

/** The forms by which a name is found. */
export interface Forms {
  /** Complete spellings of the name, as words separated by spaces. */
  readonly spellings: ReadonlyArray<string>
  /** The words of the name, their synonyms, and base forms such as `walk` for walking. */
  readonly words: ReadonlySet<string>
}

/** The forms of a name, with hyphens as separators and with hyphens removed (push-up, pushup). */
export const formsOf = (name: string): Forms => {
  const variants = name.includes("-") ? [name, name.replaceAll("-", "")] : [name]
  const written = variants.map(plainWords)
  return {
    spellings: [...new Set(written.map((words) => words.flatMap(same).join(" ")))],
    words: new Set(written.flat().flatMap((word) => [word, ...same(word), verbOf(word) ?? word]))
  }
}

/** Words that join others and identify nothing. */
export const JOINING_WORDS: ReadonlySet<string> = new Set(
  "a an the my our some of for with without on in at to by from and or per into using then".split(" ")
)

/** Words for time, duration, intensity or place, which seldom identify an exercise. */
const CONTEXT_WORDS: ReadonlySet<string> = new Set(
  `a an the my our some of for with without on in at to by from and or per into using then exercise workout training
  train session routine practice drill program programme class lesson gym home day today yesterday tonight morning
  afternoon evening deep lunch lunchtime night daily weekly weekend easy light slow short quick fast long hard moderate
  heavy max gentle brisk steady state flow ride recovery tempo pace zone level basic normal regular standard
  classic traditional conventional proper flat outdoor outside indoor min minute hour hr sec second set rep x round
  lap km mile mi metre meter m kg kilo lb pound cal kcal calory calorie k do did done doing go went going i me body
  style version variation type beginner advanced dog work school friend kid family local plus about between during while
  each every both total superset failure place spot yd yard mph kph`.split(/\s+/)
)

/** Words for how an exercise is done. */
const MANNERS: ReadonlySet<string> = new Set(
  `barbell dumbbell kettlebell cable machine band resistance bodyweight smith bar ball plate weight weighted loaded lever rack
  seated standing lying kneeling prone supine bent straight towel chair vest incline decline one two alternate alternating single double front back side high low wide narrow
  grip hold pose paused pause`.split(/\s+/)
)

/** Words for a movement or an activity. Many exercises share one, yet it is the most important word. */
const MOVEMENTS: ReadonlySet<string> = new Set(
  `abduction adduction bench bike bridge burpee carry chin chop clean climb crawl crunch curl cycling dance deadlift dip elliptical extension
  fly hang hike hop hyperextension jack jerk jog jump kick kickback lunge march plank press pull pulldown pullover pullup push pushdown pushup
  raise roll rotation row rowing run shrug situp skip slam slide snatch spin split sprint squat stand step swim swing thrust
  thruster treadmill twist walk windmill yoga`.split(/\s+/)
)

/**
 * How important a word is for identifying an exercise, apart from its rarity: 0 not at all, 1 manner, 2 object, 3
 * movement.
 */
export const importance = (typed: string): 0 | 1 | 2 | 3 => {
  const word = singular(typed)
  if (/^\d/.test(typed) || CONTEXT_WORDS.has(word)) return 0
  if (same(word).every((each) => MANNERS.has(each))) return 1
  const verb = verbOf(word)
  return [...same(word), verb, `${verb}e`].some((each) => each !== undefined && MOVEMENTS.has(each)) ? 3 : 2
}
