import { assetText } from "../assets/assets.ts"
import { stem, wordsOf } from "../text/words.ts"

/** A line of a table whose first line names its columns. */
const linesOf = (file: string): ReadonlyArray<ReadonlyArray<string>> =>
  assetText(`src/foods/${file}`)
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))

/**
 * The table of food words. Each line has words, their meaning, and a reason or source. A meaning in brackets is the class of
 * a single word. Any other meaning is one or more synonyms, separated by " / ", the likeliest first.
 */
const FOOD_WORDS = linesOf("food-words.tsv").map(([words = "", meaning = ""]) => ({ words, meaning }))

const classOf = (name: string): ReadonlySet<string> =>
  new Set(FOOD_WORDS.flatMap(({ words, meaning }) => (meaning === `(${name})` ? [stem(words)] : [])))

/** Words such as "of" and "with", which a search ignores. */
export const JOINING: ReadonlySet<string> = new Set(
  FOOD_WORDS.flatMap(({ words, meaning }) => (meaning === "(joining)" ? [words] : []))
)

/**
 * Words that make a name longer but not narrower, such as usual preparations and phrases of labels: "Egg, whole, raw,
 * fresh" is as plain as "Egg".
 */
export const PLAIN = classOf("plain")

/** Words that do not narrow a name after "with", "without" or "and", such as skin in "chicken, meat and skin". */
export const ASIDES = classOf("aside")

/** Words of foods that few people mean, such as "infant". Each counts as two words that narrow a name, also in brackets. */
export const ODD = classOf("odd")

/** Words of foods that most kitchens have. Of equally plain names, those with only these words come first. */
export const EVERYDAY = classOf("everyday")

/** Words that describe a food rather than name it. If no food matches a query, they are dropped first. */
export const DESCRIPTIVE: ReadonlySet<string> = new Set([...PLAIN, ...classOf("descriptive")])

/** The words of a phrase without joining words, and their stems. */
export interface Phrase {
  readonly words: ReadonlyArray<string>
  readonly stems: ReadonlyArray<string>
}

export const phraseOf = (text: string): Phrase => {
  const all = wordsOf(text)
  const telling = all.filter((word) => !JOINING.has(word))
  const words = telling.length > 0 ? telling : all
  return { words, stems: words.map(stem) }
}

/** Words after one of these say what the food comes with or without. */
export const ACCOMPANYING: ReadonlySet<string> = new Set(["with", "without", "in", "on", "from", "for"])

/** The key of a phrase: its stems, in order. */
export const keyOf = (stems: ReadonlyArray<string>): string => stems.join(" ")

const meanings = new Map<string, ReadonlyArray<Phrase>>()
for (const { words, meaning } of FOOD_WORDS) {
  const key = keyOf(phraseOf(words).stems)
  if (!meaning.startsWith("(")) meanings.set(key, meaning.split(" / ").map(phraseOf))
  else if (!meanings.has(key)) meanings.set(key, [])
}

/** The everyday names of a food that many people eat. */
export interface EverydayFood {
  /** The stems of each of its names, in order. */
  readonly names: ReadonlyArray<ReadonlyArray<string>>
  /** The stems of all its names. */
  readonly stems: ReadonlySet<string>
  /** The words of all its names. */
  readonly words: ReadonlyArray<string>
  /** Its place among the everyday foods, from 0. */
  readonly place: number
}

const EVERYDAY_NAMES = linesOf("everyday-foods.tsv").map(([ndb = "", names = ""]) => {
  const texts = names.split(", ")
  return { id: `food_sr28_${ndb}`, texts, phrases: texts.map(phraseOf) }
})

/** The foods that people mean by plain names, by id. */
export const EVERYDAY_FOODS: ReadonlyMap<string, EverydayFood> = new Map(
  EVERYDAY_NAMES.map(({ id, phrases }, place) => [
    id,
    {
      names: phrases.map(({ stems }) => stems),
      stems: new Set(phrases.flatMap(({ stems }) => stems)),
      words: [...new Set(phrases.flatMap(({ words }) => words))],
      place
    }
  ])
)

/** Words of at least 7 letters are also recognised when written as two words, of at least 3 letters each. */
const SHORTEST_SPLIT = 7
const SHORTEST_PART = 3

/** Adds other spellings of phrases: two words written as one ("icecream"), and one word written as two ("water melon"). */
const addSpellings = (phrases: Iterable<Phrase>) => {
  const mean = (key: string, phrase: Phrase) => {
    if (!meanings.has(key)) meanings.set(key, [phrase, ...(meanings.get(keyOf(phrase.stems)) ?? [])])
  }
  for (const phrase of phrases) {
    const [word = "", second, ...others] = phrase.words
    if (others.length > 0) continue
    if (second !== undefined) mean(stem(word + second), phrase)
    else if (word.length >= SHORTEST_SPLIT) {
      for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
        mean(keyOf([stem(word.slice(0, at)), stem(word.slice(at))]), phrase)
      }
    }
  }
}

addSpellings([
  ...FOOD_WORDS.flatMap(({ words, meaning }) => (meaning.startsWith("(") ? [] : [phraseOf(words)])),
  ...EVERYDAY_NAMES.flatMap(({ phrases }) => phrases)
])

/** The keys of phrases with such a word in them: "corn on the cob". */
export const ACCOMPANIED: ReadonlySet<string> = new Set(
  [...FOOD_WORDS.map(({ words }) => words), ...EVERYDAY_NAMES.flatMap(({ texts }) => texts)]
    .filter((text) =>
      wordsOf(text)
        .slice(1)
        .some((word) => ACCOMPANYING.has(word))
    )
    .map((text) => keyOf(phraseOf(text).stems))
)

/** The synonyms of each phrase, by its key. Empty for words that are in the table without synonyms. */
export const MEANINGS: ReadonlyMap<string, ReadonlyArray<Phrase>> = meanings

/** The most words that a phrase of the table has. */
export const LONGEST_PHRASE = Math.max(...Array.from(MEANINGS.keys(), (key) => key.split(" ").length))
