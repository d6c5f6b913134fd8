import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
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

/** The servings of a day are the number of its entries, its nutrition is in hundredths; the date is null for all days together. */
interface DayRow extends Nutrition {
  readonly entry_id: null
  readonly date: ActivityDay | null
  readonly servings: number
}

const isEntry = (row: Row | DayRow): row is Row => row.entry_id !== null
const isDay = (row: Row | DayRow): row is DayRow => row.entry_id === null

/** The serving of an entry; entries logged before it was kept have none. */
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

    // What is too little to count is left out before PostgreSQL multiplies: a product that underflows is an error there.
    const sum = (amount: string, shown: (product: string) => string) =>
      `sum(CASE WHEN ${amount} < 1e-9 OR servings < 1e-9 THEN 0 ELSE ${shown(`${amount} * servings`)} END)`
    const totals = sql.literal(
      ["calories", "protein", "carbs", "fat", "alcohol"]
        .map((amount) => sum(amount, (product) => `hundredths(${product})`))
        .join(", ")
    )
    const sums = sql.literal(
      ["calories", "protein", "carbs", "fat"]
        .map((amount) => `${sum(amount, (product) => product)} AS ${amount}`)
        .join(", ")
    )

    return DiaryStore.of({
      page: (userId, { from, to }, after, limit, withDays) => {
        const behind = Option.match(after, {
          onNone: () => sql.literal(""),
          onSome: ({ date, createdAt, id }) =>
            sql`AND (date, created_at, entry_id) > (${date}::date, ${DateTime.toDateUtc(createdAt)}::timestamptz, ${id}::text)`
        })
        // A row for each entry of the page, then one for each day of the range, or one for all of it.
        return sql<Row | DayRow>`
          (SELECT ${columns} FROM diary_entries AS entry
          WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to} ${behind}
          ORDER BY entry.date, created_at, entry_id LIMIT ${limit})
          UNION ALL
          (SELECT NULL, ${withDays ? sql`date::text` : sql`NULL`}, NULL, count(*), NULL, NULL, NULL, NULL,
            ${totals}, NULL, NULL, NULL, NULL FROM diary_entries AS entry
          WHERE user_id = ${userId} AND date BETWEEN ${from} AND ${to}
          ${withDays ? sql`GROUP BY entry.date ORDER BY entry.date` : sql``})`.pipe(
          Effect.map((rows) => {
            const days = rows.filter(isDay)
            return {
              entries: rows.filter(isEntry).map(toEntry),
              total: days.reduce((total, { servings }) => total + servings, 0),
              days: days.flatMap((row) =>
                row.date === null ? [] : [{ date: row.date, ...rounded(times(nutritionOf(row), 1 / 100)) }]
              )
            }
          }),
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

      add: (userId, today, { id, date, mealType, servings, food, serving, perServing, createdAt }, answer) =>
        sql<{ readonly added: boolean }>`
          SELECT added FROM add_diary_entry(${userId}, ${today}, ${id}, ${date}, ${mealType}, ${servings}, ${food.kind},
            ${food.id}, ${food.name}, ${food.brandName}, ${perServing.calories}, ${perServing.protein},
            ${perServing.carbs}, ${perServing.fat}, ${perServing.alcohol}, ${DateTime.toDateUtc(createdAt)},
            ${answerArguments(sql, answer)}, ${serving?.size ?? null}, ${serving?.unit ?? null},
            ${serving?.text ?? null}) AS added`.pipe(
          failWithKeyTaken,
          Effect.filterOrFail(
            ([row]) => row?.added === true,
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
