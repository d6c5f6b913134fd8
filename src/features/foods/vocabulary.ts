import { assetText } from "../../platform/assets/assets.ts"
import { once } from "../../values/once.ts"
import { stem, wordsOf } from "../../values/text/words.ts"

/** The lines of a table whose first line names its columns. */
const linesOf = (file: string): ReadonlyArray<ReadonlyArray<string>> =>
  assetText(`src/features/foods/${file}`)
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))

/**
 * The table of food words. Each line has words, their meaning, and a reason or source. A meaning in brackets is the
 * class of a single word. Any other meaning is one or more synonyms, separated by " / ", most likely first.
 */
const foodWords = once(() =>
  linesOf("food-words.tsv").map(([words = "", meaning = "", reason = ""]) => ({ words, meaning, reason }))
)

const ofClass = (name: string): ReadonlyArray<string> =>
  foodWords().flatMap(({ words, meaning }) => (meaning === `(${name})` ? [words] : []))

/** Creates a test of whether a word is among `words`, which are read on first use. */
const isAmong = (words: () => ReadonlyArray<string>): ((word: string) => boolean) => {
  const set = once(() => new Set(words()))
  return (word) => set().has(word)
}

/** Creates a test of whether a stem belongs to a word of these classes. */
const isOfClass = (...names: ReadonlyArray<string>) => isAmong(() => names.flatMap(ofClass).map(stem))

/** Words such as "of" and "with", which a search ignores. */
export const isJoining = isAmong(() => ofClass("joining"))

/**
 * Words that make a name longer but not narrower, such as usual preparations and label phrases: "Egg, whole, raw,
 * fresh" is as plain as "Egg".
 */
export const isPlain = isOfClass("plain")

/** Words that do not narrow a name after "with", "without" or "and", such as skin in "chicken, meat and skin". */
export const isAside = isOfClass("aside")

/** Words of foods that few people mean, such as "infant". Each counts as two narrowing words, even in brackets. */
export const isOdd = isOfClass("odd")

/** Words of foods that most kitchens have. Among equally plain names, those with only these words come first. */
export const isEveryday = isOfClass("everyday")

/** Words that describe a food rather than name it. If no food matches a query, they are dropped first. */
export const isDescriptive = isOfClass("plain", "descriptive")

/** A phrase's words without joining words, and their stems. */
interface Phrase {
  readonly words: ReadonlyArray<string>
  readonly stems: ReadonlyArray<string>
}

const phraseOf = (text: string): Phrase => {
  const all = wordsOf(text)
  const telling = all.filter((word) => !isJoining(word))
  const words = telling.length > 0 ? telling : all
  return { words, stems: words.map(stem) }
}

const EXCLUDING: ReadonlySet<string> = new Set(["without", "no"])

/** Whether the food is without the words after this one. */
export const isExcluding = (word: string): boolean => EXCLUDING.has(word)

/** "With" in English, German, Spanish, Italian, French, Portuguese and Dutch. */
const WITH = ["with", "mit", "con", "avec", "com", "met"]

const ACCOMPANYING: ReadonlySet<string> = new Set([...EXCLUDING, ...WITH, "in", "on", "from", "for"])

/** Whether the words after this one say what the food comes with or without. */
export const isAccompanying = (word: string): boolean => ACCOMPANYING.has(word)

/** "And" in English, German, Spanish, Italian, Portuguese, French, Dutch and Turkish. */
const COORDINATING: ReadonlySet<string> = new Set(["and", "und", "y", "e", "et", "en", "ve"])

/** Whether the word joins two foods: "toast and jam". */
export const isCoordinating = (word: string): boolean => COORDINATING.has(word)

/** For each word of a text or part of a name, whether the food is without it: "without added salt or pepper". */
export const excludedIn = (words: ReadonlyArray<string>): ReadonlyArray<boolean> => {
  let goesOn = false
  return words.map((word, index) => {
    const excluded = goesOn || isExcluding(words[index - 1] ?? "")
    goesOn =
      excluded &&
      (isDescriptive(stem(word)) || ["and", "or"].some((each) => each === word || each === words[index + 1]))
    return excluded
  })
}

/** The key of a phrase: its stems, in order. */
export const keyOf = (stems: ReadonlyArray<string>): string => stems.join(" ")

/** The key of a phrase that joins two foods, the second at `second`: `tea and biscuit`, which is no tea biscuit. */
export const joinedKey = (stems: ReadonlyArray<string>, second: number): string =>
  keyOf(stems.toSpliced(second, 0, "and"))

/** The key of a phrase of the table that joins two foods; undefined of others. */
const joinedKeyIn = (text: string): string | undefined => {
  const words = wordsOf(text)
  const at = words.findIndex(isCoordinating)
  const second = words.slice(0, Math.max(at, 0)).filter((word) => !isJoining(word)).length
  return second > 0 ? joinedKey(phraseOf(text).stems, second) : undefined
}

/** The everyday names of a food that many people eat. */
export interface EverydayFood {
  /** The stems of each of its names, in order. */
  readonly names: ReadonlyArray<ReadonlyArray<string>>
  /** The stems of all its names. */
  readonly stems: ReadonlySet<string>
  /** The words of all its names. */
  readonly words: ReadonlyArray<string>
  /** Its position among the everyday foods, from 0. */
  readonly place: number
}

const everydayNames = once(() =>
  linesOf("everyday-foods.tsv").map(([id = "", names = ""]) => {
    const texts = names.split(", ")
    return { id, texts, phrases: texts.map(phraseOf) }
  })
)

/** The foods that people mean by plain names, by id. */
export const everydayFoods = once(
  (): ReadonlyMap<string, EverydayFood> =>
    new Map(
      everydayNames().map(({ id, phrases }, place) => [
        id,
        {
          names: phrases.map(({ stems }) => stems),
          stems: new Set(phrases.flatMap(({ stems }) => stems)),
          words: [...new Set(phrases.flatMap(({ words }) => words))],
          place
        }
      ])
    )
)

/** Small words of other languages: "pechuga de pollo" is also found as "pechuga pollo". */
const PARTICLES =
  /(?<=\s)(?:de|del|di|da|do|du|des|al|alla|allo|au|aux|à la|a la|con|com|mit|met|avec|z|ze|w|van)\s+|\bd'/g

/** Other ways to type a word of another language: without particles, and in German with vowels for umlauts. */
const typedAs = (words: string): ReadonlyArray<string> => {
  const spelt = [words, words.replace(PARTICLES, "")]
  const german = spelt.map((each) => each.replace(/[äöü]/gi, (letter) => `${letter.normalize("NFD")[0] ?? letter}e`))
  return [...new Set([...spelt, ...german])]
}

/** Names of foods in eight languages, with the everyday name that they mean. */
const wordsAbroad = once(() =>
  linesOf("words-abroad.tsv").flatMap(([meaning = "", ...languages]) =>
    [...new Set(languages.flatMap((names) => names.split(", ")).flatMap(typedAs))].map((words) => ({ words, meaning }))
  )
)

/** Whether a stem belongs to a word in the tables of food words or in an everyday name. */
export const isFoodWord = isAmong(() => [
  ...[...foodWords(), ...wordsAbroad()].flatMap(({ words }) =>
    words.includes(" ") ? [] : [stem(wordsOf(words).join(""))]
  ),
  ...everydayNames().flatMap(({ phrases }) => phrases.flatMap(({ stems }) => stems))
])

/** The phrases of the table of food words, and the everyday names. */
export const foodPhrases = (): ReadonlyArray<string> => [
  ...foodWords().map(({ words }) => words),
  ...wordsAbroad().map(({ words }) => words),
  ...everydayNames().flatMap(({ texts }) => texts)
]

/** Words of at least 7 letters are also recognised when written as two words of at least 3 letters each. */
const SHORTEST_SPLIT = 7
const SHORTEST_PART = 3

type Meanings = Map<string, ReadonlyArray<Phrase>>

/** Adds other spellings of phrases: two words written as one ("icecream"), and one word written as two ("water melon"). */
const addSpellings = (meanings: Meanings, phrases: Iterable<Phrase>) => {
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

/**
 * The synonyms of each phrase, by its key. Empty for words in the table without synonyms. A phrase that joins two foods has a
 * key of its own, beside the one that it shares with the phrase without "and".
 */
export const meanings = once((): ReadonlyMap<string, ReadonlyArray<Phrase>> => {
  const meanings: Meanings = new Map()
  const withSynonyms: Array<Phrase> = []
  for (const { words, meaning } of foodWords()) {
    const phrase = phraseOf(words)
    const key = keyOf(phrase.stems)
    if (!meaning.startsWith("(")) {
      const meant = meaning.split(" / ").map(phraseOf)
      const joined = joinedKeyIn(words)
      withSynonyms.push(phrase)
      if (joined !== undefined) meanings.set(joined, meant)
      if (joined === undefined || !meanings.has(key)) meanings.set(key, meant)
    } else if (!meanings.has(key)) meanings.set(key, [])
  }
  for (const { words, meaning } of wordsAbroad()) {
    const key = keyOf(phraseOf(words).stems)
    const meant = phraseOf(meaning)
    const known = meanings.get(key) ?? []
    // A word with the same stem in both languages needs no synonym.
    if ([key, ...known.map(({ stems }) => keyOf(stems))].includes(keyOf(meant.stems))) continue
    meanings.set(key, [...known, meant])
  }
  addSpellings(meanings, [...withSynonyms, ...everydayNames().flatMap(({ phrases }) => phrases)])
  return meanings
})

/** The reasons of lines whose words name the same food elsewhere, rather than a kind of it. */
const REGIONAL = /^(British|American|Australian|Scots|Indian English|South African|spelling)(:|$)/

/**
 * The words that mean the same in other regions or spellings, by key: courgette for zucchini. The catalogue contains
 * the table's synonyms; a person's own foods may contain any of them.
 */
export const regionalWords = once((): ReadonlyMap<string, ReadonlyArray<Phrase>> => {
  const regional = foodWords().flatMap(({ words, meaning, reason }) => {
    const phrases = [phraseOf(words), ...meaning.split(" / ").map(phraseOf)]
    const isOneWord = phrases.length === 2 && phrases.every(({ stems }) => stems.length === 1)
    return REGIONAL.test(reason) && isOneWord ? [phrases] : []
  })
  const byMeaning = Map.groupBy(regional, ([, meaning]) => keyOf(meaning?.stems ?? []))
  return new Map(byMeaning.entries().map(([key, all]) => [key, all.flatMap(([phrase]) => phrase ?? [])]))
})

/** The keys of phrases that contain an accompanying word: "corn on the cob". */
export const isAccompanied = isAmong(() =>
  foodPhrases()
    .filter((text) => wordsOf(text).slice(1).some(isAccompanying))
    .map((text) => keyOf(phraseOf(text).stems))
)

/** The keys of phrases that contain a word such as "and": "macaroni and cheese". */
export const isCoordinated = isAmong(() =>
  foodPhrases()
    .filter((text) => wordsOf(text).slice(1).some(isCoordinating))
    .map((text) => keyOf(phraseOf(text).stems))
)

/** Most words in a phrase of the table. */
export const longestPhrase = once(() => Math.max(...Array.from(meanings().keys(), (key) => key.split(" ").length)))
