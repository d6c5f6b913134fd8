/** The lean peer for MCP on Node.js: the SDK's documented stateless server, created for each request. */
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { z } from "zod"
import { envelopeOf, Refusal } from "./errors.ts"
import { admit } from "./guard.ts"
import { database } from "./node-database.ts"
import { routes } from "./routes.ts"
import { settings } from "./settings.ts"

const tools = routes.map((route) => ({
  route,
  config: {
    title: route.name,
    description: `${route.method} ${route.path}`,
    inputSchema: z.fromJSONSchema({ ...route.input }),
    outputSchema: z.fromJSONSchema({ ...route.output }),
    annotations: { readOnlyHint: route.access === "read" }
  }
}))

const serverFor = (authorization: string | undefined): McpServer => {
  const server = new McpServer({ name: "lean", version: "1.0.0" })
  for (const { route, config } of tools)
    server.registerTool(route.name, config, async (input: unknown): Promise<CallToolResult> => {
      try {
        const caller = await admit(database, authorization, route.access)
        const output = await route.run(database, caller, input, undefined)
        return { content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: { ...Object(output) } }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const text = JSON.stringify(envelopeOf(error, `req_${randomUUID()}`))
        return { isError: true, content: [{ type: "text", text }] }
      }
    })
  return server
}

createServer(async (request, response) => {
  const server = serverFor(request.headers.authorization)
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.on("close", () => {
    void transport.close()
    void server.close()
  })
  await server.connect(transport)
  await transport.handleRequest(request, response)
}).listen(settings.port, "127.0.0.1")
