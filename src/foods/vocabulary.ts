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
 * The table of food words: words, their meaning, and the reason or source of that. A meaning in brackets is the class of a single
 * word; any other is one or more ways to say the same, separated by " / ", the likeliest first.
 */
const FOOD_WORDS = linesOf("food-words.tsv").map(([words = "", meaning = ""]) => ({ words, meaning }))

const classOf = (name: string): ReadonlySet<string> =>
  new Set(FOOD_WORDS.flatMap(({ words, meaning }) => (meaning === `(${name})` ? [stem(words)] : [])))

/** Words between others that say nothing by themselves: a query may contain them, and names need not. */
export const JOINING: ReadonlySet<string> = new Set(
  FOOD_WORDS.flatMap(({ words, meaning }) => (meaning === "(joining)" ? [words] : []))
)

/**
 * Words that make a name longer but not narrower: a food as it is usually eaten, how it was prepared, phrases of labels.
 * "Egg, whole, raw, fresh" is as plain as "Egg".
 */
export const PLAIN = classOf("plain")

/** What a food comes with or without does not narrow its name, unless it is named first: "chicken, meat and skin". */
export const ASIDES = classOf("aside")

/** Words of foods that few people mean: each makes a name narrower by one more word, in brackets too. */
export const ODD = classOf("odd")

/** Words of foods that most kitchens know; of equally plain names, those of these words alone come first. */
export const EVERYDAY = classOf("everyday")

/** Words that tell how a food is rather than which food: of a query that no food matches, these are dropped first. */
export const DESCRIPTIVE: ReadonlySet<string> = new Set([...PLAIN, ...classOf("descriptive")])

/** The words of a phrase that say something, and their stems. */
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

/** What tells phrases apart: their stems, in order. */
export const keyOf = (stems: ReadonlyArray<string>): string => stems.join(" ")

const meanings = new Map<string, ReadonlyArray<Phrase>>()
for (const { words, meaning } of FOOD_WORDS) {
  const key = keyOf(phraseOf(words).stems)
  if (!meaning.startsWith("(")) meanings.set(key, meaning.split(" / ").map(phraseOf))
  else if (!meanings.has(key)) meanings.set(key, [])
}

/** What people usually call a food that many eat. */
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

const EVERYDAY_NAMES = linesOf("everyday-foods.tsv").map(([ndb = "", names = ""]) => ({
  id: `food_sr28_${ndb}`,
  phrases: names.split(", ").map(phraseOf)
}))

/** The foods that people eat every day, by id: those they mean by a plain name. */
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

/** The shortest word that is also understood when written as two, and the shortest part of it. */
const SHORTEST_SPLIT = 7
const SHORTEST_PART = 3

/** Two words written as one ("icecream") and one word written as two ("water melon") mean what the usual spelling means. */
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

/** Other ways to say a phrase, by its key; none for a word that is in the table and has no other. */
export const MEANINGS: ReadonlyMap<string, ReadonlyArray<Phrase>> = meanings

/** The most words that a phrase of the table has. */
export const LONGEST_PHRASE = Math.max(...Array.from(MEANINGS.keys(), (key) => key.split(" ").length))
