import { once } from "../../../values/once.ts"
import { bracketsIn } from "./equipment.ts"
import { keyOf, type Language } from "./languages.ts"
import { TERMS } from "./terms.ts"

/** Terms of languages without spaces, longest first. */
const terms = once(
  () =>
    new Map(
      Object.entries(TERMS).map(([language, byEnglish]) => [
        language,
        Object.entries(byEnglish)
          .flatMap(([english, words]) => words.split(" ").map((word) => [keyOf(word), english] as const))
          .sort(([one], [other]) => other.length - one.length)
      ])
    )
)

/** Stands for terms such as "flat", which English omits. */
const SILENT = "-"

/**
 * Translates a Japanese or Chinese name into English, term by term: `ダンベル・カール` is "dumbbell curl". Bracketed parts come
 * last. Undefined if any part is not a known term, or if the language separates words by spaces.
 */
export const composed = (language: Language, key: string): string | undefined => {
  const known = terms().get(language)
  if (known === undefined) return undefined
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
