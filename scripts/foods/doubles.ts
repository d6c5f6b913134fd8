import { fileURLToPath } from "node:url"
import { stemsInOrder } from "../../src/features/food-search/tokens.ts"
import type { StoredNutrition } from "../../src/features/foods/nutrition.ts"

/** A food as its source describes it. */
export interface Source extends StoredNutrition {
  readonly id: string
  readonly brandName: string | null
  readonly description: string
}

/** What both sources say in different words, or one of them only. */
const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\([^)]*\)/g, " "],
  [
    /, (?:NFS|no added fat|without salt|drained|mixed species|dry heat|moist heat|fluid|enriched|fresh|commercially prepared|prepackaged or deli|all (?:commercial )?varieties|year round average|all types|mature seeds)\b/g,
    ""
  ],
  [/with added (?:vitamin|calcium).*/, ""],
  [/cooked, (?:boiled|simmered|steamed)/, "cooked"],
  [/, regular\b/, ""],
  [/skim milk|nonfat milk/, "nonfat"],
  [/fast foods?$/, ""]
]

const keyOf = (description: string): string =>
  [...new Set(stemsInOrder(WORDS.reduce((text, [said, put]) => text.replace(said, put), description)))].sort().join(" ")

const isNear = (one: number, other: number, least: number) =>
  Math.abs(one - other) <= Math.max(least, 0.25 * Math.max(one, other))

const hasSameValues = (one: StoredNutrition, other: StoredNutrition): boolean =>
  isNear(one.calories, other.calories, 20) &&
  isNear(one.protein, other.protein, 2) &&
  isNear(one.carbs, other.carbs, 3) &&
  isNear(one.fat, other.fat, 2)

const REVIEWED = fileURLToPath(new URL("./doubles.tsv", import.meta.url))

/** The reviewed pairs: a food of SR28, and the food of FNDDS that is the same as eaten; empty if none is. */
const reviewed = async (): Promise<ReadonlyMap<string, string>> => {
  const [, ...lines] = (await Bun.file(REVIEWED).text()).trimEnd().split("\n")
  return new Map(
    lines.map((line) => {
      const [ndb = "", code = ""] = line.split("\t")
      return [`food_sr28_${ndb}`, code === "" ? "" : `food_fndds_${code}`]
    })
  )
}

/**
 * The food of FNDDS for each food of SR28 that both describe: those with the same words and about the same values, and
 * the reviewed pairs of `doubles.tsv`.
 */
export const doublesOf = async (
  standard: ReadonlyArray<Source>,
  survey: ReadonlyArray<Source>
): Promise<ReadonlyMap<string, string>> => {
  const byKey = Map.groupBy(survey, ({ description }) => keyOf(description))
  const pairs = await reviewed()
  return new Map(
    standard.flatMap((food) => {
      const leader =
        pairs.get(food.id) ??
        (food.brandName === null
          ? byKey.get(keyOf(food.description))?.find((other) => hasSameValues(food, other))?.id
          : undefined) ??
        ""
      return leader === "" ? [] : [[food.id, leader] as const]
    })
  )
}
