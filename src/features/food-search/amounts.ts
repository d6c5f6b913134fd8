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

/**
 * Removes amounts and measures before and after a food: `eggs` for `2 eggs`, `rice` for `cup of rice`, `milk` for `milk
 * 200 ml`. A text of nothing but amounts is returned unchanged. The text must be folded.
 */
export const withoutAmounts = (text: string): string => {
  let rest = text
  for (;;) {
    if (NAMED.test(rest)) return rest
    const shorter = rest.replace(LEADING, "").replace(TRAILING, "")
    if (shorter === rest || !/\p{L}{2}/u.test(shorter)) return rest
    rest = shorter
  }
}
