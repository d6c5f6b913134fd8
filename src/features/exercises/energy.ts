import { type CompendiumCode, isCompendiumCode } from "./compendium.ts"
import { COMPENDIUM } from "./compendium-rows.ts"

/**
 * Energy in kcal a minute, gross (rest included): MET × 3.5 × kg / 200. 3.5 ml of oxygen per kg and minute, 5 kcal per
 * litre; MET from the 2024 Adult Compendium.
 */
export const kcalPerMinute = (code: CompendiumCode, bodyWeightKg: number): number =>
  (COMPENDIUM[code].met * 3.5 * bodyWeightKg) / 200

/** The row of the Compendium for moderate effort. Throws if the table has no such code. */
export const rowOf = (code: string): CompendiumCode => {
  if (!isCompendiumCode(code)) throw new Error(`no row ${code} of the Compendium is known`)
  return code
}

/** Energy of an hour at moderate effort, in whole kcal, as a workout of this exercise alone has. */
export const kcalPerHour = ({ compendium }: { readonly compendium: string }, bodyWeightKg: number): number =>
  Math.round(60 * kcalPerMinute(rowOf(compendium), bodyWeightKg))
