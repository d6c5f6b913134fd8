const roundDigits = (value: number, decimals: number): number => {
  if (Math.abs(value) >= 1e15) return value
  const [digits = "0", exponent = "0"] = Math.abs(value).toString().split("e")
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + decimals}`))
  const rounded = Number(`${shifted}e${-decimals}`)
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

/**
 * Rounds `value` half away from zero to `decimals` places. It rounds the shortest decimal form, so that 1.005 becomes
 * 1.01 although the nearest double is lower. From 1e15 on, doubles have no useful decimals, and `value` is returned
 * unchanged.
 */
export const round = (value: number, decimals: number): number => {
  const shifted = Math.abs(value) * 10 ** decimals
  // A fast path for nearly all values, ten times as fast: if the product is not close to a half, its last digits do not
  // matter.
  if (decimals >= 0 && shifted < 1e9 && Math.abs(shifted - Math.floor(shifted) - 0.5) > 1e-6) {
    const rounded = Math.round(shifted) / 10 ** decimals
    return value < 0 && rounded !== 0 ? -rounded : rounded
  }
  return roundDigits(value, decimals)
}
