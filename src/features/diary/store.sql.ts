import { DateTime, Effect, Layer, Option } from "effect"
import { Kept } from "../../contract/handler/answer.ts"
import { answerArguments, keyTaken } from "../../facts/idempotency-store.sql.ts"
import { type Database, Db } from "../../platform/database/db.ts"
import { type ActivityDay, dayAfterEpoch, plusDays } from "../../values/activity-day.ts"
import { readAmount, writeAmount } from "../foods/amounts.ts"
import { DETAIL_COLUMNS } from "../foods/columns.sql.ts"
import type { FoodKind, Serving } from "../foods/model.ts"
import {
  detailsOf,
  eatenOf,
  nutritionOf,
  roundedTimes,
  type StoredEaten,
  SUMMED,
  type Summed,
  storedOf
} from "../foods/nutrition.ts"
import { HALF_LIFE_DAYS, LIKELY_DAYS, MEAL_TOTAL, SAME_MEAL, SAME_WEEKDAY } from "./likely.ts"
import type { DiaryEntry, MealType } from "./model.ts"
import { type DaySums, DiaryStore, FoodGone } from "./store.ts"

interface Row extends StoredEaten {
  readonly entry_id: string
  readonly date: ActivityDay
  readonly meal_type: MealType
  readonly servings: number
  readonly food_kind: FoodKind
  readonly food_id: string
  readonly food_name: string
  readonly brand_name: string | null
  readonly created_at: Date
  readonly serving_size: number | null
  readonly serving_unit: string | null
  readonly serving_text: string | null
  readonly said: string | null
}

/** The nutrition of a day, in hundredths. */
interface TotalRow extends StoredEaten {
  readonly date: ActivityDay
  readonly entries: number
  /** What some entry does not know. */
  readonly partial: ReadonlyArray<Summed>
}

/** The serving of an entry; null for entries logged before servings were stored. */
const servingOf = ({ serving_size: size, serving_unit: unit, serving_text: text }: Row): Serving | null =>
  size === null || unit === null ? null : { size, unit, text }

const saidIn = ({ said }: Pick<Row, "said">): Pick<DiaryEntry, "said"> => {
  const amount = said === null ? undefined : readAmount(said)
  return amount === undefined ? {} : { said: amount }
}

const toEntry = (row: Row): DiaryEntry => ({
  id: row.entry_id,
  date: row.date,
  mealType: row.meal_type,
  servings: row.servings,
  ...saidIn(row),
  food: { id: row.food_id, kind: row.food_kind, name: row.food_name, brandName: row.brand_name },
  serving: servingOf(row),
  perServing: nutritionOf(row),
  createdAt: DateTime.unsafeFromDate(row.created_at)
})

const COLUMNS = `entry.entry_id, entry.date::text AS date, meal_type, servings, food_kind, food_id, food_name, brand_name,
       calories, protein, carbs, fat, alcohol, created_at, serving_size, serving_unit, serving_text, said, ${DETAIL_COLUMNS}`

/** Columns of amounts with their fields; those that need not be known may be null. */
const AMOUNTS: ReadonlyArray<readonly [column: string, field: keyof StoredEaten]> = [
  ...(["calories", "protein", "carbs", "fat", "alcohol", "fiber", "sugars", "sodium"] as const).map(
    (each) => [each, each] as const
  ),
  ["saturated_fat", "saturatedFat"]
]

// Tiny amounts are omitted before PostgreSQL multiplies, because a product that underflows is an error there.
const sum = (amount: string, shown: (product: string) => string) =>
  `sum(CASE WHEN ${amount} IS NOT NULL AND (${amount} < 1e-9 OR servings < 1e-9) THEN 0 ELSE ${shown(`${amount} * servings`)} END)`

const TOTALS = AMOUNTS.map(
  ([column, field]) => `${sum(column, (product) => `hundredths(${product})`)} AS "${field}"`
).join(", ")

const PARTIAL = `array_remove(ARRAY[${SUMMED.map(
  (each) => `CASE WHEN bool_or(${each === "saturatedFat" ? "saturated_fat" : each} IS NULL) THEN '${each}' END`
).join(", ")}], NULL)`

/** The kcal of entries. Follows SELECT … FROM diary_entries. */
export const CALORIES_SUM = sum("calories", (product) => product)

const SUMS = AMOUNTS.filter(([column]) => column !== "alcohol")
  .map(([column, field]) => `${sum(column, (product) => product)} AS "${field}"`)
  .join(", ")

type SumsRow = Omit<StoredEaten, "alcohol"> & Pick<DaySums, "isOneMeal"> & { readonly day: number }

const toSums = ({ day, ...row }: SumsRow): DaySums => ({
  date: dayAfterEpoch(day),
  calories: row.calories,
  protein: row.protein ?? 0,
  carbs: row.carbs ?? 0,
  fat: row.fat ?? 0,
  ...detailsOf(row),
  isOneMeal: row.isOneMeal
})

type Store = DiaryStore["Type"]

/** Each quick add has a food of its own, so quick adds are grouped by name. */
const SAME_FOOD = `CASE WHEN food_id LIKE 'qfood\\_%' THEN lower(food_name) ELSE food_id END`

/** Reading the diary. */
const reading = (db: Database): Pick<Store, "page" | "totals" | "daily" | "likely"> => ({
  page: (charge, userId, { from, to }, after, limit) => {
    const behind = Option.match(after, {
      onNone: () => db.sql.literal(""),
      onSome: ({ date, createdAt, id }) =>
        db.sql`AND (date, created_at, entry_id) > (${date}::date, ${DateTime.toDateUtc(createdAt)}::timestamptz, ${id}::text)`
    })
    return Effect.map(
      charge.rows(
        db,
        db.sql<Row>`
      SELECT ${db.sql.literal(COLUMNS)} FROM diary_entries AS entry
      WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to} ${behind}
      ORDER BY entry.date, created_at, entry_id LIMIT ${limit}`
      ),
      (found) => found.map((rows) => rows.map(toEntry))
    )
  },

  totals: (userId, { from, to }, withDays) => {
    if (!withDays) {
      return Effect.map(
        db.first(db.sql<{ readonly total: number }>`
        SELECT count(*)::integer AS total FROM diary_entries
        WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to}`),
        (row) => ({ total: row?.total ?? 0, days: [] })
      )
    }
    return Effect.map(
      db.rows(db.sql<TotalRow>`
      SELECT entry.date::text AS date, count(*)::integer AS entries, ${db.sql.literal(TOTALS)},
        ${db.sql.literal(PARTIAL)} AS partial FROM diary_entries AS entry
      WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to} GROUP BY entry.date ORDER BY entry.date`),
      (rows) => ({
        total: rows.reduce((total, { entries }) => total + entries, 0),
        days: rows.map((row) => ({ date: row.date, ...eatenOf(roundedTimes(row, 1 / 100), row.partial) }))
      })
    )
  },

  daily: (userId, from, to) =>
    Effect.map(
      db.rows(db.sql<SumsRow>`
      SELECT date - date '1970-01-01' AS day, ${db.sql.literal(SUMS)}, min(meal_type) = max(meal_type) AS "isOneMeal"
      FROM diary_entries
      WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to} GROUP BY date ORDER BY date`),
      (rows) => rows.map(toSums)
    ),

  likely: (userId, day, meal, limit) =>
    Effect.map(
      db.rows(db.sql<Row & { readonly place: number | null }>`
      WITH eaten AS (
        SELECT *, meal_type = ${meal} AS is_meal, ${db.sql.literal(SAME_FOOD)} AS same_food FROM diary_entries
        WHERE user_id = ${userId} AND date BETWEEN ${plusDays(day, -LIKELY_DAYS)} AND ${day}
          AND NOT (food_id LIKE 'ifood\\_%' AND lower(trim(food_name)) ~ ${MEAL_TOTAL})
      ), foods AS (
        SELECT (array_agg(entry_id ORDER BY is_meal DESC, date DESC, created_at DESC))[1] AS entry_id,
          row_number() OVER (ORDER BY sum(
            power(0.5::float8, (${day}::date - date) / ${HALF_LIFE_DAYS}::float8)
            * CASE WHEN is_meal THEN ${SAME_MEAL}::float8 ELSE 1 END
            * CASE WHEN (${day}::date - date) % 7 = 0 THEN ${SAME_WEEKDAY}::float8 ELSE 1 END
          ) DESC, max(created_at) DESC)::integer AS place
        FROM eaten GROUP BY food_kind, same_food
        ORDER BY place LIMIT ${limit}
      )
      SELECT ${db.sql.literal(COLUMNS)}, place FROM foods JOIN eaten AS entry USING (entry_id)
      UNION ALL
      SELECT ${db.sql.literal(COLUMNS)}, NULL FROM eaten AS entry
      WHERE date = ${plusDays(day, -1)} AND is_meal
      ORDER BY place, created_at, entry_id`),
      (rows) => ({
        likely: rows.filter(({ place }) => place !== null).map(toEntry),
        dayBefore: rows.filter(({ place }) => place === null).map(toEntry)
      })
    )
})

const finding = (db: Database): Pick<Store, "find"> => ({
  find: (userId, id) =>
    db.findOne(
      db.sql<Row>`
      SELECT ${db.sql.literal(COLUMNS)} FROM diary_entries AS entry WHERE user_id = ${userId} AND entry_id = ${id}`,
      toEntry
    )
})

const storedSaid = (said: DiaryEntry["said"]): string | null => (said === undefined ? null : writeAmount(said))

/** Changing the diary. */
const changing = (db: Database): Pick<Store, "add" | "update" | "delete" | "putBack"> => ({
  add: (
    charge,
    userId,
    today,
    { id, date, mealType, servings, said, food, serving, perServing, createdAt },
    answer,
    { revision = null, isQuick = false } = {}
  ) => {
    const known = storedOf(perServing)
    return Effect.flatMap(
      charge.value(
        db,
        db.sql<{ readonly value: boolean }>`
      SELECT add_diary_entry(${userId}, today => ${today}, new_entry_id => ${id}, day => ${date},
        new_meal_type => ${mealType}, new_servings => ${servings}, new_food_kind => ${food.kind},
        new_food_id => ${food.id}, new_food_name => ${food.name}, new_brand_name => ${food.brandName},
        new_calories => ${known.calories}, new_protein => ${known.protein},
        new_carbs => ${known.carbs}, new_fat => ${known.fat}, new_alcohol => ${known.alcohol},
        at => ${DateTime.toDateUtc(createdAt)}, new_serving_size => ${serving?.size ?? null},
        new_serving_unit => ${serving?.unit ?? null}, new_serving_text => ${serving?.text ?? null},
        known_revision => ${revision}::uuid, is_quick => ${isQuick},
        new_fiber => ${known.fiber}, new_sugars => ${known.sugars},
        new_saturated_fat => ${known.saturatedFat}, new_sodium => ${known.sodium}, new_said => ${storedSaid(said)}, ${answerArguments(db.sql, answer)}) AS value`,
        keyTaken
      ),
      (added) => (added.value === true ? Effect.succeed(added.with(Kept.written(answer))) : new FoodGone())
    )
  },

  update: (userId, today, id, { servings = null, mealType = null, date = null, said }) =>
    db.findOne(
      db.sql<Row>`
      SELECT ${db.sql.literal(COLUMNS)} FROM update_diary_entry(${userId}, ${today}, ${id}, ${servings}, ${mealType}, ${date}, ${storedSaid(said)}) AS entry`,
      toEntry
    ),

  delete: (userId, today, id) =>
    db.findOne(
      db.sql<Row>`SELECT ${db.sql.literal(COLUMNS)} FROM delete_diary_entry(${userId}, ${today}, ${id}) AS entry`,
      toEntry
    ),

  putBack: (userId, today, entries) =>
    Effect.zipRight(
      Effect.forEach(
        entries,
        (entry) =>
          db.rows(db.sql`
            SELECT restore_fact(${userId}, 'entry', ${entry.id}, ${JSON.stringify(rowOf(entry))}::text::json)`),
        { discard: true }
      ),
      db.run(db.sql`SELECT settle_user(${userId}, ${today})`)
    )
})

/** An entry as a row of its table. */
const rowOf = ({ id, date, mealType, servings, said, food, serving, perServing, createdAt }: DiaryEntry) => {
  const { saturatedFat, ...known } = storedOf(perServing)
  return {
    entry_id: id,
    date,
    meal_type: mealType,
    servings,
    food_kind: food.kind,
    food_id: food.id,
    food_name: food.name,
    brand_name: food.brandName,
    ...known,
    saturated_fat: saturatedFat,
    created_at: DateTime.formatIso(createdAt),
    serving_size: serving?.size ?? null,
    serving_unit: serving?.unit ?? null,
    serving_text: serving?.text ?? null,
    said: storedSaid(said)
  }
}

export const layer = Layer.effect(
  DiaryStore,
  Effect.map(Db, (db) => DiaryStore.of({ ...reading(db), ...finding(db), ...changing(db) }))
)
