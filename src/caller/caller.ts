import type { User } from "../accounts/model.ts"
import type { Allowance } from "../call/rate-limit.ts"
import type { Circumstances } from "../contract/rule.ts"
import type { CallKey } from "./answer.ts"

/** Who calls an operation and when: what it goes by beside its input. One call has one instant and one day, also at midnight. */
export interface Caller extends Circumstances {
  readonly user: User
  /** When the call came, in epoch milliseconds. */
  readonly now: number
  /** What is left of the user's limits after this call. */
  readonly allowance: Allowance
  /** The idempotency key, if the call came with one. */
  readonly key: CallKey | undefined
}
