import { type Call, output } from "../../support/app.ts"

const DAY = 86_400_000
/** The day this many days before 14 March 2026, which is today at NOON. */
export const ago = (days: number) => new Date(Date.UTC(2026, 2, 14) - days * DAY).toISOString().slice(0, 10)
/** This many days before today, the earliest first. */
export const before = (days: number) => Array.from({ length: days }, (_, index) => days - index)

/** Records a weight for each of these days before today. */
export const weigh = (call: Call, days: ReadonlyArray<number>, kg: (day: number) => number) =>
  output(
    call("set_body_metrics", {
      metric: "weight",
      readings: days.map((day) => ({ date: ago(day), value: Number(kg(day).toFixed(4)), unit: "kg" }))
    })
  )

/** Logs lunch and dinner of a food with 100 kcal a serving. */
export const eat = async (call: Call, days: ReadonlyArray<number>, kcal: (day: number) => number) => {
  const { customFood } = await output<{ readonly customFood: { readonly id: string } }>(
    call("save_custom_food", { name: "Ration", protein: 25, carbs: 0, fat: 0, servingSize: 100, servingSizeUnit: "g" })
  )
  for (const day of days) {
    for (const [mealType, share] of [
      ["lunch", 0.4],
      ["dinner", 0.6]
    ] as const) {
      await output(
        call("log_food_entry", {
          customFoodId: customFood.id,
          servings: (kcal(day) * share) / 100,
          mealType,
          date: ago(day)
        })
      )
    }
  }
}
