import { readFileSync } from "node:fs"
import { join } from "node:path"
import { dice } from "../data/dice.ts"

/**
 * A meal in the form that NutriBench publishes (Hua, Dhaliwal et al., arXiv:2407.12843; the fields are those of its
 * data set): a description, and its total nutrition in kcal and grams.
 */
export interface DescribedMeal {
  readonly meal_description: string
  readonly carb: number
  readonly fat: number
  readonly energy: number
  readonly protein: number
  readonly country: "USA"
  /** Whether amounts are household measures or grams. */
  readonly serving_type: "natural" | "metric"
}

interface Eatable {
  readonly name: string
  readonly plural: string
  /** A household measure and its plural; undefined for counted foods. */
  readonly measure: readonly [string, string] | undefined
  /** Weight of one piece, or one measure. */
  readonly grams: number
  /** Per 100 g, in kcal and grams. */
  readonly per100: { readonly energy: number; readonly protein: number; readonly carb: number; readonly fat: number }
  readonly meals: ReadonlyArray<string>
}

/** The sources of foods: what a laboratory analysed, and what people reported to eat. */
export const SOURCES = { SR28: "foods.tsv", FNDDS: "survey-foods.tsv" } as const

export type MealSource = keyof typeof SOURCES

const readEatables = (source: MealSource): ReadonlyArray<Eatable> =>
  readFileSync(join(import.meta.dir, SOURCES[source]), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [, name = "", plural = "", measure = "", grams, energy, protein, carb, fat, meals = ""] = line.split("\t")
      const [one, many] = measure.split(",")
      return {
        name,
        plural: plural === "" ? name : plural,
        measure: one === undefined || many === undefined ? undefined : ([one, many] as const),
        grams: Number(grams),
        per100: { energy: Number(energy), protein: Number(protein), carb: Number(carb), fat: Number(fat) },
        meals: meals.split(",")
      }
    })

const MEALS = { b: "breakfast", m: ["lunch", "dinner"], s: "a snack" } as const

/** The fewest and most foods of a meal. */
const MOST = { b: [1, 4], m: [2, 4], s: [1, 2] } as const

/** How people write amounts. */
const WORDS: ReadonlyMap<number, string> = new Map([
  [0.5, "half a"],
  [1, "a"],
  [1.5, "one and a half"],
  [2, "two"],
  [3, "three"],
  [4, "four"],
  [6, "six"]
])

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? "an" : "a")

/** Possible counts of a food in a meal: small foods come in larger numbers. */
const countsOf = ({ measure, grams, per100 }: Eatable): ReadonlyArray<number> => {
  if (measure?.[0] === "ounce") return per100.energy > 300 ? [1, 2] : [3, 4, 6]
  if (measure?.[0] === "cup") return [0.5, 1, 1, 1.5, 2]
  return grams < 20 ? [2, 3, 4] : [1, 1, 2]
}

const inMeasures = (eatable: Eatable, count: number): string => {
  const { name, plural, measure } = eatable
  const isOne = count <= 1
  const noun = measure === undefined ? (isOne ? name : plural) : measure[isOne ? 0 : 1]
  const word = WORDS.get(count) ?? String(count)
  const amount = count === 1 ? article(noun) : word
  return measure === undefined ? `${amount} ${noun}` : `${amount} ${noun} of ${name}`
}

const joined = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

const FORMS: ReadonlyArray<(meal: string, foods: ReadonlyArray<string>) => string> = [
  (meal, foods) => `For ${meal}, I had ${joined(foods)}.`,
  (meal, foods) => `I ate ${joined(foods)} for ${meal}.`,
  (meal, [first = "", ...rest]) => `I had ${first}${rest.length === 0 ? "" : ` with ${joined(rest)}`} as ${meal}.`,
  (meal, foods) => `Just finished ${meal}: ${joined(foods)}.`,
  (meal, [first = "", ...rest]) =>
    `My ${meal.replace("a ", "")} was ${first}${rest.length === 0 ? "" : `, along with ${joined(rest)}`}.`
]

const sum = (values: ReadonlyArray<number>): number =>
  Math.round(values.reduce((total, value) => total + value, 0) * 100) / 100

/** The first `count` meals of foods of a source, of an endless sequence that is always the same. */
export const describedMeals = (count: number, source: MealSource = "SR28"): ReadonlyArray<DescribedMeal> => {
  const eatables = readEatables(source)
  const throwDice = dice(2407)
  const pick = <A>(choices: readonly [A, ...ReadonlyArray<A>] | ReadonlyArray<A>): A => {
    const chosen = choices[throwDice(choices.length)]
    if (chosen === undefined) throw new Error("There is nothing to choose from")
    return chosen
  }
  return Array.from({ length: count }, () => {
    const kind = pick(["b", "m", "m", "s"] as const)
    const names = MEALS[kind]
    const meal = typeof names === "string" ? names : pick(names)
    const isMetric = throwDice(3) === 0
    const fitting = eatables.filter(({ meals }) => meals.includes(kind))
    const chosen = new Set<Eatable>()
    const [fewest, most] = MOST[kind]
    const many = fewest + throwDice(most - fewest + 1)
    while (chosen.size < many) chosen.add(pick(fitting))
    const eaten = [...chosen].map((eatable) => {
      const measures = pick(countsOf(eatable))
      const grams = isMetric ? Math.max(5, Math.round((eatable.grams * measures) / 5) * 5) : eatable.grams * measures
      const text = isMetric ? `${grams} grams of ${eatable.plural}` : inMeasures(eatable, measures)
      return { text, grams, per100: eatable.per100 }
    })
    const total = (nutrient: "energy" | "protein" | "carb" | "fat") =>
      sum(eaten.map(({ grams, per100 }) => (per100[nutrient] * grams) / 100))
    return {
      meal_description: pick(FORMS)(
        meal,
        eaten.map(({ text }) => text)
      ),
      carb: total("carb"),
      fat: total("fat"),
      energy: total("energy"),
      protein: total("protein"),
      country: "USA",
      serving_type: isMetric ? "metric" : "natural"
    }
  })
}
