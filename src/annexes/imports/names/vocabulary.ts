import { exercises } from "../../../features/exercises/exercises.ts"
import { searchWords } from "../../../features/exercises/words.ts"
import { once } from "../../../values/once.ts"
import { singular, wordsOf } from "../../../values/text/words.ts"

/** The words of all English names of the catalogue and the apps, in the singular, as written and as searched. */
export const vocabulary = once((): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const { name, formerNames, appNames, aliases, equipment } of exercises()) {
    for (const text of [name, equipment, ...formerNames, ...appNames, ...aliases]) {
      for (const word of [...wordsOf(text).map(singular), ...searchWords(text)]) words.add(word)
    }
  }
  return words
})

/** Whether names of the catalogue have this word, which may be a plural, an abbreviation or a number. */
export const isKnownWord = (word: string): boolean =>
  /^\p{N}/u.test(word) || vocabulary().has(singular(word)) || searchWords(word).every((each) => vocabulary().has(each))

/** Whether all words of a name occur in English names. */
export const isOfKnownWords = (name: string): boolean => wordsOf(name).every(isKnownWord)
