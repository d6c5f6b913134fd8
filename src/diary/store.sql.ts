import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
import type { FoodKind } from "../foods/model.ts"
import { type Nutrition, nutritionOf } from "../foods/nutrition.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { DiaryEntry, MealType } from "./model.ts"
import { DiaryStore } from "./store.ts"

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
}

const toEntry = (row: Row): DiaryEntry => ({
  id: row.entry_id,
  date: row.date,
  mealType: row.meal_type,
  servings: row.servings,
  food: { id: row.food_id, kind: row.food_kind, name: row.food_name, brandName: row.brand_name },
  perServing: nutritionOf(row),
  createdAt: DateTime.unsafeFromDate(row.created_at)
})

export const layer = Layer.effect(
  DiaryStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(
      `entry.entry_id, entry.date::text AS date, meal_type, servings, food_kind, food_id, food_name, brand_name,
       calories, protein, carbs, fat, alcohol, created_at`
    )

    return DiaryStore.of({
      page: (userId, { from, to }, after, limit) => {
        const behind = Option.match(after, {
          onNone: () => sql.literal(""),
          onSome: ({ date, createdAt, id }) =>
            sql`AND (date, created_at, entry_id) > (${date}::date, ${DateTime.toDateUtc(createdAt)}::timestamptz, ${id}::text)`
        })
        return sql<Row>`
          SELECT ${columns} FROM diary_entries AS entry
          WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to} ${behind}
          ORDER BY entry.date, created_at, entry_id LIMIT ${limit}`.pipe(
          Effect.map((rows) => rows.map(toEntry)),
          Effect.orDie
        )
      },

      adding: (userId, { id, date, mealType, servings, food, perServing, createdAt }) => ({
        _tag: "Sql",
        read: () => {},
        insert: sql`
          INSERT INTO diary_entries (
            user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, brand_name,
            calories, protein, carbs, fat, alcohol, created_at)
          SELECT
            user_id, ${id}::text, ${date}::date, ${mealType}::text, ${servings}::double precision, ${food.kind}::text,
            ${food.id}::text, ${food.name}::text, ${food.brandName}::text, ${perServing.calories}::double precision,
            ${perServing.protein}::double precision, ${perServing.carbs}::double precision,
            ${perServing.fat}::double precision, ${perServing.alcohol}::double precision,
            GREATEST(${DateTime.toDateUtc(createdAt)}::timestamptz, (
              SELECT max(created_at) + interval '1 millisecond' FROM diary_entries
              WHERE user_id = ${userId} AND date = ${date}))
          FROM locked RETURNING entry_id`
      }),

      update: (userId, id, { servings = null, mealType = null, date = null }) =>
        sql<Row & { readonly date_before: ActivityDay }>`
          UPDATE diary_entries AS entry SET
            servings = COALESCE(${servings}::double precision, servings),
            meal_type = COALESCE(${mealType}::text, meal_type),
            date = COALESCE(${date}::date, entry.date)
          FROM (SELECT entry_id, date FROM diary_entries WHERE user_id = ${userId} AND entry_id = ${id}) AS before
          WHERE entry.user_id = ${userId} AND entry.entry_id = before.entry_id
          RETURNING ${columns}, before.date::text AS date_before`.pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromNullable(row), (row) => ({ entry: toEntry(row), dateBefore: row.date_before }))
          ),
          Effect.orDie
        ),

      delete: (userId, id) =>
        sql<{ readonly date: ActivityDay }>`
          DELETE FROM diary_entries WHERE user_id = ${userId} AND entry_id = ${id} RETURNING date::text AS date`.pipe(
          Effect.map(([row]) => Option.map(Option.fromNullable(row), ({ date }) => date)),
          Effect.orDie
        )
    })
  })
)
