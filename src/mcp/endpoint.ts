import { Effect, Runtime } from "effect"
import { Authentication } from "../call/authentication.ts"
import { Pipeline } from "../call/pipeline.ts"
import { AppConfig } from "../config.ts"
import { llms } from "../http/llms.ts"
import { spans } from "../telemetry/tracing/spans.ts"
import { succeeded } from "../web/answer.ts"
import { isJson, parseJson, readBytes } from "../web/input.ts"
import { ANY, type Route } from "../web/router.ts"
import { answer } from "./answer.ts"
import { callTool, type Run } from "./call-tool.ts"
import { CODE, rpcError } from "./json-rpc.ts"
import { plainCall } from "./plain-call.ts"
import { resourceReader } from "./resources.ts"
import { modernResult } from "./server.ts"

/** GET and DELETE belong to streams and sessions, which a stateless server has none of. */
const notAllowed = Effect.succeed(
  rpcError({
    status: 405,
    code: CODE.transport,
    message: "Method not allowed: send JSON-RPC with POST.",
    headers: { allow: "POST" }
  })
)

const notJson = rpcError({
  status: 415,
  code: CODE.transport,
  message: "The body must be JSON, sent with Content-Type: application/json."
})

/** The MCP endpoint: stateless streamable HTTP with JSON answers; a tool call takes the same pipeline as a REST request. */
export const mcpRoutes = Effect.gen(function* () {
  const authentication = yield* Authentication
  const pipeline = yield* Pipeline
  const { baseUrl } = yield* AppConfig
  const span = yield* spans
  const readResource = resourceReader(llms(baseUrl.origin))

  const post: Route = Effect.fnUntraced(function* (request, exchange) {
    const { authorization } = request.headers
    const account = yield* span("authentication")(authentication.authenticate(authorization, exchange.arrivedAt))
    exchange.user = account.user
    const run: Run = (operation, input) =>
      pipeline.run(
        { authorization, account, operation, input: Effect.succeed(input), form: "json", idempotencyKey: undefined },
        exchange
      )
    if (!isJson(request)) return notJson
    const parsed = yield* Effect.either(Effect.flatMap(readBytes(request), parseJson))
    if (parsed._tag === "Left") {
      const [fault] = parsed.left.details.fields
      const message = `Parse error: the body ${fault?.message ?? "cannot be read"}.`
      return rpcError({ status: 400, code: CODE.parseError, message })
    }
    const message = parsed.right
    const call = plainCall(message, request.headers)
    if (call !== undefined) {
      const result = yield* callTool(run, exchange, call.name, call.input)
      return succeeded({ jsonrpc: "2.0", id: call.id, result: call.isModern ? modernResult(result) : result })
    }
    const runPromise = Runtime.runPromise(yield* Effect.runtime())
    return yield* answer(message, request.headers, {
      callTool: (name, input) => runPromise(callTool(run, exchange, name, input)),
      readResource: (uri) => runPromise(Effect.either(readResource(run, exchange, uri)))
    })
  })

  return [
    ["POST", "/v1/mcp", post],
    [ANY, "/v1/mcp", () => notAllowed]
  ] as const
})
