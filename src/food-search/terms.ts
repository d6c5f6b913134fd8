import type { Spellings } from "../foods/label.ts"
import {
  isAccompanied,
  isAccompanying,
  isDescriptive,
  isJoining,
  keyOf,
  longestPhrase,
  meanings,
  regionalWords
} from "../foods/vocabulary.ts"
import { fold, stem, wordsOf } from "../text/words.ts"
import { oncePer } from "../values/once.ts"
import { withoutAmounts } from "./amounts.ts"

/** A word to look for. */
export interface Word {
  readonly word: string
  readonly stem: string
  /** Whether it also matches longer words that begin with it. */
  readonly open: boolean
}

/** A word of a query, or several that mean one thing, such as "spring onion". */
export interface Term {
  /** The ways to say it: the query's words, then synonyms. A food has the term if it has all words of one way. */
  readonly ways: ReadonlyArray<ReadonlyArray<Word>>
  /** The stems of all ways. */
  readonly stems: ReadonlySet<string>
  /** The words that also match longer words. */
  readonly open: ReadonlyArray<string>
  /** Its importance. If no food has all terms, those with the lowest weight are dropped first. Distinct within a query. */
  readonly weight: number
  /** Whether it says what the food comes with: it was asked for after a word such as "with". */
  readonly accompanies: boolean
  /** Whether it can be searched alone: "toast" can, "sliced" cannot. */
  readonly telling: boolean
  /** Whether its spelling may be corrected: it is long enough and not in the table of food words. */
  readonly correctable: boolean
}

/** What a query asks for. */
export interface Question {
  /** The words of the query without joining words. */
  readonly words: ReadonlyArray<string>
  readonly terms: ReadonlyArray<Term>
  /** The digits of a barcode, if the query is one. */
  readonly barcode: string | undefined
}

/** Words of a query after this many are ignored. */
const MOST_WORDS = 16

/** Words of fewer letters are not corrected: too many others are one letter away. */
const SHORTEST_CORRECTED = 5

interface Token {
  readonly word: string
  readonly stem: string
  /** Whether it comes after a word such as "with". */
  readonly accompanies: boolean
  /** Whether it comes after the first comma. */
  readonly isAside: boolean
}

/** The distinct words of a text, without joining words unless it has no others. */
const tokensOf = (text: string): ReadonlyArray<Token> => {
  const tokens = new Map<string, Token>()
  let accompanies = false
  const [head = "", ...others] = text.split(",")
  for (const [part, words] of [head, others.join(" ")].map(wordsOf).entries()) {
    for (const word of words) {
      accompanies ||= isAccompanying(word)
      if (!isJoining(word) && !tokens.has(word)) {
        tokens.set(word, { word, stem: stem(word), accompanies, isAside: part > 0 })
      }
    }
  }
  if (tokens.size > 0) return [...tokens.values()].slice(0, MOST_WORDS)
  return [...new Set(wordsOf(text))]
    .slice(0, MOST_WORDS)
    .map((word) => ({ word, stem: stem(word), accompanies: false, isAside: false }))
}

const closed = (words: ReadonlyArray<string>): ReadonlyArray<Word> =>
  words.map((word) => ({ word, stem: stem(word), open: false }))

/** The ways to say a term, with the stems and open words of all of them. */
const saidIn = (ways: Term["ways"]): Pick<Term, "ways" | "stems" | "open"> => {
  const words = ways.flat()
  return {
    ways,
    stems: new Set(words.map(({ stem }) => stem)),
    open: words.flatMap(({ word, open }) => (open ? [word] : []))
  }
}

const isNumber = (word: string) => /^\p{N}+$/u.test(word) || [...word].length === 1

/** A query of so many digits is a barcode: GTIN-8, UPC-A, EAN-13, GTIN-14. */
const BARCODE = /^\d{8,14}$/

/** Whether these tokens are a phrase of the table of food words. A salad with dressing is no salad dressing. */
const isPhrase = (tokens: ReadonlyArray<Token>): boolean => {
  const key = keyOf(tokens.map(({ stem }) => stem))
  return meanings().has(key) && (tokens[0]?.accompanies === tokens.at(-1)?.accompanies || isAccompanied(key))
}

/** Divides the tokens of a query into the longest phrases that are in the table of food words, and single words. */
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

/** How many questions are remembered, with the searches of the catalogue that belong to them. */
const MOST_REMEMBERED = 500

const remembered = new Map<string, Question>()

/** What a query asks for. The same object for the same query, as long as it is among the last ones asked. */
export const questionOf = (query: string): Question => {
  const question = remembered.get(query) ?? readQuestion(query)
  // A map keeps its keys in order, so the first is the one whose last use is longest ago.
  remembered.delete(query)
  remembered.set(query, question)
  if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? "")
  return question
}

/** 0 for what the food comes with, 1 for words that describe it, 2 for further names after a comma, 3 for what names it. */
const importanceOf = (tokens: ReadonlyArray<Token>, telling: boolean): 0 | 1 | 2 | 3 => {
  if (tokens.every(({ accompanies }) => accompanies)) return 0
  if (!telling) return 1
  return tokens.every(({ accompanies, isAside }) => accompanies || isAside) ? 2 : 3
}

const readQuestion = (query: string): Question => {
  const text = fold(query)
  const barcode = text.replace(/[\s-]/g, "")
  const phrases = phrasesIn(tokensOf(withoutAmounts(text)))
  const describes = (tokens: ReadonlyArray<Token>) =>
    tokens.every(({ word, stem }) => isDescriptive(stem) || isNumber(word))
  const onlyDescribes = phrases.every(describes)
  return {
    words: tokensOf(text).map(({ word }) => word),
    terms: phrases.map((tokens, index) => {
      const synonyms = meanings().get(keyOf(tokens.map(({ stem }) => stem)))
      const isLast = index === phrases.length - 1
      const asked = tokens.map(({ word, stem }) => ({
        word,
        stem,
        open: (synonyms === undefined || synonyms.length === 0) && ([...word].length > 1 || isLast)
      }))
      const ways = [asked, ...(synonyms ?? []).map(({ words }) => closed(words))]
      const telling = onlyDescribes || !describes(tokens)
      const [{ word = "" } = {}] = tokens
      return {
        ...saidIn(ways),
        weight: index + MOST_WORDS * importanceOf(tokens, telling),
        accompanies: tokens.every(({ accompanies }) => accompanies),
        telling,
        correctable: synonyms === undefined && [...word].length >= SHORTEST_CORRECTED
      }
    }),
    barcode: BARCODE.test(barcode) ? barcode : undefined
  }
}

/** The word of a term without synonyms, which no food may have. Undefined for a term with synonyms. */
export const unproven = ({ ways }: Term): Word | undefined =>
  ways.length === 1 && ways[0]?.length === 1 ? ways[0][0] : undefined

/** The term with a corrected spelling. */
export const corrected = (term: Term, word: string): Term => ({
  ...term,
  ...saidIn([[{ word, stem: stem(word), open: true }]])
})

/** The term with all other ways to say it, also those for which the catalogue has one word, and those of a corrected word. */
export const inAllWords = oncePer((term: Term): Term => {
  const [asked = []] = term.ways
  const key = keyOf(asked.map(({ stem }) => stem))
  const others = [...(meanings().get(key) ?? []), ...(regionalWords().get(key) ?? [])].filter(
    ({ stems }) => !term.ways.some((way) => keyOf(way.map(({ stem }) => stem)) === keyOf(stems))
  )
  return others.length === 0
    ? term
    : { ...term, ...saidIn([...term.ways, ...others.map(({ words }) => closed(words))]) }
})

const hasWhole = ({ words, stems }: Spellings, word: Word): boolean =>
  stems.includes(word.stem) || words.includes(word.stem)

/** Whether all words are among the spellings. Open words may also be the beginning of one. */
export const holdsWay = (spellings: Spellings, way: ReadonlyArray<Word>): boolean =>
  way.every(
    (word) => hasWhole(spellings, word) || (word.open && spellings.words.some((each) => each.startsWith(word.word)))
  )

/** Whether a way to say the term is among the spellings. */
export const holds = (spellings: Spellings, { ways }: Term): boolean => ways.some((way) => holdsWay(spellings, way))

/** Whether a way to say the term is among the spellings in whole words, in the singular or plural. */
export const holdsWhole = (spellings: Spellings, { ways }: Term): boolean =>
  ways.some((way) => way.every((word) => hasWhole(spellings, word)))

/** Terms with at least this weight name a food. Others describe it or say what it comes with. */
export const NAMING = 3 * MOST_WORDS

/** The indexes of the terms that a food must have, in the order of the question. Empty if these terms cannot be searched. */
export type Subset = ReadonlyArray<number>

/**
 * The subsets of terms to search for where no food has all of them, level by level. Each level drops one more term:
 * unknown ones first, then those of the lowest weight. Among terms that name foods, any one may be the one too many
 * ("cauliflower rice"), so such a level has one subset without each. Of three or more, the last is never dropped: it says
 * what the food is ("ham and cheese omelette"). What remains must be known and make sense alone. The SQL of the search
 * drops terms in the same way.
 */
const droppings = (
  terms: ReadonlyArray<Term>,
  isKnown: (index: number) => boolean
): ReadonlyArray<ReadonlyArray<Subset>> => {
  const weightOf = (index: number) => terms[index]?.weight ?? 0
  const order = terms
    .map((_, index) => index)
    .sort((a, b) => Number(isKnown(a)) - Number(isKnown(b)) || weightOf(a) - weightOf(b))
  return order.map((edge, level) => {
    const rest = order.slice(level)
    const droppable = rest.length > 2 ? rest.slice(0, -1) : rest
    const dropped = isKnown(edge) && weightOf(edge) >= NAMING ? droppable : [edge]
    return dropped.map((out) => {
      const kept = rest.filter((index) => index !== out).toSorted((a, b) => a - b)
      return kept.every(isKnown) && kept.some((index) => terms[index]?.telling === true) ? kept : []
    })
  })
}

/** Every level of a search: all terms, if they are known, and then the {@link droppings}. */
export const levelsOf = (
  terms: ReadonlyArray<Term>,
  isKnown: (index: number) => boolean
): ReadonlyArray<ReadonlyArray<Subset>> => {
  const all = terms.map((_, index) => index)
  const whole = all.length > 0 && all.every(isKnown) ? [all] : []
  return [whole, ...droppings(terms, isKnown)]
}
