import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
import { answerArguments, failWithKeyTaken, keptBy } from "../facts/answers.sql.ts"
import { MEASURED_FOOD_COLUMNS } from "../foods/columns.sql.ts"
import type { UserId } from "../values/ids.ts"
import { MOST_NAMED } from "./in-use.ts"
import type { CustomFood } from "./model.ts"
import { CustomFoodStore, FoodInUse, NoSuchFood, TooManyFoods, type Uses } from "./store.ts"

type Row = Omit<CustomFood, "createdAt"> & { readonly createdAt: Date }

/** A food before it was replaced or deleted, and the number of references that prevented it. */
interface Before {
  readonly old_name: string
  readonly old_unit: string
  readonly entries: number
  readonly meals: number
}

export const layer = Layer.effect(
  CustomFoodStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const contentArguments = (food: Omit<CustomFood, "createdAt">) => sql`
      ${food.id}, ${food.name}, ${food.brandName}, ${food.servingSize}, ${food.servingUnit}, ${food.servingText},
      ${food.calories}, ${food.protein}, ${food.carbs}, ${food.fat}, ${food.alcohol}`

    const latestEntries = (userId: UserId, foodId: string) =>
      sql<Uses["entries"][number]>`
        SELECT entry_id AS id, date::text AS date FROM diary_entries
        WHERE user_id = ${userId} AND food_kind = 'custom_food' AND food_id = ${foodId}
        ORDER BY diary_entries.date DESC, created_at DESC, entry_id DESC LIMIT ${MOST_NAMED}`.pipe(Effect.orDie)

    /** The food's previous name, unless references prevented the change. These are looked up only then. */
    const nameBefore = (userId: UserId, foodId: string) =>
      Effect.fnUntraced(function* ([before]: ReadonlyArray<Before>) {
        if (before === undefined) return yield* new NoSuchFood()
        const { old_name: name, old_unit: servingUnit, entries: foodEntries, meals: savedMeals } = before
        if (foodEntries === 0 && savedMeals === 0) return name
        const entries = foodEntries === 0 ? [] : yield* latestEntries(userId, foodId)
        return yield* new FoodInUse({ name, servingUnit, uses: { foodEntries, savedMeals, entries } })
      })

    return CustomFoodStore.of({
      find: (userId, id) =>
        sql<Row>`
          SELECT ${sql.literal(MEASURED_FOOD_COLUMNS)}, created_at AS "createdAt"
          FROM custom_foods WHERE user_id = ${userId} AND food_id = ${id}`.pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromNullable(row), (row) => ({
              ...row,
              createdAt: DateTime.unsafeFromDate(row.createdAt)
            }))
          ),
          Effect.orDie
        ),

      add: (userId, food, most, answer) =>
        sql<{ readonly held: number }>`
          SELECT held FROM add_custom_food(${userId}, ${most}, ${contentArguments(food)},
            ${DateTime.toDateUtc(food.createdAt)}, ${answerArguments(sql, answer)}) AS held`.pipe(
          failWithKeyTaken,
          Effect.flatMap(([row]) => {
            const held = row?.held ?? 0
            return held < most ? Effect.void : new TooManyFoods({ held })
          }),
          (write) => keptBy(answer, write)
        ),

      replace: (userId, food, answer) =>
        sql<Before>`
          SELECT * FROM replace_custom_food(${userId}, ${contentArguments(food)}, ${answerArguments(sql, answer)})`.pipe(
          failWithKeyTaken,
          Effect.flatMap(nameBefore(userId, food.id)),
          (write) => keptBy(answer, write)
        ),

      delete: (userId, id) =>
        sql<Before>`SELECT * FROM delete_custom_food(${userId}, ${id})`.pipe(
          Effect.orDie,
          Effect.flatMap(nameBefore(userId, id))
        )
    })
  })
)
