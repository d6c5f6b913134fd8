import { assetText } from "../../../platform/assets/assets.ts"
import { once } from "../../../values/once.ts"
import { tableRows } from "../../../values/text/rows.ts"
import { composed } from "./compose.ts"
import { partsOf } from "./equipment.ts"
import { isLanguage, keyOf, LANGUAGES, type Language } from "./languages.ts"
import { looseWords } from "./loose-words.ts"
import { modifiersOf } from "./modifiers.ts"

const COLUMNS = ["language", "name", "english", "source"] as const
/** Where a row's name comes from: public lists of exercises, or common usage in the language. */
const SOURCES: ReadonlySet<string> = new Set(["list", "term"])

/**
 * Starts the English of a name that means several exercises on its own, such as a bare shoulder press, and may be all
 * of it. With equipment, the name means the English that follows.
 */
const AMBIGUOUS = "?"

interface Names {
  readonly exact: ReadonlyMap<string, string>
  /** By words in any order and inflection; ambiguous if names with different English share them. */
  readonly loose: ReadonlyMap<string, string>
}

const looselyOf = (language: Language, exact: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const loose = new Map<string, string>()
  for (const [key, english] of exact) {
    const words = looseWords(language, key)
    const other = loose.get(words)
    loose.set(words, other === undefined || other === english ? english : AMBIGUOUS)
  }
  return loose
}

/** The names of each language. Throws if the format is not exact, or if a name occurs twice. */
const tables = once((): ReadonlyMap<Language, Names> => {
  const names = new Map(LANGUAGES.map((language) => [language, new Map<string, string>()]))
  for (const { language, name, english, source } of tableRows(
    assetText("src/annexes/imports/names/translated-names.tsv"),
    COLUMNS
  )) {
    const known = isLanguage(language) && SOURCES.has(source) ? names.get(language) : undefined
    if (known === undefined || name === "" || english === "" || known.has(keyOf(name))) {
      throw new Error(`"${name}" is not a new name of a language, with its English and its source`)
    }
    known.set(keyOf(name), english)
  }
  return new Map([...names].map(([language, exact]) => [language, { exact, loose: looselyOf(language, exact) }]))
})

/** A name's English in the table: exact, or else by its words in any order and inflection. */
const englishOf = (language: Language, key: string): string | undefined => {
  const names = tables().get(language)
  return names?.exact.get(key) ?? names?.loose.get(looseWords(language, key))
}

/** A reading of a name in English. */
export interface Reading {
  readonly english: string
  /** The equipment or load next to the name, as Hevy writes it in brackets. */
  readonly equipment: string | undefined
  /** Whether the language has the name; otherwise only its equipment word belongs to the language. */
  readonly isKnown: boolean
  /** Whether the language has it, or its equipment stands in brackets in this language. */
  readonly isTelling: boolean
}

/** What an ambiguous name may mean, in English; undefined if it is not ambiguous, and empty if it may mean anything. */
export const ambiguous = (language: Language, name: string): string | undefined => {
  const english = englishOf(language, keyOf(name))
  return english?.startsWith(AMBIGUOUS) ? english.slice(AMBIGUOUS.length) : undefined
}

/** The ways to read a name whose words for how it is done stand beside the movement: `Oturarak Row` is "seated row". */
const readingsByModifiers = (language: Language, base: string, equipment: string | undefined): ReadonlyArray<Reading> =>
  modifiersOf(language, base).flatMap((done): ReadonlyArray<Reading> => {
    const movement = englishOf(language, done.base)
    if (movement === undefined)
      return [{ english: `${done.modifiers} ${done.base}`, equipment, isKnown: false, isTelling: false }]
    if (movement.startsWith(AMBIGUOUS) && equipment === undefined) return []
    const english = movement.replace(AMBIGUOUS, "")
    return english === ""
      ? []
      : [{ english: `${done.modifiers} ${english}`, equipment, isKnown: true, isTelling: true }]
  })

/**
 * The ways to read a name in English, most certain first: by the table, by the table without the equipment word, term
 * by term in Japanese and Chinese, by the table without words for how it is done, and by these or the equipment word
 * alone. Empty if no part of it belongs to the language, or if it is ambiguous.
 */
export const readingsOf = (language: Language, name: string): ReadonlyArray<Reading> => {
  const key = keyOf(name)
  const whole = englishOf(language, key)
  if (whole?.startsWith(AMBIGUOUS)) return []
  const readings: Array<Reading> =
    whole === undefined ? [] : [{ english: whole, equipment: undefined, isKnown: true, isTelling: true }]
  const parts = partsOf(language, key)
  for (const { base, equipment } of parts) {
    const english = englishOf(language, base)?.replace(AMBIGUOUS, "")
    if (english) readings.push({ english, equipment, isKnown: true, isTelling: true })
  }
  const english = composed(language, key)
  if (english !== undefined) readings.push({ english, equipment: undefined, isKnown: true, isTelling: true })
  if (readings.length > 0) return readings
  for (const { base, equipment } of [...parts, { base: key, equipment: undefined }]) {
    readings.push(...readingsByModifiers(language, base, equipment))
  }
  const aside = parts.find(({ isAside }) => isAside)
  if (aside !== undefined && englishOf(language, aside.base) === undefined) {
    const { base, equipment, isTelling } = aside
    readings.push({ english: base, equipment, isKnown: false, isTelling })
  }
  return readings.sort((one, other) => Number(other.isKnown) - Number(one.isKnown))
}
