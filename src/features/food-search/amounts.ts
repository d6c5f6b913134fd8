const NUMBER = String.raw`(?:\d+[ -]\d[/⁄]\d+|\d[/⁄]\d+|\d+(?:[.,]\d+)?)(?![\d.,%/⁄]| %)`

const COUNTS =
  "an?|one|two|three|four|five|six|seven|eight|ten|half|quarter|third|couple|few|dozen|some|several|another"

const SIZES = "extra large|large|medium(?:[- ]sized)?|small"

const UNITS = [
  "k?g|gr|grams?|grammes?|kilos?|mg|[mdc]?l|litres?|liters?|oz|ounces?|fl\\.? ?oz|fluid ounces?|lbs?|pounds?",
  "cups?|tbsps?|tbs|tablespoons?|tsps?|teaspoons?|spoons?|spoonfuls?|pints?|quarts?|cm|inch(?:es)?",
  "slices?|pieces?|servings?|portions?|scoops?|handfuls?|bowls?|bowlfuls?|plates?|platefuls?|glass(?:es)?|mugs?",
  "cans?|tins?|bottles?|cartons?|jars?|tubs?|pots?|packs?|packets?|pkts?|bags?|sachets?|pouch(?:es)?|box(?:es)?|punnets?",
  "rashers?|cloves?|sprigs?|bunch(?:es)?|heads?|knobs?|pats?|dashes|dash|pinch(?:es)?|splash(?:es)?|drizzles?|dollops?",
  "chunks?|cubes?|wedges?|strips?|squares?|sticks?|shots?|helpings?|bits?|lumps?|tablespoonfuls?|teaspoonfuls?|cupfuls?"
].join("|")

/** Amounts before a food: `2`, `100 g`, `1/2 a cup of`, `a large`, `slice of`. */
const LEADING = new RegExp(
  String.raw`^\s*(?:(?:${NUMBER}(?:\s*x\s+|\s*x(?=\d)|\s+|(?=(?:${UNITS})\b))|(?:${COUNTS})\s+(?:of\s+)?)+(?:(?:${SIZES})\s+)?(?:(?:${UNITS})\b\.?)?|(?:(?:${SIZES})\s+)?(?:${UNITS})\s+of\b|(?:${SIZES})\s)\s*(?:of\s+)?`
)

/** Amounts after a food: `100 g`, `(2 slices)`, `x 2`. */
const TRAILING = new RegExp(String.raw`[\s,]+(?:x\s*\d+|\(?\s*${NUMBER}\s*(?:x\s*)?(?:${UNITS})\s*\)?)\s*$`)

/** Names that begin with a number or an amount. */
const NAMED = /^\s*(?:7 ?up|100 grand|half (?:and|&|n) half|half fat|one pot|quarter pound|third less)/

/** The text without an amount before it and one after it, and these amounts. */
const stripped = (text: string): { readonly rest: string; readonly amounts: ReadonlyArray<string> } => {
  const amounts: Array<string> = []
  const take = (amount: string) => {
    amounts.push(amount)
    return ""
  }
  const rest = text.replace(LEADING, take).replace(TRAILING, take)
  return { rest, amounts }
}

/** A text without the amounts and measures before and after a food, and these. */
interface Asked {
  readonly rest: string
  readonly amounts: ReadonlyArray<string>
}

/**
 * Takes amounts and measures before and after a food off a text: `eggs` of `2 eggs`, `rice` of `cup of rice`, `milk` of
 * `milk 200 ml`. A text of nothing but amounts stays. The text must be folded.
 */
export const amountsIn = (text: string): Asked => {
  let rest = text
  const amounts: Array<string> = []
  for (;;) {
    if (NAMED.test(rest)) return { rest, amounts }
    const shorter = stripped(rest)
    if (shorter.rest === rest || !/\p{L}{2}/u.test(shorter.rest)) return { rest, amounts }
    rest = shorter.rest
    amounts.push(...shorter.amounts)
  }
}

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  another: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  half: 1 / 2,
  third: 1 / 3,
  quarter: 1 / 4,
  couple: 2,
  dozen: 12
}

/** Units of a query that the service's own are not, as how many of which. */
const OTHER_UNITS: Readonly<Record<string, readonly [factor: number, unit: string]>> = {
  mg: [0.001, "g"],
  cl: [10, "ml"],
  dl: [100, "ml"]
}

const WRITTEN = /^(\d+)[ -](\d)[/⁄](\d+)|^(\d+)[/⁄](\d+)|^(\d+(?:[.,]\d+)?)/

/** The number with which a text begins, and what follows. */
const numberBefore = (text: string): { readonly value: number; readonly rest: string } | undefined => {
  const [written, whole, above, below, top, bottom, plain] = WRITTEN.exec(text) ?? []
  if (written !== undefined) {
    const value =
      plain === undefined
        ? Number(whole ?? 0) + Number(above ?? top) / Number(below ?? bottom)
        : Number(plain.replace(",", "."))
    return { value, rest: text.slice(written.length) }
  }
  const [word = ""] = /^[a-z]+/.exec(text) ?? []
  const value = NUMBERS[word]
  return value === undefined ? undefined : { value, rest: text.slice(word.length) }
}

/** How much of a food a query asks for; without a unit, as many pieces. */
export interface AskedAmount {
  readonly value: number
  readonly unit: string | undefined
}

/**
 * What the amounts of a query say together, as `2 x 30 g` or `half a cup of`. Undefined if that is not clear, as of `some`
 * and `few`, or if there are amounts before and after the food.
 */
export const amountOf = (amounts: ReadonlyArray<string>): AskedAmount | undefined => {
  const [text, ...others] = amounts
  if (text === undefined || others.length > 0) return undefined
  let rest = text.replace(/[(),]+(?!\d)/g, " ").trim()
  let value = 1
  for (;;) {
    rest = rest.replace(/^(?:x|of)\b\s*|^x(?=\d)/, "").trim()
    const number = numberBefore(rest)
    if (number === undefined) break
    value *= number.value
    rest = number.rest.trim()
  }
  const unit = rest.replace(/\bof$/, "").replace(/\bx$/, "").trim()
  if (/^(?:few|some|several)\b/.test(unit) || !(value > 0)) return undefined
  const [factor, known] = OTHER_UNITS[unit] ?? [1, unit]
  return { value: value * factor, unit: known === "" ? undefined : known }
}
