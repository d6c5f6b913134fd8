import { assetText } from "../../../platform/assets/assets.ts"
import { once } from "../../../values/once.ts"
import { composed } from "./compose.ts"
import { partsOf } from "./equipment.ts"
import { isLanguage, keyOf, LANGUAGES, type Language } from "./languages.ts"

const COLUMNS = ["language", "name", "english", "source"] as const
/** Where a row's name was seen: in public lists of exercises, or it is the common term of its language. */
const SOURCES: ReadonlySet<string> = new Set(["list", "term"])

/** In place of the English of a name that means several exercises. */
const AMBIGUOUS = "?"

/** The names of each language. Throws with the line number if the format is not exact, or a name stands twice. */
const tables = once((): ReadonlyMap<Language, ReadonlyMap<string, string>> => {
  const [header, ...lines] = assetText("src/features/history/names/translated-names.tsv").trimEnd().split("\n")
  if (header !== COLUMNS.join("\t")) throw new Error(`line 1: the header must be ${COLUMNS.join(", ")}`)
  const names = new Map(LANGUAGES.map((language) => [language, new Map<string, string>()]))
  for (const [index, line] of lines.entries()) {
    const [language, name, english, source, ...more] = line.split("\t")
    const isWhole = isLanguage(language) && name && english && SOURCES.has(source ?? "") && more.length === 0
    const known = isWhole ? names.get(language) : undefined
    if (known === undefined || !name || !english || known.has(keyOf(name))) {
      throw new Error(`line ${index + 2}: not a language, a new name, its English and its source`)
    }
    known.set(keyOf(name), english)
  }
  return names
})

/** What a name is in English. */
export interface InEnglish {
  readonly english: string
  /** The equipment or load beside the name, as Hevy writes it in brackets. */
  readonly equipment: string | undefined
  /** Whether the language has the name; else only its word for equipment is of the language. */
  readonly isKnown: boolean
}

/** Whether the table of a language has a name, as one that means several exercises. */
export const isAmbiguous = (language: Language, name: string): boolean =>
  tables().get(language)?.get(keyOf(name)) === AMBIGUOUS

/**
 * A name in English: by the table, else by the table without the word for equipment, else term by term in Japanese and Chinese, else
 * by the word for equipment alone. Undefined if nothing of it is of this language, or it means several exercises.
 */
export const inEnglish = (language: Language, name: string): InEnglish | undefined => {
  const names = tables().get(language)
  const key = keyOf(name)
  const whole = names?.get(key)
  if (whole !== undefined)
    return whole === AMBIGUOUS ? undefined : { english: whole, equipment: undefined, isKnown: true }
  const parts = partsOf(language, key)
  for (const { base, equipment } of parts) {
    const english = names?.get(base)
    if (english !== undefined && english !== AMBIGUOUS) return { english, equipment, isKnown: true }
  }
  const english = composed(language, key)
  if (english !== undefined) return { english, equipment: undefined, isKnown: true }
  const aside = parts.find(({ isAside }) => isAside)
  if (aside === undefined || names?.get(aside.base) === AMBIGUOUS) return undefined
  return { english: aside.base, equipment: aside.equipment, isKnown: false }
}
