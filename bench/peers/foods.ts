import { barcodeIds } from "../../src/food-search/barcode.ts"
import { listed, mostCandidates, NO_CATALOGUE, type Results, results } from "../../src/food-search/results.ts"
import { type CatalogueRow, type Found, fromCatalogue, stemsOfWays, template } from "../../src/food-search/statement.ts"
import { NAMING, questionOf, unproven } from "../../src/food-search/terms.ts"
import { wantedOf } from "../../src/food-search/wanted.ts"
import { type Food, type FoodKind, asFood as foodAsFood, showFood } from "../../src/foods/model.ts"
import type { Nutrition } from "../../src/foods/nutrition.ts"
import { asFood as mealAsFood, type Portion } from "../../src/saved-meals/model.ts"
import { arrayOf, type Database } from "./database.ts"
import { invalid } from "./errors.ts"
import type { User } from "./guard.ts"

interface Row extends Nutrition {
  readonly kind: FoodKind
  readonly id: string
  readonly name: string
  readonly brandName: string | null
  readonly servingSize: number
  readonly servingUnit: string
  readonly servingText: string | null
  readonly measures: string
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

const CUSTOM_FOODS = `SELECT 'custom_food' AS kind, ${COLUMNS}, '' AS measures, NULL::json AS portions FROM custom_foods WHERE user_id = $1`
const SAVED_MEALS = `
  SELECT 'saved_meal' AS kind, meal.meal_id AS id, meal.name, NULL AS "brandName", meal.servings AS "servingSize",
    'meal' AS "servingUnit", NULL AS "servingText", 0 AS calories, 0 AS protein, 0 AS carbs, 0 AS fat, 0 AS alcohol,
    '' AS measures,
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

const SEARCH = `
  SELECT 'catalogue' AS kind, revision, looked_for AS "lookedFor", level, dropped, wanted, foods
  FROM search_catalogue(NULL, $1::integer, $2::integer, $3, $4::text[], $5::text[], $6::text[], $7::boolean[], $8::boolean[],
    $9::text[], $10::text[], $11::integer[], $12::boolean[])`

const SEARCH_ALL = `
  SELECT own.*, NULL::uuid AS revision, NULL AS "lookedFor", NULL::integer AS level, NULL::integer AS dropped,
    NULL::boolean AS wanted, NULL AS foods
  FROM (${CUSTOM_FOODS.replace("$1", "$13")} UNION ALL ${SAVED_MEALS.replace("$1", "$13")}) AS own
  UNION ALL
  SELECT 'catalogue', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, catalogue.revision,
    catalogue."lookedFor", catalogue.level, catalogue.dropped, catalogue.wanted, catalogue.foods
  FROM (${SEARCH}) AS catalogue`

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
  const answer = ({ foods, searchedFor }: Results<Row | Found>) => ({
    foods: foods.map((row) => showFood(row.kind === "found" ? row.food() : asFood(row, row.kind))),
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
  const words = terms.map(unproven)
  const rows = await run<Row | (CatalogueRow & { readonly kind: "catalogue" })>(kind === "food" ? SEARCH : SEARCH_ALL, [
    mostCandidates(limit),
    NAMING,
    wantedOf(terms).beginning,
    wantedOf(terms).everyday ?? null,
    arrayOf(words.map((word) => word?.word ?? "")),
    arrayOf(words.map((word) => word?.stem ?? "")),
    arrayOf(words.map((word) => word?.open ?? false)),
    arrayOf(terms.map(({ correctable }) => correctable)),
    arrayOf(terms.map(template)),
    arrayOf(terms.map(stemsOfWays)),
    arrayOf(terms.map(({ weight }) => weight)),
    arrayOf(terms.map(({ telling }) => telling)),
    ...(kind === "food" ? [] : [user.id])
  ])
  const own: Array<Row> = []
  const catalogue: Array<CatalogueRow> = []
  for (const row of rows) {
    if (row.kind === "catalogue") catalogue.push(row)
    else own.push(row)
  }
  return answer(results<Row | Found>(question, fromCatalogue(catalogue), own, limit))
}
