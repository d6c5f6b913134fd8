import type { CatalogueFood } from "../../src/features/foods/catalogue-food.ts"
import { shippedFoods } from "../../src/features/foods/shipped.ts"

/** The food of the shipped catalogue with this id; every set of stores has it. */
export const catalogueFood = (id: string): CatalogueFood => {
  const food = shippedFoods().find((food) => food.id === id)
  if (food === undefined) throw new Error(`There is no food ${id} in the catalogue`)
  return food
}
