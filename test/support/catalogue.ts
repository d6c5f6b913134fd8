import { readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import type { CatalogueFood } from "../../src/foods/catalogue/food.ts"
import { readFoods } from "../../src/foods/catalogue/read.ts"
import type { Service } from "./app.ts"

const shipped = readFoods(readFileSync(new URL("../../src/foods/catalogue/foods.tsv", import.meta.url), "utf8"))

/** The catalogue's food with this id, which is there to be logged from then on. */
export const catalogueFood = async (service: Service, id: string): Promise<CatalogueFood> => {
  const food = shipped.find((food) => food.id === id)
  if (food === undefined) throw new Error(`There is no food ${id} in the catalogue`)
  await service.run(
    Effect.gen(function* () {
      const sql = yield* Effect.serviceOption(SqlClient.SqlClient)
      if (Option.isNone(sql)) return
      yield* Effect.orDie(sql.value`
        INSERT INTO foods ${sql.value.insert({
          food_id: food.id,
          source: food.source,
          source_id: food.sourceId,
          name: food.name,
          brand_name: food.brandName,
          serving_size: food.servingSize,
          serving_unit: food.servingUnit,
          serving_text: food.servingText,
          calories: food.calories,
          protein: food.protein,
          carbs: food.carbs,
          fat: food.fat,
          alcohol: food.alcohol
        })} ON CONFLICT DO NOTHING`)
    })
  )
  return food
}
