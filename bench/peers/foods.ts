import { listed, MOST_CANDIDATES, NO_CATALOGUE, results } from "../../src/food-search/results.ts"
import { termsOf } from "../../src/food-search/terms.ts"
import { BANDS } from "../../src/foods/label.ts"
import { type Food, type FoodKind, asFood as foodAsFood } from "../../src/foods/model.ts"
import { type Nutrition, rounded } from "../../src/foods/nutrition.ts"
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
  readonly portions: ReadonlyArray<Portion> | null
}

const asFood = (row: Row, kind: FoodKind): Food =>
  kind === "saved_meal"
    ? mealAsFood({ id: row.id, name: row.name, servings: row.servingSize, portions: row.portions ?? [] })
    : foodAsFood(kind, row)

const show = ({ id, kind, name, brandName, serving, items, perServing, per100g }: Food) => ({
  id,
  kind,
  name,
  ...(brandName === null ? {} : { brandName }),
  serving: { size: serving.size, unit: serving.unit, ...(serving.text === null ? {} : { text: serving.text }) },
  ...(items === undefined ? {} : { items }),
  perServing: rounded(perServing),
  per100g: rounded(per100g)
})

const COLUMNS = `food_id AS id, name, brand_name AS "brandName", serving_size AS "servingSize",
  serving_unit AS "servingUnit", serving_text AS "servingText", calories, protein, carbs, fat, alcohol`

const AMOUNTS = ["calories", "protein", "carbs", "fat", "alcohol"]
  .map((amount) => `'${amount}', COALESCE(food.${amount}, own.${amount})`)
  .join(", ")

const CUSTOM_FOODS = `SELECT 'custom_food' AS kind, ${COLUMNS}, NULL::json AS portions FROM custom_foods WHERE user_id = $1`
const SAVED_MEALS = `
  SELECT 'saved_meal' AS kind, meal.meal_id AS id, meal.name, NULL AS "brandName", meal.servings AS "servingSize",
    'meal' AS "servingUnit", NULL AS "servingText", 0 AS calories, 0 AS protein, 0 AS carbs, 0 AS fat, 0 AS alcohol,
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

const searchCatalogue = (own: string) => `
  WITH asked AS (
    SELECT place, word, stem, open,
      EXISTS (SELECT FROM food_words AS known WHERE known.stem = asked.stem OR known.word = asked.stem)
      OR open AND EXISTS (
        SELECT FROM food_words AS known WHERE known.word >= asked.word AND known.word < asked.word || chr(1114111)
      ) AS is_known
    FROM unnest($2::text[], $3::text[], $4::boolean[]) WITH ORDINALITY AS asked (word, stem, open, place)
  ), sought AS (
    SELECT place, open OR NOT is_known AS open,
      CASE WHEN is_known THEN asked.word ELSE correction.word END AS word,
      CASE WHEN is_known THEN asked.stem ELSE correction.stem END AS stem
    FROM asked LEFT JOIN LATERAL (
      SELECT known.word, known.stem
      FROM food_words AS known
      WHERE NOT asked.is_known AND known.variants && typing_variants(asked.word)
      ORDER BY typing_distance(known.variants, typing_variants(asked.word)),
        left(known.word, 1) = left(asked.word, 1) DESC, known.foods DESC, known.word
      LIMIT 1
    ) AS correction ON true
  ), steps AS (
    SELECT array_agg(query ORDER BY starts, band) AS queries
    FROM (
      SELECT starts, band, string_agg(
        CASE WHEN starts AND open THEN format('(%1$L:* | %2$L)', chr(65 + band) || word, chr(65 + band) || stem)
          ELSE quote_literal(chr(65 + band) || stem) END, ' & ')::tsquery AS query
      FROM sought, unnest(ARRAY[false, true]) AS starts, generate_series(0, ${BANDS - 1}) AS band
      GROUP BY starts, band
      HAVING bool_and(word IS NOT NULL)
    ) AS step
  ), candidates AS (
    SELECT candidate.*
    FROM steps, unnest(queries) AS query, LATERAL (
      SELECT ${COLUMNS} FROM foods WHERE search @@ query
      ORDER BY search_rank, food_id COLLATE "C"
      LIMIT ${MOST_CANDIDATES}
    ) AS candidate
    LIMIT ${MOST_CANDIDATES}
  )
  SELECT "lookedFor", item.*
  FROM (SELECT string_agg(COALESCE(word, ''), ' ' ORDER BY place) AS "lookedFor" FROM sought) AS words
  LEFT JOIN (SELECT 'food' AS kind, candidates.*, NULL::json AS portions FROM candidates ${own}) AS item ON true`

const SEARCH_ALL = searchCatalogue(`UNION ALL ${CUSTOM_FOODS} UNION ALL ${SAVED_MEALS}`)
const SEARCH_FOODS = searchCatalogue("WHERE $1::text IS NOT NULL")

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
  const terms = termsOf(query)
  if (!isBlank && terms.length === 0) return { foods: [] }
  if (kind === "custom_food" || kind === "saved_meal") {
    const own = await run<Row>(OWN[kind], [user.id])
    const found = isBlank ? listed(own, limit) : results(terms, NO_CATALOGUE, own, limit)
    return { foods: found.map((row) => show(asFood(row, kind))) }
  }
  const rows = await run<Row>(kind === "food" ? SEARCH_FOODS : SEARCH_ALL, [
    user.id,
    arrayOf(terms.map(({ word }) => word)),
    arrayOf(terms.map(({ stem }) => stem)),
    arrayOf(terms.map(({ open }) => open))
  ])
  const lookedFor = (rows[0]?.lookedFor ?? "").split(" ").map((word) => (word === "" ? undefined : word))
  const foods = new Map<string, Row>()
  const own: Array<Row> = []
  for (const row of rows) {
    if (row.kind === "food") foods.set(row.id, row)
    else if (row.kind !== null) own.push(row)
  }
  const found = results(terms, { lookedFor, foods: [...foods.values()] }, own, limit)
  return { foods: found.map((row) => show(asFood(row, row.kind ?? "food"))) }
}
