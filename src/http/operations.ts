import { Effect } from "effect"
import { operations } from "../api.ts"
import { Authentication } from "../call/authentication.ts"
import { Pipeline } from "../call/pipeline.ts"
import type { Operation } from "../contract/operation.ts"
import { spans } from "../telemetry/tracing/spans.ts"
import { succeeded } from "../web/answer.ts"
import { readBody, readQuery } from "../web/input.ts"
import type { Route } from "../web/router.ts"

/** REST: a route for each operation. */
export const operationRoutes = Effect.gen(function* () {
  const authentication = yield* Authentication
  const pipeline = yield* Pipeline
  const span = yield* spans

  const route = ({ name, method }: Operation): Route => {
    const form = method === "GET" || method === "DELETE" ? "query" : "json"
    const read = form === "query" ? readQuery : readBody
    return Effect.fnUntraced(function* (request, exchange) {
      const { authorization, "idempotency-key": idempotencyKey } = request.headers
      const account = yield* span("authentication")(authentication.authenticate(authorization, exchange.arrivedAt))
      exchange.user = account.user
      const call = {
        operation: name,
        authorization,
        account,
        input: read(request, exchange),
        form,
        idempotencyKey
      } as const
      return succeeded(yield* pipeline.run(call, exchange))
    })
  }

  return operations.map((operation) => [operation.method, operation.path, route(operation)] as const)
})
