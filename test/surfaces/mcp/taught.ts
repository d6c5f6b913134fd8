type Input = Readonly<Record<string, unknown>>

/** What an agent sent, and the sentence that it must get over MCP. */
interface Taught {
  readonly name: string
  readonly operation: string
  readonly input: Input
  readonly says: string
}

const bench = (set: Input) => ({ name: "Push", exercises: [{ name: "Barbell Bench Press", sets: [set] }] })
const weighed = (reading: Input) => ({ metric: "weight", readings: [reading] })

/**
 * Mistakes that agents made with nothing but the tools, each with the sentence that they need. Read-only fields of a
 * workout and unknown tools have separate tests.
 */
export const TAUGHT: ReadonlyArray<Taught> = [
  {
    name: "date of a list of entries",
    operation: "list_food_entries",
    input: { date: "2026-03-14" },
    says: "date: is not a known field here; pass it as from and to"
  },
  {
    name: "date of a list of workouts",
    operation: "list_workouts",
    input: { date: "2026-03-14" },
    says: "date: is not a known field here; pass it as from and to"
  },
  {
    name: "date of a list of readings",
    operation: "list_body_metrics",
    input: { metric: "steps", date: "2026-03-14" },
    says: "date: is not a known field here; pass it as from and to"
  },
  {
    name: "yesterday as a word",
    operation: "get_daily_goals",
    input: { date: "yesterday" },
    says: 'date: must be a real calendar day YYYY-MM-DD from 1900-01-01 to 2100-12-31; received "yesterday"; today is 2026-03-14'
  },
  {
    name: "a day that a month does not have",
    operation: "log_workout",
    input: { ...bench({ reps: 5 }), date: "2026-02-30" },
    says: 'received "2026-02-30"; today is 2026-03-14'
  },
  {
    name: "tomorrow's weight",
    operation: "set_body_metrics",
    input: weighed({ value: 80, unit: "kg", date: "2026-03-15" }),
    says: "must not be after today, 2026-03-14"
  },
  {
    name: "a numeric goal without anything",
    operation: "save_goal",
    input: { name: "Protein", type: "numeric" },
    says: "metric: is required for a numeric goal: calories, protein, fat, carbs, alcohol, fiber, sugars, saturated_fat, sodium, steps, weight, body_fat, hydration or custom; targetValue: is required for a numeric goal: a number of at least 0; comparison: is required for a numeric goal: min, max or equals"
  },
  {
    name: "days beside schedule",
    operation: "save_goal",
    input: { name: "Run", type: "boolean", days: ["mon"] },
    says: 'days: belongs in schedule: {"days":["mon"]}'
  },
  {
    name: "the first day beside schedule",
    operation: "save_goal",
    input: { name: "Run", type: "boolean", startDate: "2026-03-20" },
    says: 'startDate: belongs in schedule: {"startDate":"2026-03-20"}'
  },
  {
    name: "a number of sets",
    operation: "log_workout",
    input: { name: "Push", exercises: [{ name: "Barbell Bench Press", sets: 3 }] },
    says: 'sets: must be an array, such as [{"weight":{"value":80,"unit":"kg"},"reps":5}]; received 3'
  },
  {
    name: "servings in quotes",
    operation: "log_food_entry",
    input: { foodId: "food_sr28_01123", servings: "1.5", mealType: "lunch" },
    says: 'servings: must be a number more than 0 and at most 10000; received "1.5": send it without quotes'
  },
  {
    name: "reps in quotes",
    operation: "log_workout",
    input: bench({ reps: "5" }),
    says: 'received "5": send it without quotes'
  },
  {
    name: "true in quotes",
    operation: "save_goal",
    input: { name: "Run", type: "boolean", active: "true" },
    says: 'active: must be true or false; received "true": send it without quotes'
  },
  {
    name: "readings as text",
    operation: "set_body_metrics",
    input: { metric: "steps", readings: '[{"value":5000}]' },
    says: 'readings: must be an array, such as [{"value":80,"unit":"kg"}]; received text that holds one: send the array itself, without quotes'
  },
  {
    name: "exercises as text",
    operation: "log_workout",
    input: { name: "Push", exercises: '[{"name":"Barbell Bench Press","sets":[{"reps":5}]}]' },
    says: "; received text that holds one: send the array itself, without quotes"
  },
  {
    name: "weight as text",
    operation: "log_workout",
    input: bench({ weight: '{"value":80,"unit":"kg"}' }),
    says: "received text that holds one: send the object itself, without quotes"
  },
  {
    name: "weightKg in a set",
    operation: "log_workout",
    input: bench({ weightKg: 80, reps: 5 }),
    says: 'weightKg: is not a known field here; did you mean weight, such as {"value":80,"unit":"kg"}?'
  },
  {
    name: "lbs",
    operation: "set_body_metrics",
    input: weighed({ value: 176, unit: "lbs" }),
    says: 'unit: must be one of kg, lb, percent, steps, cm, in, bpm, minutes; received "lbs": write lb'
  },
  {
    name: "pounds",
    operation: "log_workout",
    input: bench({ weight: { value: 100, unit: "pounds" } }),
    says: 'unit: must be one of kg, lb; received "pounds": write lb'
  },
  {
    name: "stone",
    operation: "set_body_metrics",
    input: weighed({ value: 12.5, unit: "st" }),
    says: 'received "st": 1 stone is 14 lb'
  },
  {
    name: "a percent sign",
    operation: "set_body_metrics",
    input: { metric: "body_fat", readings: [{ value: 18, unit: "%" }] },
    says: 'received "%": write percent'
  },
  {
    name: "several unknown fields",
    operation: "log_food_entry",
    input: { foodId: "food_sr28_01123", servings: 1, mealType: "lunch", grams: 50, note: "x", time: "12:00" },
    says: "note: is not a known field here; known are foodId,"
  },
  {
    name: "brand",
    operation: "save_custom_food",
    input: { name: "Oats", brand: "Q", protein: 13, carbs: 60, fat: 7, servingSize: 40, servingSizeUnit: "g" },
    says: "brand: is not a known field here; did you mean brandName?"
  },
  {
    name: "another spelling",
    operation: "log_food_entry",
    input: { food_id: "food_sr28_01123", servings: 1, meal: "lunch" },
    says: "food_id: is not a known field here; did you mean foodId?"
  },
  {
    name: "an update without changes",
    operation: "update_food_entry",
    input: { id: "entry_1" },
    says: "Invalid input. Nothing to change is named; pass amount, servings, mealType or date"
  }
]
