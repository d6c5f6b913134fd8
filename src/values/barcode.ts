import { Brand, Schema } from "effect"
import { barcodeDigits, checkedDigits, printedDigits } from "./barcode-digits.ts"
import { must } from "./must.ts"

/** A barcode of a product (GTIN) with a right check digit, as 14 digits. */
export type Barcode = string & Brand.Brand<"Barcode">
const asBarcode = Brand.nominal<Barcode>()

/** The barcode in a text of digits as printed; see {@link barcodeDigits}. */
export const barcodeOf = (text: string): Barcode | undefined => {
  const digits = barcodeDigits(text)
  return digits === undefined ? undefined : asBarcode(digits)
}

/** The barcode as printed, and as Open Food Facts writes it: 8, 13 or 14 digits. */
export const printedBarcode = (barcode: Barcode): string => printedDigits(barcode)

/** A barcode in its stored form, 14 digits. */
export const Barcode = Schema.String.pipe(
  Schema.filter((text): text is Barcode => text.length === 14 && checkedDigits(text) !== undefined, {
    ...must({ be: "said", text: "must be the 14 digits of a barcode with a right check digit" })
  })
)
