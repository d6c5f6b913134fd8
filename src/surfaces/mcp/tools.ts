import type { Tool } from "@modelcontextprotocol/server"
import { Schema, SchemaAST } from "effect"
import { operations } from "../../api.ts"
import { type Json, jsonSchemaOf } from "../../contract/json-schema.ts"
import type { Operation } from "../../contract/operation.ts"
import { SCOPES } from "../../contract/scopes.ts"
import { CHART_META, CHARTED } from "./chart.ts"
import { inputsForAgents, outputForAgents } from "./for-agents.ts"

/** An object schema with its fields at the top level, which every client understands. */
const objectSchema = (schema: Json): Tool["inputSchema"] => ({ ...schema, type: "object" })

const inputForAgents = inputsForAgents()

const inputOf = (input: Schema.Schema.All, tool: string): Json =>
  inputForAgents(
    jsonSchemaOf(input, { open: false }),
    jsonSchemaOf(Schema.make<unknown>(SchemaAST.typeAST(input.ast)), { open: false }),
    tool
  )

const toolOf = (operation: Operation): Tool => ({
  name: operation.name,
  title: operation.title,
  description: operation.description,
  inputSchema: objectSchema(
    operation.input === undefined
      ? { properties: {}, additionalProperties: false }
      : inputOf(operation.input, operation.name)
  ),
  outputSchema: objectSchema(outputForAgents(jsonSchemaOf(operation.output, { open: true }))),
  annotations: {
    readOnlyHint: operation.access === "read",
    destructiveHint: operation.destructive,
    idempotentHint: operation.idempotent,
    openWorldHint: false
  },
  ...(CHARTED.has(operation.name) ? { _meta: CHART_META } : {})
})

/** Every operation as an MCP tool of the same name. */
export const tools: ReadonlyArray<Tool> = operations.map(toolOf)

/** The tools of a token that may only read. */
export const readingTools: ReadonlyArray<Tool> = tools.filter(({ annotations }) => annotations?.readOnlyHint === true)

/**
 * The tools for apps connected by OAuth. Each names the scope that it needs, where ChatGPT looks for it. Hosts do not
 * pass `_meta` to agents. Clients with an API token need no scopes, so their list omits them.
 */
export const toolsForApps: ReadonlyArray<Tool> = tools.map((tool) => ({
  ...tool,
  _meta: {
    ...tool._meta,
    securitySchemes: [{ type: "oauth2", scopes: [tool.annotations?.readOnlyHint === true ? SCOPES[0] : SCOPES[1]] }]
  }
}))
