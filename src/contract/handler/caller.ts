import type { Effect } from "effect"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { Fault } from "../broken-rule.ts"
import type { Given } from "../rule.ts"
import type { CallKey } from "./answer.ts"
import type { Limits } from "./limits.ts"
import type { User } from "./user.ts"

/** Who calls an operation, and when. A call has one time and one Activity Day, even if it runs past midnight. */
export interface Caller {
  readonly user: User
  /** When the call arrived, in epoch milliseconds. */
  readonly now: number
  /** The Activity Day of the call in the user's timezone. */
  readonly today: ActivityDay
  readonly limits: Limits
  /** The idempotency key, if the call came with one. */
  readonly key: CallKey | undefined
}

/** A rule that needs the server's data: the caller's limits, or a catalogue. */
export type CallerRule = (given: Given, caller: Pick<Caller, "limits">) => ReadonlyArray<Fault>

/**
 * Finds the faults that only stored data shows. It runs after an input was refused for other faults, so that all are
 * reported at once. An input without other faults is not looked up: its handler makes the same checks.
 */
export type Lookup = (given: Given, caller: Pick<Caller, "user" | "today">) => Effect.Effect<ReadonlyArray<Fault>>
