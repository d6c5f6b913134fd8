import { assetText } from "../../../platform/assets/assets.ts"
import { tableRows } from "../../../values/text/rows.ts"
import { isLanguage, keyOf, LANGUAGES, type Language } from "./languages.ts"

/** Words of a language as written in tables, and what they mean in English. */
export type Words = ReadonlyArray<readonly [words: string, english: string]>

/** The words of each language in a table of `names`, longest first. Throws if the format is not exact. */
export const wordsIn = (file: string): ReadonlyMap<Language, Words> => {
  const found = new Map(LANGUAGES.map((language) => [language, [] as (readonly [string, string])[]]))
  for (const { language, english, words } of tableRows(assetText(`src/annexes/imports/names/${file}`), [
    "language",
    "english",
    "words"
  ])) {
    if (!isLanguage(language)) throw new Error(`${file}: ${language} is not a language with known names`)
    found.get(language)?.push(...words.split("|").map((each) => [keyOf(each), english] as const))
  }
  return new Map([...found].map(([language, words]) => [language, longestFirst(words)]))
}

/** Words in the order in which they are looked for: none is found within a longer one. */
export const longestFirst = (words: Words): Words => words.toSorted(([one], [other]) => other.length - one.length)
