import { fromKilograms, toKilograms, type WeightUnit } from "../../values/units.ts"
import type { PerformedExercise } from "./model.ts"

/** A load in an input. */
interface GivenLoad {
  readonly value: number
  readonly unit: WeightUnit
}

/** Decimals of loads: 4 in answers, 2 in the page's lists. */
const [SHOWN, LISTED] = [4, 2]

/** Whether a load is a round number in a unit, as people choose loads: 62 kg is, 61.999998841 kg is not. */
const isRound = (kilograms: number, unit: WeightUnit): boolean =>
  fromKilograms(kilograms, unit, LISTED) === fromKilograms(kilograms, unit, 9)

const byShownValue = (loads: ReadonlyArray<number>, unit: WeightUnit, decimals: number) =>
  Map.groupBy(loads, (kilograms) => fromKilograms(kilograms, unit, decimals))

/**
 * Stored loads by their displayed value in `unit`. A load that is round in the other unit may come back as a list shows
 * it.
 */
const shownIn = (loads: ReadonlyArray<number>, unit: WeightUnit) => ({
  exact: byShownValue(loads, unit, SHOWN),
  listed: byShownValue(
    loads.filter((kilograms) => isRound(kilograms, unit === "kg" ? "lb" : "kg")),
    unit,
    LISTED
  )
})

/**
 * Converts the loads of a replacement to kilograms, unrounded; to be called in the order of its sets. A load sent back
 * as it was shown keeps the stored value: 62 kg, shown as 136.6866 lb and saved unchanged, does not become 61.999998841
 * kg.
 */
export const keepingLoads = (stored: ReadonlyArray<PerformedExercise>): ((load: GivenLoad) => number) => {
  const loads = stored.flatMap(({ sets }) => sets.flatMap(({ weightKg }) => weightKg ?? []))
  const shown = { kg: shownIn(loads, "kg"), lb: shownIn(loads, "lb") }
  return ({ value, unit }) => {
    const same = shown[unit].exact.get(value) ?? shown[unit].listed.get(value) ?? []
    return (same.length > 1 ? same.shift() : same[0]) ?? toKilograms(value, unit)
  }
}
