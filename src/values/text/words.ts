/**
 * Letters that are more than a base letter with an accent, and how people type them on a keyboard without these
 * letters.
 */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ς: "σ"
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["leaves", "leaf"],
  ["loaves", "loaf"],
  ["halves", "half"],
  ["calves", "calf"],
  ["geese", "goose"]
])

/** Trademark signs. They carry no meaning, and would otherwise become a name's last letters. */
const TRADEMARKS = /[™℠®©]/g

/** A text in lower case without accents, trademark signs and compatibility characters, for comparing typed text with names. */
export const fold = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : text
        .replace(TRADEMARKS, "")
        .normalize("NFKD")
        .toLowerCase()
        .replace(/\p{M}/gu, "")
        .replace(/[ßæœøđðþłıς]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)

/** A text without apostrophes, which do not divide words: `obrien` for o'brien. */
export const withoutApostrophes = (text: string): string => text.replace(/['’`´]/g, "")

/**
 * The words of a text: runs of letters and digits, folded and without apostrophes. Words of over 50 characters are
 * split.
 */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  withoutApostrophes(fold(text)).match(/[\p{L}\p{N}]{1,50}/gu) ?? []

/**
 * A word without a regular plural ending: `press` for presses, `ab` for abs. From -ies and -oes, only the s is removed,
 * so that the result still begins the plural; {@link stem} handles these and irregular plurals.
 */
export const singular = (word: string): string =>
  word.length > 2 ? word.replace(/(?<=ch|sh|ss|x)es$|(?<=[^s])s$/, "") : word

const singularOf = (word: string): string => {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`
  // Words of three letters that end with s, such as gas, are not plurals.
  if (word.length < 4) return word
  return /[oz]es$/.test(word) ? word.slice(0, -2) : singular(word)
}

/** The common stem of an English word's singular and plural: `cherri` for cherry and cherries. Not always a word. */
export const stem = (word: string): string => {
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined) return irregular
  const root = singularOf(word)
  return root.length > 2 ? root.replace(/(?<=.{2})ie$|(?<=[^aeiou])y$/, "i").replace(/(?<=ch|sh|x|z)e$/, "") : root
}
