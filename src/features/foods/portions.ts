import { round } from "../../values/round.ts"
import { stem, wordsOf } from "../../values/text/words.ts"
import { type MeasureUnit, measureUnit, unitBefore } from "./measure-units.ts"
import type { Measure } from "./measures.ts"
import type { Serving } from "./model.ts"

/** What is known of a food's portions: its serving, and its other household measures in the same unit. */
export interface Portioned {
  readonly serving: Serving
  readonly measures: ReadonlyArray<Measure>
}

/** A household measure, counted: of `0.5 cup, chopped` with 60 g, one `cup, chopped` has 120. */
export interface Portion {
  /** Its text without the count and without brackets. */
  readonly words: string
  /** The size of one, in the unit of the food's serving. */
  readonly size: number
  /** The weight or volume that it states of itself: a cup. */
  readonly stated: MeasureUnit | undefined
  /** Whether it states nothing else. */
  readonly isPlain: boolean
  /** How much of a weight or volume it states beside its name, in g or ml: 360 ml of `can (12 fl oz)`. */
  readonly beside: { readonly of: MeasureUnit["of"]; readonly amount: number } | undefined
  /** The stems of its words, of those without brackets, and of its text with the count. */
  readonly spellings: ReadonlyArray<string>
  readonly text: string
}

const FRACTIONS: Readonly<Record<string, number>> = { "½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4, "⅓": 1 / 3, "⅔": 2 / 3 }

/** The number that a text states: `2`, `0.5`, `1/2`, `1 1/2`, `½`. */
const numberOf = (text: string): number =>
  text.split(/\s+/).reduce((sum, part) => {
    const [above = "", below] = part.split("/")
    const number = FRACTIONS[above] ?? Number(above.replace(",", "."))
    return sum + (below === undefined ? number : number / Number(below))
  }, 0)

const COUNTED = /^(\d+\s+\d+\/[1-9]\d*|\d+\/[1-9]\d*|\d+(?:[.,]\d+)?|[½¼¾⅓⅔])(?![\d/.,-])\s*(?=\S)(.*)$/

/** Portions that are called by their size: a `12 inch sub`, a `5 oz package`. */
const SIZED =
  /^(?:inch|oz|fl oz|lb|g|grams?|calorie) (?:sub|cup|package|pouch|bar|container|can|bottle|bag|box|jar|carton|tray|pack)\b/

const inBrackets = / *\([^)]*\)/g

const BESIDE = /(?:\(|^(?:serving|bottle|can) )(\d+(?:\.\d+)?|\d\/\d) (fl oz|ml|g|cups?)\b/

/** Whether two names are the same words, plural and case aside. */
export const isCalledAlike = (one: string, other: string): boolean => key(one) !== "" && key(one) === key(other)

const key = (text: string): string => wordsOf(text).map(stem).join(" ")

const portionOf = ({ text, size }: Measure): Portion => {
  const [, count = "1", rest = text] = COUNTED.exec(text) ?? []
  const isSized = SIZED.test(rest)
  const [words, counted] = isSized ? [text, 1] : [rest, numberOf(count)]
  const short = words.replace(inBrackets, "").trim()
  const stated = isSized ? undefined : unitBefore(words)
  const [, amount = "", unit = ""] = BESIDE.exec(words) ?? []
  const held = unitBefore(unit)
  return {
    text,
    words: short,
    size: size / (counted > 0 ? counted : 1),
    stated,
    isPlain: measureUnit(short) !== undefined,
    beside: held && { of: held.of, amount: numberOf(amount) * held.size },
    spellings: [key(words), key(short), key(text)]
  }
}

/** The portions of a food, its serving first. */
export const portionsIn = ({ serving: { size, text }, measures }: Portioned): ReadonlyArray<Portion> =>
  [...(text === null ? [] : [{ text, size }]), ...measures].map(portionOf)

/** Portions that are meant where several have a name: a slice is a medium one. */
const USUAL = ["medium", "regular", "average", "standard"]

/**
 * The portion with these words, plural and case aside. Words that no portion has as its name may be a part of one: `slice`
 * of `medium slice`. Of several, the medium one is meant, or else none. A piece of what is cut is a slice.
 */
export const portionCalled = (portions: ReadonlyArray<Portion>, name: string): Portion | undefined => {
  const asked = key(name)
  if (asked === "") return undefined
  for (const place of [0, 1, 2]) {
    const found = portions.find(({ spellings }) => spellings[place] === asked)
    if (found !== undefined) return found
  }
  const words = asked.split(" ")
  const having = portions.filter(({ stated, spellings: [, short = ""] }) => {
    const all = short.split(" ")
    return stated === undefined && words.every((word) => all.includes(word))
  })
  const usual = having.filter(({ words }) => wordsOf(words).some((word) => USUAL.includes(word)))
  const found = having.length === 1 ? having[0] : usual[0]
  return found ?? (asked === "piece" ? portionCalled(portions, "slice") : undefined)
}

/**
 * The portion that is called so and then by others of a query's words: `cup, diced` for `cup` of `diced cheddar`. Of
 * `cup, mashed or pureed`, one of both is enough.
 */
export const portionWith = (food: Portioned, name: string, words: ReadonlyArray<string>): Portion | undefined => {
  const named = `${key(name)} `
  const others = new Set(key(words.join(" ")).split(" "))
  return portionsIn(food).find(({ spellings: [, short = ""] }) => {
    if (!short.startsWith(named)) return false
    const ways = short.slice(named.length).split(" or ")
    return ways.some((way) => way.split(" ").every((word) => others.has(word)))
  })
}

/** Portions that are pieces of a food, and its serving if it is one. */
const PIECES = [...USUAL, "whole", "each", "piece", "item", "fruit"]

/**
 * The portion that is one of a food: an `egg` of eggs, else a medium one, a whole one or a piece, else its serving. `names`
 * are what it is called. Undefined of what is not counted, such as rice.
 */
export const pieceOf = (food: Portioned, names: ReadonlyArray<string>): Portion | undefined => {
  const portions = portionsIn(food).filter(({ stated }) => stated === undefined)
  for (const name of [...names, ...PIECES]) {
    const found = portions.find(({ spellings: [, short] }) => short === key(name))
    if (found !== undefined) return found
  }
  const [first] = portions
  return first !== undefined && first.text === food.serving.text && first.words !== "serving" ? first : undefined
}

/** What a food takes as units, each with its size: `g, slice (28 g), cup, cubed (132 g)`. */
export const unitsTaken = (food: Portioned): string => {
  const { unit, text } = food.serving
  const isWeighed = unit === "g" || unit === "ml"
  const serving = text === null ? [{ words: "serving", size: food.serving.size }] : []
  const sized = [...serving, ...portionsIn(food)]
    .filter(({ words }, at, all) => all.findIndex((each) => each.words === words) === at)
    .map(({ words, size }) => `${words} (${round(size, size < 1 ? 4 : 2)} ${unit})`)
  return [isWeighed ? unit : "serving", ...sized].join(", ")
}
