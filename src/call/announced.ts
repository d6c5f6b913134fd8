import { Effect } from "effect"
import type { Caller } from "../contract/handler/caller.ts"
import type { Charge, Charged, NotCharged } from "../contract/handler/charge.ts"
import type { Operation } from "../contract/operation.ts"
import type { Transactions } from "../platform/database/transactions.ts"
import type { Announcer } from "./announcer.ts"

/** A call of an operation. */
interface Calling {
  readonly operation: string
  readonly access: Operation["access"]
  readonly caller: Caller
  readonly charge: Charge
}

/**
 * Runs a call's work. If the call writes and its user has listeners, the change and the record of it are one transaction.
 * The charge comes first, because it counts even if the change fails.
 */
export const announced = <A, E>(
  services: { readonly announcer: typeof Announcer.Service; readonly transactions: Transactions["Type"] },
  { operation, access, caller, charge }: Calling,
  outputOf: (done: A) => unknown,
  work: Effect.Effect<Charged<A>, E>
): Effect.Effect<Charged<A>, E | NotCharged> => {
  if (caller.user.hasListeners !== true || access === "read") return work
  const { announcer, transactions } = services
  const recorded = Effect.tap(work, ({ value }) => announcer.record(caller, [{ operation, output: outputOf(value) }]))
  return charge.now.pipe(
    Effect.zipRight(transactions.change(caller.user.id, recorded)),
    Effect.zipLeft(announcer.committed)
  )
}
