import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { operations } from "../api.ts"
import { Pipeline } from "../call/pipeline.ts"
import type { Operation } from "../contract/operation.ts"
import { ENDS_CONNECTION, failed, isUnread, readBody, readQuery, succeeded } from "../web/exchange.ts"
import type { Handler, Route } from "../web/router.ts"

/** The REST surface: a route for each operation. */
export const operationRoutes = Effect.map(Pipeline, (pipeline) => {
  const handlerOf = ({ name, method }: Operation): Handler => {
    const form = method === "GET" || method === "DELETE" ? "query" : "json"
    const read = form === "query" ? readQuery : readBody
    return Effect.fnUntraced(function* (request, arrival) {
      const { authorization, "idempotency-key": idempotencyKey } = request.headers
      const identity = yield* pipeline.authenticate(authorization, arrival)
      let isCut = false
      const input = Effect.tapError(read(request), (fault) =>
        Effect.sync(() => {
          isCut = isUnread(fault)
        })
      )
      const call = { operation: name, identity, input, form, idempotencyKey } as const
      const { output, outcome } = yield* pipeline.run(call, arrival)
      const { failure } = outcome
      if (failure === undefined) return { outcome, response: succeeded(output) }
      const response = failed(failure, arrival.requestId)
      return { outcome, response: isCut ? HttpServerResponse.setHeaders(response, ENDS_CONNECTION) : response }
    })
  }

  return operations.map(
    (operation): Route => ({
      method: operation.method,
      path: operation.path,
      surface: "rest",
      handler: handlerOf(operation)
    })
  )
})
