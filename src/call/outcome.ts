import { Cause, Effect } from "effect"
import { type Failure, InternalError, isFailure, RateLimited } from "../contract/errors.ts"
import type { Allowance } from "../contract/handler/limits.ts"
import type { User } from "../contract/handler/user.ts"
import { causesOf, nextStepOf } from "../platform/database/next-step.ts"
import { DatabaseUnavailable } from "../platform/database/pool.ts"
import { MOST_OF_ONE } from "../platform/database/turns.ts"
import type { AppIdentity } from "./identity.ts"

/** When and from where a request arrived, and its id. */
export interface Arrival {
  readonly requestId: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Returns the peer address of the connection, if known. */
  readonly peer?: () => string | undefined
  /** Lets the request's body arrive for up to two minutes. Only for callers who have shown a token. */
  readonly extend?: () => void
}

/** The result of a request. Response headers, log line, metrics and span are derived from it. */
export interface Outcome {
  /** The operation called, once known. */
  readonly operation?: string
  /** The user who called, once authenticated. */
  readonly user?: User
  /** The connected app that called, if it was one. */
  readonly app?: AppIdentity | undefined
  /** What is left of the user's limits after this call; absent if the call was not counted. */
  readonly allowance?: Allowance
  /** Whether the answer was replayed for an idempotency key. */
  readonly replayed?: boolean
  /** The failure, if any. A failed tool call has one too, although its HTTP status is 200. */
  readonly failure?: Failure
  /** Whether the client disconnected before it got an answer. */
  readonly abandoned?: boolean
}

const internalError = new InternalError({
  message: "Something failed inside. Retry after a short wait; if it goes on, report it with the request id."
})

const tooManyAtOnce = new RateLimited({
  message: `${MOST_OF_ONE} of your calls run at a time, and this one waited behind your others until its time was over. Wait 1 second, then send it again, with fewer others at once.`,
  details: { retryAfterSeconds: 1, bucket: "calls.atOnce", limit: MOST_OF_ONE }
})

/** Whether a statement got no connection because its user's other calls had them. */
const isOwnShareSpent = (error: unknown): boolean =>
  causesOf(error).some((each) => each instanceof DatabaseUnavailable && each.isOwnShare === true)

/**
 * The outcome of a request that failed with `cause`. Declared failures are returned as they are. A user whose own calls
 * used up their share of the database gets `rate_limited`. Anything else is logged and answered as `internal_error`.
 */
export const failedOutcome = (
  cause: Cause.Cause<unknown>,
  { requestId }: Arrival,
  known: Outcome
): Effect.Effect<Outcome & { readonly failure: Failure }> => {
  const squashed = Cause.squash(cause)
  if (isFailure(squashed)) return Effect.succeed({ ...known, failure: squashed })
  if (isOwnShareSpent(squashed)) return Effect.succeed({ ...known, failure: tooManyAtOnce })
  // A client that disconnects interrupts its request, which is not a fault of the service.
  const abandoned = Cause.isInterruptedOnly(cause)
  const log = abandoned ? Effect.logInfo("The client went away") : Effect.logError("Request failed", cause)
  return log.pipe(
    Effect.annotateLogs({
      requestId,
      operation: known.operation,
      nextStep: abandoned ? undefined : nextStepOf(squashed)
    }),
    Effect.as({ ...known, failure: internalError, abandoned })
  )
}
