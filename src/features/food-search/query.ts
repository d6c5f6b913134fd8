import { oncePer } from "../../values/once.ts"
import { fold, stem } from "../../values/text/words.ts"
import type { Spellings } from "../foods/label.ts"
import {
  isDescriptive,
  isExcluding,
  isFoodWord,
  joinedKey,
  keyOf,
  meanings,
  regionalWords
} from "../foods/vocabulary.ts"
import { type AskedAmount, amountOf, amountsIn } from "./amounts.ts"
import {
  accentedIn,
  MOST_WORDS,
  respeltPhrasesIn,
  SHORTEST_CORRECTED,
  stemsInOrder,
  type Token,
  tokensOf
} from "./tokens.ts"

/** A word to look for. */
export interface Word {
  readonly word: string
  readonly stem: string
  /** Whether it also matches longer words that begin with it. */
  readonly open: boolean
}

/** One or several words of a query that mean one thing, such as "spring onion". */
export interface Term {
  /**
   * Variants of the term: the query's own words, then synonyms. A food has the term if it has all words of one variant.
   */
  readonly ways: ReadonlyArray<ReadonlyArray<Word>>
  /** The stems of all variants. */
  readonly stems: ReadonlySet<string>
  /** The words that also match longer words. */
  readonly open: ReadonlyArray<string>
  /**
   * Its importance, unique within a query. If no food has all terms, those with the lowest weight are dropped first.
   */
  readonly weight: number
  /** Whether it is something the food comes with or without, because it follows a word such as "with". */
  readonly accompanies: boolean
  /** Whether it is a second food: "jam" in "toast and jam". */
  readonly joined: boolean
  /** Whether the food must not contain it: "sugar" in "tea without sugar". */
  readonly excluded: boolean
  /** Whether it is in the tables of food words. Others may be brands. */
  readonly known: boolean
  /** Whether it can be searched alone: "toast" can, "sliced" cannot. */
  readonly telling: boolean
  /** Whether its spelling may be corrected: it is long enough and not in the table of food words. */
  readonly correctable: boolean
  /** Whether the query's own words are misspelt. The other variants, from the second on, assume a typing error. */
  readonly isRespelt: boolean
  /** The number of typing errors in the query's word: 0 unless this is a correction. */
  readonly errors: number
}

/** A parsed query. */
export interface Question {
  /** The query's words without joining words. */
  readonly words: ReadonlyArray<string>
  readonly terms: ReadonlyArray<Term>
  /** The stems of the query's words in order, without joining words: as typed, and without amounts. */
  readonly typed: ReadonlyArray<ReadonlyArray<string>>
  /** The query in lower case, without accents and outer spaces: as typed, and without amounts. */
  readonly texts: ReadonlyArray<string>
  /** The digits of a barcode, if the query is one. */
  readonly barcode: string | undefined
  /** Whether it names an amount or a measure, such as "2 slices". */
  readonly hasAmount: boolean
  /** The amount that it names, if that is clear. */
  readonly amount: AskedAmount | undefined
}

const closed = (words: ReadonlyArray<string>): ReadonlyArray<Word> =>
  words.map((word) => ({ word, stem: stem(word), open: false }))

/** The variants of a term, with all their stems and open words. */
const saidIn = (ways: Term["ways"]): Pick<Term, "ways" | "stems" | "open"> => {
  const words = ways.flat()
  return {
    ways,
    stems: new Set(words.map(({ stem }) => stem)),
    open: words.flatMap(({ word, open }) => (open ? [word] : []))
  }
}

const isNumber = (word: string) => /^\p{N}+$/u.test(word) || [...word].length === 1

/** Queries with this many digits are barcodes: GTIN-8, UPC-A, EAN-13, GTIN-14. */
const BARCODE = /^\d{8,14}$/

/** How many questions are cached, with the catalogue searches that belong to them. */
const MOST_REMEMBERED = 500

const remembered = new Map<string, Question>()

/** Parses a query. Returns the same object for the same query while it is among the last ones asked. */
export const questionOf = (query: string): Question => {
  const question = remembered.get(query) ?? readQuestion(query)
  // A map keeps insertion order, so its first key is the least recently used.
  remembered.delete(query)
  remembered.set(query, question)
  if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? "")
  return question
}

/** 0 for accompaniments, 1 for descriptive words, 2 for further names after a comma, 3 for what names the food. */
const importanceOf = (tokens: ReadonlyArray<Token>, telling: boolean): 0 | 1 | 2 | 3 => {
  if (tokens.every(({ accompanies }) => accompanies)) return 0
  if (!telling) return 1
  return tokens.every(({ accompanies, isAside }) => accompanies || isAside) ? 2 : 3
}

/**
 * Number of weights per level of importance: words that are in no table of food words, such as brands, come before all
 * others.
 */
const WEIGHTS = 2 * MOST_WORDS

/** Terms with at least this weight name a food. Others describe it or its accompaniments. */
export const NAMING = 3 * WEIGHTS

/** A phrase's place by importance: later words name the food, but a second food follows the first. */
const placeOf = (index: number, second: number | undefined): number =>
  second === undefined || index > second ? index : index === second ? 0 : index + 1

/**
 * The place of the phrase that names a second food after the one that is meant: "jam" in "toast and jam". Undefined for
 * words that describe one food, such as "cheese and onion crisps".
 */
const secondOf = (
  phrases: ReadonlyArray<ReadonlyArray<Token>>,
  isName: (tokens: ReadonlyArray<Token>) => boolean
): number | undefined => {
  const [first, second] = phrases.flatMap((tokens, place) => (isName(tokens) ? [place] : [])).slice(-2)
  if (first === undefined || second === undefined) return undefined
  const isJoined = phrases.slice(first + 1, second + 1).some(([start]) => start?.isSecond === true)
  return isJoined && phrases[second]?.slice(0, -1).every(({ stem }) => isDescriptive(stem)) ? second : undefined
}

/** What the table of food words says that a phrase means. */
const synonymsOf = (tokens: ReadonlyArray<Token>) => {
  const stems = tokens.map(({ stem }) => stem)
  const second = tokens.findIndex(({ isSecond }, index) => index > 0 && isSecond)
  const joined = second < 0 ? undefined : meanings().get(joinedKey(stems, second))
  return joined ?? meanings().get(keyOf(stems))
}

const readQuestion = (query: string): Question => {
  const text = fold(query)
  const barcode = text.replace(/[\s-]/g, "")
  const { rest: asked, amounts } = amountsIn(text)
  const accented = accentedIn(query)
  const phrases = respeltPhrasesIn(asked, accented)
  const describes = (tokens: ReadonlyArray<Token>) =>
    tokens.every(({ word, stem }) => isDescriptive(stem) || isNumber(word))
  const accompanies = (tokens: ReadonlyArray<Token>) => tokens.every(({ accompanies }) => accompanies)
  const meant = phrases.filter((tokens) => !accompanies(tokens))
  // "Steak with fries" names a steak, which only describes other foods: "swordfish steak".
  const onlyDescribes = (meant.length > 0 ? meant : phrases).every(describes)
  const second = secondOf(phrases, (tokens) => !(describes(tokens) || accompanies(tokens)))
  return {
    words: tokensOf(text, accented).map(({ word }) => word),
    terms: phrases.map((tokens, index) => {
      const synonyms = synonymsOf(tokens)
      const isLast = index === phrases.length - 1
      const isRespelt = tokens.some(({ typed }) => typed !== undefined)
      const asTyped = isRespelt ? [closed(tokens.map(({ word, typed }) => typed ?? word))] : []
      const asked = tokens.map(({ word, stem }) => ({
        word,
        stem,
        open: tokens.length === 1 && !synonyms?.length && !isRespelt && ([...word].length > 1 || isLast)
      }))
      const telling = !describes(tokens) || (onlyDescribes && !(meant.length > 0 && accompanies(tokens)))
      const [{ word = "" } = {}] = tokens
      const known = synonyms !== undefined || tokens.every(({ stem }) => isFoodWord(stem))
      return {
        ...saidIn([...asTyped, asked, ...(synonyms ?? []).map(({ words }) => closed(words))]),
        weight: placeOf(index, second) + (known ? MOST_WORDS : 0) + WEIGHTS * importanceOf(tokens, telling),
        accompanies: accompanies(tokens),
        joined: index === second,
        excluded:
          tokens.every(({ excluded }) => excluded) && (tokens.length === 1 || !isExcluding(tokens[0]?.word ?? "")),
        known,
        telling,
        isRespelt,
        correctable: synonyms === undefined && !isRespelt && [...word].length >= SHORTEST_CORRECTED,
        errors: 0
      }
    }),
    typed: [...new Set([text, asked])].map(stemsInOrder),
    texts: [text.trim(), asked.trim()],
    barcode: BARCODE.test(barcode) ? barcode : undefined,
    hasAmount: asked !== text,
    amount: amountOf(amounts)
  }
}

/** The word of a term without synonyms, which may be in no food. Undefined for a term with synonyms. */
export const unproven = ({ ways }: Term): Word | undefined =>
  ways.length === 1 && ways[0]?.length === 1 ? ways[0][0] : undefined

/** The term with a corrected spelling. */
export const corrected = (term: Term, word: string, errors: number): Term => ({
  ...term,
  ...saidIn([[{ word, stem: stem(word), open: true }]]),
  errors
})

/**
 * The term with all its variants, including those for which the catalogue has one standard word, and those of a
 * corrected word.
 */
export const inAllWords = oncePer((term: Term): Term => {
  const asked = term.ways[term.isRespelt ? 1 : 0] ?? []
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

/** Whether a variant of the term is among the spellings. */
export const holds = (spellings: Spellings, { ways }: Term): boolean => ways.some((way) => holdsWay(spellings, way))

const holdsWholeWay = (spellings: Spellings, way: ReadonlyArray<Word>): boolean =>
  way.every((word) => hasWhole(spellings, word))

/** Whether the query's own words for the term are among the spellings as whole words, singular or plural. */
export const holdsAsAsked = (spellings: Spellings, { ways: [asked = []] }: Term): boolean =>
  holdsWholeWay(spellings, asked)

/** Whether a variant of the term is among the spellings as whole words, singular or plural. */
export const holdsWhole = (spellings: Spellings, { ways }: Term): boolean =>
  ways.some((way) => holdsWholeWay(spellings, way))
