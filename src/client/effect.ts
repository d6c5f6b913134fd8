// The module itself: bundlers keep all of the index of "effect", five times as much.
import * as Effect from "effect/Effect"
import { type ClientError, type Connection, connect, FettleError } from "./client.ts"
import type { Outputs } from "./contract.ts"
import { ENDPOINTS } from "./endpoints.ts"
import type { Arguments, Output } from "./types.ts"

export * from "./client.ts"

/** What may be passed with an input. Interrupting the effect takes the place of a signal. */
export interface EffectOptions {
  /** Longest time that a call may take, in milliseconds, its retries included. By default the connection's. */
  readonly timeout?: number
  /** How often a call is tried again at most, 0 to 10. By default the connection's. */
  readonly maxRetries?: number
}

/** Each operation as a function of its input, which returns an effect. It fails with a `ClientError`. */
export type EffectClient = {
  readonly [N in keyof Outputs]: (...input: Arguments<N, EffectOptions>) => Effect.Effect<Output<N>, ClientError>
}

const isClientError = (error: unknown): error is ClientError => error instanceof FettleError

const isEffectClient = (functions: object): functions is EffectClient =>
  Object.keys(ENDPOINTS).every((name) => name in functions)

/** An effect of a promise that rejects with a `ClientError`, and with a defect if it rejects with anything else. */
const effectOf = <A>(start: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, ClientError> =>
  Effect.tryPromise({ try: start, catch: (error) => error }).pipe(
    Effect.catchAll((error) => (isClientError(error) ? Effect.fail(error) : Effect.die(error)))
  )

/** The typed client for Effect programs: the same operations and errors as those of `connect`. */
export const make = (connection: Connection): Effect.Effect<EffectClient, ClientError> =>
  Effect.map(
    effectOf(() => connect(connection)),
    (client) => {
      const functions = Object.fromEntries(
        Object.entries(client).map(([name, call]) => [
          name,
          (input: unknown, options?: EffectOptions) =>
            effectOf(
              async (signal): Promise<unknown> => Reflect.apply(call, undefined, [input, { ...options, signal }])
            )
        ])
      )
      if (!isEffectClient(functions)) throw new Error("An operation is missing")
      return functions
    }
  )
