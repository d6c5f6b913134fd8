const text = { type: "string" } as const
const number = { type: "number" } as const
const day = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" } as const
const integer = (minimum: number, maximum: number) => ({ type: "integer", minimum, maximum }) as const
const between = (minimum: number, maximum: number) => ({ type: "number", minimum, maximum }) as const
const oneOf = (...values: ReadonlyArray<string>) => ({ type: "string", enum: values }) as const
const list = (items: object) => ({ type: "array", items }) as const

const object = (properties: Readonly<Record<string, object>>, ...optional: ReadonlyArray<string>) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false
})

const metric = oneOf("weight", "body_fat", "steps")
const range = { from: day, to: day }
const page = { ...range, limit: integer(1, 100), cursor: text }
const key = { type: "string", pattern: "^[!-~]{1,255}$" }
const id = { type: "string", minLength: 1, maxLength: 128 }
const unit = oneOf("kg", "lb")

const set = object(
  {
    setType: oneOf("warmup", "working"),
    weight: object({ value: number, unit }),
    loadIntent: oneOf(
      "bar_total",
      "per_hand",
      "plates_each_side",
      "assistance",
      "added_bodyweight",
      "machine_stack",
      "custom"
    ),
    reps: integer(0, 10_000),
    durationSeconds: between(0, 86_400),
    distanceMeters: between(0, 1_000_000),
    holdSeconds: between(0, 86_400),
    intensity: between(0, 10)
  },
  "setType",
  "weight",
  "loadIntent",
  "reps",
  "durationSeconds",
  "distanceMeters",
  "holdSeconds",
  "intensity"
)

/** The input of each operation; unknown fields are refused. */
export const inputs = {
  listBodyMetrics: object({ metric, ...range }, "from", "to"),
  setBodyMetrics: object({
    metric,
    readings: {
      ...list(object({ value: number, date: day, unit: oneOf("kg", "lb", "percent", "steps") }, "date", "unit")),
      minItems: 1
    }
  }),
  searchFoods: object(
    {
      query: { type: "string", maxLength: 100 },
      kind: oneOf("food", "custom_food", "saved_meal"),
      limit: integer(1, 50)
    },
    "query",
    "kind",
    "limit"
  ),
  listFoodEntries: object(page, "from", "to", "limit", "cursor"),
  logFoodEntry: object(
    {
      foodId: id,
      customFoodId: id,
      servings: { type: "number", exclusiveMinimum: 0, maximum: 10_000 },
      mealType: oneOf("breakfast", "lunch", "dinner", "snack"),
      date: day,
      idempotency_key: key
    },
    "foodId",
    "customFoodId",
    "date",
    "idempotency_key"
  ),
  listWorkouts: object(page, "from", "to", "limit", "cursor"),
  logWorkout: object(
    {
      name: { type: "string", minLength: 1, maxLength: 200 },
      durationSeconds: integer(0, 604_800),
      notes: { type: "string", maxLength: 10_000 },
      exercises: {
        ...list(
          object(
            {
              exerciseId: id,
              name: { type: "string", maxLength: 200 },
              sets: { ...list(set), minItems: 1, maxItems: 100 }
            },
            "exerciseId",
            "name"
          )
        ),
        minItems: 1,
        maxItems: 100
      },
      date: day,
      idempotency_key: key
    },
    "durationSeconds",
    "notes",
    "date",
    "idempotency_key"
  )
}

const shown = { date: text, value: number, unit: text, display: object({ value: number, unit: text }) }
const reading = object(shown)
const nutrition = object({ calories: number, protein: number, carbs: number, fat: number, alcohol: number })
const entryFields = {
  id: text,
  date: text,
  mealType: text,
  servings: number,
  food: object({ id: text, kind: text, name: text, brandName: text }, "brandName"),
  nutrition
}
const entry = object(entryFields)
const serving = object({ size: number, unit: text, text }, "text")
const workout = {
  id: text,
  name: text,
  date: text,
  durationSeconds: number,
  notes: text,
  estimatedCalories: number,
  exerciseCount: number
}
const workouts = (fields: Readonly<Record<string, object>>) =>
  list(object(fields, "durationSeconds", "notes", "estimatedCalories"))
const pageEnd = { hasMore: { type: "boolean" }, nextCursor: { type: ["string", "null"] } }

/** The output of each operation, for Fastify's serialiser. */
export const outputs = {
  getContext: object({
    activityDay: text,
    timezone: text,
    units: object({ bodyWeight: text, strengthLoad: text, distance: text }),
    paidAccess: { type: "boolean" },
    limits: object({
      reads: object({ perMinute: number, burst: number, remaining: number }),
      writes: object({ perMinute: number, burst: number, perDay: number, remaining: number, remainingToday: number }),
      bodyMetricBatch: number,
      goalTemplates: number,
      customFoods: number
    }),
    latest: object({ weight: { ...reading, nullable: true }, bodyFat: { ...reading, nullable: true } }),
    streak: object({ current: number, longest: number }),
    badges: list(object({ id: text, name: text, earnedOn: text }))
  }),
  listBodyMetrics: object({ metric: text, from: text, to: text, timezone: text, readings: list(reading) }),
  setBodyMetrics: object({
    metric: text,
    timezone: text,
    readings: list(object({ ...shown, changed: { type: "boolean" } }))
  }),
  searchFoods: object({
    foods: list(
      object(
        {
          id: text,
          kind: text,
          name: text,
          brandName: text,
          serving,
          perServing: nutrition,
          per100g: nutrition
        },
        "brandName"
      )
    )
  }),
  listFoodEntries: object({ entries: list(entry), from: text, to: text, timezone: text, ...pageEnd }),
  logFoodEntry: object({ entry, date: text, timezone: text }),
  listWorkouts: object({ workouts: workouts(workout), ...pageEnd }),
  logWorkout: object({ id: text, date: text, timezone: text, estimatedCalories: number }, "estimatedCalories")
}

/** The output of list_workouts with everything that the service returns. */
export const wholeWorkouts = object({
  workouts: workouts({ ...workout, exercises: list(object({ exerciseId: text, name: text })) }),
  total: number,
  ...pageEnd
})

/** The output of list_food_entries with everything that the service returns. */
export const wholeDiary = object({
  entries: list(
    object({ ...entryFields, amount: object({ value: number, unit: text }), serving }, "amount", "serving")
  ),
  from: text,
  to: text,
  timezone: text,
  totals: list(object({ date: text, calories: number, protein: number, carbs: number, fat: number, alcohol: number })),
  total: number,
  ...pageEnd
})
