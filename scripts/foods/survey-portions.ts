import type { Measure } from "../../src/features/foods/measures.ts"
import { UNSPECIFIED } from "./fndds.ts"

/** Portions that nobody means: of raw weight, cut into cubes, or of a part of the food. */
const UNMEANT = /yields?\b|cubic inch|surface inch|reference amount|\(with ice\)|crust not eaten/i

const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/,? (?:NFS|NS as to size|any size)\b/g, ""],
  [/ \((?:NFS|no ice)\)/g, ""],
  [/\btablespoons?\b/g, "tbsp"],
  [/\bteaspoons?\b/g, "tsp"],
  [/^1 individual school container$/, "1 school carton"],
  [/small or medium single serving bag/, "small bag"],
  [/single serving bag/, "bag"],
  [/medium\/regular|medium or regular/g, "medium"],
  [/small\/regular/g, "small"],
  [/^1 miniature\/bite size/g, "1 mini"],
  [/\/regular size|\/king size/, ""],
  [/^1 miniature\/slider/g, "1 slider"],
  [/^1\/2 /, "0.5 "],
  [/^1\/4 /, "0.25 "],
  [/\s+/g, " "]
]

/** Foods of which people say slice where the survey says piece. */
const SLICED = /^(?:Pizza|Cakes and pies)$/

const inSlices = (text: string): string => text.replace(/\bpiece\b(?!\/)/, "slice")

/** Portions in the order in which people think of them; the first expression that matches decides. */
const USUAL: ReadonlyArray<RegExp> = [
  /^1 (?:medium|regular)\b/,
  /^1 (?:slice|piece|sandwich|egg|fillet|drink|bar|can|bottle|burger|cup|whole|roll|taco|burrito|cookie)$/,
  /^1 cup/,
  /^1 (?:small|large)\b/,
  /^1 (?:tbsp|tsp|oz|fl oz)$/,
  /^1 (?:slice|piece|can|bottle|individual|single|container|packet|package|bag)\b/
]

/** The unusual last: snack packs, sharing sizes, bites. */
const UNUSUAL =
  /mini|bite|school|100 calorie|sharing|king|personal|party|snack|baby|slider|junior|child|extra[- ]large|very thin/i

const placeOf = ({ text }: Measure): number => {
  if (UNUSUAL.test(text)) return USUAL.length + 1
  const place = USUAL.findIndex((usual) => usual.test(text))
  return place < 0 ? USUAL.length : place
}

/** Most measures of a food, including the serving. */
const MOST = 6

const OUNCE = 29.5735
const CUP = 236.588

/** Categories of liquids that the survey counts in cups. */
const LIQUIDS =
  /^(?:Milk|Flavored milk|Soups|Ramen|Baby juice|Apple juice|Citrus juice|Other fruit juice|Vegetable juice|Coffee|Tea|.*[Ww]ater|Beer|Wine|Plant-based milk|Smoothies|Soft drinks)/

/** The weight of 100 ml of a liquid, from its fluid ounce, or its cup. */
export const hundredMillilitres = (portions: ReadonlyArray<Measure>, isLiquid: boolean): Measure | undefined => {
  const ounce = portions.find(({ text }) => /^1 fl oz/.test(text))
  const cup = isLiquid ? portions.find(({ text }) => /^1 cup(?: \(8 fl oz\))?$/.test(text)) : undefined
  const perMillilitre = ounce !== undefined ? ounce.size / OUNCE : cup !== undefined ? cup.size / CUP : undefined
  return perMillilitre === undefined ? undefined : { text: "100 ml", size: Math.round(1000 * perMillilitre) / 10 }
}

const same = (one: number, other: number) => Math.abs(one - other) <= 0.005 * other

/**
 * The measures of a food of the survey, the serving first: the amount that the survey assumes if nobody said how much,
 * named like the portion of that weight. Empty if there are none.
 */
export const surveyPortions = (all: ReadonlyArray<Measure>, category: string): ReadonlyArray<Measure> => {
  const assumed = all.find(({ text }) => text === UNSPECIFIED)
  const meant = all.flatMap(({ text, size }) => {
    if (text === UNSPECIFIED || UNMEANT.test(text)) return []
    const words = WORDS.reduce((words, [long, short]) => words.replace(long, short), text).trim()
    return [{ text: SLICED.test(category) ? inSlices(words) : words, size }]
  })
  const portions = [...new Map(meant.toReversed().map((portion) => [portion.text, portion])).values()]
    .toReversed()
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  const serving =
    assumed === undefined
      ? portions[0]
      : (portions.find(({ size }) => same(size, assumed.size)) ?? { text: "1 serving", size: assumed.size })
  if (serving === undefined) return []
  const liquid = hundredMillilitres(all, LIQUIDS.test(category))
  const others = portions.filter(({ text }) => text !== serving.text)
  return [
    serving,
    ...others.slice(0, MOST - 1 - (liquid === undefined ? 0 : 1)),
    ...(liquid === undefined ? [] : [liquid])
  ]
}
