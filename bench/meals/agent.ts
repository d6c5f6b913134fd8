import type { OutputOf } from "../../src/annexes/page/frame/page.ts"

/** A food as search_foods returns it. */
export type FoundFood = OutputOf<"search_foods">["foods"][number]

/** A food named in a description: `1.5 cup of cooked rice`. */
export interface Item {
  readonly count: number
  /** The unit or household measure; undefined for counted foods. */
  readonly measure: string | undefined
  readonly food: string
}

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  half: 0.5,
  "half a": 0.5,
  "one and a half": 1.5,
  "two and a half": 2.5
}

const AMOUNT = String.raw`(?:one and a half|two and a half|half an?|half|an?|one|two|three|four|five|six|\d+(?:\.\d+)?)`

/** An amount begins a food; text before the first amount is the start of the description. */
const ITEM = new RegExp(
  String.raw`\b(${AMOUNT})\s+(.+?)(?=(?:,|:|\.|\band\b|\bwith\b|\bplus\b)[^,.]{0,14}?\b${AMOUNT}\s|\.?$)`,
  "gi"
)

const MEASURED = /^(.+?)\s+of\s+(.+)$/i

/** Text that does not belong to the food that it follows. */
const AFTER = /\s+(?:for|as)\s+(?:an?\s+)?(?:breakfast|lunch|dinner|snack)$|,?\s+along$|[,.:]$/i

const singular = (word: string): string => word.replace(/(ch|x|ss)es$/, "$1").replace(/([^s])s$/, "$1")

/** The foods of a description, each with its amount. Parses English sentences, and has no list of foods. */
export const itemsIn = (description: string): ReadonlyArray<Item> =>
  [...description.matchAll(ITEM)].flatMap(([, amount = "", rest = ""]) => {
    const text = rest.trim().replace(AFTER, "").replace(AFTER, "")
    if (/^(?:snack|breakfast|lunch|dinner)\b/i.test(text)) return []
    const count = NUMBERS[amount.toLowerCase().replace("half an", "half a")] ?? Number(amount)
    const [, measure, food] = MEASURED.exec(text) ?? []
    return [
      measure === undefined || food === undefined
        ? { count, measure: undefined, food: text }
        : { count, measure: singular(measure.toLowerCase()), food }
    ]
  })

/** Grams, or millilitres, of units with the same meaning for every food; volumes as if of water. */
const UNITS: Readonly<Record<string, number>> = {
  g: 1,
  gram: 1,
  ml: 1,
  kg: 1000,
  ounce: 28.35,
  oz: 28.35,
  teaspoon: 5,
  tablespoon: 15,
  cup: 240,
  glass: 240
}

const SHORT: Readonly<Record<string, string>> = { tablespoon: "tbsp", teaspoon: "tsp", ounce: "oz", gram: "g" }

/** Splits a portion's text into its leading number and its words: `0.5 cup, mashed`. */
const readPortion = (text: string) => {
  const [, number, words] = /^(\d+(?:\.\d+)?)\s+(.*)$/.exec(text) ?? []
  return { number: Number(number ?? 1), words: (words ?? text).toLowerCase() }
}

const hasWord = (text: string, word: string): boolean => text.split(/[^a-z]+/).some((each) => singular(each) === word)

/** What one of a counted food is called, the likeliest first. */
const ONE_OF = ["medium", "piece", "regular", "whole", "fruit"]

/** Servings of one: a portion named like the food, else a medium or other one, else the serving. */
const servingsOfOne = ({ portions = [] }: FoundFood, food: string): number => {
  const noun = singular(
    food
      .toLowerCase()
      .split(/[^a-z]+/)
      .at(-1) ?? ""
  )
  const all = portions.map(({ text, servings }) => ({ ...readPortion(text), servings }))
  const named = (word: string) => all.find(({ words }) => hasWord(words, word))
  const chosen = named(noun) ?? ONE_OF.map(named).find((each) => each !== undefined)
  return chosen === undefined ? 1 : chosen.servings / chosen.number
}

/** How many servings of a food an item is, according to the food's portions. */
export const servingsOf = ({ count, measure, food }: Item, found: FoundFood): number => {
  if (measure === undefined) return count * servingsOfOne(found, food)
  const words = measure.split(" ")
  const portion = (found.portions ?? [])
    .map(({ text, servings }) => ({ ...readPortion(text), servings }))
    .find(({ words: text }) => words.every((word) => hasWord(text, word) || hasWord(text, SHORT[word] ?? word)))
  const grams = UNITS[measure]
  const isWeight = grams !== undefined && !["teaspoon", "tablespoon", "cup", "glass"].includes(measure)
  if (portion !== undefined && !isWeight) return (count * portion.servings) / portion.number
  return grams === undefined ? count : (count * grams) / found.serving.size
}
