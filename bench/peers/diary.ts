import { randomBytes } from "node:crypto"
import { rounded, times } from "../../src/foods/nutrition.ts"
import { add } from "./add.ts"
import { open, seal } from "./cursor.ts"
import type { Database, Query } from "./database.ts"
import { isDay } from "./days.ts"
import { invalid, Refusal } from "./errors.ts"
import type { User } from "./guard.ts"

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

export const newId = (prefix: string): string =>
  `${prefix}_${Array.from(randomBytes(16), (byte) => ALPHABET[byte & 31]).join("")}`

interface EntryRow {
  readonly entry_id: string
  readonly date: string
  readonly meal_type: string
  readonly servings: number
  readonly food_kind: string
  readonly food_id: string
  readonly food_name: string
  readonly brand_name: string | null
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
}

const show = (row: EntryRow) => ({
  id: row.entry_id,
  date: row.date,
  mealType: row.meal_type,
  servings: row.servings,
  food: {
    id: row.food_id,
    kind: row.food_kind,
    name: row.food_name,
    ...(row.brand_name === null ? {} : { brandName: row.brand_name })
  },
  nutrition: rounded(times(row, row.servings))
})

export interface ListFoodEntries {
  readonly from?: string
  readonly to?: string
  readonly limit?: number
  readonly cursor?: string
}

const ENTRIES = (behind: string) => `
  SELECT entry_id, entry.date::text AS date, meal_type, servings, food_kind, food_id, food_name, brand_name,
    calories, protein, carbs, fat, alcohol, created_at
  FROM diary_entries AS entry
  WHERE user_id = $1 AND date BETWEEN $2::date AND $3::date ${behind}
  ORDER BY entry.date, created_at, entry_id LIMIT $4::int`

export const listFoodEntries = async (database: Database, user: User, input: ListFoodEntries) => {
  const { limit = 50, cursor } = input
  let { from = user.today, to = user.today } = input
  const binding = [user.id, "list_food_entries", input.from, input.to]
  let after: ReadonlyArray<string> = []
  if (cursor !== undefined) {
    const [first = from, last = to, ...position] = await open(database, binding, cursor)
    from = first
    to = last
    after = position
  }
  if (!isDay(from) || !isDay(to) || from > to) throw invalid("from", "must be a day up to to")
  const [date, createdAt, id] = after
  const behind = date === undefined ? "" : "AND (date, created_at, entry_id) > ($5::date, $6::timestamptz, $7::text)"
  const found = await database.query<EntryRow & { readonly created_at: Date }>(ENTRIES(behind), [
    user.id,
    from,
    to,
    limit + 1,
    ...(date === undefined ? [] : [date, new Date(Number(createdAt)).toISOString(), id])
  ])
  const entries = found.slice(0, limit)
  const last = found.length > limit ? entries.at(-1) : undefined
  return {
    entries: entries.map(show),
    from,
    to,
    timezone: user.timezone,
    hasMore: last !== undefined,
    nextCursor:
      last === undefined
        ? null
        : await seal(database, binding, [from, to, last.date, String(last.created_at.getTime()), last.entry_id])
  }
}

export interface LogFoodEntry {
  readonly foodId?: string
  readonly customFoodId?: string
  readonly servings: number
  readonly mealType: string
  readonly date?: string
  readonly idempotency_key?: string
}

interface FoodRow {
  readonly id: string
  readonly name: string
  readonly brand_name: string | null
  readonly serving_size: number
  readonly calories: number
  readonly protein: number
  readonly carbs: number
  readonly fat: number
  readonly alcohol: number
}

const FOOD = "food_id AS id, name, brand_name, serving_size, calories, protein, carbs, fat, alcohol"

const findFood = async (query: Query, user: User, { foodId, customFoodId }: LogFoodEntry) => {
  const [food] =
    foodId !== undefined
      ? await query<FoodRow>(`SELECT ${FOOD} FROM foods WHERE food_id = $1`, [foodId])
      : await query<FoodRow>(`SELECT ${FOOD} FROM custom_foods WHERE user_id = $1 AND food_id = $2`, [
          user.id,
          customFoodId
        ])
  if (food === undefined) throw new Refusal(404, "not_found", "There is no such food; search_foods finds foods.")
  return food
}

const INSERT = `
  INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, brand_name,
    calories, protein, carbs, fat, alcohol, created_at)
  SELECT user_id, $4::text, $5::date, $6::text, $7::double precision, $8::text, $9::text, $10::text, $11::text,
    $12::double precision, $13::double precision, $14::double precision, $15::double precision, $16::double precision,
    GREATEST($17::timestamptz, (
      SELECT max(created_at) + interval '1 millisecond' FROM diary_entries WHERE user_id = $1 AND date = $5::date))
  FROM locked RETURNING entry_id`

export const logFoodEntry = async (database: Database, user: User, input: LogFoodEntry, key: string | undefined) => {
  const { date = user.today, servings, mealType } = input
  if (!isDay(date)) throw invalid("date", "must be a real calendar day")
  if ((input.foodId === undefined) === (input.customFoodId === undefined))
    throw invalid("foodId", "exactly one of foodId and customFoodId must be given")
  const kind = input.foodId === undefined ? "custom_food" : "food"
  return add(database, user, { operation: "log_food_entry", key, input }, async (query) => {
    const food = await findFood(query, user, input)
    const amount = (per100: number) => (per100 * food.serving_size) / 100
    const entry: EntryRow = {
      entry_id: newId("entry"),
      date,
      meal_type: mealType,
      servings,
      food_kind: kind,
      food_id: food.id,
      food_name: food.name,
      brand_name: food.brand_name,
      calories: amount(food.calories),
      protein: amount(food.protein),
      carbs: amount(food.carbs),
      fat: amount(food.fat),
      alcohol: amount(food.alcohol)
    }
    const values = [
      entry.entry_id,
      date,
      mealType,
      servings,
      kind,
      food.id,
      food.name,
      food.brand_name,
      entry.calories,
      entry.protein,
      entry.carbs,
      entry.fat,
      entry.alcohol,
      new Date().toISOString()
    ]
    const answer = { entry: show(entry), date, timezone: user.timezone }
    return { insert: INSERT, values, days: [date], replaces: false, output: () => answer }
  })
}
