import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { CatalogueFood } from "../../src/features/foods/catalogue-food.ts"
import { searchWordsOf } from "../../src/features/foods/label.ts"
import { ensureShippedFoods, shippedFoods } from "../../src/features/foods/shipped.ts"
import { FoodCatalogue } from "../../src/features/foods/store.ts"
import { dice } from "./dice.ts"

const BATCH = 2000

const SYLLABLES =
  "ba be bi bo co da de du fa fe ga go ka ki la le li lo ma me mi mo na ne no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi".split(
    " "
  )
const FLAVOURS =
  "organic vanilla smoked spicy classic light extra crunchy creamy sweet salted roasted natural family mini".split(" ")

/** Invented words for brands and ranges, as many as a real catalogue has in its many languages. */
const inventedWord = (roll: (limit: number) => number) =>
  Array.from({ length: 2 + roll(3) }, () => SYLLABLES[roll(SYLLABLES.length)]).join("")

export const made = (from: number, to: number): ReadonlyArray<CatalogueFood> => {
  const shipped = shippedFoods()
  return Array.from({ length: to - from }, (_, offset) => {
    const index = from + offset
    const roll = dice(index + 1)
    const pick = <A>(all: ReadonlyArray<A>) => all[roll(all.length)]!
    const like = pick(shipped)
    const words = searchWordsOf({ ...like, brandName: null }).filter((word) => word.length > 2)
    const own = Array.from({ length: 1 + roll(3) }, () => pick(words))
    const name = [...(roll(2) === 0 ? [pick(FLAVOURS)] : []), ...own, ...(roll(3) === 0 ? [inventedWord(roll)] : [])]
    return {
      ...like,
      id: `food_bench_${index}`,
      source: "bench",
      sourceId: String(index),
      name: name.join(" "),
      // What an import does not have, and what would be another food's.
      description: null,
      also: null,
      sameAs: null,
      brandName:
        roll(4) === 0 ? null : `${inventedWord(dice(roll(60_000)))} ${roll(3) === 0 ? inventedWord(roll) : ""}`.trim()
    }
  })
}

/**
 * Ensures that the shipped foods and `foods` more are stored. The others are made up from the shipped ones, the same on
 * every run; stored ones are not stored again.
 */
export const growFoods = (foods: number, report: (line: string) => void) =>
  Effect.gen(function* () {
    const catalogue = yield* FoodCatalogue
    const sql = yield* SqlClient.SqlClient
    yield* ensureShippedFoods()
    const [row] = yield* sql<{
      readonly foods: number
    }>`SELECT count(*)::integer AS foods FROM foods WHERE source = 'bench'`
    const start = performance.now()
    const stored = row?.foods ?? 0
    for (let from = stored; from < foods; from += BATCH) {
      yield* catalogue.put(made(from, Math.min(from + BATCH, foods)))
      const seconds = Math.round((performance.now() - start) / 1000)
      if (from % 100_000 === 0) report(`${from} foods, ${seconds} s`)
    }
    if (stored < foods) yield* sql`VACUUM ANALYZE foods, food_words`
  })
