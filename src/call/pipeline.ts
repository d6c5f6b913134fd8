import { Cause, Context, Effect, FiberRef, Layer } from "effect"
import { operations } from "../api.ts"
import type { CallKey } from "../caller/answer.ts"
import type { Caller, CallerRule } from "../caller/caller.ts"
import type { Implementation } from "../caller/handlers.ts"
import type { Allowance } from "../caller/limits.ts"
import { dayOf } from "../caller/user.ts"
import { decoder } from "../contract/decode.ts"
import type { Failure, ValidationFailed } from "../contract/errors.ts"
import type { Operation } from "../contract/operation.ts"
import type { Given, Rule } from "../contract/rule.ts"
import { actFor, onBehalfOf } from "../database/statements.ts"
import { features, internalFeatures, internalOperations } from "../features.ts"
import { spans } from "../telemetry/tracing/spans.ts"
import { Authentication, missingScope, Subscription } from "./authentication.ts"
import { fingerprintOf, Idempotency, takeKey } from "./idempotency.ts"
import type { Identity } from "./identity.ts"
import { type Arrival, failedOutcome, type Outcome } from "./outcome.ts"
import { RateLimiter } from "./rate-limit.ts"

/** One call of an operation, from any surface. */
export interface Call {
  readonly operation: string
  readonly identity: Identity
  /** Reads the input: query parameters or JSON. It runs only after the guards have let the call through. */
  readonly input: Effect.Effect<unknown, ValidationFailed>
  readonly form: "query" | "json"
  /** The Idempotency-Key header, if the surface has one and it was sent. */
  readonly idempotencyKey: string | undefined
  /** The admission of an earlier read of the same request: a further read is then not counted. */
  readonly admission?: Admission | undefined
}

/** That a call has passed the subscription and the rate limit. */
export interface Admission {
  readonly access: Operation["access"]
  readonly identity: Identity
  readonly allowance: Allowance
}

/** A call that was counted, whether or not the limits allow it. */
interface Admitted extends Pick<Admission, "identity" | "allowance"> {
  readonly refused: Failure | undefined
}

/** A call's outcome, and its output if it succeeded. */
export interface Answered {
  readonly outcome: Outcome
  /** Set if the call was let through. */
  readonly admission: Admission | undefined
  readonly output: unknown
}

/**
 * The steps of every call, on every surface, in this order: authentication, scope, subscription, rate limit, decoding,
 * idempotency, the operation itself.
 */
export class Pipeline extends Context.Tag("Pipeline")<
  Pipeline,
  {
    /** The identity for a request's Authorization header. A surface asks for it before it reads anything else. */
    readonly authenticate: (authorization: string | undefined, arrival: Arrival) => Effect.Effect<Identity, Failure>
    /**
     * Counts a request that runs no operation, such as a change of the account, against the user's limits. It asks for
     * no subscription, so that somebody whose access has ended can still revoke tokens and delete everything.
     */
    readonly count: (identity: Identity, access: Operation["access"], arrival: Arrival) => Effect.Effect<void, Failure>
    /** Runs a call. It never fails: a failure is part of the outcome. */
    readonly run: (call: Call, arrival: Arrival) => Effect.Effect<Answered>
  }
>() {}

/** Stops here if the client has disconnected: a call that nobody waits for is not begun. */
const unlessAbandoned = Effect.withFiberRuntime<void>((fiber) => {
  const interrupted = fiber.getFiberRef(FiberRef.interruptedCause)
  return Cause.isEmpty(interrupted) ? Effect.void : Effect.failCause(interrupted)
})

/** Each operation's handler and rule, by name. */
const implementations = Effect.map(
  Effect.all([...features, ...internalFeatures].map(({ implementation }) => implementation)),
  (maps) => new Map(maps.flatMap((map) => [...map]))
)

export const layer = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const authentication = yield* Authentication
    const subscription = yield* Subscription
    const limiter = yield* RateLimiter
    const idempotency = yield* Idempotency
    const implemented = yield* implementations
    const span = yield* spans

    /** Reads and decodes an input. For an operation without input, whatever was sent is ignored. */
    const reader = (
      schema: Operation["input"],
      ofContract: Rule | undefined,
      { rule: ofServer, lookup }: Pick<Implementation, "rule" | "lookup">
    ): ((input: Call["input"], caller: Caller) => Effect.Effect<unknown, ValidationFailed>) => {
      if (schema === undefined) return () => Effect.succeed({})
      const rule = (given: Given, { caller, found }: { readonly caller: Caller; readonly found?: CallerRule }) => [
        ...(ofContract?.(given, caller.today) ?? []),
        ...(ofServer?.(given, caller) ?? []),
        ...(found?.(given, caller) ?? [])
      ]
      const hasRule = ofContract !== undefined || ofServer !== undefined || lookup !== undefined
      const decode = decoder(schema, hasRule ? rule : undefined)
      if (lookup === undefined) return (input, caller) => Effect.flatMap(input, (input) => decode(input, { caller }))
      return (input, caller) =>
        Effect.flatMap(input, (input) =>
          Effect.flatMap(lookup(input, caller), (found) => decode(input, { caller, found }))
        )
    }

    const stagesOf = (operation: Operation) => {
      const found = implemented.get(operation.name)
      if (found === undefined) throw new Error(`${operation.name} has no handler`)
      return {
        json: reader(operation.input, operation.rule, found),
        query: reader(operation.query, operation.rule, found),
        handler: found,
        access: operation.access
      }
    }
    const byName = new Map(
      [...operations, ...internalOperations].map((operation) => [operation.name, stagesOf(operation)])
    )

    /** Checks subscription and rate limit. If the cached account is out of date, it is read again and checked again. */
    const admit = (identity: Identity, access: Operation["access"], now: number): Effect.Effect<Admitted, Failure> => {
      const lapsed = subscription.refusal(identity.account.user, now)
      if (lapsed !== undefined) return Effect.fail(lapsed)
      return Effect.flatMap(span("rate limit")(limiter.take(identity.account, access, now)), (taken) =>
        taken === undefined
          ? Effect.flatMap(span("authentication")(identity.refresh(now)), (fresh) => admit(fresh, access, now))
          : Effect.succeed({ identity, ...taken })
      )
    }

    const run = (call: Call, arrival: Arrival): Effect.Effect<Answered> => {
      const now = arrival.at
      const { app } = call.identity
      let outcome: Outcome = { operation: call.operation, user: call.identity.account.user, app }
      let admission: Admission | undefined

      const answer = Effect.gen(function* () {
        const { operation, input, form, idempotencyKey } = call
        const found = byName.get(operation)
        if (found === undefined) return yield* Effect.dieMessage(`There is no operation ${operation}`)
        const refusal = missingScope(call.identity, found.access)
        if (refusal !== undefined) return yield* refusal

        const isAdmitted = found.access === "read" && call.admission?.access === "read"
        const { identity, allowance, refused } = isAdmitted
          ? { ...call.admission, refused: undefined }
          : yield* admit(call.identity, found.access, now)
        const { user } = identity.account
        outcome = { operation, user, app, allowance }
        if (refused !== undefined) return yield* refused
        admission = { access: found.access, identity, allowance }
        yield* unlessAbandoned

        const caller: Caller = {
          user,
          now,
          today: dayOf(user, now),
          limits: allowance.limits,
          allowance,
          key: undefined
        }
        // The output is plain JSON already, as its type says. The tests check every output against its schema.
        const decoded = span("decode")(found[form](input, caller))
        const { handler } = found
        if (!handler.takesKey) return yield* span(operation)(handler.handle(yield* decoded, caller))
        const { key, rest } = yield* takeKey(decoded, idempotencyKey)
        const work = (key: CallKey | undefined) => span(operation)(handler.handle(rest, { ...caller, key }))
        if (key === undefined) return (yield* Effect.catchTag(work(undefined), "KeyTaken", Effect.die)).output
        const callKey = { operation, key, fingerprint: fingerprintOf(rest) }
        const { output, replayed } = yield* span("idempotency")(idempotency.once(user.id, callKey, now, work(callKey)))
        outcome = { ...outcome, replayed }
        return output
      })

      const answering = Effect.zipRight(actFor(call.identity.account.user.id), answer)
      return span("Pipeline.run")(
        Effect.matchCauseEffect(answering, {
          onSuccess: (output) => Effect.succeed({ outcome, admission, output }),
          onFailure: (cause) =>
            Effect.map(failedOutcome(cause, arrival, outcome), (outcome) => ({ outcome, admission, output: undefined }))
        })
      )
    }

    const count = (identity: Identity, access: Operation["access"], now: number): Effect.Effect<void, Failure> =>
      Effect.flatMap(limiter.take(identity.account, access, now), (taken) =>
        taken === undefined
          ? Effect.flatMap(identity.refresh(now), (refreshed) => count(refreshed, access, now))
          : (taken.refused ?? Effect.void)
      )

    return Pipeline.of({
      count: (identity, access, { at }) => onBehalfOf(identity.account.user.id)(count(identity, access, at)),
      authenticate: (authorization, { at }) => span("authentication")(authentication.authenticate(authorization, at)),
      run
    })
  })
)
