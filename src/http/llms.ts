import { operations } from "../api.ts"
import { STATUS } from "../errors.ts"
import { type Json, jsonSchemaOf } from "../json-schema.ts"
import type { Operation } from "../operation.ts"

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

/** The guide for agents: what holds everywhere, then every operation with its input and an example. */
export const llms = (baseUrl: string): string => `# Fettle

> One person's own fitness data, for programs and AI agents. Every operation is offered over REST at ${baseUrl}/v1 and as an MCP tool of the same name at ${baseUrl}/v1/mcp, with the same inputs, outputs and errors.

## How to begin

1. Send \`Authorization: Bearer <API token>\` with every request.
2. Call \`get_context\` first (\`GET ${baseUrl}/v1/me\`). It tells today's Activity Day, the units and the limits.
3. Then do what the user asked for. Pass ids that an earlier answer returned; never invent them.

## What holds everywhere

- GET and DELETE take their inputs from the query string, PUT, PATCH and POST from a JSON body (\`Content-Type: application/json\`). MCP takes them as arguments.
- An unknown field is refused, so that a misspelt one cannot go unnoticed. \`null\` for an optional JSON field means: left out.
- Activity Day: a calendar date \`YYYY-MM-DD\` in the user's own timezone, from 1900-01-01 to 2100-12-31. A write without a date lands on today's.
- Units: stored values are canonical (kilograms, percent, steps); \`display\` shows them in the user's own unit. What was logged in lb comes back as the same number of lb.
- Every answer is HTTP 200 with the output as JSON, or an error: \`{"error":{"code","message","requestId","details"}}\`. The message says what to do next; for \`validation_failed\`, \`details.fields\` names each invalid field.
- Error codes: ${Object.entries(STATUS)
  .map(([code, status]) => `\`${code}\` ${status}`)
  .join(", ")}.
- After \`rate_limited\`, wait as many seconds as \`Retry-After\` (and \`details.retryAfterSeconds\`) says; after \`internal_error\`, retry after a short wait.
- The machine-readable description is ${baseUrl}/v1/openapi.json.

## Operations

${operations.map(section).join("\n\n")}
`
