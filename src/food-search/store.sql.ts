import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { BANDS } from "../foods/label.ts"
import type { Food, FoodKind, Nutrition } from "../foods/model.ts"
import { nutritionOf, ofAmount } from "../foods/nutrition.ts"
import { asFood as mealAsFood } from "../saved-meals/model.ts"
import type { UserId } from "../values/ids.ts"
import { FoodSearch, listed, MOST_CANDIDATES, NO_CATALOGUE, results } from "./store.ts"
import type { Term } from "./terms.ts"

interface PortionRow extends Nutrition {
  readonly servings: number
  readonly servingSize: number
}

interface Row extends Nutrition {
  readonly kind: FoodKind
  readonly id: string
  readonly name: string
  readonly brandName: string | null
  /** Of a saved meal, how many servings it makes. */
  readonly servingSize: number
  readonly servingUnit: string
  readonly servingText: string | null
  readonly portions: ReadonlyArray<PortionRow> | null
}

/** A row of a search of the catalogue: the words looked for, parted by spaces, stand in each, and alone where nothing was found. */
type SearchRow = { readonly lookedFor: string } & (Row | { readonly kind: null })

const asFood = (row: Row): Food =>
  row.kind === "saved_meal"
    ? mealAsFood(
        { id: row.id, name: row.name, servings: row.servingSize },
        (row.portions ?? []).map((portion) => ({
          servings: portion.servings,
          servingSize: portion.servingSize,
          perServing: ofAmount(portion, portion.servingSize)
        }))
      )
    : {
        id: row.id,
        kind: row.kind,
        name: row.name,
        brandName: row.brandName,
        serving: { size: row.servingSize, unit: row.servingUnit, text: row.servingText },
        perServing: ofAmount(row, row.servingSize),
        per100g: nutritionOf(row)
      }

export const layer = Layer.effect(
  FoodSearch,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(`food_id AS id, name, brand_name AS "brandName", serving_size AS "servingSize",
      serving_unit AS "servingUnit", serving_text AS "servingText", calories, protein, carbs, fat, alcohol`)

    const customFoods = (userId: UserId) =>
      sql`SELECT 'custom_food' AS kind, ${columns}, NULL::json AS portions FROM custom_foods WHERE user_id = ${userId}`

    const amounts = sql.literal(
      ["calories", "protein", "carbs", "fat", "alcohol"]
        .map((amount) => `'${amount}', COALESCE(food.${amount}, own.${amount})`)
        .join(", ")
    )
    const savedMeals = (userId: UserId) => sql`
      SELECT 'saved_meal' AS kind, meal.meal_id AS id, meal.name, NULL AS "brandName", meal.servings AS "servingSize",
        'meal' AS "servingUnit", NULL AS "servingText", 0 AS calories, 0 AS protein, 0 AS carbs, 0 AS fat, 0 AS alcohol,
        (SELECT json_agg(json_build_object('servings', item.servings,
            'servingSize', COALESCE(food.serving_size, own.serving_size), ${amounts}) ORDER BY item.position)
          FROM saved_meal_items AS item
          LEFT JOIN foods AS food ON item.food_kind = 'food' AND food.food_id = item.food_id
          LEFT JOIN custom_foods AS own
            ON item.food_kind = 'custom_food' AND own.user_id = item.user_id AND own.food_id = item.food_id
          WHERE item.user_id = meal.user_id AND item.meal_id = meal.meal_id
            AND (food.food_id IS NOT NULL OR own.food_id IS NOT NULL)) AS portions
      FROM saved_meals AS meal WHERE meal.user_id = ${userId}`

    const own = (userId: UserId, kind: FoodKind | undefined) =>
      kind === "custom_food"
        ? customFoods(userId)
        : kind === "saved_meal"
          ? savedMeals(userId)
          : sql`${customFoods(userId)} UNION ALL ${savedMeals(userId)}`

    /**
     * Candidates come step by step, whole words before the starts of words and plain foods before others, and the steps end
     * with the limit: rows of a nested loop keep the order of the outer ones, so nothing is sorted but each step.
     */
    const searchCatalogue = (userId: UserId, terms: ReadonlyArray<Term>, kind: FoodKind | undefined) => sql<SearchRow>`
      WITH asked AS (
        SELECT place, word, stem, open,
          EXISTS (SELECT FROM food_words AS known WHERE known.stem = asked.stem OR known.word = asked.stem)
          OR open AND EXISTS (
            SELECT FROM food_words AS known WHERE known.word >= asked.word AND known.word < asked.word || chr(1114111)
          ) AS is_known
        FROM unnest(
          ${terms.map(({ word }) => word)}::text[], ${terms.map(({ stem }) => stem)}::text[],
          ${terms.map(({ open }) => open)}::boolean[]
        ) WITH ORDINALITY AS asked (word, stem, open, place)
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
          SELECT ${columns} FROM foods WHERE search @@ query
          ORDER BY search_rank, food_id COLLATE "C"
          LIMIT ${MOST_CANDIDATES}
        ) AS candidate
        LIMIT ${MOST_CANDIDATES}
      )
      SELECT "lookedFor", item.*
      FROM (SELECT string_agg(COALESCE(word, ''), ' ' ORDER BY place) AS "lookedFor" FROM sought) AS words
      LEFT JOIN (
        SELECT 'food' AS kind, candidates.*, NULL::json AS portions FROM candidates
        ${kind === "food" ? sql`` : sql`UNION ALL ${own(userId, undefined)}`}
      ) AS item ON true`

    /** What a search found, of the catalogue and of the user's own. */
    const parted = (rows: ReadonlyArray<SearchRow>) => {
      const foods = new Map<string, Row>()
      const own: Array<Row> = []
      for (const row of rows) {
        if (row.kind === "food") foods.set(row.id, row)
        else if (row.kind !== null) own.push(row)
      }
      const lookedFor = (rows[0]?.lookedFor ?? "").split(" ").map((word) => (word === "" ? undefined : word))
      return { catalogue: { lookedFor, foods: [...foods.values()] }, own }
    }

    return FoodSearch.of({
      search: Effect.fnUntraced(function* (userId, { terms, kind, limit }) {
        if (terms?.length === 0) return []
        if (terms === undefined || kind === "custom_food" || kind === "saved_meal") {
          const rows = yield* sql<Row>`${own(userId, kind)}`
          return (terms === undefined ? listed(rows, limit) : results(terms, NO_CATALOGUE, rows, limit)).map(asFood)
        }
        const { catalogue, own: ownRows } = parted(yield* searchCatalogue(userId, terms, kind))
        return results<Row>(terms, catalogue, ownRows, limit).map(asFood)
      }, Effect.orDie)
    })
  })
)
