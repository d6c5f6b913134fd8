import { once } from "../../../values/once.ts"
import { keyOf, type Language } from "./languages.ts"
import { longestFirst, type Words, wordsIn } from "./word-tables.ts"

/** English words that people write in names of any language. */
const IN_ENGLISH = ["incline", "decline", "seated", "standing", "single arm", "single leg", "iso lateral"]

/** So many ways to say how it is done can stand in one name. */
const MOST = 3

/** The words of each language that says how an exercise is done in words of their own, longest first. */
const words = once((): ReadonlyMap<Language, Words> => {
  const inEnglish = IN_ENGLISH.map((each) => [each, each] as const)
  return new Map(
    [...wordsIn("modifiers.tsv")].map(([language, own]) => [
      language,
      own.length === 0 ? [] : longestFirst([...own, ...inEnglish])
    ])
  )
})

/** The words for how it is done that a name has, none within another. */
const modifiersIn = (language: Language, key: string): Words => {
  let rest = ` ${key} `
  return (words().get(language) ?? []).filter(([words]) => {
    const isThere = rest.includes(` ${words} `)
    rest = rest.replace(` ${words} `, " | ")
    return isThere
  })
}

/** The ways to take some of them. */
const subsetsOf = ([first, ...others]: Words): ReadonlyArray<Words> => {
  if (first === undefined) return [[]]
  const rest = subsetsOf(others)
  return [...rest, ...rest.map((subset) => [first, ...subset])]
}

/** A name without words for how it is done, and these in English. */
export interface Done {
  readonly base: string
  readonly modifiers: string
}

/**
 * The ways to take words for how it is done off a name. Those that leave most of it come first, because the table may have them
 * together with the movement. Empty if the name has none, or too many.
 */
export const modifiersOf = (language: Language, key: string): ReadonlyArray<Done> => {
  const found = modifiersIn(language, key)
  if (found.length === 0 || found.length > MOST) return []
  return subsetsOf(found)
    .filter((subset) => subset.length > 0)
    .sort((one, other) => one.length - other.length)
    .map((subset) => ({
      base: keyOf(subset.reduce((rest, [words]) => rest.replace(` ${words} `, " "), ` ${key} `)),
      modifiers: subset.map(([, english]) => english).join(" ")
    }))
    .filter(({ base }) => base !== "")
}
