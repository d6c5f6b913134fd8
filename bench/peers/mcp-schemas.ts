import { z } from "zod"

const inputSchemas = () => {
  const metric = z.enum(["weight", "body_fat", "steps"]).describe("weight, body_fat or steps.")
  const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
  const from = day.exactOptional().describe("First day.")
  const to = day.exactOptional().describe("Last day, included.")
  const limit = (most: number) => z.int().min(1).max(most).exactOptional().describe("Most to return.")
  const cursor = z.string().exactOptional().describe("nextCursor of the previous page.")
  const key = z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .exactOptional()
    .describe("Your own text, new for each thing to log.")
  const page = z.strictObject({ from, to, limit: limit(100), cursor })
  const seconds = z.number().min(0).max(86_400).exactOptional()

  const set = z.strictObject({
    setType: z.enum(["warmup", "working"]).exactOptional(),
    weight: z.strictObject({ value: z.number(), unit: z.enum(["kg", "lb"]) }).exactOptional(),
    loadIntent: z
      .enum(["bar_total", "per_hand", "plates_each_side", "assistance", "added_bodyweight", "machine_stack", "custom"])
      .exactOptional(),
    reps: z.int().min(0).max(10_000).exactOptional(),
    durationSeconds: seconds,
    distanceMeters: z.number().min(0).max(1_000_000).exactOptional(),
    holdSeconds: seconds,
    intensity: z.number().min(0).max(10).exactOptional()
  })

  return {
    none: z.object({}),
    listBodyMetrics: z.strictObject({ metric, from, to }),
    setBodyMetrics: z.strictObject({
      metric,
      readings: z
        .array(
          z.strictObject({
            value: z.number(),
            date: day.exactOptional(),
            unit: z.enum(["kg", "lb", "percent", "steps"]).exactOptional()
          })
        )
        .min(1)
    }),
    searchFoods: z.strictObject({
      query: z.string().max(100).exactOptional(),
      kind: z.enum(["food", "custom_food", "saved_meal"]).exactOptional(),
      limit: limit(50)
    }),
    page,
    logFoodEntry: z.strictObject({
      foodId: z.string().min(1).max(128).exactOptional(),
      customFoodId: z.string().min(1).max(128).exactOptional(),
      servings: z.number().positive().max(10_000),
      mealType: z.enum(["breakfast", "lunch", "dinner", "snack"]),
      date: day.exactOptional(),
      idempotency_key: key
    }),
    logWorkout: z.strictObject({
      name: z.string().min(1).max(200),
      durationSeconds: z.int().min(0).max(604_800).exactOptional(),
      notes: z.string().max(10_000).exactOptional(),
      exercises: z
        .array(
          z.strictObject({
            exerciseId: z.string().min(1).max(128).exactOptional(),
            name: z.string().max(200).exactOptional(),
            sets: z.array(set).min(1).max(100)
          })
        )
        .min(1)
        .max(100),
      date: day.exactOptional(),
      idempotency_key: key
    })
  }
}

const outputSchemas = () => {
  const text = z.string()
  const shown = { date: text, value: z.number(), unit: text, display: z.object({ value: z.number(), unit: text }) }
  const reading = z.object(shown)
  const nutrition = z.object({
    calories: z.number(),
    protein: z.number(),
    carbs: z.number(),
    fat: z.number(),
    alcohol: z.number()
  })
  const entry = z.object({
    id: text,
    date: text,
    mealType: text,
    servings: z.number(),
    food: z.object({ id: text, kind: text, name: text, brandName: text.exactOptional() }),
    nutrition
  })
  const pageEnd = { hasMore: z.boolean(), nextCursor: text.nullable() }
  return {
    getContext: z.object({
      activityDay: text,
      timezone: text,
      units: z.object({ bodyWeight: text, strengthLoad: text, distance: text }),
      paidAccess: z.boolean(),
      limits: z.object({
        reads: z.object({ perMinute: z.number(), burst: z.number(), remaining: z.number() }),
        writes: z.object({
          perMinute: z.number(),
          burst: z.number(),
          perDay: z.number(),
          remaining: z.number(),
          remainingToday: z.number()
        }),
        bodyMetricBatch: z.number(),
        goalTemplates: z.number(),
        customFoods: z.number()
      }),
      latest: z.object({ weight: reading.nullable(), bodyFat: reading.nullable() }),
      streak: z.object({ current: z.number(), longest: z.number() }),
      badges: z.array(z.object({ id: text, name: text, earnedOn: text }))
    }),
    listBodyMetrics: z.object({ metric: text, from: text, to: text, timezone: text, readings: z.array(reading) }),
    setBodyMetrics: z.object({
      metric: text,
      timezone: text,
      readings: z.array(z.object({ ...shown, changed: z.boolean() }))
    }),
    searchFoods: z.object({
      foods: z.array(
        z.object({
          id: text,
          kind: text,
          name: text,
          brandName: text.exactOptional(),
          serving: z.object({ size: z.number(), unit: text, text: text.exactOptional() }),
          perServing: nutrition,
          per100g: nutrition
        })
      )
    }),
    listFoodEntries: z.object({ entries: z.array(entry), from: text, to: text, timezone: text, ...pageEnd }),
    logFoodEntry: z.object({ entry, date: text, timezone: text }),
    listWorkouts: z.object({
      workouts: z.array(
        z.object({
          id: text,
          name: text,
          date: text,
          durationSeconds: z.number().exactOptional(),
          notes: text.exactOptional(),
          estimatedCalories: z.number().exactOptional(),
          exerciseCount: z.number()
        })
      ),
      ...pageEnd
    }),
    logWorkout: z.object({ id: text, date: text, timezone: text, estimatedCalories: z.number().exactOptional() })
  }
}

/** Input and output schemas of the tools, with the texts that agents read. */
export const makeSchemas = () => ({ inputs: inputSchemas(), outputs: outputSchemas() })
