import type { Database, Query } from "./database.ts"
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

interface WholeEntryRow extends EntryRow {
  readonly serving_size: number | null
  readonly serving_unit: string | null
  readonly serving_text: string | null
}

const showWholeEntry = (row: WholeEntryRow) => {
  const { serving_size: size, serving_unit: unit, serving_text: text } = row
  if (size === null || unit === null) return showEntry(row)
  return {
    ...showEntry(row),
    ...(unit === "g" || unit === "ml" ? { amount: { value: round(size * row.servings), unit } } : {}),
    serving: { size, unit, ...(text === null ? {} : { text }) }
  }
}

interface DayRow extends Amounts {
  readonly date: string
  readonly entries: number
}

const showDay = ({ date, ...amounts }: Omit<DayRow, "entries">) => ({ date, ...times(amounts, 1) })

/** The nutrition of each day in entries that are in order. */
const daysOf = (entries: ReadonlyArray<ReturnType<typeof showEntry>>) => {
  const days: Array<{ date: string } & { -readonly [Name in keyof Amounts]: number }> = []
  for (const { date, nutrition } of entries) {
    let day = days.at(-1)
    if (day?.date !== date) {
      day = { date, calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 }
      days.push(day)
    }
    day.calories += nutrition.calories
    day.protein += nutrition.protein
    day.carbs += nutrition.carbs
    day.fat += nutrition.fat
    day.alcohol += nutrition.alcohol
  }
  return days.map(showDay)
}

/** A page of entries with everything that the service returns: servings, the total number, and the totals of each day. */
export const wholeDiary = async (
  query: Query,
  user: string,
  input: Page & { readonly from: string; readonly to: string }
) => {
  const { from, to, limit = 50, cursor } = input
  const [date, createdAt, id] = cursor === undefined ? [from, "-infinity", "0"] : positionOf(cursor)
  const rows = await query<WholeEntryRow>("listFoodEntriesWhole", [user, date, createdAt, id, to, limit + 1])
  const { shown, end } = pageOf(rows, limit, (row) => row.entry_id)
  const entries = shown.map(showWholeEntry)
  if (cursor === undefined && !end.hasMore)
    return { entries, from, to, totals: daysOf(entries), total: entries.length, ...end }
  const days = await query<DayRow>("totalsByDay", [user, from, to])
  const total = days.reduce((sum, day) => sum + day.entries, 0)
  return { entries, from, to, totals: days.map(showDay), total, ...end }
}

export const listFoodEntriesWhole = async ({ query }: Database, { user, today }: Caller, input: Page) => {
  const { from = today, to = today } = input
  checkDays(from, to)
  return { ...(await wholeDiary(query, user.user_id, { ...input, from, to })), timezone: user.timezone }
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
