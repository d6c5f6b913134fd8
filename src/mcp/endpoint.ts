import type { HttpServerResponse } from "@effect/platform"
import { Effect, Runtime } from "effect"
import type { Outcome } from "../call/outcome.ts"
import { Pipeline } from "../call/pipeline.ts"
import { failed, succeeded } from "../web/answer.ts"
import { ENDS_CONNECTION, isJson, isUnread, parseJson, readBytes } from "../web/input.ts"
import { ANY, type Handler, type Route } from "../web/router.ts"
import { answer } from "./answer.ts"
import { CODE, rpcError } from "./json-rpc.ts"
import { plainCall } from "./plain-call.ts"
import { type Run, readResource } from "./resources.ts"
import { modernResult } from "./server.ts"
import { toolResult } from "./tool-result.ts"

/** GET and DELETE are for streams and sessions, which a stateless server does not have. */
const notAllowed = rpcError({
  status: 405,
  code: CODE.transport,
  message: "Method not allowed: send JSON-RPC with POST.",
  headers: { allow: "POST" }
})

const notJson = rpcError({
  status: 415,
  code: CODE.transport,
  message: "The body must be JSON, sent with Content-Type: application/json."
})

/**
 * The MCP endpoint: stateless streamable HTTP with JSON answers. Tool calls use the same pipeline as REST requests.
 * `guide` is the text of the guide for agents, which is also a resource.
 */
export const mcpRoutes = Effect.fn("mcpRoutes")(function* (guide: string) {
  const pipeline = yield* Pipeline

  const post: Handler = Effect.fnUntraced(function* (request, arrival) {
    const identity = yield* pipeline.authenticate(request.headers.authorization, arrival)
    let outcome: Outcome = { user: identity.account.user }
    const run: Run = (operation, input) =>
      Effect.map(
        pipeline.run(
          { identity, operation, input: Effect.succeed(input), form: "json", idempotencyKey: undefined },
          arrival
        ),
        (answered) => {
          outcome = answered.outcome
          return answered
        }
      )
    /**
     * If the identity becomes invalid during a call, the answer has the HTTP status 401, as it would have before the
     * call.
     */
    const answered = (response: HttpServerResponse.HttpServerResponse) => ({
      response: outcome.failure?._tag === "unauthorized" ? failed(outcome.failure, arrival.requestId) : response,
      outcome
    })
    const callTool = (name: string, input: unknown) =>
      Effect.map(run(name, input), (answered) => toolResult(answered, arrival.requestId))

    if (!isJson(request)) return { response: notJson, outcome }
    const parsed = yield* Effect.interruptible(Effect.either(Effect.flatMap(readBytes(request), parseJson)))
    if (parsed._tag === "Left") {
      const [fault] = parsed.left.details.fields
      const message = `Parse error: the body ${fault?.message ?? "cannot be read"}.`
      const headers = isUnread(parsed.left) ? ENDS_CONNECTION : {}
      return { response: rpcError({ status: 400, code: CODE.parseError, message, headers }), outcome }
    }
    const call = plainCall(parsed.right, request.headers)
    if (call !== undefined) {
      const result = yield* callTool(call.name, call.input)
      return answered(succeeded({ jsonrpc: "2.0", id: call.id, result: call.isModern ? modernResult(result) : result }))
    }
    const runPromise = Runtime.runPromise(yield* Effect.runtime())
    const response = yield* answer(parsed.right, request.headers, {
      callTool: (name, input) => runPromise(callTool(name, input)),
      readResource: (uri) => runPromise(Effect.either(readResource(uri, guide, run, arrival)))
    })
    return answered(response)
  })

  const route = (method: string, handler: Handler): Route => ({ method, path: "/v1/mcp", surface: "mcp", handler })
  return [route("POST", post), route(ANY, () => Effect.succeed({ response: notAllowed, outcome: {} }))]
})
