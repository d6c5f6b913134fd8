import { once } from "../../../values/once.ts"
import { bracketsIn } from "./equipment.ts"
import type { Language } from "./languages.ts"
import { wordsIn } from "./word-tables.ts"

/**
 * English equivalents of the terms that make up names in languages without spaces, longest first: lifters there borrow
 * or translate the English name term by term.
 */
const terms = once(() => wordsIn("terms.tsv"))

/** Stands for terms such as "flat", which English omits. */
const SILENT = "-"

/**
 * Translates a Japanese or Chinese name into English, term by term: `ダンベル・カール` is "dumbbell curl". Bracketed parts come
 * last. Undefined if any part is not a known term, or if the language separates words by spaces.
 */
export const composed = (language: Language, key: string): string | undefined => {
  const known = terms().get(language) ?? []
  const brackets = bracketsIn(key)
  const english: Array<string> = []
  let rest = brackets === undefined ? key : `${brackets.outside} ${brackets.inside}`
  while (rest !== "") {
    const [term, meaning] = known.find(([word]) => rest.startsWith(word)) ?? []
    if (term === undefined || meaning === undefined) return undefined
    if (meaning !== SILENT) english.push(meaning)
    rest = rest.slice(term.length).trimStart()
  }
  return english.length === 0 ? undefined : english.join(" ")
}
