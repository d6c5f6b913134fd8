import type { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Context, Effect, Record } from "effect"
import type { Failure } from "../contract/errors.ts"
import { type EndpointsOf, type InputOf, OperationTag } from "../contract/operation.ts"
import type { Kept, KeyTaken } from "./answer.ts"
import type { Caller } from "./caller.ts"

type Output<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = HttpApiEndpoint.HttpApiEndpoint.Success<E>
type Failures<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = HttpApiEndpoint.HttpApiEndpoint.Error<E>

/** An operation that takes an idempotency key answers with an output that was kept; no other one has to do with keys. */
type Result<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = "idempotency_key" extends keyof InputOf<E>
  ? Effect.Effect<Kept<Output<E>>, Failures<E> | KeyTaken>
  : Effect.Effect<Output<E>, Failures<E>>

/** What each operation of a group does: from its decoded input to its output, for whoever calls. */
export type Handlers<Group> = {
  readonly [E in EndpointsOf<Group> as HttpApiEndpoint.HttpApiEndpoint.Name<E>]: (
    input: InputOf<E>,
    caller: Caller
  ) => Result<E>
}

/** An operation's handler once its types are no longer needed: its input has been decoded, its failures are declared. */
export type Handler =
  | {
      readonly takesKey: false
      readonly handle: (input: unknown, caller: Caller) => Effect.Effect<unknown, Failure>
    }
  | {
      readonly takesKey: true
      readonly handle: (input: unknown, caller: Caller) => Effect.Effect<Kept<unknown>, Failure | KeyTaken>
    }

interface OperationGroup extends HttpApiGroup.HttpApiGroup.Any {
  readonly endpoints: Readonly<Record<string, { readonly annotations: Context.Context<never> }>>
}

/** The handlers of a group, each operation of it exactly once: the compiler sees to it. */
export const implement = <Group extends OperationGroup, E, R>(
  group: Group,
  handlers: Effect.Effect<Handlers<Group>, E, R>
): Effect.Effect<Readonly<Record<string, Handler>>, E, R> =>
  Effect.map(handlers, (handlers) =>
    Record.map(group.endpoints, ({ annotations }, name) => {
      const { takesIdempotencyKey } = Context.unsafeGet(annotations, OperationTag)
      // The type of `handlers` has held each handler against the declaration of its operation.
      return { takesKey: takesIdempotencyKey, handle: handlers[name as keyof Handlers<Group>] } as never
    })
  )
