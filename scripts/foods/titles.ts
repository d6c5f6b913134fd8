import { writeOut } from "./abbreviations.ts"
import { takeBrand } from "./brands.ts"
import { withCapitals } from "./casing.ts"

/** Upper case, with one space between words and after commas; two spaces between words mean a lost comma. */
const tidy = (title: string): string =>
  title
    .toUpperCase()
    .trim()
    .replace(/(?<!\b(?:AND|VAR)) {2,}(?!AND\b|BRANDS\b)/g, ", ")
    .replace(/V- FUSION/, "V-FUSION")
    .replace(/,(?=\S)/g, ", ")
    .replace(/\\/g, "")
    .replace(/(\d")(?=F)/g, "$1 ")
    .replace(/([A-Z])\(/g, "$1 (")
    .replace(/\)(?=[A-Z])/g, ") ")
    .replace(/\/ (?=[A-Z])/g, " AND ")
    .replace(/(?<=\d)- (?=\d)/g, "-")
    .replace(/(?<=BOILED|BLD)\. /g, ", ")

/** Cleans up after words were removed. */
const mend = (title: string): string =>
  title
    .replace(/\s+/g, " ")
    .replace(/ ([,;)])/g, "$1")
    .replace(/\( /g, "(")
    .replace(/,\)/g, ")")
    .replace(/,(?: and)?,/g, ",")
    .replace(/(?:, ?)+(?=,)/g, "")
    .replace(/^[,;.\s-]+|[,;.\s-]+$/g, "")

const unlessSaid = (name: string, words: RegExp, kind: string): string => (words.test(name) ? name : `${name}, ${kind}`)

/** A title's heading either repeats the rest or belongs after it: "fast foods, hamburger" is primarily a hamburger. */
const HEADINGS: ReadonlyArray<readonly [heading: RegExp, put: (rest: string, kind: string) => string]> = [
  [/^(?:alcoholic |carbonated )?beverages?, /, (rest) => rest],
  [/^(?:crustaceans|mollusks|nuts|spices|snacks?|game meat|leavening agents), /, (rest) => rest],
  [/^fish, (?!hand battered)/, (rest) => rest],
  [/^frozen novelties, (?!ice|fruit|juice)/, (rest) => rest],
  [/^candies, /, (rest) => unlessSaid(rest, /\b(?:cand(?:y|ies)|gum|bar)\b/, "candy")],
  [/^fast foods?, /, (rest) => unlessSaid(rest, /\bfast food\b/, "fast food")],
  [/^restaurant, (chinese|italian|latino|mexican|family style), /, (rest, kind) => `${rest}, ${kind} restaurant`],
  [/^cereals,? ready-to-eat,? /, (rest) => unlessSaid(rest, /\b(?:cereal|granola|muesli)\b/, "cereal")],
  [/^cereals, /, (rest) => unlessSaid(rest, /\b(?:cereal|oats?|oatmeal|grits|farina)\b/, "hot cereal")],
  [/^carbonated, low-calorie, /, (rest) => `diet soda, ${rest}`],
  [/^carbonated, /, (rest) => unlessSaid(rest, /\b(?:soda|water|ale)\b/, "soda")],
  [/^low[- ]calorie, (?=cola|other)/, (rest) => `diet soda, ${rest}`],
  [/^oats, (?=.*\b(?:cooked|prepared) with water)/, (rest) => `oatmeal, ${rest}`],
  [/^distilled, (?=gin|rum|vodka|whiskey)/, (rest) => rest],
  [/^distilled, (?=all)/, (rest) => `distilled spirits, ${rest}`]
]

const withoutHeading = (title: string): string =>
  HEADINGS.reduce((name, [heading, put]) => {
    const found = heading.exec(name)
    return found === null ? name : put(name.slice(found[0].length), found[1] ?? "")
  }, title)

/** Phrases in the table that people word differently. */
const PHRASES: ReadonlyArray<readonly [RegExp, string]> = [
  [/, (\d(?:\/\d)?)"(?: fat)?(?=,|$)/g, ', trimmed to $1" fat'],
  [/, lean(?=,|$)/g, ", lean only"],
  [/, australian, imported(?=,|$)/g, ", australian"],
  [/\busda commodity,? /g, "USDA commodity "],
  [/ -- /g, ", "],
  [/ - /g, ", "],
  [/;/g, ","],
  [/\bregular, patty\b/g, "regular patty"],
  [/^chickpeas, /, "chickpeas (garbanzo beans, bengal gram), "],
  [/^red and white,? /, ""],
  [/, analyzed 2006$/, ""],
  [/, soymilk$/, " soymilk"],
  [/, \(/g, " ("],
  [/, new zealand, imported(?=,|$)/g, ", new zealand"],
  [/^(pudding|syrup|ice cream|frozen yogurt|frosting|dessert|gelatin dessert|sugar|sweetener|topping)s, /g, "$1, "]
]

export interface FoodName {
  readonly name: string
  readonly brandName: string | null
}

/** Parses a USDA SR28 title: "CEREALS RTE, POST, GRAPE-NUTS CRL" is "Grape-Nuts Cereal" by Post. */
export const readTitle = (title: string): FoodName => {
  const { brandName, title: unbranded } = takeBrand(writeOut(tidy(title)))
  const phrased = PHRASES.reduce((text, [short, long]) => text.replace(short, long), mend(unbranded))
  return { name: withCapitals(withoutHeading(phrased), brandName !== null), brandName }
}
