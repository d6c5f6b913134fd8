import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * The words of the catalogue that lack a band although some food of it has them, so that searches would miss the food, and
 * those with a band of no such food.
 */
export const wrongBands = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly word: string }>`
    SELECT key AS word FROM (
      SELECT substr(lexeme, 2) AS key, bit_or(1 << ascii(lexeme) - ascii('A')) AS bands FROM foods, unnest(search) GROUP BY 1
    ) AS stored
    WHERE (SELECT bit_or(food_words.bands) FROM food_words WHERE word = key OR stem = key) & bands <> bands
      OR (SELECT food_words.bands FROM food_words WHERE word = key) & bands <> (SELECT food_words.bands FROM food_words WHERE word = key)`
)
