import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { FoodCatalogue } from "../catalogue.ts"
import type { CatalogueFood } from "./food.ts"
import { readFoods } from "./read.ts"

/** To be raised when the words or the rank that foods are stored with change: it makes the shipped foods be stored anew. */
const SEARCH_VERSION = 1

let shipped: ReadonlyArray<CatalogueFood> | undefined

const text = () => readFileSync(new URL("./foods.tsv", import.meta.url), "utf8")

/** The foods that come with Fettle, read when they are first asked for. */
export const shippedFoods = (): ReadonlyArray<CatalogueFood> => {
  shipped ??= readFoods(text())
  return shipped
}

/** What tells this version of the shipped foods, and of how they are stored, from every other. */
export const shippedVersion = (): string =>
  `${SEARCH_VERSION}:${new Bun.CryptoHasher("sha256").update(text()).digest("hex")}`

/** Stores the foods that come with Fettle, unless this version of them is stored already; says whether it did. */
export const ensureShippedFoods = Effect.gen(function* () {
  const catalogue = yield* FoodCatalogue
  return yield* catalogue.putShipped({ version: shippedVersion(), foods: shippedFoods })
})
