import { Data } from "effect"

/** An idempotency key as it came with a call. It belongs to one user and one operation, whichever token or surface was used. */
export interface CallKey {
  readonly operation: string
  readonly key: string
  /** Of the call's input. */
  readonly fingerprint: string
}

/** The output of a write, and the key under which the write must keep it, if its call came with one. */
export interface Answer<A> {
  readonly output: A
  readonly key: CallKey | undefined
  /** When the call came, in epoch milliseconds: the key's 24 hours begin then. */
  readonly at: number
}

/** The answer of a call to be handed to the store that writes. */
export const answerOf = <A>(
  call: { readonly key: CallKey | undefined; readonly now: number },
  output: A
): Answer<A> => ({
  output,
  key: call.key,
  at: call.now
})

/** Another call has used the key of this one, or is about to: nothing was changed. */
export class KeyTaken extends Data.TaggedError("KeyTaken") {}

/**
 * An output that was kept for its idempotency key in the transaction of the write. The handler of an operation that takes keys must return
 * one, and only a store's write has one to give.
 */
export class Kept<A> {
  readonly #output: A

  private constructor(output: A) {
    this.#output = output
  }

  get output(): A {
    return this.#output
  }

  /** For stores alone, once the answer is written. */
  static written<A>({ output }: Answer<A>): Kept<A> {
    return new Kept(output)
  }
}
