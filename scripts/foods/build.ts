import { fileURLToPath } from "node:url"
import type { CatalogueFood } from "../../src/features/foods/catalogue-food.ts"
import { writeFoods } from "../../src/features/foods/table.ts"
import { everydayFoods } from "../../src/features/foods/vocabulary.ts"
import { doublesOf } from "./doubles.ts"
import { readFndds, type SurveyFood } from "./fndds.ts"
import { FNDDS_KINDS, surveyParts } from "./fndds-names.ts"
import { inPlainWords, menuNames, nameOf } from "./menu-names.ts"
import { otherNames } from "./other-names.ts"
import { type Row, readSr28 } from "./sr28.ts"
import { type StandardFood, standardFoods } from "./sr28-foods.ts"
import { SR28_KINDS, standardParts } from "./sr28-names.ts"
import { surveyPortions } from "./survey-portions.ts"
import { readWeights, type Weight } from "./weights.ts"

/**
 * Builds the table of the shipped foods: FNDDS 2021–2023 (`fndds.ts`), and SR28 (`sr28.ts`, `weights.ts`).
 *
 *     bun scripts/foods/build.ts
 */

/** Longest names of foods that most people eat, and of the others. */
const LONGEST_EVERYDAY = 40
const LONGEST = 60

const longest = (id: string): number => (everydayFoods().has(id) ? LONGEST_EVERYDAY : LONGEST)

const surveyId = ({ code }: SurveyFood): string => `food_fndds_${code}`

const NAMES = fileURLToPath(new URL("./names.tsv", import.meta.url))

/** The reviewed names of foods for which the rules give a poor one, by id. */
const reviewedNames = async (): Promise<ReadonlyMap<string, string>> => {
  const [, ...lines] = (await Bun.file(NAMES).text()).trimEnd().split("\n")
  return new Map(
    lines.map((line) => {
      const [id = "", name = ""] = line.split("\t")
      return [id, name]
    })
  )
}

const fullName = (name: string, brandName: string | null) => `${name} | ${brandName ?? ""}`.toLowerCase()

/** kcal in 100 g above which instant coffee and tea are not drinks. */
const POWDER = 200

/** Instant coffee or tea, whose description seldom says that it is a powder. */
const isPowder = ({ description, calories }: StandardFood): boolean =>
  /^(?:Coffee|Tea)\b.*\binstant\b/i.test(description) && calories > POWDER

/**
 * The names of all foods by id, each unique with its brand. Where both sources have a name, FNDDS keeps it; SR28's food is
 * called by its whole description in the order of a menu, or else generic, which no brand is.
 */
const namesOf = async (survey: ReadonlyArray<SurveyFood>, standard: ReadonlyArray<StandardFood>) => {
  const reviewed = await reviewedNames()
  const ofSurvey = menuNames(
    survey.map((food) => ({ id: surveyId(food), among: "", parts: surveyParts(food.name) })),
    FNDDS_KINDS,
    longest
  )
  const ofStandard = menuNames(
    standard.map(({ id, brandName, description }) => ({
      id,
      among: brandName ?? "",
      parts: standardParts(description, brandName !== null)
    })),
    SR28_KINDS,
    longest
  )
  const names = new Map([...[...ofSurvey].map(([id, name]) => [id, inPlainWords(name)] as const), ...reviewed])
  const taken = new Set(survey.map((food) => fullName(names.get(surveyId(food)) ?? "", null)))
  for (const food of standard) {
    const { id, brandName, description } = food
    const short = reviewed.get(id) ?? inPlainWords(ofStandard.get(id) ?? description)
    const menu = isPowder(food) && !/powder|dry/i.test(short) ? `${short}, powder` : short
    const whole = nameOf(standardParts(description, brandName !== null))
    const name = [menu, ...(whole.length <= LONGEST ? [whole] : []), `${menu}, generic`].find(
      (each) => !taken.has(fullName(each, brandName))
    )
    if (name === undefined) throw new Error(`${id}: ${menu} is the name of another food`)
    taken.add(fullName(name, brandName))
    names.set(id, name)
  }
  return names
}

const surveyFood = (
  food: SurveyFood
): Omit<CatalogueFood, "name" | "description"> & { readonly description: string } => {
  const [serving, ...measures] = surveyPortions(food.portions, food.category)
  const { nutrients } = food
  return {
    id: surveyId(food),
    source: "usda-fndds",
    sourceId: food.code,
    brandName: null,
    description: food.name,
    servingSize: serving?.size ?? 100,
    servingUnit: "g",
    servingText: serving?.text ?? null,
    ...(measures.length === 0 ? {} : { measures }),
    calories: nutrients.calories_kcal,
    protein: nutrients.protein_g,
    carbs: nutrients.carbs_g,
    fat: nutrients.fat_g,
    alcohol: nutrients.alcohol_g,
    fiber: nutrients.fiber_g,
    sugars: nutrients.sugars_g,
    saturatedFat: nutrients.saturated_fat_g,
    sodium: nutrients.sodium_mg
  }
}

/** The catalogue's table: the foods of FNDDS by code, then those of SR28 by NDB number. */
export const buildFoods = async (
  survey: ReadonlyArray<SurveyFood>,
  rows: ReadonlyArray<Row>,
  weights: ReadonlyMap<string, ReadonlyArray<Weight>>
): Promise<string> => {
  const standard = standardFoods(rows, weights)
  const names = await namesOf(survey, standard)
  const named = (id: string) => names.get(id) ?? ""
  const also = otherNames(
    survey.map((food) => ({
      id: surveyId(food),
      name: named(surveyId(food)),
      description: food.name,
      also: food.also
    })),
    [...names.values()]
  )
  const fromSurvey = survey.map(surveyFood)
  const doubles = await doublesOf(standard, fromSurvey)
  const foods: ReadonlyArray<CatalogueFood> = [
    ...fromSurvey.map((food) => ({ ...food, name: named(food.id), also: also.get(food.id)?.join("|") || null })),
    ...standard.map((food) => ({ ...food, name: named(food.id), sameAs: doubles.get(food.id) ?? null }))
  ]
  return writeFoods(foods.map((food) => (food.description === food.name ? { ...food, description: null } : food)))
}

/** The path of the built table. */
export const TABLE = fileURLToPath(new URL("../../src/features/foods/foods.tsv", import.meta.url))

if (import.meta.main) {
  const table = await buildFoods(await readFndds(), await readSr28(), await readWeights())
  await Bun.write(TABLE, table)
  console.log(`${table.split("\n").length - 2} foods, ${Buffer.byteLength(table)} bytes`)
}
