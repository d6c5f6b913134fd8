import type { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Context, Effect } from "effect"
import type { Failure } from "../contract/errors.ts"
import { type EndpointsOf, type InputOf, OperationTag } from "../contract/operation.ts"
import type { Kept, KeyTaken } from "./answer.ts"
import type { Caller, CallerRule, Lookup } from "./caller.ts"

type Output<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = HttpApiEndpoint.HttpApiEndpoint.Success<E>
type Failures<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = HttpApiEndpoint.HttpApiEndpoint.Error<E>

/** An operation with idempotency keys must return a stored output; all others return a plain one. */
type Result<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = "idempotency_key" extends keyof InputOf<E>
  ? Effect.Effect<Kept<Output<E>>, Failures<E> | KeyTaken>
  : Effect.Effect<Output<E>, Failures<E>>

/** The handlers of a group's operations, each from decoded input to output. */
export type Handlers<Group> = {
  readonly [E in EndpointsOf<Group> as HttpApiEndpoint.HttpApiEndpoint.Name<E>]: (
    input: InputOf<E>,
    caller: Caller
  ) => Result<E>
}

/** A handler without its types: its input has been decoded, its failures are declared. */
type OperationHandler =
  | {
      readonly takesKey: false
      readonly handle: (input: unknown, caller: Caller) => Effect.Effect<unknown, Failure>
    }
  | {
      readonly takesKey: true
      readonly handle: (input: unknown, caller: Caller) => Effect.Effect<Kept<unknown>, Failure | KeyTaken>
    }

/**
 * A handler, and the rule of its input that needs server data, if there is one; `lookup` completes the faults of a
 * refused input.
 */
export type Implementation = OperationHandler & {
  readonly rule: CallerRule | undefined
  readonly lookup: Lookup | undefined
}

interface OperationGroup extends HttpApiGroup.HttpApiGroup.Any {
  readonly endpoints: Readonly<Record<string, { readonly annotations: Context.Context<never> }>>
}

type Each<Group, Value> = { readonly [Name in keyof Handlers<Group>]?: Value }

/**
 * Implements a group: a handler for each operation (a missing one is a type error), `rules` for inputs that must be
 * checked against server data, and `lookups` for those that the handler checks against stored data.
 */
export const implement = <Group extends OperationGroup, E, R, R2 = never>(
  group: Group,
  handlers: Effect.Effect<Handlers<Group>, E, R>,
  rules: Each<Group, CallerRule> = {},
  lookups: Effect.Effect<Each<Group, Lookup>, never, R2> = Effect.succeed({})
): Effect.Effect<ReadonlyMap<string, Implementation>, E, R | R2> =>
  Effect.map(
    Effect.all([handlers, lookups]),
    ([handlers, lookups]) =>
      new Map(
        Object.entries(group.endpoints).map(([endpoint, { annotations }]) => {
          const name = endpoint as keyof Handlers<Group>
          const { takesIdempotencyKey } = Context.unsafeGet(annotations, OperationTag)
          // The type of `handlers` has already checked each handler against its operation.
          const found = { handle: handlers[name], rule: rules[name], lookup: lookups[name] }
          return [endpoint, { takesKey: takesIdempotencyKey, ...found } as never]
        })
      )
  )
