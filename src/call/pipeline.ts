import { Context, Effect, Layer, type Schema } from "effect"
import { dayOf } from "../accounts/model.ts"
import { accounts } from "../accounts/operations.ts"
import { operations } from "../api.ts"
import { bodyMetrics } from "../body-metrics/operations.ts"
import type { Caller } from "../caller/caller.ts"
import { decoder } from "../contract/decode.ts"
import type { Failure, ValidationFailed } from "../contract/errors.ts"
import type { Handler, Operation } from "../contract/operation.ts"
import type { Circumstances, Rule } from "../contract/rule.ts"
import { customFoods } from "../custom-foods/operations.ts"
import { diary } from "../diary/operations.ts"
import { exerciseOperations } from "../exercises/operations.ts"
import { foods } from "../food-search/operations.ts"
import { goals } from "../goals/operations.ts"
import { spans } from "../telemetry/tracing/spans.ts"
import { workouts } from "../workouts/operations.ts"
import { Authentication } from "./authentication.ts"
import { fingerprintOf, Idempotency, type KeyTaken, takeKey } from "./idempotency.ts"
import { type Identity, missingScope } from "./identity.ts"
import { type Arrival, failedOutcome, type Outcome } from "./outcome.ts"
import { type Allowance, RateLimiter } from "./rate-limit.ts"
import { Subscription } from "./subscription.ts"

/** One call of an operation, from whichever surface. */
export interface Call {
  readonly operation: string
  readonly identity: Identity
  /** Reads the input: text by name from a query string, or JSON. It runs only once the guards have let the call through. */
  readonly input: Effect.Effect<unknown, ValidationFailed>
  readonly form: "query" | "json"
  /** The Idempotency-Key header, if the surface has one and it was sent. */
  readonly idempotencyKey: string | undefined
}

/** A call's outcome, and its output unless it failed. */
export interface Answered {
  readonly outcome: Outcome
  readonly output: unknown
}

/**
 * What happens to every call, whichever surface it came by, in this order: authentication, scope, subscription, rate limit,
 * decoding, idempotency, the operation itself.
 */
export class Pipeline extends Context.Tag("Pipeline")<
  Pipeline,
  {
    /** The identity of a request's Authorization header. The surface asks for it before it reads anything else. */
    readonly authenticate: (authorization: string | undefined, arrival: Arrival) => Effect.Effect<Identity, Failure>
    /** Carries out a call. It never fails: a failure is part of the outcome. */
    readonly run: (call: Call, arrival: Arrival) => Effect.Effect<Answered>
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

    /** Reads and decodes an input. An operation that takes none leaves unread whatever was sent. */
    const reader = (schema: Schema.Schema<unknown, unknown> | undefined, rule: Rule | undefined) => {
      if (schema === undefined) return () => Effect.succeed({})
      const decode = decoder(schema, rule)
      return (input: Call["input"], circumstances: Circumstances) =>
        Effect.flatMap(input, (input) => decode(input, circumstances))
    }

    const implemented = (operation: Operation) => {
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
    const byName = new Map(operations.map((operation) => [operation.name, implemented(operation)]))

    /** Subscription and rate limit. If the account has changed since it was cached, it is looked up and judged again. */
    const admit: (
      identity: Identity,
      access: Operation["access"],
      now: number
    ) => Effect.Effect<
      { readonly identity: Identity; readonly allowance: Allowance; readonly refused: Failure | undefined },
      Failure
    > = Effect.fnUntraced(function* (identity, access, now) {
      yield* span("subscription")(subscription.check(identity.account.user, now))
      const taken = yield* span("rate limit")(limiter.take(identity.account, access, now))
      if (taken !== undefined) return { identity, ...taken }
      return yield* admit(yield* span("authentication")(identity.refresh(now)), access, now)
    })

    const run = (call: Call, arrival: Arrival): Effect.Effect<Answered> => {
      const now = arrival.at
      let outcome: Outcome = { operation: call.operation, user: call.identity.account.user }

      const answer = Effect.gen(function* () {
        const { operation, input, form, idempotencyKey } = call
        const found = byName.get(operation)
        if (found === undefined) return yield* Effect.dieMessage(`There is no operation ${operation}`)
        const refusal = missingScope(call.identity, found.access)
        if (refusal !== undefined) return yield* refusal

        const { identity, allowance, refused } = yield* admit(call.identity, found.access, now)
        const { user } = identity.account
        outcome = { operation, user, allowance }
        if (refused !== undefined) return yield* refused

        const caller: Caller = {
          user,
          now,
          today: dayOf(user, now),
          limits: allowance.limits,
          allowance,
          key: undefined
        }
        // An output is plain JSON already, as its type says; the tests hold every one against its schema.
        const work = (input: unknown, caller: Caller) => span(operation)(found.handle(input, caller))
        const workWithoutKey = (input: unknown) => Effect.catchTag(work(input, caller), "KeyTaken", Effect.die)
        const decoded = span("decode")(found[form](input, caller))
        if (!found.takesIdempotencyKey) return yield* workWithoutKey(yield* decoded)
        const { key, rest } = yield* takeKey(decoded, idempotencyKey)
        if (key === undefined) return yield* workWithoutKey(rest)
        const callKey = { operation, key, fingerprint: fingerprintOf(rest) }
        const { output, replayed } = yield* span("idempotency")(
          idempotency.once(user.id, callKey, work(rest, { ...caller, key: callKey }))
        )
        outcome = { ...outcome, replayed }
        return output
      })

      return span("Pipeline.run")(
        Effect.matchCauseEffect(Effect.interruptible(answer), {
          onSuccess: (output) => Effect.succeed({ outcome, output }),
          onFailure: (cause) =>
            Effect.map(failedOutcome(cause, arrival, outcome), (outcome) => ({ outcome, output: undefined }))
        })
      )
    }

    return Pipeline.of({
      authenticate: (authorization, { at }) =>
        Effect.interruptible(span("authentication")(authentication.authenticate(authorization, at))),
      run
    })
  })
)
