/** What is said of a text that is no number. */
export const A_NUMBER = "must be a number, such as 72.4"

/** What is said of a number that may be read in two ways. */
export const UNCLEAR =
  "is unclear with a comma before three digits: type a point before decimals, and nothing between thousands"

/** What a text says: a number, one that may be read in two ways, or none. */
export type Typed = number | "unclear" | undefined

const DECIMAL = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/
/** Thousands between which there is a space, an apostrophe, or one separator that occurs again or beside another one. */
const GROUPED =
  /^[+-]?\d{1,3}(?:(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d*)?|(?:,\d{3})+\.\d*|(?:\.\d{3})+,\d*|(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/
/** One separator, which may stand between thousands. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

/** Fractions as people type them: 1/2, 1 1/2, ½ and 1½. */
const FRACTION = /^(?:(\d{1,4})\s+)?(\d{1,4})\s*[/⁄]\s*(\d{1,4})$/
const CHARACTER = /^(\d{1,4})?\s*([½⅓⅔¼¾⅛⅜⅝⅞])$/
const CHARACTERS: Readonly<Record<string, number>> = {
  "½": 1 / 2,
  "⅓": 1 / 3,
  "⅔": 2 / 3,
  "¼": 1 / 4,
  "¾": 3 / 4,
  "⅛": 1 / 8,
  "⅜": 3 / 8,
  "⅝": 5 / 8,
  "⅞": 7 / 8
}

/** A fraction, with or without a whole number before it; undefined if the text is none. */
const fractionIn = (text: string): number | undefined => {
  const [, whole = "0", above, below] = FRACTION.exec(text) ?? []
  if (above !== undefined && Number(below) > 0) return Number(whole) + Number(above) / Number(below)
  const [, before = "0", character = ""] = CHARACTER.exec(text) ?? []
  const part = CHARACTERS[character]
  return part === undefined ? undefined : Number(before) + part
}

/** The text of a grouped number with a decimal point. Its last separator is the decimal one if no other is like it. */
const ungrouped = (text: string): string => {
  const [separator = ""] = /[.,](?=\d*$)/.exec(text) ?? []
  const isDecimal = separator !== "" && text.indexOf(separator) === text.lastIndexOf(separator)
  const [whole = "", part] = isDecimal ? text.split(separator) : [text]
  return `${whole.replace(/[^\d+-]/g, "")}${part === undefined ? "" : `.${part}`}`
}

/**
 * Reads a number as people type it: with a decimal point or comma, with or without separators between thousands, or as a
 * fraction. A
 * comma before three digits may be either, as in `1,200`. A point before them is a decimal point, because the page fills
 * its fields so.
 */
export const typedNumber = (typed: string): Typed => {
  const text = typed.trim()
  if (GROUPED.test(text)) return Number(ungrouped(text))
  if (!DECIMAL.test(text)) return fractionIn(text)
  return THOUSANDS.test(text) && text.includes(",") ? "unclear" : Number(text.replace(",", "."))
}

/** The same for what nobody counts in thousandths, such as steps and kcal: `1,200` and `1.200` are 1200. */
export const typedCount = (typed: string): Typed => {
  const text = typed.trim()
  return THOUSANDS.test(text) ? Number(text.replace(/[.,]/, "")) : typedNumber(text)
}

/** What to say of a text that is no clear number. */
export const faultOf = (typed: Exclude<Typed, number>): string => (typed === "unclear" ? UNCLEAR : A_NUMBER)
