import { type Detail, detailsOf } from "../../../features/foods/nutrition.ts"
import { amountIn, type Json } from "../formats/fields.ts"

/** The details of a food by their fields, and how much of each unit a field counts in. */
const DETAIL_FIELDS: ReadonlyArray<readonly [detail: Detail, field: string, perUnit: number]> = [
  ["fiber", "dietary_fibre_g", 1],
  ["fiber", "dietary_fiber_grams", 1],
  ["sugars", "sugars_g", 1],
  ["sugars", "sugar_grams", 1],
  ["saturatedFat", "saturated_fat_g", 1],
  ["saturatedFat", "saturated_fat_grams", 1],
  ["sodium", "sodium_mg", 1],
  ["sodium", "sodium_grams", 1000]
]

/** The details of a food that a record states. */
export const detailsIn = (record: Json) =>
  detailsOf(
    Object.fromEntries(
      DETAIL_FIELDS.flatMap(([detail, field, perUnit]) => {
        const amount = amountIn(record, field)
        return amount === undefined ? [] : [[detail, amount * perUnit]]
      })
    )
  )

const OF_EVERY = ["uuid", "source", "time", "start_time", "end_time"]

/** The fields of each list's records that are read. */
export const FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    weight: ["kilograms"],
    body_fat: ["percentage"],
    resting_heart_rate: ["bpm"],
    sleep: ["session_end_time", "duration_seconds", "stages"],
    nutrition: [
      ...["name", "meal_type", "calories", "protein_grams", "carbs_grams", "fat_grams"],
      ...DETAIL_FIELDS.map(([, field]) => field)
    ],
    exercise: ["type", "duration_seconds", "calories", "distance_meters"],
    daily_totals: ["date", "steps"]
  }).map(([list, fields]) => [list, new Set([...OF_EVERY, ...fields])])
)
