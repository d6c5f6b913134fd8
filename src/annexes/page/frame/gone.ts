import { Effect } from "effect"
import { type Failure, NotFound } from "../../../contract/errors.ts"

/** Replaces the operation's message about a missing item by one for people. */
export const whenGone =
  (message: string) =>
  <A>(changing: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> =>
    Effect.mapError(changing, (failure) => (failure._tag === "not_found" ? new NotFound({ message }) : failure))
