import { Schema, SchemaAST } from "effect"
import { operations } from "../../src/api.ts"
import { isJsonObject, type Json, jsonSchemaOf } from "../../src/contract/json-schema.ts"
import type { Operation } from "../../src/contract/operation.ts"
import { COUNTED } from "../../src/features/body-metrics/model.ts"

/** A field with all that it holds, or fields with those within them that are meant. */
type Field = string | { readonly [name: string]: ReadonlyArray<Field> }

const propertiesOf = ({ properties }: Json): Json => (isJsonObject(properties) ? properties : {})

const only = (schema: Json, fields: ReadonlyArray<Field>): Json => {
  if (isJsonObject(schema.items)) return { ...schema, items: only(schema.items, fields) }
  const properties = propertiesOf(schema)
  const field = (name: string): Json => {
    const found = properties[name]
    if (!isJsonObject(found)) throw new Error(`The contract has no field ${name}`)
    return found
  }
  const chosen = fields.map((each) =>
    typeof each === "string"
      ? { [each]: field(each) }
      : Object.fromEntries(Object.entries(each).map(([name, within]) => [name, only(field(name), within)]))
  )
  const kept: Json = Object.assign({}, ...chosen)
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => name in kept) : []
  return { ...schema, properties: kept, required }
}

/**
 * A schema's types alone: an answer is serialized, not checked. Whole numbers are plain numbers, because Elysia would
 * take an integer for text that may hold one.
 */
const typesOf = ({ type, required, properties, items }: Json): Json => ({
  type: type === "integer" ? "number" : type,
  ...(isJsonObject(properties)
    ? {
        required,
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, field]) => [name, isJsonObject(field) ? typesOf(field) : field])
        ),
        additionalProperties: false
      }
    : {}),
  ...(isJsonObject(items) ? { items: typesOf(items) } : {})
})

export const operationOf = (name: string): Operation => {
  const found = operations.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`The contract has no operation ${name}`)
  return found
}

/** The contract's input without null, which the peers do not take for a field that is left out. */
const inputOf = (name: string, ...fields: ReadonlyArray<Field>): Json => {
  const { input } = operationOf(name)
  if (input === undefined) return { type: "object", properties: {} }
  return only(jsonSchemaOf(Schema.make<unknown>(SchemaAST.typeAST(input.ast)), { open: false }), fields)
}

/** An input whose metric is one of the three that the peers store. */
const ofThreeMetrics = (input: Json): Json => ({
  ...input,
  properties: { ...propertiesOf(input), metric: { type: "string", enum: COUNTED } }
})

const SET = ["setType", "weight", "loadIntent", "reps", "durationSeconds", "distanceMeters", "holdSeconds", "intensity"]
const PAGE = ["from", "to", "limit", "cursor"]

/** The input of each operation, as the contract has it, in the fields that the peers know. Others are refused. */
export const inputs = {
  get_context: inputOf("get_context"),
  list_body_metrics: ofThreeMetrics(inputOf("list_body_metrics", "metric", "from", "to")),
  set_body_metrics: ofThreeMetrics(inputOf("set_body_metrics", "metric", "readings")),
  search_foods: inputOf("search_foods", "query", "kind", "limit"),
  list_food_entries: inputOf("list_food_entries", ...PAGE),
  log_food_entry: inputOf(
    "log_food_entry",
    "foodId",
    "customFoodId",
    "servings",
    "mealType",
    "date",
    "idempotency_key"
  ),
  list_workouts: inputOf("list_workouts", ...PAGE),
  log_workout: inputOf(
    "log_workout",
    "name",
    "durationSeconds",
    "notes",
    { exercises: ["exerciseId", "name", { sets: SET }] },
    "date",
    "idempotency_key"
  )
}

const outputOf = (name: string, ...fields: ReadonlyArray<Field>): Json =>
  typesOf(only(jsonSchemaOf(operationOf(name).output, { open: true }), fields))

const AMOUNTS = ["calories", "protein", "carbs", "fat", "alcohol"]
const ENTRY: ReadonlyArray<Field> = ["id", "date", "mealType", "servings", "food", { nutrition: AMOUNTS }]
const WORKOUT = ["id", "name", "date", "durationSeconds", "notes", "estimatedCalories", "exerciseCount"]
const PAGE_END = ["hasMore", "nextCursor"]

/** The output of each operation, as the contract has it, in the fields that the peers answer. */
export const outputs = {
  get_context: outputOf(
    "get_context",
    "activityDay",
    "timezone",
    "units",
    "paidAccess",
    "limits",
    "latest",
    "streak",
    "badges"
  ),
  list_body_metrics: outputOf("list_body_metrics", "metric", "from", "to", "timezone", "readings"),
  set_body_metrics: outputOf("set_body_metrics", "metric", "timezone", {
    readings: ["date", "value", "unit", "display", "changed"]
  }),
  search_foods: outputOf("search_foods", {
    foods: ["id", "kind", "name", "brandName", "serving", { perServing: AMOUNTS }, "per100g"]
  }),
  list_food_entries: outputOf("list_food_entries", { entries: ENTRY }, "from", "to", "timezone", ...PAGE_END),
  log_food_entry: outputOf("log_food_entry", { entry: ENTRY }, "date", "timezone"),
  list_workouts: outputOf("list_workouts", { workouts: WORKOUT }, ...PAGE_END),
  log_workout: outputOf("log_workout", "id", "date", "timezone", "estimatedCalories")
}

/** The output of list_workouts with everything that the service returns. */
export const wholeWorkouts = outputOf("list_workouts", { workouts: [...WORKOUT, "exercises"] }, "total", ...PAGE_END)

/** The output of list_food_entries with everything that the service returns. */
export const wholeDiary = outputOf(
  "list_food_entries",
  { entries: [...ENTRY, "amount", "serving"] },
  "from",
  "to",
  "timezone",
  { totals: ["date", ...AMOUNTS] },
  "total",
  ...PAGE_END
)
