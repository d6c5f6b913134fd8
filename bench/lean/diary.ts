import type { Database } from "./database.ts"
import { isDay } from "./days.ts"
import { invalid, Refusal } from "./errors.ts"
import type { Caller } from "./guard.ts"
import { once } from "./once.ts"
import { checkDays, type Page, pageOf, positionOf } from "./page.ts"
import { round } from "./units.ts"

interface Amounts {
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
}

const times = (row: Amounts, factor: number): Amounts => ({
  calories: round(row.calories * factor),
  protein: round(row.protein * factor),
  carbs: round(row.carbs * factor),
  fat: round(row.fat * factor),
  alcohol: round(row.alcohol * factor)
})

interface FoodRow extends Amounts {
  readonly food_id: string
  readonly name: string
  readonly brand: string | null
  readonly serving_size: number
  readonly serving_unit: string
  readonly serving_text: string | null
}

const showFood = (row: FoodRow) => ({
  id: row.food_id,
  kind: "food",
  name: row.name,
  ...(row.brand === null ? {} : { brandName: row.brand }),
  serving: {
    size: row.serving_size,
    unit: row.serving_unit,
    ...(row.serving_text === null ? {} : { text: row.serving_text })
  },
  perServing: times(row, row.serving_size / 100),
  per100g: times(row, 1)
})

/** A query in which each word may be the beginning of a word. */
export const tsqueryOf = (text: string): string =>
  [
    ...text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]+/gu)
  ]
    .map(([word]) => `${word}:*`)
    .join(" & ")

interface SearchFoods {
  readonly query?: string
  readonly limit?: number
}

export const searchFoods = async ({ query: run }: Database, _: Caller, { query = "", limit = 20 }: SearchFoods) => {
  const wanted = tsqueryOf(query)
  if (wanted === "") throw invalid("query", "is required and must have a word")
  const exact = await run<FoodRow>("searchFoods", [wanted, limit])
  const rows = exact.length > 0 ? exact : await run<FoodRow>("searchFoodsRoughly", [query.toLowerCase(), limit])
  return { foods: rows.map(showFood) }
}

interface EntryRow extends Amounts {
  readonly entry_id: string
  readonly date: string
  readonly created_at: string
  readonly meal_type: string
  readonly servings: number
  readonly food_id: string
  readonly food_kind: string
  readonly food_name: string
  readonly food_brand: string | null
}

const showEntry = (row: EntryRow) => ({
  id: `entry_${row.entry_id}`,
  date: row.date,
  mealType: row.meal_type,
  servings: row.servings,
  food: {
    id: row.food_id,
    kind: row.food_kind,
    name: row.food_name,
    ...(row.food_brand === null ? {} : { brandName: row.food_brand })
  },
  nutrition: times(row, row.servings)
})

export const listFoodEntries = async ({ query }: Database, { user, today }: Caller, input: Page) => {
  const { from = today, to = today, limit = 50, cursor } = input
  checkDays(from, to)
  const [date, createdAt, id] = cursor === undefined ? [from, "-infinity", "0"] : positionOf(cursor)
  const rows = await query<EntryRow>("listFoodEntries", [user.user_id, date, createdAt, id, to, limit + 1])
  const { shown, end } = pageOf(rows, limit, (row) => row.entry_id)
  return { entries: shown.map(showEntry), from, to, timezone: user.timezone, ...end }
}

interface LogFoodEntry {
  readonly foodId?: string
  readonly servings: number
  readonly mealType: string
  readonly date?: string
  readonly idempotency_key?: string
}

export const logFoodEntry = (database: Database, caller: Caller, given: LogFoodEntry, header?: string) => {
  const { idempotency_key: key = header, ...input } = given
  const { date = caller.today, mealType, servings, foodId } = input
  if (!isDay(date)) throw invalid("date", "must be a real calendar day")
  return once(database, caller, "log_food_entry", key, input, async (query) => {
    const [entry] = await query<EntryRow>("logFoodEntry", [caller.user.user_id, date, mealType, servings, foodId])
    if (entry === undefined) throw new Refusal(404, "not_found", "There is no such food; search_foods finds foods.")
    return { entry: showEntry(entry), date, timezone: caller.user.timezone }
  })
}
