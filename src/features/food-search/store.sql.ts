import type { Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import type { Charge, Charged } from "../../contract/handler/charge.ts"
import type { Builder } from "../../platform/database/builder.ts"
import { type Database, Db } from "../../platform/database/db.ts"
import { PoolStatus } from "../../platform/database/pool-status.ts"
import { barcodeOf } from "../../values/barcode.ts"
import type { UserId } from "../../values/ids.ts"
import { MEASURED_FOOD_COLUMNS } from "../foods/columns.sql.ts"
import { asFood, type Food, type FoodKind, type MeasuredFood } from "../foods/model.ts"
import { selectMeals } from "../saved-meals/meals.sql.ts"
import { asFood as mealAsFood, type Portion } from "../saved-meals/model.ts"
import { barcodeIds } from "./barcode.ts"
import { type CatalogueRow, catalogueSearch, type Found, fromCatalogue } from "./candidates.sql.ts"
import { mostCandidates } from "./candidates.ts"
import { type OwnLists, type OwnName, ownNames, type Reading } from "./own-foods.ts"
import { foundInOwn } from "./own-matches.ts"
import type { Question } from "./query.ts"
import { NO_CATALOGUE, NOTHING_FOUND, type Results, results } from "./rank.ts"
import { type FoodQuery, FoodSearch } from "./store.ts"

/** The row of a user's food. For a saved meal, `servingSize` is the number of servings that it makes. */
type OwnRow = MeasuredFood &
  (
    | { readonly kind: "custom_food"; readonly portions: null }
    | { readonly kind: "saved_meal"; readonly portions: ReadonlyArray<Portion> }
  )

const foodOf = (row: OwnRow): Food =>
  row.kind === "saved_meal"
    ? mealAsFood({ id: row.id, name: row.name, servings: row.servingSize, portions: row.portions })
    : asFood(row.kind, row)

interface RevisionRow {
  /** Changes with every change of the catalogue's foods. */
  readonly revision: string
  /** In the first row only: the names of the user's own foods, as {@link Reading} reads them. Null in other rows. */
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
  readonly names: ReturnType<typeof ownNames>
  /** Caches by the number of candidates. */
  readonly remembered: { readonly 50: WeakMap<Question, Remembered>; readonly 100: WeakMap<Question, Remembered> }
}

const customFoods = (sql: Builder, userId: UserId, ids: ReadonlyArray<string>) => sql`
  SELECT 'custom_food' AS kind, ${sql.literal(MEASURED_FOOD_COLUMNS)}, recipe, NULL::json AS portions
  FROM custom_foods WHERE user_id = ${userId} AND food_id = ANY (${ids}::text[])`

/** In place of DETAIL_COLUMNS. */
const NO_DETAILS = Array(4).fill("NULL::double precision").join(", ")

const savedMeals = (sql: Builder, userId: UserId, ids: ReadonlyArray<string>) => sql`
  SELECT 'saved_meal' AS kind, id, name, NULL AS "brandName", servings AS "servingSize", 'meal' AS "servingUnit",
    NULL AS "servingText", 0 AS calories, 0 AS protein, 0 AS carbs, 0 AS fat, 0 AS alcohol,
    ${sql.literal(NO_DETAILS)}, NULL::json AS recipe, portions
  FROM (${selectMeals(sql, userId)} AND meal.meal_id = ANY (${ids}::text[])) AS meal`

/**
 * Adds the names of the user's own foods to the first row of a catalogue query, whose rows have a `place`. On a
 * cluster, one statement would query the catalogue on the user's node, from within a query for that user.
 */
const withOwnNames = <Row extends RevisionRow, E>(
  { db, isDistributed }: Searching,
  charge: Charge<E>,
  catalogue: Statement.Fragment,
  { asked }: Reading,
  kind: FoodKind | undefined
): Effect.Effect<Charged<ReadonlyArray<Row>>, E> => {
  const { sql } = db
  return isDistributed && kind !== "food"
    ? charge.before(
        Effect.zipWith(
          db.first(sql<Pick<RevisionRow, "own">>`${asked}`),
          db.rows(sql<Row>`SELECT catalogue.* FROM (${catalogue}) AS catalogue`),
          (first, rows) => rows.map((row) => ({ ...row, own: first?.own ?? null }))
        )
      )
    : charge.rows(
        db,
        sql<Row>`
          SELECT catalogue.*, ${kind === "food" ? sql`NULL::text` : sql`CASE WHEN place = 1 THEN (${asked}) END`} AS own
          FROM (${catalogue}) AS catalogue`
      )
}

const searchCatalogue = <E>(
  searching: Searching,
  charge: Charge<E>,
  reading: Reading,
  question: Question,
  { kind, limit }: FoodQuery
) =>
  withOwnNames<CatalogueRow & RevisionRow, E>(
    searching,
    charge,
    searching.db.sql`
      SELECT revision, looked_for AS "lookedFor", foods, ordinality AS place
      FROM ${catalogueSearch(searching.db.sql, question, limit)} WITH ORDINALITY`,
    reading,
    kind
  )

const askRevision = <E>(searching: Searching, charge: Charge<E>, reading: Reading, { kind }: FoodQuery) =>
  withOwnNames<RevisionRow, E>(
    searching,
    charge,
    searching.db.sql`SELECT revision, 1 AS place FROM food_revision`,
    reading,
    kind
  )

/**
 * Completes a search with the user's own foods, which are read now. One that was deleted in the meantime is left out.
 */
const withOwn = Effect.fnUntraced(function* (
  { db }: Searching,
  userId: UserId,
  { foods, ...words }: Results<OwnName | Found>
) {
  const ids = foods.flatMap((food) => (food.kind === "own" ? [food.id] : []))
  const rows =
    ids.length === 0
      ? []
      : yield* db.rows(db.sql<OwnRow>`${customFoods(db.sql, userId, ids)} UNION ALL ${savedMeals(db.sql, userId, ids)}`)
  const byId = new Map(rows.map((row) => [row.id, foodOf(row)]))
  return {
    foods: foods.flatMap((food) => (food.kind === "own" ? (byId.get(food.id) ?? []) : food.food())),
    ...words
  }
})

type ScannedRow = MeasuredFood & { readonly kind: "custom_food" | "food" }

/** The foods of a kind with this barcode: the user's own, and the catalogue's. */
const scanned = (sql: Builder, userId: UserId, barcode: string, kind: FoodKind | undefined) => sql<ScannedRow>`
  SELECT 'custom_food' AS kind, ${sql.literal(MEASURED_FOOD_COLUMNS)}, '' AS measures, recipe
  FROM custom_foods WHERE user_id = ${userId} AND barcode = ${kind === "food" ? null : (barcodeOf(barcode) ?? null)}
  UNION ALL
  SELECT 'food', ${sql.literal(MEASURED_FOOD_COLUMNS)}, measures, NULL::json
  FROM foods WHERE food_id = ANY(${kind === "custom_food" ? [] : barcodeIds(barcode)}::text[])`

/** The results for a user without matching foods of their own. */
const aloneIn = ({ catalogue, alone }: Remembered, question: Question, limit: number): Results<Food> => {
  const known = alone.get(limit)
  if (known !== undefined) return known
  const { foods, ...words } = results(question, catalogue, [], limit)
  const found = { foods: foods.map(({ food }) => food()), ...words }
  if (alone.size >= MOST_LIMITS) alone.clear()
  alone.set(limit, found)
  return found
}

/** The catalogue's current part of a search, and the names of the user's own foods. */
const asked = Effect.fnUntraced(function* <E>(
  searching: Searching,
  charge: Charge<E>,
  reading: Reading,
  question: Question,
  query: FoodQuery
) {
  const searches = searching.remembered[mostCandidates(query.limit)]
  const known = searches.get(question)
  if (known !== undefined) {
    const asked = yield* askRevision(searching, charge, reading, query)
    const [now] = asked.value
    if (now?.revision === known.revision) return asked.with({ search: known, own: now.own })
  }
  const found = yield* searchCatalogue(searching, charge, reading, question, query)
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
  const reading = searching.names(userId)
  const found = yield* asked(searching, charge, reading, question, query)
  const { search, own } = found.value
  const fromOwn = foundInOwn(question, reading.read(own).of(undefined), search.catalogue.lookedFor, query.limit)
  return found.with(
    fromOwn.length === 0
      ? aloneIn(search, question, query.limit)
      : yield* withOwn(searching, userId, results<OwnName | Found>(question, search.catalogue, fromOwn, query.limit))
  )
})

/** The own foods of a kind that match a question, or without one, all of them in their order. */
const amongOwn = (lists: OwnLists, question: Question | undefined, { kind, limit }: FoodQuery): Results<OwnName> => {
  if (question === undefined) return { foods: lists.listed(kind).slice(0, limit), searchedFor: undefined }
  const found = foundInOwn(question, lists.of(kind), NO_CATALOGUE.lookedFor, limit)
  return results<OwnName>(question, NO_CATALOGUE, found, limit)
}

const searchOwn = <E>(
  searching: Searching,
  charge: Charge<E>,
  userId: UserId,
  query: FoodQuery
): Effect.Effect<Charged<Results<Food>>, E> => {
  const { db, names } = searching
  const reading = names(userId)
  return Effect.flatMap(charge.rows(db, db.sql<Pick<RevisionRow, "own">>`${reading.asked}`), (found) =>
    Effect.map(
      withOwn(searching, userId, amongOwn(reading.read(found.value[0]?.own ?? null), query.question, query)),
      (shown) => found.with(shown)
    )
  )
}

/** The foods with this barcode, the user's own first, or else the user's own foods whose names contain the digits. */
const searchBarcode = <E>(
  searching: Searching,
  charge: Charge<E>,
  userId: UserId,
  barcode: string,
  query: FoodQuery
): Effect.Effect<Charged<Results<Food>>, E> => {
  const { db } = searching
  return Effect.flatMap(charge.rows(db, scanned(db.sql, userId, barcode, query.kind)), (found) => {
    const own = found.value.filter(({ kind }) => kind === "custom_food")
    const rows = [...own, ...found.value.filter(({ kind }) => kind === "food")].slice(0, query.limit)
    const foods = rows.map((row) => asFood(row.kind, row))
    if (foods.length > 0) return Effect.succeed(found.with({ foods, searchedFor: undefined }))
    if (query.kind === "food") return Effect.succeed(found.with(NOTHING_FOUND))
    return searchOwn(searching, charge, userId, query)
  })
}

const search = <E>(
  searching: Searching,
  charge: Charge<E>,
  userId: UserId,
  query: FoodQuery
): Effect.Effect<Charged<Results<Food>>, E> => {
  const { question, kind } = query
  if (question?.barcode !== undefined && kind !== "saved_meal") {
    return searchBarcode(searching, charge, userId, question.barcode, query)
  }
  if (question === undefined || kind === "custom_food" || kind === "saved_meal") {
    return searchOwn(searching, charge, userId, query)
  }
  return question.terms.length === 0
    ? charge.before(Effect.succeed(NOTHING_FOUND))
    : searchQuestion(searching, charge, userId, question, query)
}

export const layer = Layer.effect(
  FoodSearch,
  Effect.map(Effect.all([Db, PoolStatus]), ([db, { isDistributed }]) => {
    const searching: Searching = {
      db,
      isDistributed,
      names: ownNames(db.sql),
      remembered: { 50: new WeakMap(), 100: new WeakMap() }
    }
    return FoodSearch.of({ search: (charge, userId, query) => search(searching, charge, userId, query) })
  })
)
