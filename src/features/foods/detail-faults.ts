import type { Fault } from "../../contract/broken-rule.ts"
import type { Given } from "../../contract/rule.ts"
import { round } from "../../values/round.ts"

/** By how many grams values on a label may seem to contradict each other because each is rounded. */
const ROUNDING_GRAMS = 0.5

const amountsOf = (given: Given, fields: ReadonlyArray<string>) =>
  fields.flatMap((field) => {
    const amount = given[field]
    return typeof amount === "number" ? [{ field, amount }] : []
  })

/** The faults of parts that are more than their whole. A part or a whole that is not given is no fault. */
const partFaults = (given: Given, parts: ReadonlyArray<string>, whole: string, why: string, at: string) => {
  const total = given[whole]
  const named = amountsOf(given, parts)
  const sum = named.reduce((sum, { amount }) => sum + amount, 0)
  if (typeof total !== "number" || named.length === 0 || !(sum > total + ROUNDING_GRAMS)) return []
  const fields = named.map(({ field }) => field)
  const received = `${round(sum, 2)} of ${total}`
  const rule = { is: "more than the whole", parts: fields, whole, why, received } as const
  return [...fields, whole].map((field) => ({ field: `${at}${field}`, rule }))
}

/**
 * The faults between the nutrients of a food: saturated fat is a part of fat, and fibre and sugars are parts of carbs.
 * Values on labels are rounded, so half a gram more is none. `at` precedes the names of the fields.
 */
export const detailFaults = (given: Given, at = ""): ReadonlyArray<Fault> => [
  ...partFaults(given, ["saturatedFat"], "fat", "of which it is a part", at),
  ...partFaults(
    given,
    ["fiber", "sugars"],
    "carbs",
    "of which they are parts (European labels state carbs without fibre: add it)",
    at
  )
]
