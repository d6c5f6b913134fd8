import { Effect } from "effect"
import type { Fault } from "../../../contract/broken-rule.ts"
import { type Failure, ValidationFailed } from "../../../contract/errors.ts"

/** An operation's faults as those of a form: under the names of its fields, or left out. Other failures stay. */
export const asFaultsOf =
  (faultOfForm: (fault: Fault) => Fault | undefined) =>
  (failure: Failure): Failure =>
    failure._tag === "validation_failed"
      ? ValidationFailed.counting(
          failure.faults.flatMap((fault) => faultOfForm(fault) ?? []),
          failure.details.more ?? 0
        )
      : failure

/** Runs an operation for a form whose fields have other names. */
export const withFaultsOf =
  (faultOfForm: (fault: Fault) => Fault | undefined) =>
  <A>(calling: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> =>
    Effect.mapError(calling, asFaultsOf(faultOfForm))
