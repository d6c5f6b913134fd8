import { Context } from "effect"

/** What is known of a request while it is answered; the log line and the answer's headers are made of it. */
export class Exchange extends Context.Tag("Exchange")<
  Exchange,
  {
    readonly requestId: string
    /** The operation called and its user, once known. */
    operation?: string
    userId?: string
    /** Whether the answer is the one kept for an idempotency key. */
    replayed?: boolean
  }
>() {}
