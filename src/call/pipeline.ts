import { Context, Effect, Layer, type Schema } from "effect"
import { dayOf } from "../accounts/model.ts"
import { accounts } from "../accounts/operations.ts"
import type { Account } from "../accounts/store.ts"
import { operations } from "../api.ts"
import { bodyMetrics } from "../body-metrics/operations.ts"
import type { Caller } from "../caller/caller.ts"
import { decoder } from "../contract/decode.ts"
import type { Failure, ValidationFailed } from "../contract/errors.ts"
import type { Handler, Operation } from "../contract/operation.ts"
import type { Circumstances, Rule } from "../contract/rule.ts"
import { customFoods } from "../custom-foods/operations.ts"
import { askingFor } from "../database/asker.ts"
import { diary } from "../diary/operations.ts"
import { exerciseOperations } from "../exercises/operations.ts"
import { foods } from "../food-search/operations.ts"
import { goals } from "../goals/operations.ts"
import { spans } from "../telemetry/tracing/spans.ts"
import { workouts } from "../workouts/operations.ts"
import { Authentication } from "./authentication.ts"
import type { Exchange } from "./exchange.ts"
import { fingerprintOf, Idempotency, type KeyTaken, takeKey } from "./idempotency.ts"
import { RateLimiter } from "./rate-limit.ts"
import { Subscription } from "./subscription.ts"

/** One call of an operation, from whichever surface. */
export interface Call {
  readonly operation: string
  /** Whose call it is, as far as that was remembered, by the Authorization header that it came with. */
  readonly account: Account
  readonly authorization: string | undefined
  /** The input as it came, in the form of `query` strings or of plain `json`. It is read only once the guards let the call through. */
  readonly input: Effect.Effect<unknown, ValidationFailed>
  readonly form: "query" | "json"
  /** The Idempotency-Key header, where the surface has one and it was sent. */
  readonly idempotencyKey: string | undefined
}

/** Who calls, and what is left of their limits. */
type Admitted = Pick<Caller, "user" | "allowance">

/**
 * What happens to every call once its user is known, the same for REST and MCP: subscription, rate limit, then the input is read and
 * decoded, then the operation works (once for an idempotency key).
 */
export class Pipeline extends Context.Tag("Pipeline")<
  Pipeline,
  {
    /** What comes of the call; the exchange learns of it on the way. */
    readonly run: (call: Call, exchange: Exchange) => Effect.Effect<unknown, Failure>
  }
>() {}

const handlers = Effect.map(
  Effect.all([accounts, bodyMetrics, foods, diary, customFoods, exerciseOperations, workouts, goals]),
  (groups): Readonly<Record<string, Handler>> => Object.assign({}, ...groups)
)

export const layer = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const authentication = yield* Authentication
    const subscription = yield* Subscription
    const limiter = yield* RateLimiter
    const idempotency = yield* Idempotency
    const handlerOf = yield* handlers
    const span = yield* spans

    /** Reads and decodes an input; where an operation takes none, whatever was sent is left unread. */
    const reader = (schema: Schema.Schema<unknown, unknown> | undefined, rule: Rule | undefined) => {
      if (schema === undefined) return () => Effect.succeed({})
      const decode = decoder(schema, rule)
      return (input: Call["input"], circumstances: Circumstances) =>
        Effect.flatMap(input, (input) => decode(input, circumstances))
    }

    const stages = (operation: Operation) => {
      const handle = handlerOf[operation.name]
      if (handle === undefined) throw new Error(`${operation.name} has no handler`)
      return {
        json: reader(operation.input, operation.rule),
        query: reader(operation.query, operation.rule),
        takesIdempotencyKey: operation.takesIdempotencyKey,
        handle: handle as (input: unknown, caller: Caller) => Effect.Effect<unknown, Failure | KeyTaken>,
        access: operation.access
      }
    }
    const byName = new Map(operations.map((operation) => [operation.name, stages(operation)]))

    /** Lets a call through by its account as it is now: a remembered one that has changed is looked at again. */
    const admit: (call: Call, access: Operation["access"], exchange: Exchange) => Effect.Effect<Admitted, Failure> =
      Effect.fnUntraced(function* (call, access, exchange) {
        const { account, authorization } = call
        const now = exchange.arrivedAt
        yield* span("subscription")(subscription.check(account.user, now))
        const taken = yield* span("rate limit")(limiter.take(account, access, now))
        if (taken === undefined) {
          const current = yield* span("authentication")(authentication.authenticateAnew(authorization, now))
          exchange.user = current.user
          return yield* admit({ ...call, account: current }, access, exchange)
        }
        const { allowance, refused } = taken
        exchange.allowance = allowance
        return refused === undefined ? { user: account.user, allowance } : yield* refused
      })

    const run = Effect.fnUntraced(function* (call: Call, exchange: Exchange) {
      const { operation, input, form, idempotencyKey } = call
      const stage = byName.get(operation)
      if (stage === undefined) return yield* Effect.dieMessage(`There is no operation ${operation}`)
      exchange.operation = operation
      const now = exchange.arrivedAt
      const { user, allowance } = yield* admit(call, stage.access, exchange)
      const caller: Caller = { user, now, today: dayOf(user, now), limits: allowance.limits, allowance, key: undefined }
      // An output is plain JSON already, as its type says; the tests hold every one against its schema.
      const work = (input: unknown, caller: Caller) => span(operation)(stage.handle(input, caller))
      const workWithoutKey = (input: unknown) => Effect.catchTag(work(input, caller), "KeyTaken", Effect.die)
      const decoded = span("decode")(stage[form](input, caller))
      if (!stage.takesIdempotencyKey) return yield* workWithoutKey(yield* decoded)
      const { key, rest } = yield* takeKey(decoded, idempotencyKey)
      if (key === undefined) return yield* workWithoutKey(rest)
      const callKey = { operation, key, fingerprint: fingerprintOf(rest) }
      const { output, replayed } = yield* span("idempotency")(
        idempotency.once(user.id, callKey, work(rest, { ...caller, key: callKey }))
      )
      exchange.replayed = replayed
      return output
    })

    return Pipeline.of({
      run: (call, exchange) => askingFor(call.account.user.id)(span("Pipeline.run")(run(call, exchange)))
    })
  })
)
