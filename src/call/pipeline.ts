import { Cause, Context, Effect, type Exit, FiberRef, Layer, Option } from "effect"
import { operations } from "../api.ts"
import type { CallKey } from "../caller/answer.ts"
import type { Caller } from "../caller/caller.ts"
import type { Implementation } from "../caller/handlers.ts"
import type { Allowance } from "../caller/limits.ts"
import { dayOf, limitsOf } from "../caller/user.ts"
import { AppConfig } from "../config.ts"
import { decoder, type Outside } from "../contract/decode.ts"
import { type Failure, type FieldError, type RateLimited, ValidationFailed } from "../contract/errors.ts"
import type { Operation } from "../contract/operation.ts"
import type { Given, Rule } from "../contract/rule.ts"
import { opened } from "../database/prelude.ts"
import { actFor, onBehalfOf } from "../database/work.ts"
import { features, internalFeatures, internalOperations } from "../features.ts"
import { spans } from "../telemetry/tracing/spans.ts"
import { Authentication, missingScope, Subscription } from "./authentication.ts"
import { fingerprintOf, Idempotency, keyFaults, takeKey } from "./idempotency.ts"
import type { Identity } from "./identity.ts"
import { type Arrival, failedOutcome, type Outcome } from "./outcome.ts"
import { AccountChanged, RateLimiter } from "./rate-limit.ts"

/** One call of an operation, from any surface. */
export interface Call {
  readonly operation: string
  readonly identity: Identity
  /** Reads the input: query parameters or JSON. It runs once, after the guards that need no database. */
  readonly input: Effect.Effect<unknown, ValidationFailed>
  readonly form: "query" | "json"
  /** Faults of the request beside its input, such as a query where the input is the body. */
  readonly beside?: ReadonlyArray<FieldError>
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

/** Finds the faults of a call outside of its input; undefined if there cannot be any. */
const outsideOf = ({ beside = [], idempotencyKey }: Call, takesKey: boolean): Outside | undefined => {
  const header = takesKey ? idempotencyKey : undefined
  if (beside.length === 0 && header === undefined) return undefined
  return (given) => [...beside, ...(header === undefined ? [] : keyFaults(header, given))]
}

/** An input whose fault, if it cannot be read, is reported together with those outside of it. */
const readable = (input: Call["input"], outside: Outside | undefined): Call["input"] =>
  outside === undefined
    ? input
    : Effect.mapError(input, ({ details }) => ValidationFailed.of(...outside({}), ...details.fields))

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
    const config = yield* AppConfig
    /** In a trace, the rate limit has a span of its own, and so a statement of its own. */
    const beginning = Option.isSome(config.tracing)
      ? Effect.zipRight(span("rate limit")(opened), unlessAbandoned)
      : unlessAbandoned

    /** Reads and decodes an input. For an operation without input, whatever was sent is ignored. */
    const reader = (
      schema: Operation["input"],
      ofContract: Rule | undefined,
      { rule: ofServer, lookup }: Pick<Implementation, "rule" | "lookup">
    ): ((input: Call["input"], caller: Caller, outside?: Outside) => Effect.Effect<unknown, ValidationFailed>) => {
      if (schema === undefined) return () => Effect.succeed({})
      const rule = (given: Given, caller: Caller) => [
        ...(ofContract?.(given, caller.today) ?? []),
        ...(ofServer?.(given, caller) ?? [])
      ]
      const hasRule = ofContract !== undefined || ofServer !== undefined
      const decode = decoder(schema, hasRule ? rule : undefined, lookup)
      return (input, caller, outside) =>
        Effect.flatMap(readable(input, outside), (input) => decode(input, caller, outside))
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

    /**
     * Checks the subscription, then counts `work` against the limits. If the cached account is out of date, it is read
     * again, and all begins again.
     */
    const admit = <A, E>(
      identity: Identity,
      access: Operation["access"],
      now: number,
      counted: (identity: Identity, allowance: Allowance, refused: RateLimited | undefined) => void,
      work: (identity: Identity) => Effect.Effect<A, E | Failure>
    ): Effect.Effect<A, E | Failure> => {
      const lapsed = subscription.refusal(identity.account.user, now)
      if (lapsed !== undefined) return Effect.fail(lapsed)
      const counting = limiter.count(
        identity.account,
        access,
        now,
        (allowance, refused) => counted(identity, allowance, refused),
        work(identity)
      )
      return Effect.catchAll(counting, (failure) =>
        failure instanceof AccountChanged
          ? Effect.flatMap(span("authentication")(identity.refresh(now)), (fresh) =>
              admit(fresh, access, now, counted, work)
            )
          : Effect.fail(failure)
      )
    }

    const run = (call: Call, arrival: Arrival): Effect.Effect<Answered> => {
      const now = arrival.at
      const { app } = call.identity
      let outcome: Outcome = { operation: call.operation, user: call.identity.account.user, app }
      let admission: Admission | undefined

      const answer = Effect.suspend(() => {
        const { operation, form, idempotencyKey } = call
        const found = byName.get(operation)
        if (found === undefined) return Effect.dieMessage(`There is no operation ${operation}`)
        const { access, handler } = found
        const refusal = missingScope(call.identity, access)
        if (refusal !== undefined) return Effect.fail(refusal)

        const counted = (identity: Identity, left: Allowance, refused: RateLimited | undefined) => {
          outcome = { operation, user: identity.account.user, app, allowance: left }
          if (refused === undefined) admission = { access, identity, allowance: left }
        }
        const allowance = Effect.flatMap(opened, () =>
          admission === undefined
            ? Effect.dieMessage("The call has not been counted")
            : Effect.succeed(admission.allowance)
        )

        // A body can be read only once, even if the account has changed and all begins again.
        let given: Exit.Exit<unknown, ValidationFailed> | undefined
        const input = Effect.suspend(
          () =>
            given ??
            Effect.flatMap(Effect.exit(call.input), (read) => {
              given = read
              return read
            })
        )

        const work = ({ account: { user } }: Identity): Effect.Effect<unknown, Failure> => {
          const caller: Caller = {
            user,
            now,
            today: dayOf(user, now),
            limits: limitsOf(user, config.limits),
            allowance,
            key: undefined
          }
          // The output is plain JSON already, as its type says. The tests check every output against its schema.
          const outside = outsideOf(call, handler.takesKey)
          const decoded = Effect.zipRight(beginning, span("decode")(found[form](input, caller, outside)))
          if (!handler.takesKey)
            return Effect.flatMap(decoded, (input) => span(operation)(handler.handle(input, caller)))
          return Effect.flatMap(decoded, (input) => {
            const { key, rest } = takeKey(input, idempotencyKey)
            const work = (key: CallKey | undefined) => span(operation)(handler.handle(rest, { ...caller, key }))
            if (key === undefined)
              return Effect.map(Effect.catchTag(work(undefined), "KeyTaken", Effect.die), ({ output }) => output)
            const callKey = { operation, key, fingerprint: fingerprintOf(rest) }
            const once = idempotency.once(user.id, callKey, now, work(callKey))
            return Effect.map(span("idempotency")(once), ({ output, replayed }) => {
              outcome = { ...outcome, replayed }
              return output
            })
          })
        }

        const known = call.admission
        if (access === "read" && known?.access === "read") {
          counted(known.identity, known.allowance, undefined)
          return work(known.identity)
        }
        return admit(call.identity, access, now, counted, work)
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
      Effect.catchTag(
        limiter.count(identity.account, access, now, () => {}, Effect.void),
        "AccountChanged",
        () => Effect.flatMap(identity.refresh(now), (refreshed) => count(refreshed, access, now))
      )

    return Pipeline.of({
      count: (identity, access, { at }) => onBehalfOf(identity.account.user.id)(count(identity, access, at)),
      authenticate: (authorization, { at }) => span("authentication")(authentication.authenticate(authorization, at)),
      run
    })
  })
)
