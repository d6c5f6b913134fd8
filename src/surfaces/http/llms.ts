import { operations } from "../../api.ts"
import { STATUS } from "../../contract/errors.ts"
import { isJsonObject, type Json, jsonSchemaOf } from "../../contract/json-schema.ts"
import type { Operation } from "../../contract/operation.ts"

const typeOf = (schema: Json): string => {
  const values: ReadonlyArray<unknown> = Array.isArray(schema.enum) ? schema.enum : []
  if (values.length > 0) return values.filter((value) => value !== null).join(" | ")
  const types: ReadonlyArray<unknown> = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.filter((type) => type !== "null").join(" | ")
}

const fieldLines = (schema: Json, indent: string): ReadonlyArray<string> => {
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>)
  const required = new Set((schema.required ?? []) as ReadonlyArray<string>)
  return properties.flatMap(([name, field]) => {
    const items = field.items as Json | undefined
    const nested = items === undefined ? fieldLines(field, `${indent}  `) : fieldLines(items, `${indent}  `)
    const optional = required.has(name) ? "" : ", optional"
    return [`${indent}- \`${name}\` (${typeOf(field)}${optional}): ${String(field.description ?? "")}`, ...nested]
  })
}

const requestLine = ({ method, path, example, query }: Operation): string => {
  const input = example.input as Readonly<Record<string, string>>
  if (query !== undefined) return `${method} ${path}?${new URLSearchParams(input)}`
  return method === "GET" ? `${method} ${path}` : `${method} ${path}\n${JSON.stringify(input)}`
}

const section = (operation: Operation): string =>
  [
    `### ${operation.name}`,
    "",
    operation.description,
    "",
    ...(operation.input === undefined
      ? ["No input."]
      : ["Input:", "", ...fieldLines(jsonSchemaOf(operation.input, { open: false }), "")]),
    "",
    "```",
    requestLine(operation),
    JSON.stringify(operation.example.output),
    "```"
  ].join("\n")

/** The most frequent tasks, each with its calls in order. */
const TASKS: ReadonlyArray<readonly [task: string, steps: ReadonlyArray<string>]> = [
  [
    "Weigh-in",
    [
      '`set_body_metrics` with `metric: "weight"` and one reading `{ value, unit }`; say `kg` or `lb` as the user did. Body fat and steps likewise.',
      "`list_body_metrics` returns the readings of a range of days."
    ]
  ],
  [
    "Log a meal",
    [
      "`search_foods` with a few plain words; pick the result the user means.",
      '`log_food_entry` with its id in the field of its kind: `foodId`, `customFoodId` or `savedMealId`; with the `amount` as the user said it (`{ value: 200, unit: "ml" }`, `{ value: 2, unit: "slice" }`), or `servings`; and with an idempotency key of your own, so that a retry cannot log it twice.',
      "Nothing fits: `save_custom_food` with the label's values per 100 g, or those of one serving and `perServing: true`; then log that.",
      "A mistake: `update_food_entry` (amount, meal, day) or `delete_food_entry`, with the id from `list_food_entries`.",
      "Sums and averages: `totals` of `list_food_entries` has each whole day of the range, also with `limit: 1`."
    ]
  ],
  [
    "Log a workout",
    [
      "`search_exercises` for each exercise whose exact name is not known. A refusal of `log_workout` lists the closest, too.",
      "`log_workout` with the `exerciseId`s or exact names and their sets, and an idempotency key.",
      "A correction: `replace_workout` with `keepOmitted`, and only what changes; exercises all, as `get_workout` has them.",
      "A personal best: `list_workouts` with `exerciseId` (an id or an exact name) and the range; `exercise.best` is the set."
    ]
  ],
  [
    "Set a goal",
    [
      "`save_goal` without `id`: a numeric goal needs `metric`, `targetValue` and `comparison`, one of weight also `unit`, a habit is `boolean`.",
      "`get_daily_goals` shows a day's progress. Calories, macronutrients, alcohol, steps, weight and body fat follow what is logged; hydration, custom and boolean goals are set with `set_goal_progress`.",
      "`save_goal` with `id` changes what you pass, from today on; `active: false` pauses it."
    ]
  ]
]

const taskSection = ([task, steps]: (typeof TASKS)[number]): string =>
  [`### ${task}`, "", ...steps.map((step, index) => `${index + 1}. ${step}`)].join("\n")

/** Lists the operations for which `is` returns true, as text. */
const naming = (is: (operation: Operation) => boolean): string => {
  const names = operations.filter(is).map(({ name }) => `\`${name}\``)
  const last = names.pop() ?? ""
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`
}

const inputFields = ({ input }: Operation): Json => {
  const { properties } = input === undefined ? {} : jsonSchemaOf(input, { open: false })
  return isJsonObject(properties) ? properties : {}
}

const takingKeys = () => naming(({ takesIdempotencyKey }) => takesIdempotencyKey)
const inPages = () => naming((operation) => "cursor" in inputFields(operation))

/** The guide for agents: how to start, common rules, the calls for each task, and every operation with an example. */
export const llms = (baseUrl: string): string => `# Fettle

> One person's own fitness data, for programs and AI agents: body readings, food diary, custom foods, workouts and goals. Every operation is offered over REST at ${baseUrl}/v1 and as an MCP tool of the same name at ${baseUrl}/v1/mcp, with the same inputs, outputs and errors.

## How to begin

1. Send \`Authorization: Bearer <API token>\` with every request.
2. Call \`get_context\` first (\`GET ${baseUrl}/v1/me\`). It returns today's Activity Day, the units and the limits.
3. Then do what the user asked for. Pass ids that an earlier answer returned; never invent them.

## What holds everywhere

- **Inputs.** GET and DELETE take them from the query string, PUT, PATCH and POST from a JSON body (\`Content-Type: application/json\`), MCP as arguments. An unknown field is refused, so that a misspelt one cannot go unnoticed. \`null\` for an optional JSON field means: left out.
- **Activity Day.** A calendar date \`YYYY-MM-DD\` in the user's own timezone, from 1900-01-01 to 2100-12-31. A write without a date lands on today's. Readings and goal progress may not be in the future; diary entries and workouts may.
- **Units.** Body values are kept in kilograms, percent and steps, loads in kilograms, nutrition in kcal and grams; \`display\` and \`weight\` show them in the user's own unit. What was logged in lb comes back as the same number of lb.
- **Idempotency.** ${takingKeys()} take a key (header \`Idempotency-Key\`, or the field \`idempotency_key\`). The same key with the same input within 24 hours returns the first answer and does nothing more; with another input it is \`idempotency_conflict\`. Use a new key for each new thing, and the same one for a retry.
- **Pages.** ${inPages()} answer in pages: while \`hasMore\` is true, call again with \`nextCursor\` as \`cursor\` and otherwise the same input.
- **Answers** are HTTP 200 with the output as JSON, or an error \`{"error":{"code","message","requestId","details"}}\`. The message says what to do next; for \`validation_failed\`, \`details.fields\` names each invalid field.
- **Error codes:** ${Object.entries(STATUS)
  .map(([code, status]) => `\`${code}\` ${status}`)
  .join(", ")}.
- **Limits** are the user's, shared by all tokens; \`get_context\` returns them and what is left. After \`rate_limited\`, wait as many seconds as \`Retry-After\` (and \`details.retryAfterSeconds\`) says; after \`internal_error\`, retry after a short wait.
- The machine-readable description is ${baseUrl}/v1/openapi.json.

## By task

${TASKS.map(taskSection).join("\n\n")}

## Operations

${operations.map(section).join("\n\n")}
`
