import type { Language } from "./languages.ts"

/** Words that only join others. `Without` is not one of them in any language. */
const JOINING: Readonly<Record<Language, string>> = {
  de: "am an auf aus bei das dem den der die ein einem einer im in mit und vom von zum zur",
  es: "a al con de del e el en la las los o por un una y",
  fr: "a au aux avec d de des du en et l la le les sur un une",
  it: "a ai al all alla alle allo con coi col da dal dei del dell della delle di e ed i il in l la le lo per su sui sul sull sulla un una",
  ja: "",
  nl: "aan de een en het in met op te van voor",
  pl: "do i na o od po w we z za ze",
  pt: "a ao as com da das de do dos e em na nas no nos o os por um uma",
  ru: "в во и к ко на о по с со у",
  tr: "ile ve",
  zh: ""
}

/** Inflectional endings: of nouns in plural and cases, and of adjectives. */
const ENDING =
  /(?:(?<![aeiouyаеиоуыэюя])[aeiouyаеиоуыэюя]+[sьй]?|s|en|es|ami|ach|om|ow|em|ами|ями|ах|ях|ов|ей|ом|ем|им|ым|ой|их|ых|ь|й)$/u
/** Words with fewer letters keep their ending. */
const SHORTEST = 4

const stemOf = (word: string): string => (word.length <= SHORTEST ? word : word.replace(ENDING, ""))

const joining = new Map(Object.entries(JOINING).map(([language, words]) => [language, new Set(words.split(" "))]))

/** The words of a name in any order, without endings, brackets and joining words; empty if there are none. */
export const looseWords = (language: Language, key: string): string => {
  const words = key
    .replace(/[()/,.+]/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "" && joining.get(language)?.has(word) !== true)
  return words.map(stemOf).sort().join(" ")
}
