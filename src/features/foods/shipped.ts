import { Effect } from "effect"
import { assetText } from "../../platform/assets/assets.ts"
import { once } from "../../values/once.ts"
import { FoodCatalogue } from "./store.ts"
import { readFoods } from "./table.ts"

/** Increase this when the search words or ranks of stored foods change, so that the shipped foods are stored again. */
const SEARCH_VERSION = 4

const text = (file: string) => assetText(`src/features/foods/${file}`)

/** The tables of the shipped foods, and of the words by which they are found. */
const TABLES = ["foods.tsv", "everyday-foods.tsv", "food-words.tsv", "words-abroad.tsv"]

const read = () => readFoods(text("foods.tsv"))

/** The foods that ship with Fettle, read on first use and kept. */
export const shippedFoods = once(read)

/** Identifies this version of the shipped foods. It changes when the foods or their search words do. */
export const shippedVersion = once((): string => {
  const hash = new Bun.CryptoHasher("sha256")
  for (const file of TABLES) hash.update(text(file))
  return `${SEARCH_VERSION}:${hash.digest("hex")}`
})

/**
 * Stores the foods that ship with Fettle, unless this version is already stored. Returns whether it stored them.
 * `beforeStoring` receives their number.
 */
export const ensureShippedFoods = Effect.fn("ensureShippedFoods")(function* (
  beforeStoring: (count: number) => Effect.Effect<void> = () => Effect.void
) {
  const catalogue = yield* FoodCatalogue
  // Not kept, because a server needs them for its first start only.
  const foods = Effect.tap(Effect.sync(read), ({ length }) => beforeStoring(length))
  return yield* catalogue.putShipped({ version: shippedVersion(), foods })
})
