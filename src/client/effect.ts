// Imported as a module: with the index of "effect", bundles are five times as large.
import * as Effect from "effect/Effect"
import { type ClientError, type Connection, connect, FettleError } from "./client.ts"
import type { Outputs } from "./contract.ts"
import { ENDPOINTS } from "./endpoints.ts"
import type { Arguments, Output } from "./types.ts"

export * from "./client.ts"

/** Options of one call. Interrupting the effect replaces a signal. */
export interface EffectOptions {
  /** Longest time for a call in milliseconds, including its retries. Defaults to the connection's. */
  readonly timeout?: number
  /** Most retries, 0 to 10. Defaults to the connection's. */
  readonly maxRetries?: number
}

/** Each operation as a function that returns an effect. It fails with a `ClientError`. */
export type EffectClient = {
  readonly [N in keyof Outputs]: (...input: Arguments<N, EffectOptions>) => Effect.Effect<Output<N>, ClientError>
}

const isClientError = (error: unknown): error is ClientError => error instanceof FettleError

const isEffectClient = (functions: object): functions is EffectClient =>
  Object.keys(ENDPOINTS).every((name) => name in functions)

/** Wraps a promise: a `ClientError` becomes a failure, any other rejection a defect. */
const effectOf = <A>(start: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, ClientError> =>
  Effect.tryPromise({ try: start, catch: (error) => error }).pipe(
    Effect.catchAll((error) => (isClientError(error) ? Effect.fail(error) : Effect.die(error)))
  )

/** The typed client for Effect programs, with the same operations and errors as `connect`. */
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
