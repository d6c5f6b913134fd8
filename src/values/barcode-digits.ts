/** GTIN-8, UPC-A, EAN-13 and GTIN-14. */
const WRITTEN = /^(?:\d{8}|\d{12,14})$/

/** Whether the last of 14 digits is the check digit: every second digit counts three times. */
const isRight = (digits: string): boolean =>
  [...digits].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1), 0) % 10 === 0

/** These digits as 14; undefined if the check digit is wrong, or all are zeros. */
export const checkedDigits = (digits: string): string | undefined => {
  const padded = digits.padStart(14, "0")
  return isRight(padded) && /[1-9]/.test(padded) ? padded : undefined
}

/** The 12 digits for which the 8 of a UPC-E stand; undefined for other texts. */
const unabridged = (digits: string): string | undefined => {
  const [, system, six = "", check] = /^([01])(\d{6})(\d)$/.exec(digits) ?? []
  if (system === undefined) return undefined
  const last = six.slice(5)
  const maker = last < "3" ? `${six.slice(0, 2)}${last}00` : last === "3" ? `${six.slice(0, 3)}00` : undefined
  const item = last < "3" ? `00${six.slice(2, 5)}` : last === "3" ? `000${six.slice(3, 5)}` : undefined
  if (maker !== undefined && item !== undefined) return `${system}${maker}${item}${check}`
  return last === "4"
    ? `${system}${six.slice(0, 4)}00000${six.slice(4, 5)}${check}`
    : `${system}${six.slice(0, 5)}0000${last}${check}`
}

/**
 * The 14 digits of the barcode in a text of digits as printed, spaces and hyphens aside: EAN-8, UPC-E, UPC-A, EAN-13 or
 * GTIN-14. Undefined for any other text, and if the check digit is wrong. Many UPC-E are right as EAN-8 too; no product
 * has an EAN-8 that begins with 0.
 */
export const barcodeDigits = (text: string): string | undefined => {
  const digits = text.replace(/[\s-]/g, "")
  if (!WRITTEN.test(digits)) return undefined
  const long = unabridged(digits)
  const fromLong = long === undefined ? undefined : checkedDigits(long)
  return digits.startsWith("0") ? (fromLong ?? checkedDigits(digits)) : (checkedDigits(digits) ?? fromLong)
}

/** The 14 digits of a barcode as printed, and as Open Food Facts writes it: 8, 13 or 14 digits. */
export const printedDigits = (digits: string): string => {
  const significant = digits.replace(/^0+/, "")
  return significant.padStart(significant.length <= 8 ? 8 : 13, "0")
}
