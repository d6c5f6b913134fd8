import { Context } from "effect"
import type { User } from "./accounts/model.ts"
import type { Allowance } from "./guard/rate-limit.ts"

/** What is known of a request while it is answered; the log line and the answer's headers are made of it. */
export class Exchange extends Context.Tag("Exchange")<
  Exchange,
  {
    readonly requestId: string
    /** The operation called and its user, once known. */
    operation?: string
    user?: User
    /** What is left of the user's limits, once the call was counted. */
    allowance?: Allowance
    /** The browser origin that was let through, to be told so. */
    origin?: string
    /** Whether the answer is the one kept for an idempotency key. */
    replayed?: boolean
  }
>() {}
