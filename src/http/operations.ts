import { HttpServerRequest } from "@effect/platform"
import { Effect } from "effect"
import { operations } from "../api.ts"
import { Exchange } from "../exchange.ts"
import { Authentication } from "../guard/authentication.ts"
import type { Operation } from "../operation.ts"
import { Pipeline } from "../pipeline.ts"
import { spans } from "../tracing/spans.ts"
import { succeeded } from "./answer.ts"
import { readBody, readQuery } from "./input.ts"

/** REST: a route for each operation. */
export const operationRoutes = Effect.gen(function* () {
  const authentication = yield* Authentication
  const pipeline = yield* Pipeline
  const span = yield* spans

  const route = ({ name, method }: Operation) => {
    const form = method === "GET" || method === "DELETE" ? "query" : "json"
    const read = form === "query" ? readQuery : readBody
    return Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const exchange = yield* Exchange
      const user = yield* span("authentication")(authentication.authenticate(request.headers.authorization))
      exchange.user = user
      const idempotencyKey = request.headers["idempotency-key"]
      return succeeded(yield* pipeline.run({ operation: name, user, input: read(request), form, idempotencyKey }))
    })
  }

  return operations.map((operation) => [operation.method, operation.path, route(operation)] as const)
})
