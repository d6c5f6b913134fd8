const roundDigits = (value: number, decimals: number): number => {
  if (Math.abs(value) >= 1e15) return value
  const [digits = "0", exponent = "0"] = Math.abs(value).toString().split("e")
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + decimals}`))
  const rounded = Number(`${shifted}e${-decimals}`)
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

/** The relative error that a few multiplications of doubles may cause. Values written with 15 digits differ by more. */
const LOST = 5e-16

/**
 * Rounds `value` half away from zero to `decimals` places by its decimal digits: 1.005 becomes 1.01 although the
 * nearest double is lower, and 1.005 × 3 becomes 3.02. From 1e15 on, doubles have no useful decimals, and `value` is
 * returned unchanged. The database rounds amounts by the same steps (`hundredths`).
 */
export const round = (value: number, decimals: number): number => {
  const shifted = Math.abs(value) * 10 ** decimals
  // Beyond this, the error could exceed one digit.
  if (decimals < 0 || !(shifted < 1e9)) return roundDigits(value, decimals)
  const rounded = Math.floor(shifted + shifted * LOST + 0.5) / 10 ** decimals
  return value < 0 && rounded !== 0 ? -rounded : rounded
}
