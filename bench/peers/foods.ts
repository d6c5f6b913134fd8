import { barcodeIds } from "../../src/food-search/barcode.ts"
import { listed, mostCandidates, NO_CATALOGUE, results } from "../../src/food-search/results.ts"
import { begun, bestLevel, lookedForIn, SEARCH, template, whole } from "../../src/food-search/statement.ts"
import { beginningOf, questionOf, unproven } from "../../src/food-search/terms.ts"
import { type Food, type FoodKind, asFood as foodAsFood, showFood } from "../../src/foods/model.ts"
import type { Nutrition } from "../../src/foods/nutrition.ts"
import { asFood as mealAsFood, type Portion } from "../../src/saved-meals/model.ts"
import { arrayOf, type Database } from "./database.ts"
import { invalid } from "./errors.ts"
import type { User } from "./guard.ts"

interface Row extends Nutrition {
  readonly lookedFor: string
  readonly kind: FoodKind | null
  readonly id: string
  readonly name: string
  readonly brandName: string | null
  readonly servingSize: number
  readonly servingUnit: string
  readonly servingText: string | null
  readonly measures: string
  readonly level: number
  readonly out: number
  readonly portions: ReadonlyArray<Portion> | null
}

const asFood = (row: Row, kind: FoodKind): Food =>
  kind === "saved_meal"
    ? mealAsFood({ id: row.id, name: row.name, servings: row.servingSize, portions: row.portions ?? [] })
    : foodAsFood(kind, row)

const COLUMNS = `food_id AS id, name, brand_name AS "brandName", serving_size AS "servingSize",
  serving_unit AS "servingUnit", serving_text AS "servingText", calories, protein, carbs, fat, alcohol`

const AMOUNTS = ["calories", "protein", "carbs", "fat", "alcohol"]
  .map((amount) => `'${amount}', COALESCE(food.${amount}, own.${amount})`)
  .join(", ")

const CUSTOM_FOODS = `SELECT 'custom_food' AS kind, ${COLUMNS}, '' AS measures, false AS everyday, 0 AS level, 0 AS out, NULL::json AS portions FROM custom_foods WHERE user_id = $1`
const SAVED_MEALS = `
  SELECT 'saved_meal' AS kind, meal.meal_id AS id, meal.name, NULL AS "brandName", meal.servings AS "servingSize",
    'meal' AS "servingUnit", NULL AS "servingText", 0 AS calories, 0 AS protein, 0 AS carbs, 0 AS fat, 0 AS alcohol,
    '' AS measures, false AS everyday, 0 AS level, 0 AS out,
    (SELECT json_agg(json_build_object('name', COALESCE(food.name, own.name), 'servings', item.servings,
        'servingSize', COALESCE(food.serving_size, own.serving_size), ${AMOUNTS}) ORDER BY item.position)
      FROM saved_meal_items AS item
      LEFT JOIN foods AS food ON item.food_kind = 'food' AND food.food_id = item.food_id
      LEFT JOIN custom_foods AS own
        ON item.food_kind = 'custom_food' AND own.user_id = item.user_id AND own.food_id = item.food_id
      WHERE item.user_id = meal.user_id AND item.meal_id = meal.meal_id
        AND (food.food_id IS NOT NULL OR own.food_id IS NOT NULL)) AS portions
  FROM saved_meals AS meal WHERE meal.user_id = $1`

const OWN = { food: "", custom_food: CUSTOM_FOODS, saved_meal: SAVED_MEALS } as const

const searchCatalogue = (own: string, most: 50 | 100) => `
  WITH wanted AS (SELECT $10::text AS beginning), asked AS (
    SELECT *, word = '' OR EXISTS (
        SELECT FROM food_words AS known WHERE known.stem = asked.stem OR known.word = asked.stem
      ) OR open AND EXISTS (
        SELECT FROM food_words AS known WHERE known.word >= asked.word AND known.word < asked.word || chr(1114111)
      ) AS is_known
    FROM unnest(
      $2::text[], $3::text[],
      $4::boolean[], $5::text[],
      $6::text[], $7::integer[],
      $8::boolean[], $9::boolean[]
    ) WITH ORDINALITY AS asked (word, stem, open, whole, begun, weight, telling, correctable, place)
  ${SEARCH[most]} ${own}
  ) AS item ON true`

const ALL_OWN = `UNION ALL ${CUSTOM_FOODS} UNION ALL ${SAVED_MEALS}`
const SEARCH_ALL = { 50: searchCatalogue(ALL_OWN, 50), 100: searchCatalogue(ALL_OWN, 100) }
const NO_OWN = "WHERE $1::text IS NOT NULL"
const SEARCH_FOODS = { 50: searchCatalogue(NO_OWN, 50), 100: searchCatalogue(NO_OWN, 100) }

const SCANNED = `SELECT 'food' AS kind, ${COLUMNS}, measures, NULL::json AS portions FROM foods WHERE food_id = ANY($1::text[])`

export interface SearchFoods {
  readonly query?: string
  readonly kind?: FoodKind
  readonly limit?: number
}

/** The statement and the ranking are the service's own: what is compared is all that stands around them. */
export const searchFoods = async (
  { query: run }: Database,
  user: User,
  { query = "", kind, limit = 20 }: SearchFoods
) => {
  const isBlank = query.trim() === ""
  if (isBlank && (kind === undefined || kind === "food")) throw invalid("query", "is required and must not be blank")
  const question = questionOf(query)
  const { terms, barcode } = question
  const answer = ({ foods, searchedFor }: { foods: ReadonlyArray<Row>; searchedFor: string | undefined }) => ({
    foods: foods.map((row) => showFood(asFood(row, row.kind ?? "food"))),
    ...(searchedFor === undefined ? {} : { searchedFor })
  })
  if (kind === "custom_food" || kind === "saved_meal") {
    const own = await run<Row>(OWN[kind], [user.id])
    return answer(isBlank ? listed(own, limit) : results(question, NO_CATALOGUE, own, limit))
  }
  if (barcode !== undefined) {
    const scanned = await run<Row>(SCANNED, [arrayOf(barcodeIds(barcode))])
    if (scanned.length > 0) return answer({ foods: scanned.slice(0, limit), searchedFor: undefined })
  }
  const rows = await run<Row>((kind === "food" ? SEARCH_FOODS : SEARCH_ALL)[mostCandidates(limit)], [
    user.id,
    arrayOf(terms.map((term) => unproven(term)?.word ?? "")),
    arrayOf(terms.map((term) => unproven(term)?.stem ?? "")),
    arrayOf(terms.map((term) => unproven(term)?.open ?? false)),
    arrayOf(terms.map((term) => template(term, whole))),
    arrayOf(terms.map((term) => template(term, begun))),
    arrayOf(terms.map(({ weight }) => weight)),
    arrayOf(terms.map(({ telling }) => telling)),
    arrayOf(terms.map(({ correctable }) => correctable)),
    beginningOf(terms)
  ])
  const foods = rows.filter((row) => row.kind === "food")
  const own = rows.filter((row) => row.kind !== null && row.kind !== "food")
  const lookedFor = lookedForIn(rows[0]?.lookedFor ?? "")
  const catalogue = { lookedFor, ...bestLevel(terms, lookedFor, foods) }
  return answer(results(question, catalogue, own, limit))
}
