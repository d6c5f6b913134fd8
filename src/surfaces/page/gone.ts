import { Effect } from "effect"
import { type Failure, NotFound } from "../../contract/errors.ts"

/** Says in a person's words what a form was for that is not there any more, in place of the operation's. */
export const whenGone =
  (message: string) =>
  <A>(changing: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> =>
    Effect.mapError(changing, (failure) => (failure._tag === "not_found" ? new NotFound({ message }) : failure))
