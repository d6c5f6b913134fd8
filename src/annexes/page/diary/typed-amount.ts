import { Effect } from "effect"
import { said } from "../../../contract/broken-rule.ts"
import type { ValidationFailed } from "../../../contract/errors.ts"
import type { Amount } from "../../../features/foods/amounts.ts"
import { round } from "../../../values/round.ts"
import { withFaultsOf } from "../frame/faults.ts"
import { fieldFault } from "../frame/page.ts"
import { A_NUMBER, faultOf, typedNumber } from "../frame/typed-number.ts"
import { saidUnit, servingsOf } from "./diary-amount.tsx"

/** How much of a food, as an input of an operation. */
export type Named = { readonly servings: number } | { readonly amount: Amount }

const WITH_UNIT = /^([+-]?[\d.,'’\u00a0\u202f ]*\d[.,]?)\s*(\p{L}(?!\d).*)$/u

/**
 * An amount as typed: a number of the unit that was chosen, or one with a unit of its own, such as `200 g` or `2 slices`,
 * which the operation converts.
 */
export const amountIn = (text: string, unitText = "1"): Effect.Effect<Named, ValidationFailed> => {
  const plain = typedNumber(text)
  if (typeof plain === "number") {
    const { said } = saidUnit(unitText)
    return Effect.map(servingsOf(plain, unitText), (servings) =>
      said === undefined
        ? { servings }
        : { amount: { value: round(plain * said.value, 6) || plain * said.value, unit: said.unit } }
    )
  }
  const [, number = text, unit = ""] = WITH_UNIT.exec(text.trim()) ?? []
  const value = typedNumber(number)
  if (unit !== "" && typeof value === "number") return Effect.succeed({ amount: { value, unit } })
  return fieldFault("servings", faultOf(value === "unclear" ? value : undefined))
}

/** Shows the faults of an amount beside its field. */
export const inServings = withFaultsOf(({ field, rule }) => {
  if (/(?:^|\.)amount\.(?:value|unit)$/.test(field)) return { field: "servings", rule }
  return /(?:^|\.)amount$/.test(field) ? said("servings", `${A_NUMBER}, without a unit`) : { field, rule }
})
