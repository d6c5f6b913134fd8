import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { MEASURED_FOOD_COLUMNS } from "../foods/columns.sql.ts"
import { BANDS } from "../foods/label.ts"
import { asFood, type Food, type FoodKind, type MeasuredFood } from "../foods/model.ts"
import { selectMeals } from "../saved-meals/meals.sql.ts"
import { asFood as mealAsFood, type Portion } from "../saved-meals/model.ts"
import type { UserId } from "../values/ids.ts"
import { listed, MOST_CANDIDATES, NO_CATALOGUE, results } from "./results.ts"
import { FoodSearch } from "./store.ts"
import type { Term } from "./terms.ts"

/** A food of any kind in one form of row. A saved meal's `servingSize` is the number of servings it makes. */
type Row = MeasuredFood &
  (
    | { readonly kind: "food" | "custom_food"; readonly portions: null }
    | { readonly kind: "saved_meal"; readonly portions: ReadonlyArray<Portion> }
  )

/**
 * A row of a search of the catalogue. Each holds the words that were looked for, separated by spaces; a search that found nothing has
 * one row, with these words alone.
 */
type SearchRow = { readonly lookedFor: string } & (Row | { readonly kind: null })

const foodOf = (row: Row): Food =>
  row.kind === "saved_meal"
    ? mealAsFood({ id: row.id, name: row.name, servings: row.servingSize, portions: row.portions })
    : asFood(row.kind, row)

export const layer = Layer.effect(
  FoodSearch,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(MEASURED_FOOD_COLUMNS)

    const customFoods = (userId: UserId) =>
      sql`SELECT 'custom_food' AS kind, ${columns}, NULL::json AS portions FROM custom_foods WHERE user_id = ${userId}`

    const savedMeals = (userId: UserId) => sql`
      SELECT 'saved_meal' AS kind, id, name, NULL AS "brandName", servings AS "servingSize", 'meal' AS "servingUnit",
        NULL AS "servingText", 0 AS calories, 0 AS protein, 0 AS carbs, 0 AS fat, 0 AS alcohol, portions
      FROM (${selectMeals(sql, userId)}) AS meal`

    const own = (userId: UserId, kind: FoodKind | undefined) =>
      kind === "custom_food"
        ? customFoods(userId)
        : kind === "saved_meal"
          ? savedMeals(userId)
          : sql`${customFoods(userId)} UNION ALL ${savedMeals(userId)}`

    /**
     * Candidates are found in steps: whole words before beginnings of words, and plain foods before others. The steps end at the
     * limit. The nested loop keeps the order of the steps, so only the rows within each step are sorted.
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

    /** Parts the rows of a search into the catalogue's and the user's own. */
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
          return (terms === undefined ? listed(rows, limit) : results(terms, NO_CATALOGUE, rows, limit)).map(foodOf)
        }
        const { catalogue, own: ownRows } = parted(yield* searchCatalogue(userId, terms, kind))
        return results<Row>(terms, catalogue, ownRows, limit).map(foodOf)
      }, Effect.orDie)
    })
  })
)
