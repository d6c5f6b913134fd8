import { oncePer } from "../../values/once.ts"
import { stem, wordsOf } from "../../values/text/words.ts"
import type { Known } from "./model.ts"
import { everydayFoods, excludedIn, isAside, isEveryday, isJoining, isOdd, isPlain } from "./vocabulary.ts"

export interface Stemmed {
  readonly word: string
  readonly stem: string
}

export interface LabelWord extends Stemmed {
  /** Whether the word narrows the name down. */
  readonly telling: boolean
  /** Whether few people mean foods with it. */
  readonly odd: boolean
  /** The part of the name that contains it, counted from 0; commas and brackets separate parts. */
  readonly part: number
  /** Whether the food is without it: "salt" in "Butter, without salt". */
  readonly excluded: boolean
}

/** The words of a food's name in order, with what ranking needs to know about them, and those of its brand. */
export interface Label {
  readonly name: ReadonlyArray<LabelWord>
  readonly brand: ReadonlyArray<Stemmed>
  /**
   * All words of name and brand and their stems, including hyphenated words written as one. A list, because searching
   * so few is faster than a Set.
   */
  readonly stems: ReadonlyArray<string>
  /** Characters of name and brand. */
  readonly length: number
  /** How many words narrow the name down. A brand counts as two. Plain foods have low values. */
  readonly narrowness: number
  /** Whether it has no brand, and all words that narrow it down are words of everyday foods. */
  readonly everyday: boolean
}

/** Whether a word is a number or a single letter, such as the D of vitamin D. */
const isSmall = (word: string) => /^(?:\p{N}+|[a-z])$/u.test(word)

const labelWords = (text: string, part: number, telling: boolean): ReadonlyArray<LabelWord> => {
  const words = wordsOf(text)
  const excluded = excludedIn(words)
  return words.map((word, index) => {
    const root = stem(word)
    const aside = isAside(root) && isJoining(words[index - 1] ?? "")
    const odd = isOdd(root)
    return {
      word,
      stem: root,
      telling: odd || (telling && !isPlain(root) && !isSmall(word) && !aside),
      odd,
      part,
      excluded: excluded[index] === true
    }
  })
}

/** The words of a name. Those in brackets explain it and do not narrow it down. */
const nameWords = (name: string): ReadonlyArray<LabelWord> =>
  name
    .split(/(\([^)]*\))|,/)
    .flatMap((text, part) => (text === undefined ? [] : labelWords(text, part, !text.startsWith("("))))

export const labelOf = (name: string, brandName: string | null): Label => {
  const words = nameWords(name)
  const brand = brandName === null ? [] : wordsOf(brandName).map((word) => ({ word, stem: stem(word) }))
  const telling = words.filter((word) => word.telling)
  return {
    name: words,
    brand,
    stems: [...new Set(searchWordsOf({ id: "", name, brandName }).flatMap((word) => [word, stem(word)]))],
    length: name.length + (brandName?.length ?? 0),
    narrowness: telling.length + telling.filter(({ odd }) => odd).length + (brand.length > 0 ? 2 : 0),
    everyday: brand.length === 0 && telling.every((word) => isEveryday(word.stem))
  }
}

/** Hyphenated words written as one: `lowfat` for low-fat. */
const closedUp = (text: string): ReadonlyArray<string> =>
  text.includes("-")
    ? (text.match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)+/gu) ?? []).flatMap((compound) =>
        wordsOf(compound.replaceAll("-", ""))
      )
    : []

/**
 * The distinct words by which a food is found: those of its name, brand and description, hyphenated words also written
 * as one, and those of its other and everyday names.
 */
export const searchWordsOf = ({ id, name, brandName, description, also }: Named): ReadonlyArray<string> => {
  const text = [name, brandName, description].filter((each) => each != null).join(" ")
  const names = also == null ? [] : wordsOf(also)
  return [...new Set([...wordsOf(text), ...closedUp(text), ...names, ...(everydayFoods().get(id)?.words ?? [])])]
}

/** The words by which a food is found, and their stems. */
export interface Spellings {
  readonly words: ReadonlyArray<string>
  readonly stems: ReadonlyArray<string>
}

export const spellingsOf = (words: ReadonlyArray<string>): Spellings => ({ words, stems: words.map(stem) })

/** The fields of a food that searching and ranking use. */
export interface Named extends Known {
  readonly id: string
  readonly name: string
  readonly brandName: string | null
}

const isNamedAlike = (one: Named, { name, brandName, description = null, also = null }: Named): boolean =>
  one.name === name && one.brandName === brandName && one.description === description && one.also === also

/** How many results {@link rememberedByFood} caches before it starts over. */
const MOST_NAMES = 20_000

/**
 * Calls `make` once for each food while its names stay the same, and caches the result: with the object, and by id for
 * objects that are read anew.
 */
export const rememberedByFood = <A>(make: (food: Named) => A): ((food: Named) => A) => {
  const remembered = new Map<string, { readonly food: Named; readonly made: A }>()
  return oncePer((food) => {
    const known = remembered.get(food.id)
    if (known !== undefined && isNamedAlike(known.food, food)) return known.made
    if (remembered.size >= MOST_NAMES) remembered.clear()
    const { id, name, brandName, description = null, also = null } = food
    const made = make(food)
    remembered.set(id, { food: { id, name, brandName, description, also }, made })
    return made
  })
}

/** The number of bands: foods are searched band by band, plain ones first, until enough are found. */
const BANDS = 16

const RANKS_PER_WORD = 2000

/** How many narrowing words a food counts as if searches show another in its place. */
const WORDS_OF_A_DOUBLE = 4

/**
 * The rank of a food regardless of the query; lower is better. Everyday foods come first, then foods with few words
 * that narrow them down, then foods with only everyday words, then short names.
 */
export const searchRankOf = (food: Named): number => {
  const place = everydayFoods().get(food.id)?.place
  if (place !== undefined) return place - everydayFoods().size
  const { narrowness, everyday, length } = labelOf(food.name, food.brandName)
  const words = narrowness + (food.sameAs == null ? 0 : WORDS_OF_A_DOUBLE)
  return RANKS_PER_WORD * words + (everyday ? 0 : RANKS_PER_WORD / 2) + Math.min(length, RANKS_PER_WORD / 2 - 1)
}

export const bandOf = (searchRank: number): number =>
  Math.min(Math.max(0, Math.floor(searchRank / RANKS_PER_WORD)), BANDS - 1)
