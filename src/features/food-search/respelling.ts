import { assetText } from "../../platform/assets/assets.ts"
import { once } from "../../values/once.ts"
import { hasTwoTypingErrors, isTypingError } from "../../values/text/corrections.ts"
import { errorsBetween, spellingBy } from "../../values/text/spelling.ts"
import { stem, wordsOf } from "../../values/text/words.ts"
import { foodPhrases, isFoodWord } from "../foods/vocabulary.ts"

const countsIn = (texts: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const word of texts.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The names and brands of the shipped foods. */
const shippedNames = once(() =>
  assetText("src/features/foods/foods.tsv")
    .split("\n")
    .map((line) => line.split("\t", 5).slice(3).join(" "))
)

/** Each word of the shipped foods, the table of food words and the everyday names, with the number of texts that have it. */
const wordCounts = once(() => countsIn([...shippedNames(), ...foodPhrases()]))

const shippedWords = once(() => new Set(shippedNames().flatMap(wordsOf)))

const knownStems = once(() => new Set(wordCounts().keys().map(stem)))

/** Whether the word is a known word in the singular or plural, or the beginning of one that is still being typed. */
const isKnown = (word: string): boolean => {
  if (knownStems().has(stem(word))) return true
  for (const known of wordCounts().keys()) if (known.startsWith(word)) return true
  return false
}

/** Shorter words are not put right, and words of this length only by their sound: too many others resemble them. */
const SHORTEST = 4
const LONGEST = 24

/** The consonants that one hears in a word, and its first letter: `vngr` for vinegar and "viniger". */
const soundOf = (word: string): string =>
  word
    .replace(/ph/g, "f")
    .replace(/c(?=[eiy])|z/g, "s")
    .replace(/[cq]/g, "k")
    .replace(/(?<=.)[aeiouyh]/g, "")
    .replace(/(.)\1+/g, "$1")

/** With fewer consonants, too many words sound alike. */
const FEWEST_CONSONANTS = 3

/** Only longer words may have two errors, besides double letters, if they sound right. */
const ONE_ERROR = 5

const bySound = once(() =>
  Map.groupBy(
    wordCounts()
      .entries()
      .filter(([word]) => isFoodWord(stem(word))),
    ([word]) => soundOf(word)
  )
)

/** The food word that sounds like this one, with the fewest errors, then the most common one. */
const heard = (typed: string): string | undefined => {
  const sound = soundOf(typed)
  if (sound.length < FEWEST_CONSONANTS) return undefined
  const most = typed.length > ONE_ERROR ? 2 : 1
  return (bySound().get(sound) ?? [])
    .flatMap(([word, count]) => {
      const errors = errorsBetween(typed, word, most)
      return errors === undefined ? [] : [{ word, count, errors }]
    })
    .sort((a, b) => a.errors - b.errors || b.count - a.count || (a.word < b.word ? -1 : 1))[0]?.word
}

const spelling = once(() => spellingBy(wordCounts()))

/**
 * The food word that a misspelt word means, by its letters or by its sound. Undefined for words of shipped foods, and if
 * no food word is the closest.
 */
export const respelling = (word: string): string | undefined => {
  if (word.length < SHORTEST || word.length > LONGEST || isKnown(word)) return undefined
  const right = word.length > SHORTEST ? spelling()(word) : undefined
  return right !== undefined && isFoodWord(stem(right)) ? right : heard(word)
}

/** Whether the search of a catalogue corrects the word so by itself, because foods have the right one. */
export const isCorrectedByFoods = (word: string, right: string): boolean =>
  shippedWords().has(right) && (isTypingError(word, right) || hasTwoTypingErrors(word, right))
