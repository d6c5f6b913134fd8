import { dayAnd, details, metres, minutes, name, number, positive, text } from "../formats/columns/columns.ts"
import { activities, foods } from "../formats/columns/tables.ts"
import { dayTitles } from "../formats/day-titles.ts"

/** Fettle's own table of foods, as in its archive: `date,meal,food,calories_kcal`, with macros if they are known. */
export const plainFoods = foods(
  {
    source: "csv",
    matches: (header) => header.has("date", "food", "calories_kcal"),
    columns: {
      at: dayAnd("date", "time"),
      name: name("food", "food"),
      calories: number("calories_kcal"),
      protein: number("protein_g"),
      carbs: number("carbs_g"),
      fat: number("fat_g"),
      alcohol: number("alcohol_g"),
      ...details({ fiber: "fiber_g", sugars: "sugars_g", saturatedFat: "saturated_fat_g", sodium: "sodium_mg" }),
      meal: text("meal"),
      brand: text("brand"),
      servings: text("servings"),
      serving: text(["serving", "amount"]),
      notes: text("notes")
    }
  },
  () =>
    ({
      at,
      name,
      calories,
      protein,
      carbs,
      fat,
      alcohol,
      meal,
      brand,
      servings,
      serving,
      notes,
      fiber,
      sugars,
      saturatedFat,
      sodium
    }) => ({
      at,
      meal,
      name,
      brand,
      amount: [servings, serving].filter((part) => part !== "").join(" × "),
      nutrition: { calories, protein, carbs, fat, alcohol, fiber, sugars, saturatedFat, sodium },
      notes
    })
)

/** Fettle's own table of sessions: `date,exercise,duration_min`, with a time, a distance and energy if they are known. */
export const plainSessions = activities(
  {
    source: "csv",
    matches: (header) => header.has("date", "exercise", "duration_min"),
    columns: {
      start: dayAnd("date", "time"),
      type: name("exercise", "exercise"),
      durationSeconds: minutes("duration_min"),
      distanceMeters: metres("distance_km", 1000),
      calories: positive("calories_kcal"),
      title: text(["name", "title"]),
      notes: text("notes")
    }
  },
  () => {
    const titleOf = dayTitles()
    return ({ start, type, durationSeconds, distanceMeters, calories, title, notes }) => ({
      type,
      title: titleOf(title || type, start),
      start,
      durationSeconds,
      distanceMeters,
      calories,
      notes: notes || null
    })
  }
)
