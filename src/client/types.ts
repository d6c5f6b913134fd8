import type { Inputs, Outputs } from "./contract.ts"

/** Name of an operation. */
export type Name = keyof Inputs & keyof Outputs

/** The input of an operation. */
export type Input<N extends Name> = Inputs[N]

/** The answer of an operation. */
export type Output<N extends Name> = Outputs[N]

/** An operation's input, optional if it has no required field, followed by `Rest`. */
export type Arguments<N extends Name, Rest> =
  Record<never, never> extends Inputs[N] ? [input?: Input<N>, options?: Rest] : [input: Input<N>, options?: Rest]

/** Name of an operation that returns pages. */
export type PagedName = { readonly [N in Name]: Outputs[N] extends { readonly nextCursor: unknown } ? N : never }[Name]
