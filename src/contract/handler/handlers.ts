import type { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Context, Effect } from "effect"
import type { Failure } from "../errors.ts"
import { type EndpointsOf, type InputOf, OperationTag } from "../operation.ts"
import type { Kept, KeyTaken } from "./answer.ts"
import type { Caller, CallerRule, Lookup } from "./caller.ts"
import type { Charge, Charged, NotCharged } from "./charge.ts"

type Output<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = HttpApiEndpoint.HttpApiEndpoint.Success<E>
type Failures<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = HttpApiEndpoint.HttpApiEndpoint.Error<E>

/** An operation with idempotency keys must return a stored output; all others return a plain one. */
type Made<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = "idempotency_key" extends keyof InputOf<E>
  ? Kept<Output<E>>
  : Output<E>
type Fails<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = "idempotency_key" extends keyof InputOf<E>
  ? Failures<E> | KeyTaken
  : Failures<E>

/** Receives a decoded input after the call was charged. */
type Handler<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = (
  input: InputOf<E>,
  caller: Caller
) => Effect.Effect<Made<E>, Fails<E>>

/** Charges the call itself, so that its first query can carry the charge. */
type ChargingHandler<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = (
  input: InputOf<E>,
  caller: Caller,
  charge: Charge
) => Effect.Effect<Charged<Made<E>>, Fails<E> | NotCharged>

/** A handler that charges the call itself. */
class Charging<Handle> {
  constructor(readonly handle: Handle) {}
}

/**
 * Marks a handler that charges its call itself. It must return a `Charged` result, and query nothing before it charges.
 */
export const charging = <Handle>(handle: Handle): Charging<Handle> => new Charging(handle)

/** The handlers of a group's operations, each from decoded input to output. */
export type Handlers<Group> = {
  readonly [E in EndpointsOf<Group> as HttpApiEndpoint.HttpApiEndpoint.Name<E>]:
    | Handler<E>
    | Charging<ChargingHandler<E>>
}

/** A handler without its types: its input has been decoded, its failures are declared. */
type OperationHandler =
  | {
      readonly takesKey: false
      readonly handle: (
        input: unknown,
        caller: Caller,
        charge: Charge
      ) => Effect.Effect<Charged<unknown>, Failure | NotCharged>
    }
  | {
      readonly takesKey: true
      readonly handle: (
        input: unknown,
        caller: Caller,
        charge: Charge
      ) => Effect.Effect<Charged<Kept<unknown>>, Failure | KeyTaken | NotCharged>
    }

/** A handler with its input rule, if that needs server data; `lookup` adds faults to a refused input. */
export type Implementation = OperationHandler & {
  readonly rule: CallerRule | undefined
  readonly lookup: Lookup | undefined
}

/** A handler that charges its call: by itself, or before it runs. */
const charges = (handler: Handler<never> | Charging<ChargingHandler<never>>): ChargingHandler<never> =>
  handler instanceof Charging
    ? handler.handle
    : (input, caller, charge) => charge.before(Effect.suspend(() => handler(input, caller)))

interface OperationGroup extends HttpApiGroup.HttpApiGroup.Any {
  readonly endpoints: Readonly<Record<string, { readonly annotations: Context.Context<never> }>>
}

type Each<Group, Value> = { readonly [Name in keyof Handlers<Group>]?: Value }

/**
 * Implements a group: a handler for each operation (a missing one is a type error), `rules` for inputs that depend on
 * server data, and `lookups` for those that the handler checks against stored data.
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
          const found = { handle: charges(handlers[name] as never), rule: rules[name], lookup: lookups[name] }
          return [endpoint, { takesKey: takesIdempotencyKey, ...found } as never]
        })
      )
  )
