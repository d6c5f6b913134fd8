import { codePoints } from "../../../values/text.ts"
import type { Eaten, KnownNutrition } from "./rows.ts"
import { LONGEST_FOOD_NAME } from "./spooled.ts"

const hasMacros = ({ protein, carbs, fat }: KnownNutrition) => protein !== null || carbs !== null || fat !== null

/** The values that a diary row leaves unknown. */
const unknownIn = (nutrition: KnownNutrition) => {
  if (hasMacros(nutrition)) return nutrition.calories === null ? "energy" : undefined
  if (nutrition.calories !== null) return "macros"
  return nutrition.alcohol === null ? "all" : "allButAlcohol"
}

const UNKNOWN = {
  energy: "state no energy: their calories were set to 0, and their macros were kept",
  macros: "state only calories: their protein, carbs and fat were set to 0",
  allButAlcohol: "state only alcohol: their calories, protein, carbs and fat were set to 0",
  all: "state neither calories nor macros: all were set to 0"
} as const

/** Collects what a file's diary leaves unknown, to report it once. */
export const makeDoubts = () => {
  const unknown = { energy: 0, macros: 0, allButAlcohol: 0, all: 0 }
  let cutNames = 0
  return {
    note: (row: Eaten) => {
      const what = unknownIn(row.nutrition)
      if (what !== undefined) unknown[what]++
      if (codePoints(row.name) + codePoints(row.notes ?? "") + 3 > LONGEST_FOOD_NAME && row.notes !== null) cutNames++
    },
    warnings: (): ReadonlyArray<string> => [
      ...(["energy", "macros", "allButAlcohol", "all"] as const).flatMap((what) =>
        unknown[what] === 0 ? [] : [`${unknown[what]} diary rows ${UNKNOWN[what]}.`]
      ),
      ...(cutNames === 0 ? [] : [`${cutNames} diary rows have longer notes than a name can hold: they were cut.`])
    ]
  }
}
