/**
 * Searches a catalogue of a million foods: `DATABASE_URL=postgres://… bun bench/food-search.ts [foods]`, on a database
 * of its own. Foods are made up from the shipped ones, the same on every run; stored ones are not stored again. Prints
 * the median and the 99th percentile for each kind of query, and the indexes in the search's plan. Each question is a
 * copy, so that no search is answered from a cache.
 */
import { SqlClient } from "@effect/sql"
import { Config, Effect, Layer } from "effect"
import { NOTHING_DUE } from "../src/contract/handler/charge.ts"
import { questionOf } from "../src/features/food-search/query.ts"
import * as Search from "../src/features/food-search/store.sql.ts"
import { FoodSearch } from "../src/features/food-search/store.ts"
import * as Catalogue from "../src/features/foods/store.sql.ts"
import * as Client from "../src/platform/database/client.ts"
import { migrate } from "../src/platform/database/migrator.ts"
import { serversAt } from "../src/values/database-url.ts"
import { UserId } from "../src/values/ids.ts"
import { EVERYDAY_QUERIES } from "../test/features/food-search/queries.ts"
import { growFoods } from "./data/foods.ts"

const FOODS = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 5

const grow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* migrate
  const start = performance.now()
  yield* growFoods(FOODS, console.error)
  const [size] = yield* sql`SELECT (SELECT count(*) FROM foods) AS foods, (SELECT count(*) FROM food_words) AS words,
    pg_size_pretty(pg_total_relation_size('foods')) AS "foodsSize",
    pg_size_pretty(pg_relation_size('foods_search')) AS "searchIndexSize",
    pg_size_pretty(pg_total_relation_size('food_words')) AS "wordsSize"`
  console.log(JSON.stringify({ ...size, growSeconds: Math.round((performance.now() - start) / 100) / 10 }))
})

const percentile = (sorted: ReadonlyArray<number>, share: number) =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100

const GROUPS: Readonly<Record<string, ReadonlyArray<string>>> = {
  everyday: EVERYDAY_QUERIES.map(({ query }) => query),
  "being typed": ["b", "ch", "chi", "chick", "chicken b", "chicken br", "or", "oran", "yog", "s", "su", "organic c"],
  misspelt: [
    "bananna",
    "brocoli",
    "chedar",
    "chiken brest",
    "mozarela",
    "yogrut",
    "strawbery",
    "tomatoe sauec",
    "cofee"
  ],
  "several words": [
    "organic chicken breast",
    "vanilla ice cream",
    "smoked salmon fillet",
    "roasted salted peanuts mini"
  ],
  "nothing found": ["xyzzyx", "qqqqq wwwww", "chicken xylophone", "bread butter milk sugar oil salt egg"]
}

const measure = Effect.gen(function* () {
  const search = yield* FoodSearch
  const userId = UserId.make("usr_0000000000000000")
  const all: Array<number> = []
  for (const [group, queries] of Object.entries(GROUPS)) {
    const times: Array<readonly [number, string]> = []
    for (let round = 0; round <= ROUNDS; round++) {
      for (const query of queries) {
        const start = performance.now()
        yield* search.search(NOTHING_DUE, userId, { question: { ...questionOf(query) }, kind: undefined, limit: 20 })
        if (round > 0) times.push([performance.now() - start, query])
      }
    }
    times.sort(([a], [b]) => a - b)
    const sorted = times.map(([time]) => time)
    all.push(...sorted)
    console.log(
      `${group}: p50 ${percentile(sorted, 0.5)} ms, p99 ${percentile(sorted, 0.99)} ms (slowest: ${times.at(-1)?.[1]})`
    )
  }
  all.sort((a, b) => a - b)
  console.log(`all ${all.length}: p50 ${percentile(all, 0.5)} ms, p99 ${percentile(all, 0.99)} ms`)
})

const indexesUsed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT pg_stat_reset()`
  const search = yield* FoodSearch
  const misspelt = { question: questionOf("chiken brest"), kind: undefined, limit: 20 }
  yield* search.search(NOTHING_DUE, UserId.make("usr_0000000000000000"), misspelt)
  // A connection reports its usage only at the end of a later statement.
  yield* Effect.sleep("2 seconds")
  yield* sql`SELECT 1`
  yield* Effect.sleep("1 second")
  const rows = yield* sql<{ readonly name: string; readonly scans: number }>`
    SELECT indexrelname AS name, idx_scan AS scans FROM pg_stat_user_indexes WHERE idx_scan > 0 ORDER BY 1`
  const scans = yield* sql`SELECT relname AS name, seq_scan AS scans FROM pg_stat_user_tables WHERE seq_scan > 0`
  console.log("indexes used by one search:", rows.map(({ name, scans }) => `${name} ×${scans}`).join(", "))
  console.log("tables read from end to end:", JSON.stringify(scans))
})

const database = Layer.unwrapEffect(
  Effect.map(Effect.orDie(Config.string("DATABASE_URL")), (url) => Client.external(serversAt(url), 1, 0))
)

await Effect.all([grow, measure, indexesUsed]).pipe(
  Effect.provide(Layer.merge(Catalogue.layer, Search.layer).pipe(Layer.provideMerge(database))),
  Effect.runPromise
)
