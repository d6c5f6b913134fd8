import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError
} from "@modelcontextprotocol/sdk/types.js"
import { Effect, Runtime } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import type { User } from "../accounts/model.ts"
import { envelope, type Failure } from "../errors.ts"
import { Exchange } from "../exchange.ts"
import { Authentication } from "../guard/authentication.ts"
import { failureOf } from "../http/answer.ts"
import { readBytes } from "../http/input.ts"
import { Pipeline } from "../pipeline.ts"
import { tools } from "./tools.ts"

const INSTRUCTIONS =
  "Fettle holds one person's own fitness data. Call get_context first: it tells today's Activity Day, the units and the limits. Search before logging: pass ids that a search returned, never invented ones. Dates are Activity Days (YYYY-MM-DD in the user's timezone); a write without a date lands on today. An error says what to do next; after rate_limited wait details.retryAfterSeconds."

const rpcError = (status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.unsafeJson({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers })

/** GET and DELETE belong to sessions and streams, which a stateless server has none of. */
const notAllowed = Effect.succeed(
  rpcError(405, ErrorCode.ConnectionClosed, "Method not allowed: send JSON-RPC with POST.", { allow: "POST" })
)

const success = (output: unknown): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(output) }],
  structuredContent: output as Record<string, unknown>
})

const failure = (failure: Failure, requestId: string): CallToolResult => {
  const error = envelope(failure, requestId)
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }], _meta: { "fettle/error": error } }
}

/** The MCP endpoint: stateless streamable HTTP with JSON answers; a tool call takes the same pipeline as a REST request. */
export const mcpRoutes = Effect.gen(function* () {
  const authentication = yield* Authentication
  const pipeline = yield* Pipeline

  const callTool = Effect.fn("Mcp.callTool")(function* (name: string, input: unknown, user: User) {
    const exchange = yield* Exchange
    return yield* pipeline
      .run({ operation: name, user, input: Effect.succeed(input), form: "json", idempotencyKey: undefined })
      .pipe(
        Effect.map(success),
        Effect.catchAllCause((cause) => Effect.map(failureOf(cause), (failed) => failure(failed, exchange.requestId)))
      )
  })

  const serverFor = (user: User, runtime: Runtime.Runtime<Exchange>) => {
    const server = new Server(
      { name: packageJson.name, version: packageJson.version, title: "Fettle" },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS }
    )
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }))
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      if (!tools.some(({ name }) => name === params.name)) {
        throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}; tools/list names every tool.`)
      }
      return Runtime.runPromise(runtime)(callTool(params.name, params.arguments ?? {}, user))
    })
    return server
  }

  const post = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const exchange = yield* Exchange
    const user = yield* authentication.authenticate(request.headers.authorization)
    exchange.user = user
    const body = yield* readBytes(request)
    const headers = new Headers(request.headers)
    // Answers are always JSON, so whatever the client accepts, it may ask.
    headers.set("accept", "application/json, text/event-stream")
    const server = serverFor(user, yield* Effect.runtime<Exchange>())
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    return yield* Effect.acquireUseRelease(
      Effect.promise(() => server.connect(transport)),
      () =>
        Effect.promise(async () => {
          const answer = await transport.handleRequest(
            new Request("http://mcp.invalid", { method: "POST", headers, body })
          )
          const text = await answer.text()
          return text === ""
            ? HttpServerResponse.empty({ status: answer.status })
            : HttpServerResponse.text(text, { status: answer.status, contentType: "application/json" })
        }),
      () => Effect.promise(() => server.close())
    )
  })

  return [
    ["POST", "/v1/mcp", post],
    ["GET", "/v1/mcp", notAllowed],
    ["DELETE", "/v1/mcp", notAllowed]
  ] as const
})
