import { Data } from "effect"

/** An idempotency key of one call. It belongs to one user and one operation, whatever token or surface was used. */
export interface CallKey {
  readonly operation: string
  readonly key: string
  /** The SHA-256 of the call's input, in hex. */
  readonly fingerprint: string
}

/**
 * The output of a write, and the key (if the call had one) under which the write must store it. It is made before the write,
 * which stores it in its own transaction. So it can hold nothing that the database decides, such as the time at which an
 * entry comes to stand: ids and times are made here, and a write that changes them would answer something else than it did.
 */
export interface Answer<A> {
  readonly output: A
  readonly key: CallKey | undefined
  /** When the call arrived, in epoch milliseconds. The key's 24 hours start then. */
  readonly at: number
}

/** Prepares the answer to a call, for the store that writes. */
export const answerOf = <A>(
  call: { readonly key: CallKey | undefined; readonly now: number },
  output: A
): Answer<A> => ({
  output,
  key: call.key,
  at: call.now
})

/** Another call has used the same key, or is using it. Nothing was changed. */
export class KeyTaken extends Data.TaggedError("KeyTaken") {}

/**
 * An output that was stored for its idempotency key, in the transaction of the write. The handler of an operation with
 * idempotency keys must return one, and only a store's write can make one.
 */
export class Kept<A> {
  readonly #output: A

  private constructor(output: A) {
    this.#output = output
  }

  get output(): A {
    return this.#output
  }

  /** Called by stores only, after the answer has been written. */
  static written<A>({ output }: Answer<A>): Kept<A> {
    return new Kept(output)
  }
}
