import { barcodeOf } from "../../values/barcode.ts"

/** The printed lengths of barcodes: GTIN-8, UPC-A, EAN-13 and GTIN-14. */
const LENGTHS = [8, 12, 13, 14]

const idsOf = (digits: string): ReadonlyArray<string> => {
  const significant = digits.replace(/^0+/, "")
  const printed = LENGTHS.filter((length) => length >= significant.length).map((length) =>
    significant.padStart(length, "0")
  )
  return [
    `food_gtin_${significant.padStart(14, "0")}`,
    ...new Set([digits, ...printed].map((code) => `food_off_${code}`))
  ]
}

/**
 * The possible ids of a food with this barcode. Importers derive ids from barcodes: for FoodData Central padded to 14
 * digits, for Open Food Facts as printed. A UPC-E has those of the 12 digits for which it stands.
 */
export const barcodeIds = (digits: string): ReadonlyArray<string> => [
  ...new Set([digits, barcodeOf(digits) ?? digits].flatMap(idsOf))
]
