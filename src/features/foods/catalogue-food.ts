import type { Measure } from "./measures.ts"
import type { MeasuredFood } from "./model.ts"

/** A food of the catalogue: shipped with Fettle, or imported. */
export interface CatalogueFood extends MeasuredFood {
  /** `food_`, the source and the id at the source, such as `food_sr28_01123`. Never changes. At most 128 characters. */
  readonly id: string
  /** Where the food comes from, such as `usda-sr28`, `fdc-branded`, `off`. */
  readonly source: string
  /** The food's id at its source. */
  readonly sourceId: string
  /** The barcode (GTIN) as 14 digits, if the source has one. */
  readonly gtin?: string
  readonly servingUnit: "g" | "ml"
  /** Its household measures besides the serving, at most five, in `servingUnit`; absent if there are none. */
  readonly measures?: ReadonlyArray<Measure>
}
