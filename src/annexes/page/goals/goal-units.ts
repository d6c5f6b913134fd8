import type { User } from "../../../contract/handler/user.ts"
import type { GoalMetric } from "../../../features/goals/model.ts"
import { faultOf, type Typed, typedCount, typedNumber } from "../frame/typed-number.ts"
import { type Measured, quantityFault, typedIn } from "../frame/typed-quantity.ts"

/** What a goal counts: a habit is only ticked. */
export type Kind = GoalMetric | "habit"

type Units = Pick<User, "distanceUnit" | "bodyWeightUnit">

/** Units of which nobody counts thousandths. */
const IN_WHOLES: ReadonlySet<string> = new Set(["kcal", "ml", "steps"])

/** How the number of a goal with this unit is read. */
const readingOf = (unit: string | undefined) => (unit !== undefined && IN_WHOLES.has(unit) ? typedCount : typedNumber)

/** The unit of water for a person. */
export const waterUnitOf = ({ distanceUnit }: Pick<User, "distanceUnit">) => (distanceUnit === "mi" ? "fl oz" : "ml")

/** What a goal measures, and the unit in which it is set; a unit that people write themselves goes before. */
const MEASURES: Readonly<Partial<Record<Kind, readonly [Measured, (units: Units) => string]>>> = {
  hydration: ["volume", waterUnitOf],
  calories: ["energy", () => "kcal"],
  protein: ["grams", () => "g"],
  carbs: ["grams", () => "g"],
  fat: ["grams", () => "g"],
  alcohol: ["grams", () => "g"],
  fiber: ["grams", () => "g"],
  sugars: ["grams", () => "g"],
  saturated_fat: ["grams", () => "g"],
  sodium: ["milligrams", () => "mg"],
  steps: ["steps", () => "steps"],
  weight: ["weight", ({ bodyWeightUnit }) => bodyWeightUnit],
  body_fat: ["percent", () => "percent"]
}

/** Reads the number of a goal, which may be followed by a unit that it knows. `unit` is the goal's own. */
export const goalNumber = (kind: Kind, unit: string | undefined, user: Units) => {
  const [measured, ownOf] = MEASURES[kind] ?? []
  const own = unit ?? ownOf?.(user) ?? ""
  return {
    read: (text: string): Typed => typedIn(text, measured, own, readingOf(own)),
    fault: (typed: Exclude<Typed, number>): string =>
      measured === undefined ? faultOf(typed) : quantityFault(typed, measured)
  }
}

/** What the script converts in a form of these kinds: `hydration:volume:ml;weight:weight:kg`. */
export const measuresOf = (kinds: ReadonlyArray<Kind>, unit: string | undefined, user: Units): string =>
  kinds
    .flatMap((kind) => {
      const [measured, ownOf] = MEASURES[kind] ?? []
      return measured === undefined ? [] : [`${kind}:${measured}:${unit ?? ownOf?.(user) ?? ""}`]
    })
    .join(";")
