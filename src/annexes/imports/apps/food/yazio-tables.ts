import { date, details, name, number, positive, text } from "../../formats/columns/columns.ts"
import { foods, notRead } from "../../formats/columns/tables.ts"
import { pass } from "../../rows/advice.ts"

/**
 * `nutrition_log.csv`, as community exporters write the diary: one row per food, with the nutrients of the whole
 * amount.
 */
export const yazioFoods = foods(
  {
    source: "yazio",
    matches: (header) =>
      header.has("date", "meal", "product", "calories total", "protein total") ||
      header.has("date", "meal", "product_name", "amount_g", "calories"),
    columns: {
      at: date("date"),
      name: name(["product", "product_name"], "food"),
      /** In grams or millilitres. */
      amount: positive(["amount", "amount_g"]),
      servings: positive("portions"),
      calories: number(["calories total", "calories"]),
      protein: number(["protein total", "protein_g"]),
      carbs: number(["carbs total", "carbs_g"]),
      fat: number(["fat total", "fat_g"]),
      ...details({
        fiber: ["fiber total", "fiber_g", "dietaryfiber total"],
        sugars: ["sugar total", "sugar_g", "sugars_g"],
        saturatedFat: ["saturated total", "saturated fat total", "saturated_g", "saturated_fat_g"],
        sodium: ["sodium_mg"]
      }),
      meal: text("meal"),
      serving: text("unit")
    }
  },
  () =>
    ({
      at,
      name,
      amount,
      servings,
      calories,
      protein,
      carbs,
      fat,
      meal,
      serving,
      fiber,
      sugars,
      saturatedFat,
      sodium
    }) => {
      const grams = amount === null ? null : `${amount} g`
      return {
        at,
        meal,
        name,
        amount: serving !== "" && servings !== null ? `${servings} ${serving}` : grams,
        nutrition: { calories, protein, carbs, fat, fiber, sugars, saturatedFat, sodium }
      }
    }
)

/** Sums per day and meal, which repeat the foods. */
export const yazioSums = notRead(
  {
    source: "yazio",
    mayBe: (header, _, path) =>
      /(?:^|\/)(?:meal|daily)_summary\.csv$/i.test(path) &&
      header.find("date") === 0 &&
      header.search(/^calories/) !== -1,
    whenAlone: {
      problem: "has sums of days or meals and no foods",
      advice: pass("nutrition_log.csv, or days.json and products.json in one ZIP")
    }
  },
  "sums of days and meals, which the foods add up to"
)
