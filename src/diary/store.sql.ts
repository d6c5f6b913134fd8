import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
import { carryingRows, carryingValue } from "../database/statements.ts"
import { answerArguments, failWithKeyTaken, keptBy } from "../facts/answers.sql.ts"
import type { FoodKind, Serving } from "../foods/model.ts"
import { type Nutrition, nutritionOf, rounded, times } from "../foods/nutrition.ts"
import { type ActivityDay, dayAfterEpoch } from "../values/activity-day.ts"
import type { DiaryEntry, MealType } from "./model.ts"
import { type DaySums, DiaryStore, FoodGone } from "./store.ts"

interface Row extends Nutrition {
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
}

/** The nutrition of a day, in hundredths. */
interface TotalRow extends Nutrition {
  readonly date: ActivityDay
  readonly entries: number
}

/** The serving of an entry. Entries logged before servings were stored have none. */
const servingOf = ({ serving_size: size, serving_unit: unit, serving_text: text }: Row): Serving | null =>
  size === null || unit === null ? null : { size, unit, text }

const toEntry = (row: Row): DiaryEntry => ({
  id: row.entry_id,
  date: row.date,
  mealType: row.meal_type,
  servings: row.servings,
  food: { id: row.food_id, kind: row.food_kind, name: row.food_name, brandName: row.brand_name },
  serving: servingOf(row),
  perServing: nutritionOf(row),
  createdAt: DateTime.unsafeFromDate(row.created_at)
})

export const layer = Layer.effect(
  DiaryStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(
      `entry.entry_id, entry.date::text AS date, meal_type, servings, food_kind, food_id, food_name, brand_name,
       calories, protein, carbs, fat, alcohol, created_at, serving_size, serving_unit, serving_text`
    )

    // Tiny amounts are left out before PostgreSQL multiplies: a product that underflows is an error there.
    const sum = (amount: string, shown: (product: string) => string) =>
      `sum(CASE WHEN ${amount} < 1e-9 OR servings < 1e-9 THEN 0 ELSE ${shown(`${amount} * servings`)} END) AS ${amount}`
    const totals = sql.literal(
      ["calories", "protein", "carbs", "fat", "alcohol"]
        .map((amount) => sum(amount, (product) => `hundredths(${product})`))
        .join(", ")
    )
    const sums = sql.literal(
      ["calories", "protein", "carbs", "fat"].map((amount) => sum(amount, (product) => product)).join(", ")
    )

    return DiaryStore.of({
      page: (userId, { from, to }, after, limit) => {
        const behind = Option.match(after, {
          onNone: () => sql.literal(""),
          onSome: ({ date, createdAt, id }) =>
            sql`AND (date, created_at, entry_id) > (${date}::date, ${DateTime.toDateUtc(createdAt)}::timestamptz, ${id}::text)`
        })
        return carryingRows(sql<Row>`
          SELECT ${columns} FROM diary_entries AS entry
          WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to} ${behind}
          ORDER BY entry.date, created_at, entry_id LIMIT ${limit}`).pipe(
          Effect.map((rows) => rows.map(toEntry)),
          Effect.orDie
        )
      },

      totals: (userId, { from, to }, withDays) => {
        if (!withDays) {
          return sql<{ readonly total: number }>`
            SELECT count(*)::integer AS total FROM diary_entries
            WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to}`.pipe(
            Effect.map(([row]) => ({ total: row?.total ?? 0, days: [] })),
            Effect.orDie
          )
        }
        return sql<TotalRow>`
          SELECT entry.date::text AS date, count(*)::integer AS entries, ${totals} FROM diary_entries AS entry
          WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to} GROUP BY entry.date ORDER BY entry.date`.pipe(
          Effect.map((rows) => ({
            total: rows.reduce((total, { entries }) => total + entries, 0),
            days: rows.map((row) => ({ date: row.date, ...rounded(times(nutritionOf(row), 1 / 100)) }))
          })),
          Effect.orDie
        )
      },

      daily: (userId, from, to) =>
        sql<Omit<DaySums, "date"> & { readonly day: number }>`
          SELECT date - date '1970-01-01' AS day, ${sums} FROM diary_entries
          WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to} GROUP BY date ORDER BY date`.pipe(
          Effect.map((rows) => rows.map(({ day, ...sums }) => ({ date: dayAfterEpoch(day), ...sums }))),
          Effect.orDie
        ),

      add: (userId, today, { id, date, mealType, servings, food, serving, perServing, createdAt }, answer, revision) =>
        carryingValue(sql<{ readonly value: boolean }>`
          SELECT add_diary_entry(${userId}, ${today}, ${id}, ${date}, ${mealType}, ${servings}, ${food.kind},
            ${food.id}, ${food.name}, ${food.brandName}, ${perServing.calories}, ${perServing.protein},
            ${perServing.carbs}, ${perServing.fat}, ${perServing.alcohol}, ${DateTime.toDateUtc(createdAt)},
            ${answerArguments(sql, answer)}, ${serving?.size ?? null}, ${serving?.unit ?? null},
            ${serving?.text ?? null}, ${revision ?? null}::uuid) AS value`).pipe(
          failWithKeyTaken,
          Effect.filterOrFail(
            ([row]) => row?.value === true,
            () => new FoodGone()
          ),
          (write) => keptBy(answer, write)
        ),

      update: (userId, today, id, { servings = null, mealType = null, date = null }) =>
        sql<Row>`
          SELECT ${columns} FROM update_diary_entry(${userId}, ${today}, ${id}, ${servings}, ${mealType}, ${date}) AS entry`.pipe(
          Effect.map(([row]) => Option.map(Option.fromNullable(row), toEntry)),
          Effect.orDie
        ),

      delete: (userId, today, id) =>
        sql<Row>`SELECT ${columns} FROM delete_diary_entry(${userId}, ${today}, ${id}) AS entry`.pipe(
          Effect.map(([row]) => Option.map(Option.fromNullable(row), toEntry)),
          Effect.orDie
        )
    })
  })
)
