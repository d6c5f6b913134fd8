import { Effect, Layer } from "effect"
import { type Database, Db } from "../../platform/database/db.ts"
import { stem } from "../../values/text/words.ts"
import type { CatalogueFood } from "./catalogue-food.ts"
import { MEASURED_FOOD_COLUMNS } from "./columns.sql.ts"
import { bandOf, searchRankOf, searchWordsOf } from "./label.ts"
import { writeMeasures } from "./measures.ts"
import { asFood, type Food, type MeasuredFood } from "./model.ts"
import { FoodCatalogue, type Stored } from "./store.ts"

/** How many shipped foods one statement stores. */
const FOODS_PER_STATEMENT = 1000

/** Most foods that a process caches; they take about 5 MB. */
const MOST_REMEMBERED = 5000

/** The letter that precedes every search word of a food in this band. */
const bandLetter = (band: number): string => String.fromCharCode(65 + band)

/** The search rank and search words of a food in stored form. */
const searchColumns = (food: CatalogueFood) => {
  const rank = searchRankOf(food)
  const words = searchWordsOf(food)
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
  "measures",
  "calories",
  "protein",
  "carbs",
  "fat",
  "alcohol",
  "description",
  "also",
  "same_as",
  "fiber",
  "sugars",
  "saturated_fat",
  "sodium",
  "search_rank",
  "search"
]

const COLUMN_LIST = COLUMNS.join(", ")
const ASSIGNMENTS = COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ")
const BEFORE = COLUMNS.map((column) => `foods.${column}`).join(", ")
const AFTER = COLUMNS.map((column) => `excluded.${column}`).join(", ")

type Store = FoodCatalogue["Type"]

/** Stores new and changed foods. */
const put = (db: Database, foods: ReadonlyArray<CatalogueFood>): Effect.Effect<Stored> => {
  const search = foods.map(searchColumns)
  const all = <A>(column: (food: CatalogueFood) => A) => foods.map(column)
  const revision = crypto.randomUUID()
  return Effect.map(
    db.rows(db.sql<Omit<Stored, "unchanged">>`
    WITH given AS (
      SELECT *, array_to_tsvector(ARRAY(
        SELECT DISTINCT band || word FROM unnest(string_to_array(words, ' ') || string_to_array(stems, ' ')) AS word
      )) AS search
      FROM unnest(
        ${all((food) => food.id)}::text[], ${all((food) => food.source)}::text[],
        ${all((food) => food.sourceId)}::text[], ${all((food) => food.name)}::text[],
        ${all((food) => food.brandName)}::text[], ${all((food) => food.servingSize)}::double precision[],
        ${all((food) => food.servingUnit)}::text[], ${all((food) => food.servingText)}::text[],
        ${all((food) => writeMeasures(food.measures ?? []))}::text[],
        ${all((food) => food.calories)}::double precision[], ${all((food) => food.protein)}::double precision[],
        ${all((food) => food.carbs)}::double precision[], ${all((food) => food.fat)}::double precision[],
        ${all((food) => food.alcohol)}::double precision[], ${all((food) => food.description ?? null)}::text[],
        ${all((food) => food.also ?? null)}::text[], ${all((food) => food.sameAs ?? null)}::text[],
        ${all((food) => food.fiber ?? null)}::double precision[], ${all((food) => food.sugars ?? null)}::double precision[],
        ${all((food) => food.saturatedFat ?? null)}::double precision[],
        ${all((food) => food.sodium ?? null)}::double precision[], ${search.map(({ rank }) => rank)}::integer[],
        ${search.map(({ band }) => band)}::text[], ${search.map(({ words }) => words)}::text[],
        ${search.map(({ stems }) => stems)}::text[]
      ) AS food (food_id, source, source_id, name, brand_name, serving_size, serving_unit, serving_text,
        measures, calories, protein, carbs, fat, alcohol, description, also, same_as, fiber, sugars, saturated_fat, sodium,
        search_rank, band, words, stems)
    ), written AS (
      INSERT INTO foods (food_id, ${db.sql.literal(COLUMN_LIST)})
      SELECT food_id, ${db.sql.literal(COLUMN_LIST)} FROM given ORDER BY search_rank, food_id
      ON CONFLICT (food_id) DO UPDATE SET ${db.sql.literal(ASSIGNMENTS)} WHERE (${db.sql.literal(BEFORE)}) IS DISTINCT FROM (${db.sql.literal(AFTER)})
      RETURNING food_id, xmax = 0 AS inserted
    ), counted AS (
      INSERT INTO food_words (word, stem, foods, bands)
      SELECT found.word, found.stem, count(*) FILTER (WHERE written.inserted), bit_or(1 << ascii(given.band) - ascii('A'))
      FROM written JOIN given USING (food_id),
        unnest(string_to_array(given.words, ' '), string_to_array(given.stems, ' ')) AS found (word, stem)
      GROUP BY found.word, found.stem
      ORDER BY found.word
      ON CONFLICT (word) DO UPDATE SET foods = food_words.foods + excluded.foods, bands = food_words.bands | excluded.bands
      WHERE excluded.foods > 0 OR food_words.bands | excluded.bands <> food_words.bands
    ), revised AS (
      UPDATE food_revision SET revision = ${revision}::uuid WHERE (SELECT count(*) FROM written) > 0
    )
    SELECT count(*) FILTER (WHERE inserted)::integer AS inserted, count(*) FILTER (WHERE NOT inserted)::integer AS updated
    FROM written`),
    ([{ inserted, updated } = { inserted: 0, updated: 0 }]) => ({
      inserted,
      updated,
      unchanged: foods.length - inserted - updated
    })
  )
}

const analyze = (db: Database): Store["analyze"] => db.run(db.sql`ANALYZE foods, food_words`)

const storedVersion = (db: Database) =>
  Effect.map(
    db.first(db.sql<{ readonly version: string }>`
    SELECT version FROM catalogue_versions WHERE catalogue = 'foods'`),
    (row) => row?.version
  )

/** Stores the shipped foods, unless this version of them is there. Returns whether it did. */
const putShipped =
  (db: Database): Store["putShipped"] =>
  ({ version, foods }) =>
    db
      .unlimited(
        Effect.gen(function* () {
          if ((yield* storedVersion(db)) === version) return false
          // The first process locks this row until all foods are stored; the others wait here, then read its version.
          yield* db.run(
            db.sql`INSERT INTO catalogue_versions (catalogue, version) VALUES ('foods', '') ON CONFLICT DO NOTHING`
          )
          yield* db.run(db.sql`SELECT version FROM catalogue_versions WHERE catalogue = 'foods' FOR UPDATE`)
          if ((yield* storedVersion(db)) === version) return false
          const all = yield* foods
          for (let start = 0; start < all.length; start += FOODS_PER_STATEMENT) {
            yield* put(db, all.slice(start, start + FOODS_PER_STATEMENT))
          }
          yield* db.run(db.sql`UPDATE catalogue_versions SET version = ${version} WHERE catalogue = 'foods'`)
          return true
        })
      )
      .pipe(
        // Run afterwards, because a Citus cluster refuses it in a transaction that has written.
        Effect.tap((stored) => Effect.when(db.unlimited(analyze(db)), () => stored))
      )

/** A process's cache of foods, all from one revision of the catalogue. */
const makeMemory = () => {
  let remembered = { revision: "", foods: new Map<string, Food>() }
  return {
    /** Caches a food. Drops those read from another revision, or all if there are too many. */
    remember: (food: Food, revision: string): Food => {
      if (revision !== remembered.revision || remembered.foods.size >= MOST_REMEMBERED)
        remembered = { revision, foods: new Map() }
      remembered.foods.set(food.id, food)
      return food
    },
    recall: (id: string) => {
      const { revision, foods } = remembered
      const food = foods.get(id)
      return food && { food, revision }
    }
  }
}

export const layer = Layer.effect(
  FoodCatalogue,
  Effect.map(Db, (db) => {
    const { remember, recall } = makeMemory()
    return FoodCatalogue.of({
      find: (id) =>
        db.findOne(
          db.sql<MeasuredFood & { readonly revision: string }>`
          SELECT ${db.sql.literal(MEASURED_FOOD_COLUMNS)}, measures, description, (SELECT revision::text FROM food_revision) AS revision
          FROM foods WHERE food_id = ${id}`,
          ({ revision, ...food }) => remember(asFood("food", food), revision)
        ),
      recall,
      put: (foods) => put(db, foods),
      putShipped: putShipped(db),
      analyze: analyze(db)
    })
  })
)
