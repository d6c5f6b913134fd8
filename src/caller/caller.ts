import type { Effect } from "effect"
import type { FieldError } from "../contract/errors.ts"
import type { Given } from "../contract/rule.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { CallKey } from "./answer.ts"
import type { Allowance, Limits } from "./limits.ts"
import type { User } from "./user.ts"

/** Who calls an operation, and when. A call has one time and one Activity Day, even if it runs past midnight. */
export interface Caller {
  readonly user: User
  /** When the call arrived, in epoch milliseconds. */
  readonly now: number
  /** The Activity Day of the call in the user's timezone. */
  readonly today: ActivityDay
  readonly limits: Limits
  /** What is left of the user's limits after this call. */
  readonly allowance: Effect.Effect<Allowance>
  /** The idempotency key, if the call came with one. */
  readonly key: CallKey | undefined
}

/** A rule that needs the server's data: the caller's limits, or a catalogue. */
export type CallerRule = (given: Given, caller: Pick<Caller, "limits">) => ReadonlyArray<FieldError>

/** Reads what is stored about an input, before it is decoded, and returns the rule that follows from it. */
export type Lookup = (input: unknown, caller: Pick<Caller, "user">) => Effect.Effect<CallerRule>
