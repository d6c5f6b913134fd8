const roundDigits = (value: number, decimals: number): number => {
  if (Math.abs(value) >= 1e15) return value
  const [digits = "0", exponent = "0"] = Math.abs(value).toString().split("e")
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + decimals}`))
  const rounded = Number(`${shifted}e${-decimals}`)
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

/**
 * `value` rounded half away from zero to `decimals` places, by its shortest decimal form, so that 1.005 becomes 1.01
 * although the double nearest to it lies below. From 1e15 on, where doubles have no decimals to speak of, `value` itself.
 */
export const round = (value: number, decimals: number): number => {
  const shifted = Math.abs(value) * 10 ** decimals
  // Where a product below 1e9 lies so far from a half, its last digits cannot matter: nearly always, and ten times as fast.
  if (decimals >= 0 && shifted < 1e9 && Math.abs(shifted - Math.floor(shifted) - 0.5) > 1e-6) {
    const rounded = Math.round(shifted) / 10 ** decimals
    return value < 0 && rounded !== 0 ? -rounded : rounded
  }
  return roundDigits(value, decimals)
}
