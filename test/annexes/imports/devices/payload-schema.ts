/* The payloads of Life Dashboard Companion as documented (docs/webhook.md and the draft-07 schema beside it), rewritten for the parts that are read here. As there, further lists and fields are allowed. */

const TIME = { type: "string", format: "date-time" } as const
const DATE = { type: "string", format: "date" } as const
const NUMBER = { type: "number" } as const
const TEXT = { type: "string" } as const

/** A list of records with these required fields, and optional ones of these types. */
const list = (required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) => ({
  type: "array",
  items: {
    type: "object",
    properties: { ...required, ...optional, uuid: TEXT, source: TEXT },
    required: Object.keys(required)
  }
})

const SPAN = { start_time: TIME, end_time: TIME }

/** A series of accumulated quantities: raw records, or one for each window of time. */
const series = (field: string, of: object) => ({
  type: "array",
  items: {
    oneOf: [
      list({ [field]: of, ...SPAN }).items,
      {
        type: "object",
        properties: {
          bucket_start: TIME,
          bucket_end: TIME,
          sample_count: { type: "integer" },
          total: NUMBER,
          sources: { type: "array", items: TEXT }
        },
        required: ["bucket_start", "bucket_end", "sample_count", "total"],
        additionalProperties: false
      }
    ]
  }
})

export const PAYLOAD_SCHEMA = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    timestamp: TIME,
    app_version: TEXT,
    source: { enum: ["health_connect", "healthkit_ios", "screen_time"] },
    backfill: { type: "boolean" },
    weight: list({ kilograms: NUMBER, time: TIME }),
    resting_heart_rate: list({ bpm: { type: "integer" }, time: TIME }),
    sleep: list({
      session_end_time: TIME,
      duration_seconds: { type: "integer" },
      stages: {
        type: "array",
        items: {
          type: "object",
          properties: {
            stage: { enum: ["unknown", "awake", "sleeping", "out_of_bed", "light", "deep", "rem", "awake_in_bed"] },
            ...SPAN,
            duration_seconds: { type: "integer" }
          },
          required: ["stage", "start_time", "end_time", "duration_seconds"]
        }
      }
    }),
    body_fat: list({ percentage: NUMBER, time: TIME }),
    steps: series("count", { type: "integer" }),
    exercise: list({ type: TEXT, ...SPAN }, { duration_seconds: { type: "integer" } }),
    nutrition: list(SPAN, {
      calories: NUMBER,
      protein_grams: NUMBER,
      carbs_grams: NUMBER,
      fat_grams: NUMBER,
      name: TEXT,
      meal_type: { enum: ["breakfast", "lunch", "dinner", "snack", "unknown"] },
      dietary_fibre_g: { type: "number", minimum: 0 },
      sodium_mg: { type: "number", minimum: 0 }
    }),
    daily_totals: {
      type: "array",
      items: {
        type: "object",
        properties: {
          date: DATE,
          steps: { type: "integer" },
          distance_meters: NUMBER,
          active_calories: NUMBER,
          total_calories: NUMBER
        },
        required: ["date"],
        additionalProperties: false
      }
    },
    _resolutions: { type: "object", additionalProperties: { enum: ["1m", "5m", "15m", "1h"] } }
  },
  required: ["timestamp", "app_version", "source"]
} as const
