/**
 * The MCP SDK's documented stateless server: a `McpServer` with its tools, and a transport, made for each request. On Bun, with
 * the same database code as the raw Bun peer.
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { z } from "zod"
import { getContext, listBodyMetrics, setBodyMetrics } from "./body-metrics.ts"
import { database } from "./bun-database.ts"
import { listFoodEntries, logFoodEntry } from "./diary.ts"
import { envelopeOf, Refusal } from "./errors.ts"
import { searchFoods } from "./foods.ts"
import { type Allowance, authenticate, take, type User } from "./guard.ts"
import { settings } from "./settings.ts"
import { listWorkouts, logWorkout } from "./workouts.ts"

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

const inputs = {
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

const answer = (output: object): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(output) }],
  structuredContent: { ...output }
})

const serverFor = (user: User): McpServer => {
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
    { title: "Get context", description: "Call this first.", inputSchema: inputs.none, annotations: read },
    tool("read", (_input: object, allowance) => getContext(database, user, allowance))
  )
  server.registerTool(
    "list_body_metrics",
    {
      title: "List body metrics",
      description: "Readings of one metric over a range of days.",
      inputSchema: inputs.listBodyMetrics,
      annotations: read
    },
    tool("read", (input: z.infer<typeof inputs.listBodyMetrics>) => listBodyMetrics(database, user, input))
  )
  server.registerTool(
    "set_body_metrics",
    {
      title: "Set body metrics",
      description: "Records readings of one metric.",
      inputSchema: inputs.setBodyMetrics,
      annotations: write
    },
    tool("write", (input: z.infer<typeof inputs.setBodyMetrics>) => setBodyMetrics(database, user, input))
  )
  server.registerTool(
    "search_foods",
    {
      title: "Search foods",
      description: "Finds foods to log, best match first.",
      inputSchema: inputs.searchFoods,
      annotations: read
    },
    tool("read", (input: z.infer<typeof inputs.searchFoods>) => searchFoods(database, user, input))
  )
  server.registerTool(
    "list_food_entries",
    {
      title: "List food entries",
      description: "What the user ate over a range of days.",
      inputSchema: inputs.page,
      annotations: read
    },
    tool("read", (input: z.infer<typeof page>) => listFoodEntries(database, user, input))
  )
  server.registerTool(
    "log_food_entry",
    {
      title: "Log a food entry",
      description: "Adds something eaten to the diary.",
      inputSchema: inputs.logFoodEntry,
      annotations: write
    },
    tool("write", ({ idempotency_key, ...input }: z.infer<typeof inputs.logFoodEntry>) =>
      logFoodEntry(database, user, input, idempotency_key)
    )
  )
  server.registerTool(
    "log_workout",
    {
      title: "Log a workout",
      description: "Adds a finished workout.",
      inputSchema: inputs.logWorkout,
      annotations: write
    },
    tool("write", ({ idempotency_key, ...input }: z.infer<typeof inputs.logWorkout>) =>
      logWorkout(database, user, input, idempotency_key)
    )
  )
  server.registerTool(
    "list_workouts",
    {
      title: "List workouts",
      description: "Finished workouts, newest first.",
      inputSchema: inputs.page,
      annotations: read
    },
    tool("read", (input: z.infer<typeof page>) => listWorkouts(database, user, input))
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
