import { HttpServerResponse } from "@effect/platform"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS
} from "@modelcontextprotocol/sdk/types.js"
import { Effect, Predicate, Runtime, Schema } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import type { Identity } from "../call/identity.ts"
import type { Arrival, Outcome } from "../call/outcome.ts"
import { Pipeline } from "../call/pipeline.ts"
import { quote } from "../contract/decode.ts"
import { envelope, type Failure } from "../contract/errors.ts"
import { present } from "../contract/operation.ts"
import { quickDecoder, UNDECIDED } from "../contract/quick-decode.ts"
import { succeeded } from "../web/answer.ts"
import { ENDS_CONNECTION, isJson, isUnread, parseJson, readBytes } from "../web/input.ts"
import { ANY, type Handler, type Route } from "../web/router.ts"
import { tools } from "./tools.ts"

const INSTRUCTIONS =
  "Fettle holds one person's own fitness data. Call get_context first: it tells today's Activity Day, the units and the limits. Search before logging: pass ids that a search returned, never invented ones. Dates are Activity Days (YYYY-MM-DD in the user's timezone); a write without a date lands on today. An error says what to do next; after rate_limited wait details.retryAfterSeconds."

const rpcError = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  id: string | number | null = null
) => HttpServerResponse.unsafeJson({ jsonrpc: "2.0", error: { code, message }, id }, { status, headers })

/** GET and DELETE belong to streams and sessions, which a stateless server has none of. */
const notAllowed = rpcError(405, ErrorCode.ConnectionClosed, "Method not allowed: send JSON-RPC with POST.", {
  allow: "POST"
})

const success = (output: unknown): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(output) }],
  structuredContent: output as Record<string, unknown>
})

const failure = (failure: Failure, requestId: string): CallToolResult => {
  const error = envelope(failure, requestId)
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }], _meta: { "fettle/error": error } }
}

/** What every message has in common, whatever it asks for. */
const Message = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: Schema.optional(Schema.Union(Schema.String, Schema.Number)),
  method: Schema.optional(Schema.String)
})
const isMessage = Schema.is(Message)

/** The SDK's own shapes of the requests that are answered here. */
const REQUESTS = {
  initialize: InitializeRequestSchema,
  ping: PingRequestSchema,
  "tools/list": ListToolsRequestSchema,
  "tools/call": CallToolRequestSchema
} as const
const isAnswered = (method: string | undefined): method is keyof typeof REQUESTS =>
  method !== undefined && Object.hasOwn(REQUESTS, method)

const toolNames = new Set(tools.map(({ name }) => name))

const noMessage = rpcError(
  400,
  ErrorCode.InvalidRequest,
  'The body must be one JSON-RPC message: {"jsonrpc":"2.0","id":…,"method":…,"params":…}.'
)

/** The JSON-RPC error of a body that is no single, well-formed message; undefined where it is one. */
const malformed = (message: unknown): HttpServerResponse.HttpServerResponse | undefined => {
  if (Array.isArray(message)) {
    return rpcError(400, ErrorCode.InvalidRequest, "Batches are not taken: send one JSON-RPC message a request.")
  }
  if (!isMessage(message)) return noMessage
  const invalidParams = (text: string) => rpcError(200, ErrorCode.InvalidParams, text, {}, message.id)
  if (isAnswered(message.method) && !REQUESTS[message.method].safeParse(message).success) {
    return invalidParams(
      `params are not what ${message.method} takes; for tools/call: a tool's name and, as an object, its arguments.`
    )
  }
  const call = CallToolRequestSchema.safeParse(message)
  if (call.success && !toolNames.has(call.data.params.name)) {
    return invalidParams(`There is no tool ${quote(call.data.params.name)}; tools/list names every tool.`)
  }
  // What is left the SDK would blame on the syntax.
  return JSONRPCMessageSchema.safeParse(message).success ? undefined : noMessage
}

/** A call that asks to be a task is carried out like every other, as the protocol demands where no tasks are offered. */
const withoutTask = (message: unknown): unknown => {
  const call = CallToolRequestSchema.safeParse(message)
  if (!call.success || call.data.params.task === undefined) return message
  const { task: _task, ...params } = call.data.params
  return { ...(message as object), params }
}

/** A call of a tool as nearly all of them are, down to the last member; what else the protocol knows is the SDK's to read. */
const plainCall = quickDecoder(
  Schema.Struct({
    jsonrpc: Schema.Literal("2.0"),
    id: Schema.Union(Schema.String, Schema.Int),
    method: Schema.Literal("tools/call"),
    params: Schema.Struct({
      name: Schema.String,
      arguments: present(Schema.Unknown.pipe(Schema.filter(Predicate.isRecord)))
    })
  })
)

const isKnownVersion = (version: string): boolean => SUPPORTED_PROTOCOL_VERSIONS.includes(version)

/** Whether a message agrees on a version in its own params, whatever its header says. */
const agreesOnVersion = (message: unknown): boolean => isMessage(message) && message.method === "initialize"

const unknownVersion = (version: string, message: unknown) =>
  rpcError(
    400,
    ErrorCode.ConnectionClosed,
    `The protocol version ${quote(version)} is not supported; Mcp-Protocol-Version must be one of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}.`,
    {},
    isMessage(message) ? message.id : null
  )

/** The MCP endpoint: stateless streamable HTTP with JSON answers; a tool call takes the same pipeline as a REST request. */
export const mcpRoutes = Effect.map(Pipeline, (pipeline) => {
  const callTool = (operation: string, input: unknown, identity: Identity, arrival: Arrival) =>
    Effect.map(
      pipeline.run(
        { identity, operation, input: Effect.succeed(input), form: "json", idempotencyKey: undefined },
        arrival
      ),
      ({ outcome, output }) => ({
        outcome,
        result: outcome.failure === undefined ? success(output) : failure(outcome.failure, arrival.requestId)
      })
    )

  const serverFor = (
    identity: Identity,
    arrival: Arrival,
    runtime: Runtime.Runtime<never>,
    called: (outcome: Outcome) => void
  ) => {
    const server = new Server(
      { name: packageJson.name, version: packageJson.version, title: "Fettle" },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS }
    )
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const { outcome, result } = await Runtime.runPromise(runtime)(
        callTool(params.name, params.arguments ?? {}, identity, arrival)
      )
      called(outcome)
      return result
    })
    return server
  }

  const post: Handler = Effect.fnUntraced(function* (request, arrival) {
    const identity = yield* pipeline.authenticate(request.headers.authorization, arrival)
    let outcome: Outcome = { user: identity.account.user }
    const answer = (response: HttpServerResponse.HttpServerResponse) => ({ response, outcome })
    if (!isJson(request)) {
      const message = "The body must be JSON, sent with Content-Type: application/json."
      return answer(rpcError(415, ErrorCode.ConnectionClosed, message))
    }
    const parsed = yield* Effect.interruptible(Effect.either(Effect.flatMap(readBytes(request), parseJson)))
    if (parsed._tag === "Left") {
      const [fault] = parsed.left.details.fields
      const message = `Parse error: the body ${fault?.message ?? "cannot be read"}.`
      return answer(rpcError(400, ErrorCode.ParseError, message, isUnread(parsed.left) ? ENDS_CONNECTION : {}))
    }
    const version = request.headers["mcp-protocol-version"]
    if (version !== undefined && !isKnownVersion(version) && !agreesOnVersion(parsed.right))
      return answer(unknownVersion(version, parsed.right))
    const call = plainCall(parsed.right)
    if (call !== UNDECIDED && toolNames.has(call.params.name)) {
      // What the SDK's server would answer, without making one for the call, which costs more than the call itself.
      const { outcome, result } = yield* callTool(call.params.name, call.params.arguments ?? {}, identity, arrival)
      return { outcome, response: succeeded({ jsonrpc: "2.0", id: call.id, result }) }
    }
    const message = withoutTask(parsed.right)
    const refusal = malformed(message)
    if (refusal !== undefined) return answer(refusal)
    const headers = new Headers(request.headers)
    // Answers are always JSON, so whatever the client accepts, it may ask.
    headers.set("accept", "application/json, text/event-stream")
    const server = serverFor(identity, arrival, yield* Effect.runtime(), (called) => {
      outcome = called
    })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const response = yield* Effect.acquireUseRelease(
      Effect.promise(() => server.connect(transport)),
      () =>
        Effect.promise(async () => {
          const answer = await transport.handleRequest(new Request("http://mcp.invalid", { method: "POST", headers }), {
            parsedBody: message
          })
          const text = await answer.text()
          return text === ""
            ? HttpServerResponse.empty({ status: answer.status })
            : HttpServerResponse.text(text, { status: answer.status, contentType: "application/json" })
        }),
      () => Effect.promise(() => server.close())
    )
    return answer(response)
  })

  const route = (method: string, handler: Handler): Route => ({ method, path: "/v1/mcp", surface: "mcp", handler })
  return [route("POST", post), route(ANY, () => Effect.succeed({ response: notAllowed, outcome: {} }))]
})
