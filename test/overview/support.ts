import { Clock, Effect, Schema } from "effect"
import { Pipeline } from "../../src/call/pipeline.ts"
import { envelope } from "../../src/contract/errors.ts"
import { internalOperations } from "../../src/features.ts"
import type { Outcome, Person, Service } from "../support/app.ts"

/** Calls an operation that has no route, as the page does: through the pipeline. */
export const callInternal = (
  service: Service,
  { token }: Pick<Person, "token">,
  operation: string,
  input: unknown = {}
): Promise<Outcome> =>
  service.run(
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const arrival = { requestId: "req_test", at: yield* Clock.currentTimeMillis }
      const identity = yield* pipeline.authenticate(`Bearer ${token}`, arrival)
      const call = {
        operation,
        identity,
        input: Effect.succeed(input),
        form: "json",
        idempotencyKey: undefined
      } as const
      const { outcome, output } = yield* pipeline.run(call, arrival)
      if (outcome.failure !== undefined) {
        const { error } = JSON.parse(JSON.stringify(envelope(outcome.failure, arrival.requestId)))
        return { ok: false as const, error }
      }
      const declared = internalOperations.find(({ name }) => name === operation)
      if (declared === undefined) return yield* Effect.dieMessage(`There is no operation ${operation}`)
      yield* Schema.decodeUnknown(declared.output, { onExcessProperty: "error" })(output)
      return { ok: true as const, output }
    })
  )
