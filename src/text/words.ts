/** Letters that stay one letter when accents are taken off, as people without them on their keyboard write them. */
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

/** A text without case and accents. Whoever looks for names under it writes them the same way. */
export const fold = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .replace(/[ßæœøđðþłıς]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)

/** The words of a text: runs of letters and digits, without case, accents and apostrophes; endless ones are cut up. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  fold(text)
    .replace(/['’`´]/g, "")
    .match(/[\p{L}\p{N}]{1,50}/gu) ?? []

/** What singular and plural of an English word have in common: `cherri` of cherry and cherries. Not always a word. */
export const stem = (word: string): string => {
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined) return irregular
  const singular =
    word.length > 4 && word.endsWith("ies")
      ? `${word.slice(0, -3)}y`
      : word.length > 3
        ? word.replace(/(?<=o)es$|(?<=ch|sh|ss|x|z)es$|(?<=[^s])s$/, "")
        : word
  return singular.length > 2
    ? singular.replace(/(?<=.{2})ie$|(?<=[^aeiou])y$/, "i").replace(/(?<=ch|sh|x|z)e$/, "")
    : singular
}
