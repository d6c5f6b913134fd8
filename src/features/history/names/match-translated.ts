import { closestNames } from "../../exercises/closest-names.ts"
import { exercises } from "../../exercises/exercises.ts"
import { type Match, MOST_SUGGESTIONS, matchName } from "../mapping.ts"
import { inEnglish, LANGUAGES, type Language } from "./translations.ts"

/** The table gives English names as Hevy has them. */
const APP = "hevy"

/** What a name of a language means; undefined if that is not certain. */
const matchIn = (language: Language, name: string, isOfFile: boolean): Match | undefined => {
  const translated = inEnglish(language, name)
  if (translated === undefined || !(translated.isKnown || isOfFile)) return undefined
  const match = matchName(APP, translated.english, false)
  return match.by === "own" ? undefined : { by: translated.isKnown ? "alias" : "words", exerciseId: match.exerciseId }
}

/** The exercise that all languages mean by a name which have it; undefined if there is none, or several. */
const matchAnywhere = (name: string): Match | undefined => {
  const found = LANGUAGES.flatMap((language) => matchIn(language, name, false) ?? [])
  const ids = new Set(found.map((match) => (match.by === "own" ? "" : match.exerciseId)))
  return ids.size === 1 ? found[0] : undefined
}

/**
 * Looks for a name of a file whose names are in a language: by what it means in that language first, for words such as Planche are names of
 * others in English. Else as an English name, and then in every language.
 */
export const matchTranslated = (
  language: Language | undefined,
  source: string,
  name: string,
  suggests: boolean
): Match => {
  const inLanguage = language === undefined ? undefined : matchIn(language, name, true)
  if (inLanguage !== undefined) return inLanguage
  const match = matchName(source, name, suggests)
  if (match.by !== "own") return match
  const anywhere = matchAnywhere(name)
  if (anywhere !== undefined) return anywhere
  const translated = language === undefined ? undefined : inEnglish(language, name)
  if (translated === undefined || !suggests) return match
  const close = closestNames(exercises(), translated.english, MOST_SUGGESTIONS)
  return { by: "own", suggestions: close.map(({ id, name }) => ({ exerciseId: id, name })) }
}
