import type { Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import type { Charge, Charged } from "../../contract/handler/charge.ts"
import type { Builder } from "../../platform/database/builder.ts"
import { type Database, Db } from "../../platform/database/db.ts"
import { PoolStatus } from "../../platform/database/pool-status.ts"
import type { UserId } from "../../values/ids.ts"
import { MEASURED_FOOD_COLUMNS } from "../foods/columns.sql.ts"
import { asFood, type Food, type FoodKind, type MeasuredFood } from "../foods/model.ts"
import { selectMeals } from "../saved-meals/meals.sql.ts"
import { asFood as mealAsFood, type Portion } from "../saved-meals/model.ts"
import { barcodeIds } from "./barcode.ts"
import { type CatalogueRow, catalogueSearch, type Found, fromCatalogue } from "./candidates.sql.ts"
import { mostCandidates } from "./candidates.ts"
import { type OwnName, ownFoodsIn } from "./own-foods.ts"
import type { Question } from "./query.ts"
import { foundInOwn, listed, NO_CATALOGUE, ownFoodsOf, type Results, results } from "./rank.ts"
import { type FoodQuery, FoodSearch } from "./store.ts"

/** The row of a user's food. For a saved meal, `servingSize` is the number of servings that it makes. */
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

const amongOwn = (question: Question, own: ReadonlyArray<OwnRow | ScannedRow>, limit: number) =>
  results(question, NO_CATALOGUE, foundInOwn(question, ownFoodsOf(own), NO_CATALOGUE.lookedFor), limit)

interface RevisionRow {
  /** Changes with every change of the catalogue's foods. */
  readonly revision: string
  /** In the first row only: the names of the user's own foods, as {@link ownFoodsIn} reads them. Null in other rows. */
  readonly own: string | null
}

/** For how many values of `limit` a search caches results. A stranger could ask for each of fifty. */
const MOST_LIMITS = 2

/** A cached search of the catalogue, valid while the catalogue has this revision. It contains no user data. */
interface Remembered {
  readonly revision: string
  readonly catalogue: ReturnType<typeof fromCatalogue>
  /** The results for users without matching foods of their own, by limit. */
  readonly alone: Map<number, Results<Food>>
}

/** Services of a search. */
interface Searching {
  readonly db: Database
  readonly isDistributed: boolean
  /** Caches by the number of candidates. */
  readonly remembered: { readonly 50: WeakMap<Question, Remembered>; readonly 100: WeakMap<Question, Remembered> }
}

const customFoods = (sql: Builder, userId: UserId) => sql`
  SELECT 'custom_food' AS kind, ${sql.literal(MEASURED_FOOD_COLUMNS)}, recipe, NULL::json AS portions FROM custom_foods WHERE user_id = ${userId}`

const savedMeals = (sql: Builder, userId: UserId) => sql`
  SELECT 'saved_meal' AS kind, id, name, NULL AS "brandName", servings AS "servingSize", 'meal' AS "servingUnit",
    NULL AS "servingText", 0 AS calories, 0 AS protein, 0 AS carbs, 0 AS fat, 0 AS alcohol, NULL::json AS recipe, portions
  FROM (${selectMeals(sql, userId)}) AS meal`

/** The user's own foods, of one kind or all. */
const own = (sql: Builder, userId: UserId, kind: FoodKind | undefined) =>
  kind === "custom_food"
    ? customFoods(sql, userId)
    : kind === "saved_meal"
      ? savedMeals(sql, userId)
      : sql`${customFoods(sql, userId)} UNION ALL ${savedMeals(sql, userId)}`

const ownNames = (sql: Builder, userId: UserId) => sql`
  SELECT json_agg(json_build_array(id, name, brand))::text AS own FROM (
    SELECT food_id AS id, name, brand_name AS brand FROM custom_foods WHERE user_id = ${userId}
    UNION ALL
    SELECT meal_id, name, NULL FROM saved_meals WHERE user_id = ${userId}
  ) AS each`

/**
 * Adds the names of the user's own foods to the first row of a catalogue query, whose rows have a `place`. On a
 * cluster, one statement would query the catalogue on the user's node, from within a query for that user.
 */
const withOwnNames = <Row extends RevisionRow, E>(
  { db, isDistributed }: Searching,
  charge: Charge<E>,
  catalogue: Statement.Fragment,
  userId: UserId,
  kind: FoodKind | undefined
): Effect.Effect<Charged<ReadonlyArray<Row>>, E> => {
  const { sql } = db
  return isDistributed && kind !== "food"
    ? charge.before(
        Effect.zipWith(
          db.first(sql<Pick<RevisionRow, "own">>`${ownNames(sql, userId)}`),
          db.rows(sql<Row>`SELECT catalogue.* FROM (${catalogue}) AS catalogue`),
          (first, rows) => rows.map((row) => ({ ...row, own: first?.own ?? null }))
        )
      )
    : charge.rows(
        db,
        sql<Row>`
          SELECT catalogue.*, ${kind === "food" ? sql`NULL::text` : sql`CASE WHEN place = 1 THEN (${ownNames(sql, userId)}) END`} AS own
          FROM (${catalogue}) AS catalogue`
      )
}

const searchCatalogue = <E>(
  searching: Searching,
  charge: Charge<E>,
  userId: UserId,
  question: Question,
  { kind, limit }: FoodQuery
) =>
  withOwnNames<CatalogueRow & RevisionRow, E>(
    searching,
    charge,
    searching.db.sql`
      SELECT revision, looked_for AS "lookedFor", foods, ordinality AS place
      FROM ${catalogueSearch(searching.db.sql, question, limit)} WITH ORDINALITY`,
    userId,
    kind
  )

const askRevision = <E>(searching: Searching, charge: Charge<E>, userId: UserId, { kind }: FoodQuery) =>
  withOwnNames<RevisionRow, E>(
    searching,
    charge,
    searching.db.sql`SELECT revision, 1 AS place FROM food_revision`,
    userId,
    kind
  )

/**
 * Completes a search with the user's own foods, which are read now. One that was deleted in the meantime is left out.
 */
const withOwn = Effect.fnUntraced(function* (
  { db }: Searching,
  userId: UserId,
  { foods, searchedFor }: Results<OwnName | Found>
) {
  const ids = foods.flatMap((food) => (food.kind === "own" ? [food.id] : []))
  const rows =
    ids.length === 0
      ? []
      : yield* db.rows(
          db.sql<OwnRow>`SELECT * FROM (${own(db.sql, userId, undefined)}) AS own WHERE id = ANY(${ids}::text[])`
        )
  const byId = new Map(rows.map((row) => [row.id, foodOf(row)]))
  return {
    foods: foods.flatMap((food) => (food.kind === "own" ? (byId.get(food.id) ?? []) : food.food())),
    searchedFor
  }
})

/** The foods with this barcode, and the user's own foods, whose names may contain the digits. */
const searchBarcode = (sql: Builder, userId: UserId, barcode: string, kind: FoodKind | undefined) => sql<
  ScannedRow | OwnRow
>`
  SELECT 'food' AS kind, ${sql.literal(MEASURED_FOOD_COLUMNS)}, NULL::json AS recipe, NULL::json AS portions, measures
  FROM foods WHERE food_id = ANY(${barcodeIds(barcode)}::text[])
  ${kind === "food" ? sql`` : sql`UNION ALL SELECT own.*, '' FROM (${own(sql, userId, undefined)}) AS own`}`

/** The results for a user without matching foods of their own. */
const aloneIn = ({ catalogue, alone }: Remembered, question: Question, limit: number): Results<Food> => {
  const known = alone.get(limit)
  if (known !== undefined) return known
  const { foods, searchedFor } = results(question, catalogue, [], limit)
  const found = { foods: foods.map(({ food }) => food()), searchedFor }
  if (alone.size >= MOST_LIMITS) alone.clear()
  alone.set(limit, found)
  return found
}

/** The catalogue's current part of a search, and the names of the user's own foods. */
const asked = Effect.fnUntraced(function* <E>(
  searching: Searching,
  charge: Charge<E>,
  userId: UserId,
  question: Question,
  query: FoodQuery
) {
  const searches = searching.remembered[mostCandidates(query.limit)]
  const known = searches.get(question)
  if (known !== undefined) {
    const asked = yield* askRevision(searching, charge, userId, query)
    const [now] = asked.value
    if (now?.revision === known.revision) return asked.with({ search: known, own: now.own })
  }
  const found = yield* searchCatalogue(searching, charge, userId, question, query)
  const [first] = found.value
  const search: Remembered = {
    revision: first?.revision ?? "",
    catalogue: fromCatalogue(question, found.value),
    alone: new Map()
  }
  searches.set(question, search)
  return found.with({ search, own: first?.own ?? null })
})

const searchQuestion = Effect.fnUntraced(function* <E>(
  searching: Searching,
  charge: Charge<E>,
  userId: UserId,
  question: Question,
  query: FoodQuery
) {
  const found = yield* asked(searching, charge, userId, question, query)
  const { search, own } = found.value
  const fromOwn = foundInOwn(question, ownFoodsIn(own), search.catalogue.lookedFor)
  return found.with(
    fromOwn.length === 0
      ? aloneIn(search, question, query.limit)
      : yield* withOwn(searching, userId, results<OwnName | Found>(question, search.catalogue, fromOwn, query.limit))
  )
})

const search = <E>(
  searching: Searching,
  charge: Charge<E>,
  userId: UserId,
  query: FoodQuery
): Effect.Effect<Charged<Results<Food>>, E> => {
  const { question, kind, limit } = query
  const { db } = searching
  if (question === undefined || kind === "custom_food" || kind === "saved_meal") {
    return Effect.map(charge.rows(db, db.sql<OwnRow>`${own(db.sql, userId, kind)}`), (found) =>
      found.map((rows) => shown(question === undefined ? listed(rows, limit) : amongOwn(question, rows, limit)))
    )
  }
  if (question.barcode !== undefined) {
    return Effect.map(charge.rows(db, searchBarcode(db.sql, userId, question.barcode, kind)), (found) =>
      found.map((rows) => {
        const scanned = rows.filter((row) => row.kind === "food")
        if (scanned.length > 0) return shown({ foods: scanned.slice(0, limit), searchedFor: undefined })
        return shown(amongOwn(question, rows, limit))
      })
    )
  }
  return question.terms.length === 0
    ? charge.before(Effect.sync(() => shown(amongOwn(question, [], limit))))
    : searchQuestion(searching, charge, userId, question, query)
}

export const layer = Layer.effect(
  FoodSearch,
  Effect.map(Effect.all([Db, PoolStatus]), ([db, { isDistributed }]) => {
    const searching: Searching = { db, isDistributed, remembered: { 50: new WeakMap(), 100: new WeakMap() } }
    return FoodSearch.of({ search: (charge, userId, query) => search(searching, charge, userId, query) })
  })
)
