import type { Tool } from "@modelcontextprotocol/sdk/types.js"
import { operations } from "../api.ts"
import { type Json, jsonSchemaOf } from "../contract/json-schema.ts"
import type { Operation } from "../contract/operation.ts"

/** A tool's schemas are objects with their fields written flat, which every client understands. */
const objectSchema = (schema: Json): Tool["inputSchema"] => ({ ...schema, type: "object" })

const toolOf = (operation: Operation): Tool => ({
  name: operation.name,
  title: operation.title,
  description: operation.description,
  inputSchema: objectSchema(
    operation.input === undefined
      ? { properties: {}, additionalProperties: false }
      : jsonSchemaOf(operation.input, { open: false })
  ),
  outputSchema: objectSchema(jsonSchemaOf(operation.output, { open: true })),
  annotations: {
    readOnlyHint: operation.access === "read",
    destructiveHint: operation.destructive,
    idempotentHint: operation.idempotent,
    openWorldHint: false
  }
})

/** Every operation as an MCP tool of the same name. */
export const tools: ReadonlyArray<Tool> = operations.map(toolOf)
