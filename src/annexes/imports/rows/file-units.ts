import { Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { KILOGRAMS_PER_POUND, WeightUnit } from "../../../values/units.ts"

/** In which units a file gives its loads and body weights; a unit is absent if there are none, or no clear majority. */
export const FileUnits = Schema.Struct({
  loads: present(WeightUnit),
  bodyWeight: present(WeightUnit)
})
export type FileUnits = typeof FileUnits.Type

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-4

/** The unit in which a weight has few decimals. No weight up to 4,500 kg has them in both. */
const writtenIn = (kilograms: number): WeightUnit | "other" =>
  isWhole(kilograms * 1000) ? "kg" : isWhole((kilograms / KILOGRAMS_PER_POUND) * 100) ? "lb" : "other"

/** Collects weights, in unrounded kilograms, and finds the unit in which more than half of them were written. */
export const makeFileUnits = () => {
  const counts = { loads: { kg: 0, lb: 0, other: 0 }, bodyWeight: { kg: 0, lb: 0, other: 0 } }
  const most = ({ kg, lb, other }: (typeof counts)["loads"]): WeightUnit | undefined =>
    kg > lb + other ? "kg" : lb > kg + other ? "lb" : undefined
  return {
    note: (what: keyof FileUnits, kilograms: number): void => {
      if (kilograms > 0) counts[what][writtenIn(kilograms)]++
    },
    found: (): FileUnits => {
      const [loads, bodyWeight] = [most(counts.loads), most(counts.bodyWeight)]
      return {
        ...(loads === undefined ? {} : { loads }),
        ...(bodyWeight === undefined ? {} : { bodyWeight })
      }
    }
  }
}
