import type { Measure } from "../portions.ts"

/**
 * A catalogue food as Fettle keeps it.
 * Nutrition is per 100 g, or per 100 ml when `servingUnit` is `ml`; calories in kcal, the rest in grams.
 */
export interface CatalogueFood {
  /** Opaque, stable and readable: `food_` + source + the source's own id, e.g. `food_sr28_01123`. At most 128 characters. */
  readonly id: string
  /** Where the row comes from, e.g. `usda-sr28`, `fdc-branded`, `off`. */
  readonly source: string
  /** The row's id at its source. */
  readonly sourceId: string
  readonly name: string
  readonly brandName: string | null
  /** Size of one serving, in `servingUnit`. */
  readonly servingSize: number
  readonly servingUnit: "g" | "ml"
  /** Household measure of one serving, e.g. `1 large`, or null. */
  readonly servingText: string | null
  /** Its other household measures, at most five, in `servingUnit`; absent where there are none. */
  readonly portions?: ReadonlyArray<Measure>
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
}
