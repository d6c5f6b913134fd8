import { Cause, Context, Effect, Exit, FiberRef, Layer, Option } from "effect"
import { AppConfig } from "../config.ts"
import type { Fault } from "../contract/broken-rule.ts"
import type { Outside } from "../contract/decode.ts"
import type { Failure, ValidationFailed } from "../contract/errors.ts"
import type { CallKey } from "../contract/handler/answer.ts"
import type { Caller } from "../contract/handler/caller.ts"
import { type Charge, type Charged, NotCharged, Paid } from "../contract/handler/charge.ts"
import type { Read } from "../contract/handler/input.ts"
import type { Allowance } from "../contract/handler/limits.ts"
import { dayOf, limitsOf } from "../contract/handler/user.ts"
import type { Operation } from "../contract/operation.ts"
import { Transactions } from "../platform/database/transactions.ts"
import { actingFor, onBehalfOf } from "../platform/database/work.ts"
import { spans } from "../platform/telemetry/tracing/spans.ts"
import { announced } from "./announced.ts"
import { Announcer } from "./announcer.ts"
import { Authentication, missingScope, Subscription } from "./authentication.ts"
import { fingerprintOf, Idempotency, keyFaults, type Once, takeKey } from "./idempotency.ts"
import type { Identity } from "./identity.ts"
import { type Arrival, failedOutcome, type Outcome } from "./outcome.ts"
import { RateLimiter } from "./rate-limit.ts"
import { allStages, type InternalOperations, type Stages } from "./stages.ts"
import { withExit } from "./with-exit.ts"

/** One call of an operation, from any surface. */
export interface Call {
  readonly operation: string
  readonly identity: Identity
  /** Reads the input: query parameters or JSON. It runs once, after the guards that need no database. */
  readonly input: Effect.Effect<unknown, ValidationFailed>
  readonly form: "query" | "json"
  /** Faults of the request outside its input, such as a query string where the input is the body. */
  readonly beside?: ReadonlyArray<Fault>
  /** The Idempotency-Key header, if the surface has one and it was sent. */
  readonly idempotencyKey: string | undefined
  /** The admission of an earlier read of the same request; with it, this read is not counted. */
  readonly admission?: Admission | undefined
}

/** Proof that a call has passed the subscription check and the rate limit. */
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
    /** The identity for a request's Authorization header. A surface calls this before it reads anything else. */
    readonly authenticate: (authorization: string | undefined, arrival: Arrival) => Effect.Effect<Identity, Failure>
    /**
     * Counts a request that runs no operation, such as a change of the account, against the user's limits. It requires
     * no subscription, so that people whose access has ended can still revoke tokens: callers check it first, and a
     * cached account with access whose access has ended since is refused.
     */
    readonly count: (identity: Identity, access: Operation["access"], arrival: Arrival) => Effect.Effect<void, Failure>
    /** Runs a call. It never fails: a failure is part of the outcome. */
    readonly run: (call: Call, arrival: Arrival) => Effect.Effect<Answered>
  }
>() {}

/** Checks what lies outside the input, such as headers; undefined if there is nothing to check. */
const outsideOf = (beside: ReadonlyArray<Fault>, idempotencyKey: string | undefined): Outside | undefined =>
  beside.length === 0 && idempotencyKey === undefined
    ? undefined
    : (given) => [...beside, ...(idempotencyKey === undefined ? [] : keyFaults(idempotencyKey, given))]

/** Runs a call's work, unless its client has disconnected. */
const unlessAbandoned = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.withFiberRuntime((fiber) => {
    const interrupted = fiber.getFiberRef(FiberRef.interruptedCause)
    return Cause.isEmpty(interrupted) ? work : Effect.failCause(interrupted)
  })

/** Services that the steps of a call use. */
const servicesFor = (internal: ReadonlyArray<InternalOperations>) =>
  Effect.all({
    announcer: Announcer,
    authentication: Authentication,
    transactions: Transactions,
    subscription: Subscription,
    limiter: RateLimiter,
    idempotency: Idempotency,
    config: AppConfig,
    span: spans,
    stages: allStages(internal)
  })
type Services = Effect.Effect.Success<ReturnType<typeof servicesFor>>

/** The result of a call's work. */
type Done = Exit.Exit<Charged<Partial<Once>>, Failure | NotCharged>

/** Checks the subscription, and the limits as far as this process knows them, without the database. */
const admit = (
  { subscription, limiter }: Services,
  identity: Identity,
  access: Operation["access"],
  now: number
): Effect.Effect<Charge, Failure | NotCharged> =>
  subscription.refusal(identity.account.user, now) ?? limiter.charge(identity.account, access, now)

/** Runs an operation's handler with a decoded input, once per idempotency key. */
const handle = (
  services: Services,
  { operation, idempotencyKey }: Call,
  stages: Stages,
  input: unknown,
  caller: Caller,
  charge: Charge
): Effect.Effect<Charged<Partial<Once>>, Failure | NotCharged> => {
  const { idempotency, span } = services
  const { access, handler } = stages
  const by = { operation, access, caller, charge }
  if (!handler.takesKey) {
    const handling = handler.handle(input, caller, charge)
    const work = span(operation)(announced(services, by, (output) => output, handling))
    return Effect.map(work, (charged) => charged.with({ output: charged.value }))
  }
  const { key, rest } = takeKey(input, idempotencyKey)
  const work = (key: CallKey | undefined) => {
    const handling = handler.handle(rest, { ...caller, key }, charge)
    return span(operation)(announced(services, by, ({ output }) => output, handling))
  }
  if (key === undefined) {
    const alone = Effect.catchTag(work(undefined), "KeyTaken", Effect.die)
    return Effect.map(alone, (charged) => charged.with({ output: charged.value.output }))
  }
  const callKey = { operation, key, fingerprint: fingerprintOf(rest) }
  return span("idempotency")(idempotency.once(caller.user.id, callKey, caller.now, charge, work(callKey)))
}

/** The call's own work: decoding, idempotency, the handler. */
const work = (
  services: Services,
  call: Call,
  stages: Stages,
  { account: { user } }: Identity,
  now: number,
  read: Read,
  charge: Charge
): Effect.Effect<Charged<Partial<Once>>, Failure | NotCharged> => {
  const { config, span } = services
  const caller: Caller = { user, now, today: dayOf(user, now), limits: limitsOf(user, config.limits), key: undefined }
  const outside = outsideOf(call.beside ?? [], stages.handler.takesKey ? call.idempotencyKey : undefined)
  const decoding = Effect.suspend(() => stages.decode[call.form](read, { caller, charge }, outside))
  // The output is plain JSON already, as its type says. The tests check every output against its schema.
  const working = Effect.flatMap(unlessAbandoned(span("decode")(decoding)), (input) =>
    handle(services, call, stages, input, caller, charge)
  )
  // When tracing, the call is charged at once, so that the rate limit has a span and a statement of its own.
  return Option.isSome(config.tracing) ? Effect.zipRight(span("rate limit")(charge.now), working) : working
}

/** The admission of an earlier read of the same request, if it covers this call. */
const admissionOf = ({ admission }: Call, { access }: Stages): Admission | undefined =>
  access === "read" && admission?.access === "read" ? admission : undefined

/** The answer to a call that failed. */
const failed = (cause: Cause.Cause<unknown>, arrival: Arrival, known: Outcome, admission?: Admission) =>
  Effect.map(failedOutcome(cause, arrival, known), (outcome): Answered => ({ outcome, admission, output: undefined }))

/** The answer to a call that was not charged, with the user's remaining limits if these refused it. */
const refused = (cause: Cause.Cause<unknown>, arrival: Arrival, known: Outcome) => {
  const failure = Cause.squash(cause)
  return failure instanceof NotCharged && failure.spent !== undefined
    ? failed(Cause.fail(failure.spent.refusal), arrival, { ...known, allowance: failure.spent.allowance })
    : failed(cause, arrival, known)
}

const isOutdated = (cause: Cause.Cause<Failure | NotCharged>): boolean => {
  const failure = Cause.squash(cause)
  return failure instanceof NotCharged && failure.spent === undefined
}

/**
 * The steps after the scope check. Every call counts, whether it succeeds or fails. If the cached account is out of
 * date, the account is read again and the steps start over. They are chained, because a generator costs some
 * microseconds more per call.
 */
const answer = (
  services: Services,
  call: Call,
  stages: Stages,
  arrival: Arrival,
  identity: Identity,
  input: Call["input"]
): Effect.Effect<Answered> => {
  const { access } = stages
  const known: Outcome = { operation: call.operation, user: identity.account.user, app: call.identity.app }
  const counted = admissionOf(call, stages)
  const admitted: Effect.Effect<Charge, Failure | NotCharged> =
    counted === undefined
      ? admit(services, identity, access, arrival.at)
      : Effect.succeed(new Paid(Effect.succeed(counted.allowance)))

  const beginAgain = (read: Read): Effect.Effect<Answered> =>
    Effect.matchCauseEffect(services.span("authentication")(identity.refresh(arrival.at)), {
      onFailure: (cause) => failed(cause, arrival, known),
      // A body can be read only once, even if the call starts over.
      onSuccess: (fresh) => answer(services, call, stages, arrival, fresh, read)
    })
  const end = (done: Done, allowance: Allowance): Effect.Effect<Answered> => {
    const admission = { access, identity, allowance }
    if (Exit.isFailure(done)) return failed(done.cause, arrival, { ...known, allowance }, admission)
    const { output, replayed } = done.value.value
    const outcome = replayed === undefined ? { ...known, allowance } : { ...known, allowance, replayed }
    return Effect.succeed({ outcome, admission, output })
  }
  const run = (charge: Charge, read: Read): Effect.Effect<Answered> =>
    withExit(work(services, call, stages, identity, arrival.at, read, charge), (done) =>
      Effect.matchCauseEffect(charge.allowance, {
        onFailure: (cause) => (isOutdated(cause) ? beginAgain(read) : refused(cause, arrival, known)),
        onSuccess: (allowance) => end(done, allowance)
      })
    )
  return Effect.matchCauseEffect(admitted, {
    onFailure: (cause) => refused(cause, arrival, known),
    onSuccess: (charge) => withExit(input, (read) => run(charge, read))
  })
}

const run =
  (services: Services) =>
  (call: Call, arrival: Arrival): Effect.Effect<Answered> => {
    const { operation, identity } = call
    const { user } = identity.account
    const known: Outcome = { operation, user, app: identity.app }
    const stages = services.stages.get(operation)
    if (stages === undefined) return failed(Cause.die(new Error(`There is no ${operation}`)), arrival, known)
    const missing = missingScope(identity, stages.access)
    const caller = admissionOf(call, stages)?.identity ?? identity
    const answering =
      missing === undefined
        ? answer(services, call, stages, arrival, caller, call.input)
        : failed(Cause.fail(missing), arrival, known)
    return services.span("Pipeline.run")(actingFor(user.id, answering))
  }

/** Charges a request that runs no operation. */
const count = (
  services: Pick<Services, "limiter" | "subscription">,
  identity: Identity,
  access: Operation["access"],
  now: number
): Effect.Effect<void, Failure> => {
  const { limiter, subscription } = services
  const refusalOf = ({ account: { user } }: Identity) => subscription.refusal(user, now)
  const again = (fresh: Identity) =>
    (refusalOf(identity) === undefined ? refusalOf(fresh) : undefined) ?? count(services, fresh, access, now)
  return Effect.catchAll(
    Effect.flatMap(limiter.charge(identity.account, access, now), (charge) => charge.now),
    ({ spent }): Effect.Effect<void, Failure> =>
      spent === undefined ? Effect.flatMap(identity.refresh(now), again) : Effect.fail(spent.refusal)
  )
}

/** The pipeline for the API's operations and these internal ones. */
export const layer = (internal: ReadonlyArray<InternalOperations>) =>
  Layer.effect(
    Pipeline,
    Effect.map(servicesFor(internal), (services) =>
      Pipeline.of({
        authenticate: (authorization, { at }) =>
          services.span("authentication")(services.authentication.authenticate(authorization, at)),
        count: (identity, access, { at }) =>
          onBehalfOf(identity.account.user.id)(count(services, identity, access, at)),
        run: run(services)
      })
    )
  )
