/**
 * The MCP SDK's documented stateless server: a `McpServer` with its tools, and a transport, made for each request. On Bun, with
 * the same database code as the raw Bun peer.
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import type { z } from "zod"
import { getContext, listBodyMetrics, setBodyMetrics } from "./body-metrics.ts"
import { database } from "./bun-database.ts"
import { listFoodEntries, logFoodEntry } from "./diary.ts"
import { envelopeOf, Refusal } from "./errors.ts"
import { searchFoods } from "./foods.ts"
import { type Allowance, authenticate, take, type User } from "./guard.ts"
import { makeSchemas } from "./mcp-schemas.ts"
import { settings } from "./settings.ts"
import { listWorkouts, logWorkout } from "./workouts.ts"

const answer = (output: object): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(output) }],
  structuredContent: { ...output }
})

type Inputs = ReturnType<typeof makeSchemas>["inputs"]

const serverFor = (user: User): McpServer => {
  // As documented, the schemas are made with the server that they belong to.
  const { inputs, outputs } = makeSchemas()
  const server = new McpServer({ name: "peer", version: "1.0.0" })
  const tool =
    <Input>(access: "read" | "write", work: (input: Input, allowance: Allowance) => Promise<object>) =>
    async (input: Input): Promise<CallToolResult> => {
      try {
        return answer(await work(input, await take(database, user, access)))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { isError: true, content: [{ type: "text", text: JSON.stringify(envelopeOf(error)) }] }
      }
    }
  const read = { readOnlyHint: true, openWorldHint: false }
  const write = { readOnlyHint: false, openWorldHint: false }
  server.registerTool(
    "get_context",
    {
      title: "Get context",
      description: "Call this first.",
      inputSchema: inputs.none,
      outputSchema: outputs.getContext,
      annotations: read
    },
    tool("read", (_input: object, allowance) => getContext(database, user, allowance))
  )
  server.registerTool(
    "list_body_metrics",
    {
      title: "List body metrics",
      description: "Readings of one metric over a range of days.",
      inputSchema: inputs.listBodyMetrics,
      outputSchema: outputs.listBodyMetrics,
      annotations: read
    },
    tool("read", (input: z.infer<Inputs["listBodyMetrics"]>) => listBodyMetrics(database, user, input))
  )
  server.registerTool(
    "set_body_metrics",
    {
      title: "Set body metrics",
      description: "Records readings of one metric.",
      inputSchema: inputs.setBodyMetrics,
      outputSchema: outputs.setBodyMetrics,
      annotations: write
    },
    tool("write", (input: z.infer<Inputs["setBodyMetrics"]>) => setBodyMetrics(database, user, input))
  )
  server.registerTool(
    "search_foods",
    {
      title: "Search foods",
      description: "Finds foods to log, best match first.",
      inputSchema: inputs.searchFoods,
      outputSchema: outputs.searchFoods,
      annotations: read
    },
    tool("read", (input: z.infer<Inputs["searchFoods"]>) => searchFoods(database, user, input))
  )
  server.registerTool(
    "list_food_entries",
    {
      title: "List food entries",
      description: "What the user ate over a range of days.",
      inputSchema: inputs.page,
      outputSchema: outputs.listFoodEntries,
      annotations: read
    },
    tool("read", (input: z.infer<Inputs["page"]>) => listFoodEntries(database, user, input))
  )
  server.registerTool(
    "log_food_entry",
    {
      title: "Log a food entry",
      description: "Adds something eaten to the diary.",
      inputSchema: inputs.logFoodEntry,
      outputSchema: outputs.logFoodEntry,
      annotations: write
    },
    tool("write", ({ idempotency_key, ...input }: z.infer<Inputs["logFoodEntry"]>) =>
      logFoodEntry(database, user, input, idempotency_key)
    )
  )
  server.registerTool(
    "log_workout",
    {
      title: "Log a workout",
      description: "Adds a finished workout.",
      inputSchema: inputs.logWorkout,
      outputSchema: outputs.logWorkout,
      annotations: write
    },
    tool("write", ({ idempotency_key, ...input }: z.infer<Inputs["logWorkout"]>) =>
      logWorkout(database, user, input, idempotency_key)
    )
  )
  server.registerTool(
    "list_workouts",
    {
      title: "List workouts",
      description: "Finished workouts, newest first.",
      inputSchema: inputs.page,
      outputSchema: outputs.listWorkouts,
      annotations: read
    },
    tool("read", (input: z.infer<Inputs["page"]>) => listWorkouts(database, user, input))
  )
  return server
}

const post = async (request: Request): Promise<Response> => {
  try {
    const user = await authenticate(database, request.headers.get("authorization") ?? undefined)
    const server = serverFor(user)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    const response = await transport.handleRequest(request)
    const body = await response.text()
    await server.close()
    return new Response(body, { status: response.status, headers: { "content-type": "application/json" } })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return Response.json(envelopeOf(error), { status: error.status })
  }
}

Bun.serve({
  hostname: "127.0.0.1",
  port: settings.port,
  routes: { "/v1/mcp": { POST: post } },
  fetch: () => new Response(null, { status: 404 })
})
