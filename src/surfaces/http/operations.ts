import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { operations } from "../../api.ts"
import { type Answered, Pipeline } from "../../call/pipeline.ts"
import type { Operation } from "../../contract/operation.ts"
import {
  bodyBeside,
  ENDS_CONNECTION,
  failed,
  isUnread,
  queryBeside,
  readBody,
  readQuery,
  succeeded
} from "../web/exchange.ts"
import type { Answer, Handler, Route } from "../web/router.ts"

/** The REST surface: a route for each operation. */
export const operationRoutes = Effect.map(Pipeline, (pipeline) => {
  const restHandler = ({ name, method }: Operation): Handler => {
    const form = method === "GET" || method === "DELETE" ? "query" : "json"
    const faultsBeside = form === "query" ? bodyBeside : queryBeside
    return (request, arrival) => {
      const { authorization, "idempotency-key": idempotencyKey } = request.headers
      let isCut = false
      const input =
        form === "query"
          ? readQuery(request)
          : Effect.mapError(readBody(request), (fault) => {
              isCut = isUnread(fault)
              return fault
            })
      const beside = faultsBeside(request)
      const answer = ({ output, outcome }: Answered): Answer => {
        const { failure } = outcome
        if (failure === undefined) return { outcome, response: succeeded(output) }
        const response = failed(failure, arrival.requestId)
        return { outcome, response: isCut ? HttpServerResponse.setHeaders(response, ENDS_CONNECTION) : response }
      }
      return Effect.flatMap(pipeline.authenticate(authorization, arrival), (identity) =>
        Effect.map(pipeline.run({ operation: name, identity, input, form, beside, idempotencyKey }, arrival), answer)
      )
    }
  }

  return operations.map(
    (operation): Route => ({
      method: operation.method,
      path: operation.path,
      surface: "rest",
      handler: restHandler(operation)
    })
  )
})
