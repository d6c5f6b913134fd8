import { closestNames } from "../../../features/exercises/closest-names.ts"
import { exerciseByAppName, exerciseById, exercises } from "../../../features/exercises/exercises.ts"
import { LONGEST_OWN_NAME } from "../../../features/exercises/own.ts"
import { type Found, type Match, matchName } from "../ledger/mapping.ts"
import { exerciseByNearWords, LONGEST_COMPARED } from "../ledger/same-words.ts"
import { bracketsIn, EQUIPMENT_IN_ENGLISH } from "./equipment.ts"
import { keyOf, LANGUAGES, type Language } from "./languages.ts"
import { matchSport } from "./sport-names.ts"
import { ambiguous, type Reading, readingsOf } from "./translations.ts"
import { isOfKnownWords } from "./vocabulary.ts"
import { isOfSeveral } from "./wordings.ts"

/** The table gives English names as Hevy writes them. */
const APP = "hevy"

/** The app whose own names are English in every language. */
const APP_IN_ENGLISH = "strong"

/** Most exercises suggested for one name. */
const MOST_SUGGESTIONS = 3
/** How much of its letters a suggestion shares with the name at least: people take all suggestions with one tap. */
const LEAST_LIKENESS = 0.4

const foundAs = (english: string): Found | undefined => matchName(APP, english)

/** A translated name as Hevy writes it, with the equipment in brackets. */
const withEquipment = ({ english, equipment }: Reading): string =>
  equipment === undefined || english.endsWith(`(${equipment})`) ? english : `${english} (${equipment})`

/** The exercise for a name without equipment that Hevy has with only one kind of equipment. */
const withOnlyEquipment = (english: string): Found | undefined => {
  const found = EQUIPMENT_IN_ENGLISH.flatMap((equipment) => exerciseByAppName(APP, `${english} (${equipment})`) ?? [])
  const [only, ...others] = found
  return only === undefined || others.length > 0 ? undefined : { by: "alias", exerciseId: only.id }
}

/** The exercise for a translated name with its equipment, or without it if the exercise is done with that equipment. */
const exerciseOf = (translated: Reading): Found | undefined => {
  const { english, equipment } = translated
  if (equipment === undefined) return foundAs(english) ?? withOnlyEquipment(english)
  const isWhole = !english.includes("(") || english.endsWith(`(${equipment})`)
  const whole = isWhole ? foundAs(withEquipment(translated)) : undefined
  if (whole !== undefined) return whole
  // The table has the movement with the equipment that is usual for it.
  const instead = isWhole ? undefined : foundAs(english.replace(/\([^()]*\)$/, `(${equipment})`))
  if (instead !== undefined) return instead
  const bare = foundAs(english)
  const used = bare === undefined ? undefined : exerciseById(bare.exerciseId)?.equipment
  return used === equipment.toLowerCase() ? bare : undefined
}

/** What a name means in a language; undefined if that is not certain. */
const matchIn = (language: Language, name: string, isOfFile: boolean): Found | undefined => {
  for (const reading of readingsOf(language, name)) {
    const found = reading.isKnown || isOfFile ? exerciseOf(reading) : undefined
    if (found !== undefined) return { by: reading.isKnown ? "alias" : "words", exerciseId: found.exerciseId }
  }
  return matchTwice(language, name)
}

/**
 * What a name means that is written twice, as in `Тяга к лицу (Face Pull)`; undefined unless both mean the same
 * exercise.
 */
const matchTwice = (language: Language, name: string): Found | undefined => {
  const brackets = bracketsIn(keyOf(name))
  if (brackets === undefined) return undefined
  const outside = matchIn(language, brackets.outside, false)
  if (outside === undefined) return undefined
  const inside = matchIn(language, brackets.inside, false) ?? foundAs(brackets.inside)
  return outside.exerciseId === inside?.exerciseId ? outside : undefined
}

/** The exercise that a name means in every language that has it; undefined if there is none, or several. */
const matchAnywhere = (name: string): Found | undefined => {
  const found = LANGUAGES.flatMap((language) => matchIn(language, name, false) ?? [])
  return new Set(found.map(({ exerciseId }) => exerciseId)).size === 1 ? found[0] : undefined
}

/** The exercise for an English name with a note after it, or with a slip of the pen. */
const matchNear = (name: string): Found | undefined => {
  const near = exerciseByNearWords(name)
  return near === undefined ? undefined : { by: "words", exerciseId: near.id }
}

const ownOf = (english: string, suggests: boolean): Match => {
  const close = suggests ? closestNames(exercises(), english, MOST_SUGGESTIONS, LEAST_LIKENESS) : []
  return { by: "own", suggestions: close.map(({ id, name }) => ({ exerciseId: id, name })) }
}

/** Whether a name is too long to be compared by its words. */
const isTooLong = (name: string): boolean => name.length > LONGEST_COMPARED

/**
 * Looks up a name from a file whose names are in a language. Its meaning in that language comes first, because words
 * such as Planche name other exercises in English. Otherwise it is looked up as an English name, unless the language
 * has it for several exercises, then in every language, and last without notes and slips. In a source of activities,
 * names of sports come before all these.
 */
export const matchTranslated = (
  language: Language | undefined,
  source: string,
  written: string,
  suggests: boolean
): Match => {
  const name = written.trim()
  if (isTooLong(name)) return ownOf(name, suggests && name.length <= LONGEST_OWN_NAME)
  const sport = matchSport(source, name)
  if (sport !== undefined) return sport
  const ofApp = source === APP_IN_ENGLISH ? exerciseByAppName(APP_IN_ENGLISH, name) : undefined
  if (ofApp !== undefined) return matchName(source, name) ?? { by: "alias", exerciseId: ofApp.id }
  if (isOfSeveral(name)) return matchName(source, name) ?? ownOf(name, suggests)
  const inLanguage = language === undefined ? undefined : matchIn(language, name, true)
  if (inLanguage !== undefined) return inLanguage
  const unsure = language === undefined ? undefined : ambiguous(language, name)
  if (unsure !== undefined) return ownOf(unsure || name, suggests)
  const found = matchName(source, name) ?? matchAnywhere(name) ?? matchNear(name)
  if (found !== undefined) return found
  const [reading] = language === undefined ? [] : readingsOf(language, name)
  return ownOf(reading === undefined ? name : withEquipment(reading), suggests)
}

/**
 * A file is in a language if at least this many of its names are in that language's table, and this many of them are
 * not English names.
 */
const ENOUGH = 3
const ENOUGH_ALONE = 2

/** The language of a file's names; undefined if it is unknown, or if there are too few names to decide. */
export const languageOf = (names: Iterable<string>): Language | undefined => {
  const compared = [...names].map((name) => name.trim()).filter((name) => !isTooLong(name))
  if (compared.length < ENOUGH) return undefined
  const all = compared.map((name) => ({ name, isEnglish: foundAs(name) !== undefined }))
  const isOf = (language: Language, { name, isEnglish }: { readonly name: string; readonly isEnglish: boolean }) =>
    readingsOf(language, name).some(
      (reading) => reading.isKnown || (reading.isTelling && !isEnglish && exerciseOf(reading) !== undefined)
    )
  const isAlone = ({ name, isEnglish }: (typeof all)[number]) =>
    !isEnglish && !(name.includes(" ") && isOfKnownWords(name))
  const counts = LANGUAGES.map((language) => {
    const known = all.filter((each) => isOf(language, each))
    return { language, known: known.length, alone: known.filter(isAlone).length }
  }).sort((one, other) => other.alone - one.alone || other.known - one.known)
  const [most, next] = counts
  if (most === undefined || most.known < ENOUGH || most.alone < ENOUGH_ALONE) return undefined
  return most.alone > (next?.alone ?? 0) || most.known > (next?.known ?? 0) ? most.language : undefined
}
