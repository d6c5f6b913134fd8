import { MEAL_NAMES } from "../../../features/diary/likely.ts"
import type { MealType } from "../../../features/diary/model.ts"
import { wordsOf } from "../../../values/text/words.ts"
import type { Moment } from "./rows.ts"

/** Words for meals in the languages of the apps. */
const WORDS: Readonly<Record<Exclude<MealType, "snack">, ReadonlySet<string>>> = {
  breakfast: new Set([
    "breakfast",
    "brunch",
    "frühstück",
    "fruhstuck",
    "desayuno",
    "colazione",
    "ontbijt",
    "kahvaltı",
    "morning"
  ]),
  lunch: new Set([
    "lunch",
    "mittagessen",
    "mittag",
    "almuerzo",
    "déjeuner",
    "dejeuner",
    "pranzo",
    "midday",
    "öğle",
    "noon"
  ]),
  dinner: new Set([
    "dinner",
    "supper",
    "abendessen",
    "abendbrot",
    "cena",
    "dîner",
    "diner",
    "avondeten",
    "akşam",
    "evening"
  ])
}

const hourOf = ({ time }: Moment): number | undefined => (time === null ? undefined : Number(time.slice(0, 2)))

/** The meal that a free name means; if it means none, the one at that hour; else a snack. */
export const mealTypeOf = (name: string | null, at: Moment): MealType => {
  const words = wordsOf(name ?? "")
  const joined = (name ?? "").toLowerCase()
  if (joined.includes("petit") && (words.includes("déjeuner") || words.includes("dejeuner"))) return "breakfast"
  for (const meal of ["breakfast", "lunch", "dinner"] as const) {
    if ([...words, ...joined.split(/\s+/)].some((word) => WORDS[meal].has(word))) return meal
  }
  if (words.some((word) => word.startsWith("snack"))) return "snack"
  const hour = hourOf(at)
  if (hour === undefined) return "snack"
  if (hour >= 5 && hour < 11) return "breakfast"
  if (hour >= 11 && hour < 15) return "lunch"
  return hour >= 17 && hour < 22 ? "dinner" : "snack"
}

/** Whether a name is just one of the four meals' names. */
export const isMealName = (name: string): boolean => {
  return new RegExp(`^(${MEAL_NAMES})$`).test(name.trim().toLowerCase())
}
