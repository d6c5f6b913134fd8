import { SqlClient, type SqlError } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { unhurried } from "../database/client.ts"
import type { Stored } from "../food-import/import-foods.ts"
import { BATCH_ROWS, type Checkpoint } from "../food-import/importer.ts"
import { stem } from "../text/words.ts"
import type { CatalogueFood } from "./catalogue/food.ts"
import { FoodCatalogue } from "./catalogue.ts"
import { bandOf, labelOf, searchRankOf, searchWordsOf } from "./label.ts"

/** The letter that every search word of a food of this band begins with. */
export const bandLetter = (band: number): string => String.fromCharCode(65 + band)

/** What a food is found by, as it is stored. */
const searchColumns = ({ name, brandName }: CatalogueFood) => {
  const rank = searchRankOf(labelOf(name, brandName))
  const words = searchWordsOf(name, brandName)
  return { rank, band: bandLetter(bandOf(rank)), words: words.join(" "), stems: words.map(stem).join(" ") }
}

const COLUMNS = [
  "source",
  "source_id",
  "name",
  "brand_name",
  "serving_size",
  "serving_unit",
  "serving_text",
  "calories",
  "protein",
  "carbs",
  "fat",
  "alcohol",
  "search_rank",
  "search"
]

export const layer = Layer.effect(
  FoodCatalogue,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(COLUMNS.join(", "))
    const assignments = sql.literal(COLUMNS.map((column) => `${column} = excluded.${column}`).join(", "))
    const before = sql.literal(COLUMNS.map((column) => `foods.${column}`).join(", "))
    const after = sql.literal(COLUMNS.map((column) => `excluded.${column}`).join(", "))

    const put = (foods: ReadonlyArray<CatalogueFood>): Effect.Effect<Stored, SqlError.SqlError> => {
      const search = foods.map(searchColumns)
      const all = <A>(column: (food: CatalogueFood) => A) => foods.map(column)
      return sql<Omit<Stored, "unchanged">>`
        WITH given AS (
          SELECT *, array_to_tsvector(ARRAY(
            SELECT DISTINCT band || word FROM unnest(string_to_array(words, ' ') || string_to_array(stems, ' ')) AS word
          )) AS search
          FROM unnest(
            ${all((food) => food.id)}::text[], ${all((food) => food.source)}::text[],
            ${all((food) => food.sourceId)}::text[], ${all((food) => food.name)}::text[],
            ${all((food) => food.brandName)}::text[], ${all((food) => food.servingSize)}::double precision[],
            ${all((food) => food.servingUnit)}::text[], ${all((food) => food.servingText)}::text[],
            ${all((food) => food.calories)}::double precision[], ${all((food) => food.protein)}::double precision[],
            ${all((food) => food.carbs)}::double precision[], ${all((food) => food.fat)}::double precision[],
            ${all((food) => food.alcohol)}::double precision[], ${search.map(({ rank }) => rank)}::integer[],
            ${search.map(({ band }) => band)}::text[], ${search.map(({ words }) => words)}::text[],
            ${search.map(({ stems }) => stems)}::text[]
          ) AS food (food_id, source, source_id, name, brand_name, serving_size, serving_unit, serving_text,
            calories, protein, carbs, fat, alcohol, search_rank, band, words, stems)
        ), written AS (
          INSERT INTO foods (food_id, ${columns})
          SELECT food_id, ${columns} FROM given ORDER BY search_rank, food_id
          ON CONFLICT (food_id) DO UPDATE SET ${assignments} WHERE (${before}) IS DISTINCT FROM (${after})
          RETURNING food_id, xmax = 0 AS inserted
        ), counted AS (
          INSERT INTO food_words (word, stem, foods)
          SELECT found.word, found.stem, count(*) FILTER (WHERE written.inserted)
          FROM written JOIN given USING (food_id),
            unnest(string_to_array(given.words, ' '), string_to_array(given.stems, ' ')) AS found (word, stem)
          GROUP BY found.word, found.stem
          ORDER BY found.word
          ON CONFLICT (word) DO UPDATE SET foods = food_words.foods + excluded.foods WHERE excluded.foods > 0
        )
        SELECT count(*) FILTER (WHERE inserted)::integer AS inserted, count(*) FILTER (WHERE NOT inserted)::integer AS updated
        FROM written`.pipe(
        Effect.map(([{ inserted, updated } = { inserted: 0, updated: 0 }]) => ({
          inserted,
          updated,
          unchanged: foods.length - inserted - updated
        }))
      )
    }

    const settle = sql`ANALYZE foods, food_words`.pipe(Effect.asVoid)

    const storedVersion = sql<{ readonly version: string }>`
      SELECT version FROM catalogue_versions WHERE catalogue = 'foods'`.pipe(Effect.map(([row]) => row?.version))

    return FoodCatalogue.of({
      put: (foods) => Effect.orDie(put(foods)),

      putShipped: ({ version, foods }) =>
        Effect.gen(function* () {
          if ((yield* storedVersion) === version) return false
          // Whoever writes this row first holds it until all foods are stored; the others wait here, then see its version.
          yield* sql`INSERT INTO catalogue_versions (catalogue, version) VALUES ('foods', '') ON CONFLICT DO NOTHING`
          yield* sql`SELECT version FROM catalogue_versions WHERE catalogue = 'foods' FOR UPDATE`
          if ((yield* storedVersion) === version) return false
          const all = foods()
          for (let start = 0; start < all.length; start += BATCH_ROWS) {
            yield* put(all.slice(start, start + BATCH_ROWS))
          }
          yield* sql`UPDATE catalogue_versions SET version = ${version} WHERE catalogue = 'foods'`
          yield* settle
          return true
        }).pipe(unhurried, Effect.provideService(SqlClient.SqlClient, sql), Effect.orDie),

      settle: Effect.orDie(settle),

      checkpoint: (kind, fileName) =>
        sql<{ readonly name: string; readonly size: number; readonly modifiedAt: number; readonly rows: number }>`
          SELECT file_name AS name, file_size AS size, file_modified_at AS "modifiedAt", rows_done AS rows
          FROM food_imports WHERE kind = ${kind} AND file_name = ${fileName}`.pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromNullable(row), ({ rows, ...identity }): Checkpoint => ({ kind, identity, rows }))
          ),
          Effect.orDie
        ),

      keepCheckpoint: ({ kind, identity, rows }) =>
        sql`
          INSERT INTO food_imports (kind, file_name, file_size, file_modified_at, rows_done)
          VALUES (${kind}, ${identity.name}, ${identity.size}, ${identity.modifiedAt}, ${rows})
          ON CONFLICT (kind, file_name) DO UPDATE SET
            file_size = excluded.file_size, file_modified_at = excluded.file_modified_at,
            rows_done = excluded.rows_done`.pipe(Effect.asVoid, Effect.orDie),

      dropCheckpoint: ({ kind, identity }) =>
        sql`DELETE FROM food_imports WHERE kind = ${kind} AND file_name = ${identity.name}`.pipe(
          Effect.asVoid,
          Effect.orDie
        )
    })
  })
)
