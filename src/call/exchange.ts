import type { User } from "../accounts/model.ts"
import type { Failure } from "../contract/errors.ts"
import type { Allowance } from "./rate-limit.ts"

/** What is known of a request while it is answered; the answer's headers, the log line, metrics and traces are made of it. */
export interface Exchange {
  readonly requestId: string
  /** When the request came, in epoch milliseconds. */
  readonly arrivedAt: number
  /** The operation called and its user, once known. */
  operation?: string
  user?: User
  /** What is left of the user's limits, once the call was counted. */
  allowance?: Allowance
  /** The browser origin that was let through, to be told so. */
  origin?: string
  /** Whether the answer is the one kept for an idempotency key. */
  replayed?: boolean
  /** Whether the body was given up before its end. */
  isUnread?: boolean
  /** What the answer says went wrong; of a tool call too, whose HTTP status says nothing of it. */
  failure?: Failure
  /** Whether the client went away before it was answered. */
  isAbandoned?: boolean
  /** The trace that the request is part of, where traces are made. */
  traceId?: string
}
