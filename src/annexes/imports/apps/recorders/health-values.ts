const ACTIVITY = "HKWorkoutActivityType"

/** Converts `2024-03-05 18:30:00 +0100` to epoch milliseconds; NaN for anything else. */
export const healthInstant = (text: string): number => {
  if (text.length !== 25) return Number.NaN
  const digits = (from: number, to: number): number => {
    let value = 0
    for (let at = from; at < to; at++) {
      const digit = text.charCodeAt(at) - 48
      if (digit < 0 || digit > 9) return Number.NaN
      value = value * 10 + digit
    }
    return value
  }
  const shift = (digits(21, 23) * 60 + digits(23, 25)) * 60_000
  const local = Date.UTC(digits(0, 4), digits(5, 7) - 1, digits(8, 10), digits(11, 13), digits(14, 16), digits(17, 19))
  const sign = text[20]
  return sign === "+" ? local - shift : sign === "-" ? local + shift : Number.NaN
}

/** `Traditional Strength Training` for `HKWorkoutActivityTypeTraditionalStrengthTraining`. */
export const activityName = (type: string): string => {
  const name = type.startsWith(ACTIVITY) ? type.slice(ACTIVITY.length) : type
  return name.replace(/([a-z])([A-Z])/g, "$1 $2") || "Workout"
}
