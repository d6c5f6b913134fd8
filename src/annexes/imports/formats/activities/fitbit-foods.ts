import { detailsOf } from "../../../../features/foods/nutrition.ts"
import type { Moment } from "../../rows/rows.ts"
import { nameOthers } from "../columns/unread-fields.ts"
import type { DocumentKind } from "../document.ts"
import { isJson, textIn } from "../fields.ts"
import { localMoment } from "../moments.ts"

const MEALS: Readonly<Record<number, string>> = {
  1: "Breakfast",
  2: "Morning Snack",
  3: "Lunch",
  4: "Afternoon Snack",
  5: "Dinner",
  6: "Evening Snack"
}

/** Parses `2025-01-31`, or `01/31/25`, month first in every language. */
const dayOf = (text: string): Moment | null => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []
  if (day !== undefined) return localMoment(Number(year), Number(month), Number(day), null)
  const [, first, second, last] = /^(\d{2})\/(\d{2})\/(\d{2}|\d{4})\b/.exec(text) ?? []
  return last === undefined ? null : localMoment((Number(last) % 100) + 2000, Number(first), Number(second), null)
}

/** A number of at least 0; null if there is none. */
const amountIn = (value: unknown): number | null => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : null
}

const OF_LOGS = new Set(["logId", "logDate", "loggedFood", "nutritionalValues", "isFavorite"])
const OF_FOODS = new Set("name brand amount unit mealTypeId calories foodId locale accessLevel units".split(" "))
const OF_VALUES = new Set("calories protein carbs fat fiber sugar sodium".split(" "))

/** `food_logs-*.json`: one record per food eaten, with its nutrients. */
export const fitbitFoods: DocumentKind = {
  source: "fitbit",
  matches: (start) => /^\s*\[\s*\{/.test(start) && /"logDate"\s*:/.test(start) && /"loggedFood"\s*:/.test(start),
  levels: 0,
  open: (_, emit) => (record, place) => {
    const food = isJson(record) && isJson(record.loggedFood) ? record.loggedFood : {}
    const values = isJson(record) && isJson(record.nutritionalValues) ? record.nutritionalValues : {}
    const at = isJson(record) ? dayOf(textIn(record, "logDate") ?? "") : null
    const name = textIn(food, "name") ?? ""
    if (!isJson(record) || at === null || name === "") {
      emit.leaveOut(place, at === null ? "it has no date" : "it names no food")
      return
    }
    nameOthers(emit, place, record, OF_LOGS, "foods")
    nameOthers(emit, place, food, OF_FOODS, "foods")
    nameOthers(emit, place, values, OF_VALUES, "nutrients")
    const amount = amountIn(food.amount)
    const unit = isJson(food.unit) ? textIn(food.unit, amount === 1 ? "name" : "plural") : undefined
    const meal = amountIn(food.mealTypeId)
    const [calories, protein, carbs, fat] = ["calories", "protein", "carbs", "fat"].map((each) =>
      amountIn(values[each])
    )
    emit.push({
      _tag: "Eaten",
      place,
      rows: 1,
      at,
      meal: (meal === null ? undefined : MEALS[meal]) ?? null,
      name,
      brand: textIn(food, "brand") ?? null,
      amount: amount === null ? null : `${amount} ${unit ?? ""}`.trim(),
      nutrition: {
        calories: calories ?? amountIn(food.calories),
        protein: protein ?? null,
        carbs: carbs ?? null,
        fat: fat ?? null,
        alcohol: null,
        // Sodium is in milligrams.
        ...detailsOf({ fiber: amountIn(values.fiber), sugars: amountIn(values.sugar), sodium: amountIn(values.sodium) })
      },
      notes: null
    })
  }
}
