import { once } from "../../../values/once.ts"
import { keyOf, type Language } from "./languages.ts"
import { type Words, wordsIn } from "./word-tables.ts"

/** Equipment as Hevy writes it in brackets. */
export const EQUIPMENT_IN_ENGLISH = [
  "Barbell",
  "Dumbbell",
  "Cable",
  "Machine",
  "Smith Machine",
  "EZ Bar",
  "Kettlebell",
  "Band"
] as const

/** Languages written without spaces. */
const UNSPACED: ReadonlySet<Language> = new Set(["ja", "zh"])

/** Words that stand in names of other equipment too, as in T Bar Row. They are equipment in brackets only, as English words are. */
const ONLY_IN_BRACKETS: ReadonlySet<string> = new Set(["bar"])

/** Words that are joined to the next word without a space, as in Langhantelrudern. */
const COMPOUNDED: ReadonlySet<string> = new Set(["langhantel", "kurzhantel", "kabelzug", "kabel"])

const ENGLISH: Words = EQUIPMENT_IN_ENGLISH.map((each) => [keyOf(each), each] as const)

/**
 * Equipment and load as apps write them in brackets, by the words of each language, longest first: alone in brackets, or
 * next to other words.
 */
const words = once(() => wordsIn("equipment.tsv"))

/** A name without its equipment word, and that word in English. */
export interface Parts {
  readonly base: string
  readonly equipment: string
  /** Whether the word is in brackets, or at the start or end; otherwise it is in the middle. */
  readonly isAside: boolean
  /** Whether it is a word of the language in brackets, which people do not write in names of another. */
  readonly isTelling: boolean
}

const joined = (...texts: ReadonlyArray<string>): string => keyOf(texts.map((text) => text.trim()).join(" "))

/** The text before, in and after the only brackets of a text; undefined if there are none, or several. */
export const bracketsIn = (key: string): { readonly outside: string; readonly inside: string } | undefined => {
  const [, before, inside, after] = /^([^()]+)\(([^()]+)\)([^()]*)$/.exec(key) ?? []
  return before === undefined || inside === undefined
    ? undefined
    : { outside: joined(before, after ?? ""), inside: inside.trim() }
}

const bracketed = (language: Language, key: string): Parts | undefined => {
  const brackets = bracketsIn(key)
  const isInside = ([words]: Words[number]) => words === brackets?.inside
  const own = words().get(language)?.find(isInside)
  const [, equipment] = own ?? ENGLISH.find(isInside) ?? []
  return brackets === undefined || equipment === undefined
    ? undefined
    : { base: brackets.outside, equipment, isAside: true, isTelling: own !== undefined }
}

/** The ways to split an equipment word off a name without brackets. */
const amid = (language: Language, key: string): ReadonlyArray<Parts> => {
  const space = UNSPACED.has(language) ? "" : " "
  return (words().get(language) ?? []).flatMap(([words, equipment]): ReadonlyArray<Parts> => {
    const place = `${space}${key}${space}`.indexOf(`${space}${words}${space}`)
    const isCompound = COMPOUNDED.has(words) && key.startsWith(words)
    if ((place === -1 && !isCompound) || key.length === words.length || ONLY_IN_BRACKETS.has(words)) return []
    const start = isCompound ? 0 : place
    const end = start + words.length
    const base = joined(key.slice(0, start), key.slice(end))
    return [{ base, equipment, isAside: start === 0 || end === key.length, isTelling: false }]
  })
}

/**
 * The ways to split an equipment word off a name, most certain first: in brackets, then after, before and amid the
 * other words. The other words may name the machine that is in brackets, as in `Agachamento no Smith (Máquina)`.
 */
export const partsOf = (language: Language, key: string): ReadonlyArray<Parts> => {
  const inBrackets = bracketed(language, key)
  if (inBrackets === undefined) return amid(language, key)
  const named = inBrackets.equipment === "Machine" ? amid(language, inBrackets.base) : []
  return [inBrackets, ...named.filter(({ equipment }) => equipment === "Smith Machine" || equipment === "Cable")]
}
