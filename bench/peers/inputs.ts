/** The inputs of the operations, checked by hand: unknown fields, types and bounds. */
import type { ListBodyMetrics, Metric, SetBodyMetrics } from "./body-metrics.ts"
import type { ListFoodEntries, LogFoodEntry } from "./diary.ts"
import { invalid } from "./errors.ts"
import type { SearchFoods } from "./foods.ts"
import type { LogWorkout } from "./workouts.ts"

type Check<A> = (value: unknown, field: string) => A
type Fields = Readonly<Record<string, Check<unknown>>>
type Checked<F extends Fields> = { readonly [K in keyof F]: ReturnType<F[K]> }

/** An object with these fields, and no others; an optional one that is missing or null is left out. */
const object =
  <Required extends Fields, Optional extends Fields = Record<never, never>>(
    required: Required,
    optional?: Optional
  ): Check<Checked<Required> & Partial<Checked<Optional>>> =>
  (value, field) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid(field, "must be an object")
    const at = (name: string) => (field === "body" ? name : `${field}.${name}`)
    const checked: Record<string, unknown> = {}
    for (const [name, item] of Object.entries(value)) {
      const check = required[name] ?? optional?.[name]
      if (check === undefined) throw invalid(at(name), "is not known")
      if (item === null && optional !== undefined && name in optional) continue
      checked[name] = check(item, at(name))
    }
    for (const name in required) if (!(name in checked)) throw invalid(at(name), "is required")
    return checked as Checked<Required> & Partial<Checked<Optional>>
  }

const text =
  (min: number, max: number): Check<string> =>
  (value, field) => {
    if (typeof value !== "string" || value.length < min || value.length > max)
      throw invalid(field, `must be text of ${min} to ${max} characters`)
    return value
  }

const number =
  (min: number, max: number): Check<number> =>
  (value, field) => {
    if (typeof value !== "number" || !(value >= min && value <= max))
      throw invalid(field, `must be a number from ${min} to ${max}`)
    return value
  }

const integer =
  (min: number, max: number): Check<number> =>
  (value, field) => {
    if (!Number.isInteger(value)) throw invalid(field, "must be a whole number")
    return number(min, max)(value, field)
  }

/** A whole number as a query writes it. */
const digits =
  (min: number, max: number): Check<number> =>
  (value, field) =>
    integer(min, max)(/^\d+$/.test(String(value)) ? Number(value) : value, field)

const choice =
  <A extends string>(...values: ReadonlyArray<A>): Check<A> =>
  (value, field) => {
    const found = values.find((each) => each === value)
    if (found === undefined) throw invalid(field, `must be one of ${values.join(", ")}`)
    return found
  }

const list =
  <A>(item: Check<A>, max: number): Check<ReadonlyArray<A>> =>
  (value, field) => {
    if (!Array.isArray(value) || value.length < 1 || value.length > max)
      throw invalid(field, `must be a list of 1 to ${max}`)
    return value.map((each, index) => item(each, `${field}[${index}]`))
  }

const metric = choice<Metric>("weight", "body_fat", "steps")
const day = text(10, 10)
const id = text(1, 128)
const keyText: Check<string> = (value, field) => {
  if (typeof value !== "string" || !/^[\x21-\x7e]{1,255}$/.test(value)) throw invalid(field, "is no valid key")
  return value
}

export const key = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : keyText(header, "Idempotency-Key")

const queryListBodyMetrics = object({ metric }, { from: day, to: day })
const querySearchFoods = object(
  {},
  { query: text(0, 100), kind: choice("food", "custom_food", "saved_meal"), limit: digits(1, 50) }
)
const queryPage = object({}, { from: day, to: day, limit: digits(1, 100), cursor: text(0, 1000) })

const ofQuery =
  <A>(check: Check<A>) =>
  (query: URLSearchParams): A =>
    check(Object.fromEntries(query), "body")

export const listBodyMetrics: (query: URLSearchParams) => ListBodyMetrics = ofQuery(queryListBodyMetrics)
export const searchFoods: (query: URLSearchParams) => SearchFoods = ofQuery(querySearchFoods)
export const page: (query: URLSearchParams) => ListFoodEntries = ofQuery(queryPage)

const reading = object(
  { value: number(-Number.MAX_VALUE, Number.MAX_VALUE) },
  { date: day, unit: choice("kg", "lb", "percent", "steps") }
)
const bodyOfSetBodyMetrics = object({ metric, readings: list(reading, 10_000) })
export const setBodyMetrics = (body: unknown): SetBodyMetrics => bodyOfSetBodyMetrics(body, "body")

const bodyOfLogFoodEntry = object(
  {
    servings: number(Number.MIN_VALUE, 10_000),
    mealType: choice("breakfast", "lunch", "dinner", "snack")
  },
  { foodId: id, customFoodId: id, date: day, idempotency_key: keyText }
)
export const logFoodEntry = (body: unknown): LogFoodEntry => bodyOfLogFoodEntry(body, "body")

const seconds = number(0, 86_400)
const set = object(
  {},
  {
    setType: choice("warmup", "working"),
    weight: object({ value: number(-Number.MAX_VALUE, Number.MAX_VALUE), unit: choice("kg", "lb") }),
    loadIntent: choice(
      "bar_total",
      "per_hand",
      "plates_each_side",
      "assistance",
      "added_bodyweight",
      "machine_stack",
      "custom"
    ),
    reps: integer(0, 10_000),
    durationSeconds: seconds,
    distanceMeters: number(0, 1_000_000),
    holdSeconds: seconds,
    intensity: number(0, 10)
  }
)
const exercise = object({ sets: list(set, 100) }, { exerciseId: id, name: text(0, 200) })
const bodyOfLogWorkout = object(
  { name: text(1, 200), exercises: list(exercise, 100) },
  { durationSeconds: integer(0, 604_800), notes: text(0, 10_000), date: day, idempotency_key: keyText }
)
export const logWorkout = (body: unknown): LogWorkout => bodyOfLogWorkout(body, "body")
