import { Cause, Effect } from "effect"
import type { Allowance } from "../caller/limits.ts"
import type { User } from "../caller/user.ts"
import { type Failure, InternalError, isFailure } from "../contract/errors.ts"

/** A request as it arrived. */
export interface Arrival {
  readonly requestId: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** What became of a request: its answer's headers, its log line, its metrics and its span are made of this. */
export interface Outcome {
  /** The operation called, once known. */
  readonly operation?: string
  /** The user who called, once authenticated. */
  readonly user?: User
  /** What is left of the user's limits, once the call has been counted. */
  readonly allowance?: Allowance
  /** Whether the answer is the one kept for an idempotency key. */
  readonly replayed?: boolean
  /** What went wrong. A failed tool call has one too, although its HTTP status is 200. */
  readonly failure?: Failure
  /** Whether the client hung up before it was answered. */
  readonly abandoned?: boolean
}

const internalError = new InternalError({
  message: "Something failed inside. Retry after a short wait; if it goes on, report it with the request id."
})

/**
 * The outcome of a request that failed with `cause`. A declared failure is told as it is. Anything else is logged with its
 * cause, and answered as `internal_error`.
 */
export const failedOutcome = (
  cause: Cause.Cause<unknown>,
  { requestId }: Arrival,
  known: Outcome
): Effect.Effect<Outcome & { readonly failure: Failure }> => {
  const squashed = Cause.squash(cause)
  if (isFailure(squashed)) return Effect.succeed({ ...known, failure: squashed })
  // A client that hangs up interrupts its request: nobody reads the answer, and nothing is wrong here.
  const abandoned = Cause.isInterruptedOnly(cause)
  const log = abandoned ? Effect.logInfo("The client went away") : Effect.logError("Request failed", cause)
  return log.pipe(
    Effect.annotateLogs({ requestId, operation: known.operation }),
    Effect.as({ ...known, failure: internalError, abandoned })
  )
}
