import { stem, wordsOf } from "../text/words.ts"
import { ASIDES, EVERYDAY, JOINING, ODD, PLAIN } from "./vocabulary.ts"

export interface LabelWord {
  readonly word: string
  readonly stem: string
  /** Whether the word makes the name a narrower one. */
  readonly telling: boolean
  /** Which part of the name it stands in, counted from 0; commas and brackets part a name. */
  readonly part: number
}

/** The words of a food's name in order, and those of its brand, with what ranking needs to know of them. */
export interface Label {
  readonly name: ReadonlyArray<LabelWord>
  readonly brand: ReadonlyArray<LabelWord>
  /** Characters of name and brand. */
  readonly length: number
  /** How many words narrow it down; a brand counts for two. Plain foods have few. */
  readonly narrowness: number
  /** Whether every word that tells something is known in most kitchens. */
  readonly everyday: boolean
}

/** Amounts, and the letters of vitamins. */
const isSmall = (word: string) => /^(?:\p{N}+|[a-z])$/u.test(word)

const labelWords = (text: string, part: number, telling: boolean): ReadonlyArray<LabelWord> =>
  wordsOf(text).map((word, index, words) => {
    const root = stem(word)
    const aside = ASIDES.has(root) && JOINING.has(words[index - 1] ?? "")
    return {
      word,
      stem: root,
      telling: ODD.has(root) || (telling && !PLAIN.has(root) && !isSmall(word) && !aside),
      part
    }
  })

/** What is in brackets explains a name, and does not narrow it down. */
const nameWords = (name: string): ReadonlyArray<LabelWord> =>
  name
    .split(/(\([^)]*\))|,/)
    .flatMap((text, part) => (text === undefined ? [] : labelWords(text, part, !text.startsWith("("))))

export const labelOf = (name: string, brandName: string | null): Label => {
  const words = nameWords(name)
  const brand = brandName === null ? [] : labelWords(brandName, 0, true)
  const telling = words.filter((word) => word.telling)
  return {
    name: words,
    brand,
    length: name.length + (brandName?.length ?? 0),
    narrowness: telling.length + telling.filter((word) => ODD.has(word.stem)).length + (brand.length > 0 ? 2 : 0),
    everyday: brand.length === 0 && telling.every((word) => EVERYDAY.has(word.stem))
  }
}

/** Two words with a hyphen between them are found in one piece, too. */
const closedUp = (text: string): ReadonlyArray<string> =>
  text.includes("-")
    ? (text.match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)+/gu) ?? []).flatMap((compound) =>
        wordsOf(compound.replaceAll("-", ""))
      )
    : []

/** Every word a food is found under, each once: those of its name and brand, and hyphenated ones closed up. */
export const searchWordsOf = (name: string, brandName: string | null): ReadonlyArray<string> => {
  const text = brandName === null ? name : `${name} ${brandName}`
  return [...new Set([...wordsOf(text), ...closedUp(text)])]
}

/** The words that a food is found by, and their stems. */
export interface Spellings {
  readonly words: ReadonlyArray<string>
  readonly stems: ReadonlyArray<string>
}

export const spellingsOf = (words: ReadonlyArray<string>): Spellings => ({ words, stems: words.map(stem) })

/** The fields of a food that searching and ranking read. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly brandName: string | null
}

/** What is remembered of so many names at most. */
const MOST_NAMES = 20_000

/** What `make` makes of a food's name and brand, made once for each. */
export const rememberedByName = <A>(make: (name: string, brandName: string | null) => A): ((food: Named) => A) => {
  const made = new Map<string, A>()
  return ({ name, brandName }) => {
    const key = brandName === null ? name : `${name}\n${brandName}`
    const known = made.get(key)
    if (known !== undefined) return known
    if (made.size >= MOST_NAMES) made.clear()
    const fresh = make(name, brandName)
    made.set(key, fresh)
    return fresh
  }
}

/** Foods are searched band by band, plain ones first, until there are enough. */
export const BANDS = 16

const RANKS_PER_WORD = 2000

/** Where a food stands before anything is asked, plain and short ones first: narrowness, then everyday ones, then length. */
export const searchRankOf = ({ narrowness, everyday, length }: Label): number =>
  RANKS_PER_WORD * narrowness + (everyday ? 0 : RANKS_PER_WORD / 2) + Math.min(length, RANKS_PER_WORD / 2 - 1)

export const bandOf = (searchRank: number): number => Math.min(Math.floor(searchRank / RANKS_PER_WORD), BANDS - 1)
