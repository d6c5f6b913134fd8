import { detailsOf } from "../../../../features/foods/nutrition.ts"
import type { Cells } from "../../formats/cells.ts"
import { entryOf } from "../../formats/fields.ts"
import type { TableKind } from "../../formats/table.ts"
import { timesIn } from "./samsung-times.ts"

const MEALS: Readonly<Record<string, string>> = {
  "100001": "Breakfast",
  "100002": "Lunch",
  "100003": "Dinner",
  "100004": "Morning Snack",
  "100005": "Afternoon Snack",
  "100006": "Evening Snack"
}

/** Most rows that wait for the table of foods, which has their macros. It bounds memory. */
const MOST_WAITING = 200_000

const NUTRIENTS = {
  protein: "protein",
  carbs: "carbohydrate",
  fat: ["total_fat", "fat"],
  fiber: "dietary_fiber",
  sugars: "sugar",
  saturatedFat: "saturated_fat",
  /** In milligrams. */
  sodium: "sodium"
} as const

/** Writes `1.0` with the unit `g` as `1 g`. Some units are numbers that nobody has published. */
const amountOf = (cells: Cells, amount: number, unit: number): string | null => {
  const [count, name] = [cells.text(amount), cells.text(unit)]
  const number = Number(count)
  return count === "" ? null : `${Number.isFinite(number) ? number : count} ${/^\d*$/.test(name) ? "" : name}`.trim()
}

/** `food_intake`: one row per food eaten, with its energy. */
export const samsungIntake: Pick<TableKind, "read"> = {
  read: ({ header, options, emit }) => {
    const column = header.places({
      start: "start_time",
      offset: "time_offset",
      name: "name",
      foodId: "food_info_id",
      amount: "amount",
      unit: "unit",
      meal: "meal_type",
      calories: "calorie",
      ...NUTRIENTS
    })
    const timeOf = timesIn({ options })
    return {
      row: (cells, place) => {
        const at = timeOf(cells.text(column.start), cells.text(column.offset))
        if (at === null) cells.refuse(`"${cells.text(column.start).slice(0, 40)}" is not a time`)
        const [name, foodId] = [cells.text(column.name), cells.text(column.foodId)]
        if (name === "" && foodId === "") cells.refuse("it names no food")
        const nutrition = {
          calories: cells.number(column.calories),
          protein: cells.number(column.protein),
          carbs: cells.number(column.carbs),
          fat: cells.number(column.fat),
          alcohol: null,
          ...detailsOf({
            fiber: cells.number(column.fiber),
            sugars: cells.number(column.sugars),
            saturatedFat: cells.number(column.saturatedFat),
            sodium: cells.number(column.sodium)
          })
        }
        if (!cells.areRead(emit, place) || at === null) return
        const { calories } = nutrition
        const amount = amountOf(cells, column.amount, column.unit) ?? (calories === null ? null : `${calories} kcal`)
        const meal = entryOf(MEALS, cells.text(column.meal)) ?? null
        const eaten = { _tag: "Eaten", place, rows: 1, at, meal, notes: null } as const
        const isWhole = (nutrition.protein ?? nutrition.carbs ?? nutrition.fat) !== null
        if (foodId !== "" && calories !== null && !isWhole && emit.portions.size < MOST_WAITING) {
          const missing = "its food is named in no file of the export: pass food_info beside food_intake in one ZIP"
          const otherwise = name === "" ? missing : { name, nutrition }
          emit.portions.add({ ...eaten, foodId, count: calories, serving: amount, otherwise })
        } else if (name === "") emit.leaveOut(place, "it names no food")
        else emit.push({ ...eaten, name, brand: null, amount, nutrition })
      }
    }
  }
}

/** `food_info`: the foods of the diary. Their macros are in proportion to the energy of what was eaten. */
export const samsungFoods: Pick<TableKind, "read"> = {
  read: ({ header, emit }) => {
    const column = header.places({ id: "datauuid", name: "name", calories: "calorie", ...NUTRIENTS })
    return {
      row: (cells, place) => {
        const calories = cells.positive(column.calories)
        const perCalorie = (at: number): number | null => {
          const amount = cells.number(at)
          return amount === null || calories === null ? null : amount / calories
        }
        const [protein, carbs, fat] = [perCalorie(column.protein), perCalorie(column.carbs), perCalorie(column.fat)]
        const details = detailsOf({
          fiber: perCalorie(column.fiber),
          sugars: perCalorie(column.sugars),
          saturatedFat: perCalorie(column.saturatedFat),
          sodium: perCalorie(column.sodium)
        })
        const [id, name] = [cells.text(column.id), cells.text(column.name)]
        if (!cells.areRead(emit, place)) return
        emit.count(place, "descriptions of foods, whose nutrients the diary's rows have")
        if (id === "" || name === "" || calories === null) return
        const nutrition = {
          calories: 1,
          protein: protein ?? null,
          carbs: carbs ?? null,
          fat: fat ?? null,
          alcohol: null,
          ...details
        }
        emit.portions.describe(id, { name, brand: null, unit: null, nutrition })
      }
    }
  }
}
