import { SqlClient, type SqlError, type Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { PoolStatus } from "../database/pool-status.ts"
import { carryingRows } from "../database/statements.ts"
import { MEASURED_FOOD_COLUMNS } from "../foods/columns.sql.ts"
import { asFood, type Food, type FoodKind, type MeasuredFood } from "../foods/model.ts"
import { selectMeals } from "../saved-meals/meals.sql.ts"
import { asFood as mealAsFood, type Portion } from "../saved-meals/model.ts"
import type { UserId } from "../values/ids.ts"
import { barcodeIds } from "./barcode.ts"
import { type OwnName, ownFoodsIn } from "./own-foods.ts"
import { foundInOwn, listed, mostCandidates, NO_CATALOGUE, type Results, results, together } from "./results.ts"
import { type CatalogueRow, type Found, fromCatalogue, stemsOfWays, template } from "./statement.ts"
import { type FoodQuery, FoodSearch } from "./store.ts"
import { NAMING, type Question, type Term, unproven } from "./terms.ts"
import { wantedOf } from "./wanted.ts"

/** The row of a food of the user. For a saved meal, `servingSize` is the number of servings that it makes. */
type OwnRow = MeasuredFood &
  (
    | { readonly kind: "custom_food"; readonly portions: null }
    | { readonly kind: "saved_meal"; readonly portions: ReadonlyArray<Portion> }
  )

type ScannedRow = MeasuredFood & { readonly kind: "food"; readonly portions: null }

const foodOf = (row: OwnRow | ScannedRow): Food =>
  row.kind === "saved_meal"
    ? mealAsFood({ id: row.id, name: row.name, servings: row.servingSize, portions: row.portions })
    : asFood(row.kind, row)

const shown = ({ foods, searchedFor }: Results<OwnRow | ScannedRow>): Results<Food> => ({
  foods: foods.map(foodOf),
  searchedFor
})

interface RevisionRow {
  /** Changes with every change of the catalogue's foods. */
  readonly revision: string
  /** The names of the user's own foods, as {@link ownFoodsIn} reads them. Null in other rows than the first. */
  readonly own: string | null
}

/** A search of the catalogue, which is right as long as the catalogue has this revision. It knows nothing of users. */
interface Remembered {
  readonly revision: string
  readonly catalogue: ReturnType<typeof fromCatalogue>
  /** The results for users without foods that match, by limit. */
  readonly alone: Map<number, Results<Food>>
}

export const layer = Layer.effect(
  FoodSearch,
  Effect.map(Effect.all([SqlClient.SqlClient, PoolStatus]), ([sql, { isDistributed }]) => {
    const columns = sql.literal(MEASURED_FOOD_COLUMNS)

    const customFoods = (userId: UserId) => sql`
      SELECT 'custom_food' AS kind, ${columns}, NULL::json AS portions FROM custom_foods WHERE user_id = ${userId}`

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

    /** The rows of the catalogue. */
    const searched = ({ terms }: Question, limit: number) => {
      const all = <A>(column: (term: Term) => A) => terms.map(column)
      const words = terms.map(unproven)
      const { beginning, everyday } = wantedOf(terms)
      return sql`search_catalogue(
        NULL, ${mostCandidates(limit)}, ${NAMING}, ${beginning}, ${everyday ?? null}::text[],
        ${words.map((word) => word?.word ?? "")}::text[], ${words.map((word) => word?.stem ?? "")}::text[],
        ${words.map((word) => word?.open ?? false)}::boolean[], ${all(({ correctable }) => correctable)}::boolean[],
        ${all(template)}::text[], ${all(stemsOfWays)}::text[],
        ${all(({ weight }) => weight)}::integer[], ${all(({ telling }) => telling)}::boolean[])`
    }

    const ownNames = (userId: UserId) => sql`
      SELECT json_agg(json_build_array(id, name, brand))::text AS own FROM (
        SELECT food_id AS id, name, brand_name AS brand FROM custom_foods WHERE user_id = ${userId}
        UNION ALL
        SELECT meal_id, name, NULL FROM saved_meals WHERE user_id = ${userId}
      ) AS each`

    /**
     * A query of the catalogue, whose rows have a `place`, with the names of the user's own foods in the first row. On a cluster,
     * one statement would ask for the catalogue on the user's node, from within a query for that user.
     */
    const withOwnNames = <Row extends RevisionRow>(
      catalogue: Statement.Fragment,
      userId: UserId,
      kind: FoodKind | undefined
    ): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> =>
      isDistributed && kind !== "food"
        ? Effect.zipWith(
            sql<Pick<RevisionRow, "own">>`${ownNames(userId)}`,
            sql<Row>`SELECT catalogue.* FROM (${catalogue}) AS catalogue`,
            ([{ own } = { own: null }], rows) => rows.map((row) => ({ ...row, own }))
          )
        : carryingRows(
            sql<Row>`
              SELECT catalogue.*, ${kind === "food" ? sql`NULL::text` : sql`CASE WHEN place = 1 THEN (${ownNames(userId)}) END`} AS own
              FROM (${catalogue}) AS catalogue`
          )

    const searchCatalogue = (userId: UserId, question: Question, { kind, limit }: FoodQuery) =>
      withOwnNames<CatalogueRow & RevisionRow>(
        sql`
          SELECT revision, looked_for AS "lookedFor", level, dropped, wanted, foods, ordinality AS place
          FROM ${searched(question, limit)} WITH ORDINALITY`,
        userId,
        kind
      )

    const askRevision = (userId: UserId, { kind }: FoodQuery) =>
      withOwnNames<RevisionRow>(sql`SELECT revision, 1 AS place FROM food_revision`, userId, kind)

    /** A search with what was found: the user's own foods are read now. One that is deleted meanwhile is left out. */
    const withOwn = Effect.fnUntraced(function* (userId: UserId, { foods, searchedFor }: Results<OwnName | Found>) {
      const ids = foods.flatMap((food) => (food.kind === "own" ? [food.id] : []))
      const rows =
        ids.length === 0
          ? []
          : yield* sql<OwnRow>`SELECT * FROM (${own(userId, undefined)}) AS own WHERE id = ANY(${ids}::text[])`
      const byId = new Map(rows.map((row) => [row.id, foodOf(row)]))
      return {
        foods: foods.flatMap((food) => (food.kind === "own" ? (byId.get(food.id) ?? []) : food.food())),
        searchedFor
      }
    })

    /** The foods with this barcode, and the user's own foods, whose names may contain the digits. */
    const searchBarcode = (userId: UserId, barcode: string, kind: FoodKind | undefined) => sql<ScannedRow | OwnRow>`
      SELECT 'food' AS kind, ${columns}, NULL::json AS portions, measures
      FROM foods WHERE food_id = ANY(${barcodeIds(barcode)}::text[])
      ${kind === "food" ? sql`` : sql`UNION ALL SELECT own.*, '' FROM (${own(userId, undefined)}) AS own`}`

    const remembered = { 50: new WeakMap<Question, Remembered>(), 100: new WeakMap<Question, Remembered>() }

    /** The results for a user whose own foods do not match. */
    const aloneIn = ({ catalogue, alone }: Remembered, question: Question, limit: number): Results<Food> => {
      const known = alone.get(limit)
      if (known !== undefined) return known
      const { foods, searchedFor } = results(question, catalogue, [], limit)
      const found = { foods: foods.map(({ food }) => food()), searchedFor }
      alone.set(limit, found)
      return found
    }

    const searchQuestion = Effect.fnUntraced(function* (userId: UserId, question: Question, query: FoodQuery) {
      const searches = remembered[mostCandidates(query.limit)]
      let search = searches.get(question)
      let [state] = search === undefined ? [] : yield* askRevision(userId, query)
      if (search === undefined || state?.revision !== search.revision) {
        const rows = yield* searchCatalogue(userId, question, query)
        state = rows[0]
        search = { revision: state?.revision ?? "", catalogue: fromCatalogue(rows), alone: new Map() }
        searches.set(question, search)
      }
      const fromOwn = foundInOwn(question.terms, ownFoodsIn(state?.own ?? null), search.catalogue.lookedFor)
      return fromOwn.matches.length === 0
        ? aloneIn(search, question, query.limit)
        : yield* withOwn(userId, together<OwnName | Found>(question, search.catalogue, fromOwn, query.limit))
    })

    const searchRows = Effect.fnUntraced(function* (userId: UserId, query: FoodQuery) {
      const { question, kind, limit } = query
      if (question === undefined || kind === "custom_food" || kind === "saved_meal") {
        const rows = yield* sql<OwnRow>`${own(userId, kind)}`
        return shown(question === undefined ? listed(rows, limit) : results(question, NO_CATALOGUE, rows, limit))
      }
      if (question.barcode !== undefined) {
        const rows = yield* searchBarcode(userId, question.barcode, kind)
        const scanned = rows.filter((row) => row.kind === "food")
        if (scanned.length > 0) return shown({ foods: scanned.slice(0, limit), searchedFor: undefined })
        return shown(results(question, NO_CATALOGUE, rows, limit))
      }
      if (question.terms.length === 0) return shown(results(question, NO_CATALOGUE, [], limit))
      return yield* searchQuestion(userId, question, query)
    })

    return FoodSearch.of({ search: (userId, query) => Effect.orDie(searchRows(userId, query)) })
  })
)
