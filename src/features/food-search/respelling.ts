import { assetText } from "../../platform/assets/assets.ts"
import { once } from "../../values/once.ts"
import { ascending, placeOf } from "../../values/text/ascending.ts"
import { hasTwoTypingErrors, isTypingError } from "../../values/text/corrections.ts"
import { errorsBetween, spellingBy } from "../../values/text/spelling.ts"
import { stem, wordsOf } from "../../values/text/words.ts"
import { everydayFoods, foodPhrases, isFoodWord } from "../foods/vocabulary.ts"

const countIn = (counts: Map<string, number>, texts: ReadonlyArray<string>) => {
  for (const word of texts.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1)
}

/** The words of the shipped foods, the table of food words and the everyday names. */
const known = once(() => {
  const counts = new Map<string, number>()
  const lines = assetText("src/features/foods/foods.tsv").split("\n")
  const names = lines.map((line) => line.split("\t", 7).slice(3).join(" "))
  countIn(counts, names)
  const everyday = [...everydayFoods().values()].flatMap(({ words }) => words)
  const findable = new Set([...counts.keys(), ...everyday])
  countIn(counts, foodPhrases())
  const words = [...counts.keys()].sort(ascending)
  return {
    /** How many texts have each word. */
    counts,
    /** The words by which shipped foods are found. */
    findable,
    /** All words, sorted. */
    words,
    stems: new Set(words.map(stem))
  }
})

/** Whether the word is a known word in the singular or plural, or the beginning of one that is still being typed. */
const isKnown = (word: string): boolean => {
  const { counts, words, stems } = known()
  return counts.has(word) || words[placeOf(words, word)]?.startsWith(word) === true || stems.has(stem(word))
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
    known()
      .counts.entries()
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

const spelling = once(() => spellingBy(known().counts))

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
  known().findable.has(right) && (isTypingError(word, right) || hasTwoTypingErrors(word, right))
