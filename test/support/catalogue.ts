import { readFileSync } from "node:fs"
import type { CatalogueFood } from "../../src/foods/catalogue/food.ts"
import { readFoods } from "../../src/foods/catalogue/read.ts"

const shipped = readFoods(readFileSync(new URL("../../src/foods/catalogue/foods.tsv", import.meta.url), "utf8"))

/** The food of the shipped catalogue with this id; every set of stores has it. */
export const catalogueFood = (id: string): CatalogueFood => {
  const food = shipped.find((food) => food.id === id)
  if (food === undefined) throw new Error(`There is no food ${id} in the catalogue`)
  return food
}
