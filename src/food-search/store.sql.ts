import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { MEASURED_FOOD_COLUMNS } from "../foods/columns.sql.ts"
import { asFood, type Food, type FoodKind, type MeasuredFood } from "../foods/model.ts"
import { selectMeals } from "../saved-meals/meals.sql.ts"
import { asFood as mealAsFood, type Portion } from "../saved-meals/model.ts"
import type { UserId } from "../values/ids.ts"
import { barcodeIds } from "./barcode.ts"
import { listed, mostCandidates, NO_CATALOGUE, results } from "./results.ts"
import { begun, bestLevel, lookedForIn, type Place, SEARCH, template, whole } from "./statement.ts"
import { type FoodQuery, FoodSearch } from "./store.ts"
import { beginningOf, type Term, unproven } from "./terms.ts"

/** The row of a food of any kind. For a saved meal, `servingSize` is the number of servings that it makes. */
type Row = MeasuredFood &
  (
    | { readonly kind: "food" | "custom_food"; readonly portions: null }
    | { readonly kind: "saved_meal"; readonly portions: ReadonlyArray<Portion> }
  )

/**
 * A row of a search of the catalogue. `lookedFor` is the same in all rows and says how each term was searched, separated by
 * spaces: `=` as asked, a corrected spelling, or `-` for a term that was not searched. A search that finds nothing returns one
 * row with only this.
 */
type SearchRow = { readonly lookedFor: string } & ((Row & Place) | { readonly kind: null })

const foodOf = (row: Row): Food =>
  row.kind === "saved_meal"
    ? mealAsFood({ id: row.id, name: row.name, servings: row.servingSize, portions: row.portions })
    : asFood(row.kind, row)

export const layer = Layer.effect(
  FoodSearch,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(MEASURED_FOOD_COLUMNS)

    const customFoods = (userId: UserId) => sql`
      SELECT 'custom_food' AS kind, ${columns}, '' AS measures, false AS everyday, 0 AS level, 0 AS out, NULL::json AS portions
      FROM custom_foods WHERE user_id = ${userId}`

    const savedMeals = (userId: UserId) => sql`
      SELECT 'saved_meal' AS kind, id, name, NULL AS "brandName", servings AS "servingSize", 'meal' AS "servingUnit",
        NULL AS "servingText", 0 AS calories, 0 AS protein, 0 AS carbs, 0 AS fat, 0 AS alcohol,
        '' AS measures, false AS everyday, 0 AS level, 0 AS out, portions
      FROM (${selectMeals(sql, userId)}) AS meal`

    const own = (userId: UserId, kind: FoodKind | undefined) =>
      kind === "custom_food"
        ? customFoods(userId)
        : kind === "saved_meal"
          ? savedMeals(userId)
          : sql`${customFoods(userId)} UNION ALL ${savedMeals(userId)}`

    const search = { 50: sql.literal(SEARCH[50]), 100: sql.literal(SEARCH[100]) }

    const searchCatalogue = (userId: UserId, terms: ReadonlyArray<Term>, { kind, limit }: FoodQuery) => {
      const all = <A>(column: (term: Term) => A) => terms.map(column)
      const looked = terms.map(unproven)
      return sql<SearchRow>`
        WITH wanted AS (SELECT ${beginningOf(terms)}::text AS beginning), asked AS (
          SELECT *, word = '' OR EXISTS (
              SELECT FROM food_words AS known WHERE known.stem = asked.stem OR known.word = asked.stem
            ) OR open AND EXISTS (
              SELECT FROM food_words AS known WHERE known.word >= asked.word AND known.word < asked.word || chr(1114111)
            ) AS is_known
          FROM unnest(
            ${looked.map((word) => word?.word ?? "")}::text[], ${looked.map((word) => word?.stem ?? "")}::text[],
            ${looked.map((word) => word?.open ?? false)}::boolean[], ${all((term) => template(term, whole))}::text[],
            ${all((term) => template(term, begun))}::text[], ${all(({ weight }) => weight)}::integer[],
            ${all(({ telling }) => telling)}::boolean[], ${all(({ correctable }) => correctable)}::boolean[]
          ) WITH ORDINALITY AS asked (word, stem, open, whole, begun, weight, telling, correctable, place)
        ${search[mostCandidates(limit)]}
          ${kind === "food" ? sql`` : sql`UNION ALL ${own(userId, undefined)}`}
        ) AS item ON true`
    }

    /** The foods with this barcode, and the user's own foods, whose names may contain the digits. */
    const searchBarcode = (userId: UserId, barcode: string, kind: FoodKind | undefined) => sql<SearchRow>`
      SELECT '-' AS "lookedFor", 'food' AS kind, ${columns}, measures, false AS everyday, 0 AS level, 0 AS out, NULL::json AS portions
      FROM foods WHERE food_id = ANY(${barcodeIds(barcode)}::text[])
      ${kind === "food" ? sql`` : sql`UNION ALL SELECT '-', own.* FROM (${own(userId, undefined)}) AS own`}`

    /** Divides the rows of a search into catalogue foods of the level to show, and the user's own foods. */
    const parted = (terms: ReadonlyArray<Term>, rows: ReadonlyArray<SearchRow>) => {
      const own: Array<Row> = []
      const foods: Array<Row & Place> = []
      for (const row of rows) {
        if (row.kind === "food") foods.push(row)
        else if (row.kind !== null) own.push(row)
      }
      const lookedFor = lookedForIn(rows[0]?.lookedFor ?? "")
      return { catalogue: { lookedFor, ...bestLevel(terms, lookedFor, foods) }, own }
    }

    const searchRows = Effect.fnUntraced(function* (userId: UserId, query: FoodQuery) {
      const { question, kind, limit } = query
      if (question === undefined || kind === "custom_food" || kind === "saved_meal") {
        const rows = yield* sql<Row>`${own(userId, kind)}`
        return question === undefined ? listed(rows, limit) : results(question, NO_CATALOGUE, rows, limit)
      }
      if (question.barcode !== undefined) {
        const { catalogue, own } = parted([], yield* searchBarcode(userId, question.barcode, kind))
        const scanned = catalogue.foods.flat()
        if (scanned.length > 0) return { foods: scanned.slice(0, limit), searchedFor: undefined }
        return results(question, NO_CATALOGUE, own, limit)
      }
      if (question.terms.length === 0) return results(question, NO_CATALOGUE, [], limit)
      const { catalogue, own: ownRows } = parted(question.terms, yield* searchCatalogue(userId, question.terms, query))
      return results<Row>(question, catalogue, ownRows, limit)
    })

    return FoodSearch.of({
      search: (userId, query) =>
        searchRows(userId, query).pipe(
          Effect.map(({ foods, searchedFor }) => ({ foods: foods.map(foodOf), searchedFor })),
          Effect.orDie
        )
    })
  })
)
