import { fold } from "../../../values/text/words.ts"

/** The languages with known exercise names. */
export const LANGUAGES = ["de", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "tr", "zh"] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((language) => language === text)

/** Runs without kana. Kana's voicing marks distinguish words, but folding would take them for accents. */
const WITHOUT_KANA = /[^\u3041-\u3096\u30a1-\u30fa\u30fc]+/g
/** Spaces next to Chinese characters and kana, which do not separate words. */
const IDLE_SPACES =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])\s+|(?<!\s)\s+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu

/**
 * A name as written in tables: folded except for kana, with ASCII brackets, and without hyphens, middle dots, quotation
 * marks, degree signs, repeated spaces, and spaces in Chinese and Japanese.
 */
export const keyOf = (name: string): string =>
  name
    .replace(/[°º]/g, "")
    .normalize("NFKC")
    .replace(WITHOUT_KANA, fold)
    .replace(/[-–—’'"«»„”“・]/g, " ")
    .replace(/\s*\(\s*/g, " (")
    .replace(/\s*\)\s*/g, ") ")
    .replace(/\s+/g, " ")
    .replace(IDLE_SPACES, "")
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]) \(/gu, "(")
    .trim()
