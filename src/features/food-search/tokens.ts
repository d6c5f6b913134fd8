import { fold, stem, withoutApostrophes, wordsOf } from "../../values/text/words.ts"
import {
  excludedIn,
  isAccompanied,
  isAccompanying,
  isCoordinated,
  isCoordinating,
  isJoining,
  keyOf,
  longestPhrase,
  meanings
} from "../foods/vocabulary.ts"
import { isCorrectedByFoods, respelling } from "./respelling.ts"

/** Further words of a query are ignored. */
export const MOST_WORDS = 16

/** Shorter words are not corrected: too many others are one letter away. */
export const SHORTEST_CORRECTED = 5

/** A word of a query. */
export interface Token {
  readonly word: string
  /** The word as typed, if `word` is a correction. */
  readonly typed?: string
  readonly stem: string
  /** Whether it follows a word such as "with". */
  readonly accompanies: boolean
  /** Whether it follows a word such as "and". */
  readonly isSecond: boolean
  /** Whether the food must not contain it. */
  readonly excluded: boolean
  /** Whether it follows the first comma. */
  readonly isAside: boolean
}

/** The stems of a text's words in order, without joining words. */
export const stemsInOrder = (text: string): ReadonlyArray<string> =>
  wordsOf(text).flatMap((word) => (isJoining(word) ? [] : [stem(word)]))

/** Words that only look like joining words without their accents: French "thé". */
export const accentedIn = (query: string): ReadonlySet<string> =>
  new Set(
    (
      query
        .toLowerCase()
        .normalize("NFC")
        .match(/\p{L}+/gu) ?? []
    ).flatMap((word) => (fold(word) !== word && isJoining(fold(word)) ? [fold(word)] : []))
  )

/** The distinct words of a text. Joining words are left out unless there are no others, or they are food words. */
export const tokensOf = (text: string, foods: ReadonlySet<string>): ReadonlyArray<Token> => {
  const tokens = new Map<string, Token>()
  let accompanies = false
  for (const [part, words] of text.split(",").map(wordsOf).entries()) {
    const excluded = excludedIn(words)
    for (const [index, word] of words.entries()) {
      accompanies ||= isAccompanying(word)
      if ((!isJoining(word) || foods.has(word)) && !tokens.has(word)) {
        tokens.set(word, {
          word,
          stem: stem(word),
          accompanies,
          isSecond: isCoordinating(words[index - 1] ?? ""),
          excluded: excluded[index] === true,
          isAside: part > 0
        })
      }
    }
  }
  if (tokens.size > 0) return [...tokens.values()].slice(0, MOST_WORDS)
  return [...new Set(wordsOf(text))]
    .slice(0, MOST_WORDS)
    .map((word) => ({ word, stem: stem(word), accompanies: false, isSecond: false, excluded: false, isAside: false }))
}

/**
 * Whether these tokens are a phrase of the table of food words. A salad with dressing is not salad dressing, and tea and
 * biscuits are not tea biscuits.
 */
const isPhrase = (tokens: ReadonlyArray<Token>): boolean => {
  const [first, ...others] = tokens
  const key = keyOf(tokens.map(({ stem }) => stem))
  return (
    meanings().has(key) &&
    (first?.accompanies === tokens.at(-1)?.accompanies || isAccompanied(key)) &&
    (!others.some(({ isSecond }) => isSecond) || isCoordinated(key))
  )
}

/** Splits a query's tokens into the longest phrases in the table of food words, and single words. */
const phrasesIn = (tokens: ReadonlyArray<Token>): ReadonlyArray<ReadonlyArray<Token>> => {
  const phrases: Array<ReadonlyArray<Token>> = []
  for (let start = 0; start < tokens.length; ) {
    let length = Math.min(longestPhrase(), tokens.length - start)
    while (length > 1 && !isPhrase(tokens.slice(start, start + length))) length--
    phrases.push(tokens.slice(start, start + length))
    start += length
  }
  return phrases
}

/**
 * The phrases of a text with misspelt words put right. Words that are no phrase with others stay as typed if the search of
 * a catalogue corrects them.
 */
export const respeltPhrasesIn = (text: string, foods: ReadonlySet<string>): ReadonlyArray<ReadonlyArray<Token>> => {
  const typed = new Map<string, string>()
  const right = withoutApostrophes(text).replace(/\p{L}+/gu, (word) => {
    const right = respelling(word)
    if (right !== undefined) typed.set(right, word)
    return right ?? word
  })
  return phrasesIn(tokensOf(right, foods)).map((tokens) =>
    tokens.map((token) => {
      const word = typed.get(token.word)
      if (word === undefined) return token
      const stays = tokens.length === 1 && word.length >= SHORTEST_CORRECTED && isCorrectedByFoods(word, token.word)
      return stays ? { ...token, word, stem: stem(word) } : { ...token, typed: word }
    })
  )
}
